/**
 * What decides who gets in: rules, policies, restrictions and endpoints of one account. The only place that makes a rule
 * of an object. The account, the emulator, Terraform's JSON and the constructs give {@link FactList}s.
 */
import { createHash } from 'node:crypto';
import { canonicalEndpointUrl, parseEndpointUrl } from '../model/formats/endpoint-url';
import type { AccountObject } from '../model/inventory';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import type { JsonObject } from '../model/json';
import {
  isUnknown,
  type Known,
  type KnownJson,
  type KnownObject,
  mapKnown,
  readMember,
  stringifyKnown,
  Unknown,
} from '../model/known';
import { formatSecretName } from '../model/traffic-policy/secret-name';

/** The objects of one kind, with the names of the model: `ip_policy_rule`, `cloud_endpoint`. */
export interface FactList {
  readonly kind: string;
  readonly objects: readonly FactObject[];
  /** Why other objects may exist: `the list of IP policies could not be read: 403`. */
  readonly incomplete?: Unknown;
}

/** An object with its attributes, as the model names them. An object that does not exist yet has its address as id. */
export interface FactObject {
  readonly kind: string;
  readonly id: string;
  readonly values: KnownObject;
  /** Other names that people use for it: the address of its resource, the path of its construct. */
  readonly names?: readonly string[];
}

/** An object that the service returned. */
export function toFact(
  kind: string,
  { id, values, missing = [] }: Pick<AccountObject, 'id' | 'missing'> & { readonly values: JsonObject },
): FactObject {
  const unknown = missing.map((name) => [name, new Unknown(`the response of the ${kind} ${id} has no '${name}'`)]);
  return { kind, id, values: { ...(values as KnownObject), ...Object.fromEntries(unknown) } };
}

export type RuleAction = 'allow' | 'deny';

export interface Rule {
  readonly id: string;
  readonly policyId: Known<string>;
  readonly network: Known<Cidr>;
  readonly action: Known<RuleAction>;
  /** Null without one, or if it is not known. */
  readonly description: string | null;
}

export interface IpPolicy {
  readonly id: string;
  /** The description, or the id. */
  readonly name: string;
  /** Everything that people may call it. */
  readonly names: readonly string[];
}

export interface Restriction {
  readonly id: string;
  /** `api`, `dashboard`, `agent` or `endpoints`. */
  readonly type: Known<string>;
  readonly enforced: Known<boolean>;
  readonly policyIds: Known<readonly Known<string>[]>;
}

export interface Endpoint {
  readonly id: string;
  /** Canonical. */
  readonly url: Known<string>;
  /** `public`, `internal` or `kubernetes`. */
  readonly bindings: Known<readonly string[]>;
  readonly poolingEnabled: Known<boolean>;
  /** The policy of an agent's endpoint is not known, and its upstream may be reached. */
  readonly owner: 'cloud' | 'agent';
  /** The text of the traffic policy, or its parsed document with unknown parts. */
  readonly trafficPolicy: Known<string | KnownObject>;
}

/** Objects, and why others may exist. */
export interface Listed<T> {
  readonly objects: readonly T[];
  readonly incomplete: Unknown | undefined;
}

export interface AccessFacts {
  readonly rules: Listed<Rule>;
  readonly policies: Listed<IpPolicy>;
  readonly restrictions: Listed<Restriction>;
  /** `incompleteCloud`: why other endpoints in the cloud may exist. What the policies of agents use is not judged. */
  readonly endpoints: Listed<Endpoint> & { readonly incompleteCloud: Unknown | undefined };
  /**
   * Policies may forward to URLs at which no agent is online now. False, except in comparisons: `review.ts` sets it, as an
   * agent may come online between the two states.
   */
  readonly agentsMayComeOnline: boolean;
  /**
   * A string that differs if what a traffic policy uses of the object differs: of a secret (`vault/secret`), vault, endpoint
   * (by its URL) or authority all its values; of an IP policy its rules, `''` without any. Null if the object certainly
   * does not exist.
   */
  readonly version: (kind: string, id: string) => Known<string> | null;
  /**
   * A string that differs if an object of these kinds differs that a traffic policy may use; by default rules, secrets,
   * vaults, authorities and endpoints that may be internal. Objects that could not be read are not part of it. An unknown
   * part of a policy is the same before and after a change only if what it may use is.
   */
  readonly surroundings: (kinds?: readonly string[]) => string;
}

