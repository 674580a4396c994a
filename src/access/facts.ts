/** What decides who gets in: rules, policies, restrictions and endpoints of one account, made of its objects. */
import { createHash } from 'node:crypto';
import { canonicalEndpointUrl, parseEndpointUrl } from '../model/formats/endpoint-url';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { memoize } from '../model/memoize';
import { formatSecretName } from '../model/traffic-policy/secret-name';
import type { Obj, ObjectList } from '../objects/objects';
import type { Cause, Form, Subject } from '../values/cause';
import {
  Identities,
  isObject,
  isUnknown,
  type Known,
  type KnownJson,
  type KnownObject,
  mapKnown,
  readMember,
  stringifyKnown,
  Unknown,
} from '../values/known';
import { isMarked, marksAt } from '../values/marks';
import type { Violation } from '../values/violation';

export type RuleAction = 'allow' | 'deny';

export interface Rule extends Pick<Obj, 'presence'> {
  readonly id: string;
  readonly policyId: Known<string>;
  readonly network: Known<Cidr>;
  readonly action: Known<RuleAction>;
  /** Null if it is empty, sensitive, not known or not set. */
  readonly description: string | null;
}

export interface IpPolicy {
  readonly id: string;
  /** The description, or the id if the description is empty, sensitive, not known or not set. */
  readonly name: string;
  /** Everything that people may call it. A description that is sensitive or not known is no name. */
  readonly names: readonly string[];
  /** The names that no other policy has: its id, the address, the path of the construct. */
  readonly uniqueNames: readonly string[];
}

export interface Restriction extends Pick<Obj, 'presence'> {
  readonly id: string;
  /** `api`, `dashboard`, `agent`, `endpoints`, or a type that the model does not know. */
  readonly type: Known<string>;
  readonly enforced: Known<boolean>;
  readonly policyIds: Known<readonly Known<string>[]>;
}