/** A kind that is not among the lists was not read. */
export function createFacts(lists: readonly FactList[]): AccessFacts {
  const find = (kind: string): FactList =>
    lists.find((list) => list.kind === kind) ?? {
      kind,
      objects: [],
      incomplete: new Unknown(`objects of ${kind} were not read`),
    };
  const read = <T>(kind: string, convert: (object: FactObject) => T): Listed<T> => {
    const { objects, incomplete } = find(kind);
    return { objects: objects.map(convert), incomplete };
  };
  const hashes = new Map<string, string>();
  const cloud = read('cloud_endpoint', (object) => toEndpoint(object, 'cloud'));
  // The list of endpoints that are online contains those in the cloud, too.
  const isOfAgent = ({ values }: FactObject): boolean => values['type'] !== 'cloud';
  const online = find('endpoint');
  const agents: Listed<Endpoint> = {
    objects: online.objects.filter(isOfAgent).map((object) => toEndpoint(object, 'agent')),
    incomplete: online.incomplete,
  };
  return {
    rules: read('ip_policy_rule', toRule),
    policies: read('ip_policy', toIpPolicy),
    restrictions: read('ip_restriction', toRestriction),
    endpoints: {
      objects: [...cloud.objects, ...agents.objects],
      incomplete: cloud.incomplete ?? agents.incomplete,
      incompleteCloud: cloud.incomplete,
    },
    agentsMayComeOnline: false,
    version(kind, id) {
      const { objects, incomplete } = find(kind);
      const name = (object: FactObject): Known<string> | undefined => toPolicyName(object, find('vault').objects);
      const found = objects.find((object) => object.id === id || name(object) === id);
      if (kind === 'ip_policy')
        return versionOfRules(find('ip_policy_rule'), id) ?? (found ? '' : (incomplete ?? null));
      if (found) return stringifyKnown(found.values);
      return incomplete ?? objects.map(name).find(isUnknown) ?? null;
    },
    surroundings: (kinds = USABLE) => {
      for (const kind of kinds)
        if (!hashes.has(kind)) hashes.set(kind, hashOf(find(kind).objects.filter(isUsable).map(stringifyDeciding)));
      return kinds.map((kind) => hashes.get(kind)).join();
    },
  };
}

/** Kinds that traffic policies may use. */
const USABLE = ['ip_policy_rule', 'secret', 'vault', 'certificate_authority', 'cloud_endpoint'];

/** Descriptions and metadata of rules decide nothing. */
function stringifyDeciding({ kind, values }: FactObject): string {
  if (kind !== 'ip_policy_rule') return stringifyKnown(values);
  const { ip_policy_id: policy = null, cidr = null, action = null } = values;
  return stringifyKnown({ policy, cidr, action });
}

/** What decides about addresses; undefined if no rule may be one of the policy. */
function versionOfRules({ objects, incomplete }: FactList, policyId: string): Known<string> | undefined {
  if (incomplete) return incomplete;
  const rules = objects.filter(
    ({ values }) => isUnknown(values['ip_policy_id']) || values['ip_policy_id'] === policyId,
  );
  if (rules.length === 0) return undefined;
  return rules
    .map(({ values: { cidr = null, action = null } }) => stringifyKnown({ cidr, action }))
    .sort()
    .join();
}

/** Policies do not forward to an endpoint that is certainly public. */
function isUsable({ kind, values: { bindings, url } }: FactObject): boolean {
  if (kind !== 'cloud_endpoint') return true;
  const isPublic = Array.isArray(bindings) ? bindings.length > 0 && bindings.every((each) => each === 'public') : false;
  const isUnset = (bindings ?? null) === null;
  return !isPublic && !(isUnset && typeof url === 'string' && defaultBinding(url) === 'public');
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256')
    .update([...texts].sort().join('\n'))
    .digest('hex');
}

function toIpPolicy({ id, values, names = [] }: FactObject): IpPolicy {
  const description = readText(values['description']);
  return { id, name: description ?? id, names: [id, ...names, ...(description === null ? [] : [description])] };
}

/** Policies name vaults, secrets and endpoints, and use the ids of other objects: those have no name here. */
function toPolicyName({ kind, id, values }: FactObject, vaults: readonly FactObject[]): Known<string> | undefined {
  const subject = `the ${kind} ${id}`;
  if (kind === 'cloud_endpoint') return mapKnown(readString(values, 'url', subject), canonicalEndpointUrl);
  if (kind === 'vault') return readString(values, 'name', subject);
  if (kind !== 'secret') return undefined;
  return mapKnown(readString(values, 'name', subject), (secret) =>
    mapKnown(readVaultName(values, subject, vaults), (vault) => formatSecretName({ vault, secret })),
  );
}

/** Lists of the service have the name of the vault. A copy of an account has only its id. */
function readVaultName(values: KnownObject, subject: string, vaults: readonly FactObject[]): Known<string> {
  if (typeof values['vault_name'] === 'string') return values['vault_name'];
  return mapKnown(readString(values, 'vault_id', subject), (id) => {
    const vault = vaults.find((object) => object.id === id);
    return vault
      ? readString(vault.values, 'name', `the vault ${id}`)
      : new Unknown(`the name of the vault ${id} is not known`);
  });
}

function toRule({ id, values }: FactObject): Rule {
  const subject = `the rule ${id}`;
  const network = mapKnown(readString(values, 'cidr', subject), (text): Known<Cidr> => {
    const cidr = parseCidr(text);
    return 'problem' in cidr ? new Unknown(`the network '${text}' of ${subject} ${cidr.problem}`) : cidr;
  });
  const action = mapKnown(
    readString(values, 'action', subject),
    (text): Known<RuleAction> =>
      text === 'allow' || text === 'deny' ? text : new Unknown(`the action '${text}' of ${subject} is not known`),
  );
  return {
    id,
    policyId: readString(values, 'ip_policy_id', subject),
    network,
    action,
    description: readText(values['description']),
  };
}

function toRestriction({ id, values }: FactObject): Restriction {
  const subject = `the restriction ${id}`;
  return {
    id,
    type: readString(values, 'type', subject),
    enforced: readBoolean(values, 'enforced', subject, false),
    policyIds: readStrings(values, 'ip_policy_ids', subject, []),
  };
}

function toEndpoint({ id, values }: FactObject, owner: Endpoint['owner']): Endpoint {
  const subject = `the endpoint ${id}`;
  const url = mapKnown(readString(values, 'url', subject), (text): Known<string> => {
    const parsed = parseEndpointUrl(text);
    return 'problem' in parsed
      ? new Unknown(`the URL '${text}' of ${subject} ${parsed.problem}`)
      : canonicalEndpointUrl(text);
  });
  const bindings = mapKnown(readStrings(values, 'bindings', subject, []), (list): Known<readonly string[]> => {
    const unknown = list.find(isUnknown);
    if (unknown) return unknown;
    return list.length > 0 ? (list as readonly string[]) : mapKnown(url, (text) => [defaultBinding(text)]);
  });
  return {
    id,
    url,
    bindings,
    poolingEnabled: readBoolean(values, 'pooling_enabled', subject, false),
    owner,
    trafficPolicy:
      owner === 'agent'
        ? new Unknown(`the policy of the agent's endpoint ${id} is not known to the account`)
        : readPolicy(values, subject),
  };
}

/** The binding that the service gives to an endpoint that has none. */
export function defaultBinding(url: string): string {
  const parsed = parseEndpointUrl(url);
  return !('problem' in parsed) && parsed.host.endsWith('.internal') ? 'internal' : 'public';
}

function readPolicy(values: KnownObject, subject: string): Known<string | KnownObject> {
  const value = readMember(values, 'traffic_policy', subject);
  if (isUnknown(value) || typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as KnownObject;
  return new Unknown(`the traffic policy of ${subject} is not a string`);
}

function readString(values: KnownObject, name: string, subject: string): Known<string> {
  const value = readMember(values, name, subject);
  return isUnknown(value) || typeof value === 'string' ? value : new Unknown(`'${name}' of ${subject} is not a string`);
}

/** `absent`: what the service documents for a member that is not set. */
function readBoolean(values: KnownObject, name: string, subject: string, absent: boolean): Known<boolean> {
  const value = values[name] ?? absent;
  return isUnknown(value) || typeof value === 'boolean'
    ? value
    : new Unknown(`'${name}' of ${subject} is not a boolean`);
}

function readStrings(
  values: KnownObject,
  name: string,
  subject: string,
  absent: readonly string[],
): Known<readonly Known<string>[]> {
  const value: KnownJson = values[name] ?? absent;
  if (isUnknown(value)) return value;
  if (!Array.isArray(value)) return new Unknown(`'${name}' of ${subject} is not a list`);
  return (value as readonly KnownJson[]).map((item) =>
    isUnknown(item) || typeof item === 'string'
      ? item
      : new Unknown(`'${name}' of ${subject} is not a list of strings`),
  );
}

/** Null if the value is not known or not set. */
function readText(value: KnownJson | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