export interface Endpoint extends Pick<Obj, 'presence'> {
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

export interface Listed<T> {
  readonly objects: readonly T[];
  /** Why other objects may exist; undefined if these are all. */
  readonly incomplete: Unknown | undefined;
}

export interface AccessFacts {
  readonly rules: Listed<Rule>;
  readonly policies: Listed<IpPolicy>;
  readonly restrictions: Listed<Restriction>;
  /** `incompleteCloud`: why other endpoints in the cloud may exist. What the policies of agents use is not judged. */
  readonly endpoints: Listed<Endpoint> & { readonly incompleteCloud: Unknown | undefined };
  /** Whether an agent that is offline may come online where a policy forwards to a URL that nothing serves. */
  readonly agentsMayComeOnline: boolean;
  /**
   * A string that differs if what a traffic policy uses of the object differs.
   *
   * - Of a secret, a vault, an endpoint in the cloud or an authority it stands for all values. `id` is its id, or how
   *   policies name it: `vault/secret`, the name of the vault, the URL. Null if the object certainly does not exist,
   *   unknown if it is not found but may exist.
   * - Of an IP policy it stands for the rules of all policies, whether this one exists or not. Unknown if not all rules
   *   were read.
   */
  readonly version: (kind: string, id: string) => Known<string> | null;
  /**
   * A string that differs if an object differs that a traffic policy may use, except objects that could not be read. An
   * unknown part of a policy counts as the same before and after a change only if this string is the same.
   *
   * `kinds`: those that the part may use. By default rules, secrets, vaults, authorities, and endpoints in the cloud
   * unless they are certainly public.
   */
  readonly surroundings: (kinds?: readonly string[]) => string;
}

/**
 * A kind that is not among the lists was not read; of two lists of one kind the first counts. Facts that are compared
 * must be created with the same `identities`: then what is malformed or missing is the same value on both sides, if it
 * is made of the same values.
 */
export function createFacts(lists: readonly ObjectList[], identities = new Identities()): AccessFacts {
  const find = (kind: string): ObjectList =>
    lists.find((list) => list.kind === kind) ?? {
      kind,
      objects: [],
      incomplete: new Unknown({ kind: 'not_asked', list: kind }, identities.of('not asked', kind)),
    };
  const readList = <T>(kind: string, convert: (object: Obj, identities: Identities) => T): Listed<T> => {
    const { objects, incomplete } = find(kind);
    return {
      objects: objects.map((object) => ({ ...convert(object, identities), ...readPresence(object) })),
      incomplete,
    };
  };
  const hashOfKind = memoize(Number.POSITIVE_INFINITY, (kind: string) =>
    hashOf(find(kind).objects.filter(isUsable).map(stringifyDeciding)),
  );
  const surroundings = (kinds = USABLE): string => kinds.map(hashOfKind).join();
  const cloud = readList('cloud_endpoint', (object) => toEndpoint(object, 'cloud', identities));
  // The list of endpoints that are online contains those in the cloud, too.
  const isOfAgent = ({ values }: Obj): boolean => values['type'] !== 'cloud';
  const online = find('endpoint');
  const agents: Listed<Endpoint> = {
    objects: online.objects.filter(isOfAgent).map((object) => toEndpoint(object, 'agent', identities)),
    incomplete: online.incomplete,
  };
  return {
    rules: readList('ip_policy_rule', toRule),
    policies: readList('ip_policy', toIpPolicy),
    restrictions: readList('ip_restriction', toRestriction),
    endpoints: {
      objects: [...cloud.objects, ...agents.objects],
      incomplete: cloud.incomplete ?? agents.incomplete,
      incompleteCloud: cloud.incomplete,
    },
    agentsMayComeOnline: false,
    version(kind, id) {
      const { objects, incomplete } = find(kind);
      const name = (object: Obj): Known<string> | undefined => toPolicyName(object, find('vault').objects, identities);
      const found = objects.filter((object) => object.id === id || name(object) === id);
      if (kind === 'ip_policy') return find('ip_policy_rule').incomplete ?? surroundings(['ip_policy_rule']);
      if (found.length > 0) return found.map((object) => stringifyPresent(object, object.values)).join();
      return incomplete ?? objects.map(name).find(isUnknown) ?? null;
    },
    surroundings,
  };
}

const USABLE: readonly string[] = ['ip_policy_rule', 'secret', 'vault', 'certificate_authority', 'cloud_endpoint'];

/** Descriptions and metadata of rules decide nothing. */
function stringifyDeciding(object: Obj): string {
  if (object.kind !== 'ip_policy_rule') return stringifyPresent(object, object.values);
  const { ip_policy_id: policy = null, cidr = null, action = null } = object.values;
  return stringifyPresent(object, { policy, cidr, action });
}

function stringifyPresent(object: Obj, values: KnownObject): string {
  return stringifyKnown({ ...values, ...readPresence(object) });
}

function readPresence({ presence }: Obj): Pick<Obj, 'presence'> {
  return presence === undefined ? {} : { presence };
}

/** Whether a traffic policy may use the object. It does not forward to an endpoint that is certainly public. */
function isUsable({ kind, values: { bindings, url } }: Obj): boolean {
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

function toIpPolicy(object: Obj): IpPolicy {
  const { id, place } = object;
  const description = readDescription(object);
  const { address, path } = place ?? {};
  const uniqueNames = [id, address, path].filter((name) => name !== undefined);
  const others = [address?.split('.').at(-1), path?.split('/').at(-1), description];
  const names = [...uniqueNames, ...others.filter((name) => typeof name === 'string')];
  return { id, name: description ?? id, names, uniqueNames };
}

/** `keys/token` of a secret, the name of a vault, the URL of a cloud endpoint. Policies use other kinds by their id. */
function toPolicyName(object: Obj, vaults: readonly Obj[], identities: Identities): Known<string> | undefined {
  const { kind } = object;
  if (kind === 'cloud_endpoint') return mapKnown(readText(object, 'url', identities), canonicalEndpointUrl);
  if (kind === 'vault') return readText(object, 'name', identities);
  if (kind !== 'secret') return undefined;
  return mapKnown(readText(object, 'name', identities), (secret) =>
    mapKnown(readVaultName(object, vaults, identities), (vault) => formatSecretName({ vault, secret })),
  );
}

/** Lists of the service have the name of the vault. A copy of an account has only its id. */
function readVaultName(object: Obj, vaults: readonly Obj[], identities: Identities): Known<string> {
  const { values } = object;
  if (typeof values['vault_name'] === 'string') return values['vault_name'];
  return mapKnown(readText(object, 'vault_id', identities), (id) => {
    const vault = vaults.find((each) => each.id === id);
    if (vault) return readText(vault, 'name', identities);
    const subject = { kind: 'vault', id };
    return new Unknown({ kind: 'missing', subject, member: 'name' }, identities.of('name of', subject));
  });
}

function toRule(object: Obj, identities: Identities): Rule {
  const network = mapKnown(readText(object, 'cidr', identities), (text): Known<Cidr> => {
    const cidr = parseCidr(text);
    return 'problem' in cidr ? invalid(object, 'network', text, cidr.violation, identities) : cidr;
  });
  const action = mapKnown(readText(object, 'action', identities), (text): Known<RuleAction> => {
    if (text === 'allow' || text === 'deny') return text;
    const cause: Cause = { kind: 'not_modeled', what: 'the action', subject: toSubject(object), value: text };
    return new Unknown(cause, identities.of('action', text));
  });
  const policyId = readText(object, 'ip_policy_id', identities);
  return { id: object.id, policyId, network, action, description: readDescription(object) };
}

function toRestriction(object: Obj, identities: Identities): Restriction {
  return {
    id: object.id,
    type: readText(object, 'type', identities),
    enforced: readBoolean(object, 'enforced', identities),
    policyIds: readTexts(object, 'ip_policy_ids', identities),
  };
}

function toEndpoint(object: Obj, owner: Endpoint['owner'], identities: Identities): Endpoint {
  const { id } = object;
  const url = mapKnown(readText(object, 'url', identities), (text): Known<string> => {
    const parsed = parseEndpointUrl(text);
    if ('problem' in parsed) return invalid(object, 'url', text, parsed.violation, identities);
    return canonicalEndpointUrl(text);
  });
  const bindings = mapKnown(readTexts(object, 'bindings', identities), (list): Known<readonly string[]> => {
    const unknown = list.find(isUnknown);
    if (unknown) return unknown;
    return list.length > 0 ? (list as readonly string[]) : mapKnown(url, (text) => [defaultBinding(text)]);
  });
  const agentPolicy = (): Unknown => new Unknown({ kind: 'agent_policy', id }, identities.of('policy of', object));
  return {
    ...{ id, url, bindings, owner },
    poolingEnabled: readBoolean(object, 'pooling_enabled', identities),
    trafficPolicy: owner === 'agent' ? agentPolicy() : readPolicy(object, identities),
  };
}

/** The binding that the service gives to an endpoint that has none. */
export function defaultBinding(url: string): string {
  const parsed = parseEndpointUrl(url);
  return !('problem' in parsed) && parsed.host.endsWith('.internal') ? 'internal' : 'public';
}

function toSubject({ kind, id }: Obj): Subject {
  return { kind, id };
}

function invalid(
  object: Obj,
  what: 'network' | 'url',
  value: string,
  violation: Violation,
  identities: Identities,
): Unknown {
  const cause: Cause = { kind: 'invalid', what, subject: toSubject(object), value, violation };
  return new Unknown(cause, identities.of(what, value));
}

/** A known value of another type is malformed, and returned as unknown. */
function read<T extends KnownJson>(
  object: Obj,
  name: string,
  value: Known<KnownJson>,
  [expected, isExpected]: readonly [Form, (value: KnownJson) => value is T],
  identities: Identities,
): Known<T> {
  if (isUnknown(value) || isExpected(value)) return value;
  const cause: Cause = { kind: 'malformed', of: toSubject(object), member: name, expected };
  return new Unknown(cause, identities.of(name, value));
}

const TEXT = ['string', (value: KnownJson) => typeof value === 'string'] as const;
const BOOLEAN = ['boolean', (value: KnownJson) => typeof value === 'boolean'] as const;
const LIST = ['list', (value: KnownJson): value is readonly KnownJson[] => Array.isArray(value)] as const;
const POLICY = [
  'string',
  (value: KnownJson): value is string | KnownObject => typeof value === 'string' || isObject(value),
] as const;

function readRequired(object: Obj, name: string, identities: Identities): KnownJson {
  return readMember(object.values, name, toSubject(object), identities);
}

function readText(object: Obj, name: string, identities: Identities): Known<string> {
  return read(object, name, readRequired(object, name, identities), TEXT, identities);
}

function readPolicy(object: Obj, identities: Identities): Known<string | KnownObject> {
  return read(object, 'traffic_policy', readRequired(object, 'traffic_policy', identities), POLICY, identities);
}

/**
 * Without a value false, the default of both: `enforced` (docs/internals/gaps.md) and `pooling_enabled` (the model).
 */
function readBoolean(object: Obj, name: string, identities: Identities): Known<boolean> {
  return read(object, name, object.values[name] ?? false, BOOLEAN, identities);
}

function readTexts(object: Obj, name: string, identities: Identities): Known<readonly Known<string>[]> {
  return mapKnown(read(object, name, object.values[name] ?? [], LIST, identities), (list) =>
    list.map((item) => read(object, name, item, TEXT, identities)),
  );
}

function readDescription({ values: { description }, marks }: Obj): string | null {
  const isShown = typeof description === 'string' && description !== '' && !isMarked(marksAt(marks, ['description']));
  return isShown ? description : null;
}
