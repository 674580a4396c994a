/**
 * The objects that decide who gets in, as the states declare them and as the account has them. They differ by the findings of
 * the report: what a rule ignores, `ignore_changes` and equivalent values are the same on both sides.
 */
import { type FactList, type FactObject, toFact } from '../../access/facts';
import { ACCESS_ATTRIBUTES } from '../../model/access-attributes';
import { groupBy } from '../../model/arrays';
import { semanticallyEqual } from '../../model/canonical';
import { displayName, ipPolicyRules } from '../../model/composites';
import { expandRuleSet } from '../../model/composites/rule-set';
import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import { formatStateSource, type StateResource } from '../../model/inventory';
import { canonicalCidr } from '../../model/ip/cidr';
import type { JsonObject } from '../../model/json';
import { getKind } from '../../model/kinds';
import { type KnownObject, Unknown } from '../../model/known';
import { objectKey } from '../../model/object-key';
import { isSensitivePath, type SensitivePath } from '../../model/redaction';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { endpoint } from '../../model/resources/sessions';
import type { Finding } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { type AccountIndex, type Managed, matchStateToAccount } from '../compare/match-state-to-account';
import { createSensitivePathFinder } from '../compare/redact';
import { findRulesOfSet, parseRulePath } from '../compare/rule-set';
import { ACCESS_KINDS, attributeOf } from './access-findings';

export interface DeclaredObjects {
  readonly declared: readonly FactList[];
  readonly actual: readonly FactList[];
  /** The findings because of which the object is not declared as it is. */
  readonly findFindings: (kind: string, id: string) => readonly Finding[];
  /** A state marks what decides who gets in as sensitive. */
  readonly isSensitive: boolean;
  /** The URLs that a state marks as sensitive, as they are and canonical. */
  readonly sensitiveUrls: ReadonlySet<string>;
}

/** `findings`: those that may change who gets in. `accepted`: those that an ignore rule accepts. */
export function listDeclaredObjects(
  input: DriftInput,
  findings: readonly Finding[],
  accepted: readonly Finding[],
): DeclaredObjects {
  const index = matchStateToAccount(input);
  const context: Context = {
    index,
    owners: groupBy(index.managed, keyOf),
    accepted: new Set(accepted.map(attributeKey)),
  };
  const actual = ACCESS_KINDS.map((kind) => listActual(kind, input));
  const declared = new Map(actual.flatMap(({ objects }) => objects.map((object) => [keyOf(object), object] as const)));
  const causes = new Map<string, Finding[]>();
  const replace = ({ removed, added }: Replacement, finding?: Finding): void => {
    for (const key of removed.map(keyOf)) declared.delete(key);
    for (const object of added) declared.set(keyOf(object), object);
    if (finding)
      for (const key of new Set([...removed, ...added].map(keyOf)))
        causes.set(key, [...(causes.get(key) ?? []), finding]);
  };
  for (const replacement of declareUnread(index, input)) replace(replacement);
  const resources = new Map(
    input.stateResources.flatMap((each) => (each.deposed === undefined ? [[resourceKey(each), each] as const] : [])),
  );
  for (const finding of findings) {
    const { address, state } = finding;
    const resource = address === null || state === null ? undefined : resources.get(resourceKey({ address, state }));
    replace(revert(finding, resource, context, declared), finding);
  }
  const findPaths = createSensitivePathFinder(input.stateResources);
  const withoutNames = (object: FactObject): FactObject => omitNames(object, findPaths);
  const all = [...declared.values()];
  const lists = ACCESS_KINDS.map((kind) => ({ kind, objects: all.filter((object) => object.kind === kind) }));
  const agents = listAgents(input);
  return {
    declared: [...lists.map((list) => ({ ...list, objects: list.objects.map(withoutNames) })), agents],
    actual: [...actual.map((list) => ({ ...list, objects: list.objects.map(withoutNames) })), agents],
    findFindings: (kind, id) => causes.get(objectKey(kind, id)) ?? [],
    sensitiveUrls: new Set(
      [...all, ...actual.flatMap(({ objects }) => objects)].flatMap(({ kind, id, values }) =>
        kind === cloudEndpoint.name &&
        typeof values['url'] === 'string' &&
        isSensitivePath(findPaths(kind, id, values as JsonObject), ['url'])
          ? [canonicalEndpointUrl(values['url']), values['url']]
          : [],
      ),
    ),
    isSensitive: [...all, ...actual.flatMap(({ objects }) => objects)].some((object) => isHidden(object, findPaths)),
  };
}

/** Objects of the account that are not declared, and declared objects. */
interface Replacement {
  readonly removed: readonly Pick<FactObject, 'kind' | 'id'>[];
  readonly added: readonly FactObject[];
}

interface Context {
  readonly index: AccountIndex;
  /** The resources of each object; several are a conflict. */
  readonly owners: ReadonlyMap<string, readonly Managed[]>;
  /** The attributes of which an ignore rule accepts a part, by {@link attributeKey}. */
  readonly accepted: ReadonlySet<string>;
}

function attributeKey({ kind, id, path }: Pick<Finding, 'kind' | 'id' | 'path'>): string {
  return `${objectKey(kind, id ?? '')}\n${attributeOf(path ?? '')}`;
}

/** `resource`: the resource of the finding. `declared`: the objects without what earlier findings of the object changed. */
function revert(
  finding: Finding,
  resource: StateResource | undefined,
  context: Context,
  declared: ReadonlyMap<string, FactObject>,
): Replacement {
  const { type, kind, id, name, path, after } = finding;
  const settled = (object: FactObject): FactObject => settle(object, context.owners);
  if (type === 'unmanaged') return { removed: [{ kind, id: id ?? '' }], added: [] };
  if (type === 'missing')
    return {
      removed: [],
      added: resource ? toDeclared(resource, kind).map(settled) : toUndeclared(kind, id ?? name ?? ''),
    };
  if (!resource) return { removed: [], added: [] };
  if (type === 'replaced') return { removed: [{ kind, id: String(after) }], added: toDeclared(resource, kind) };
  if (kind === ipPolicyRules.name) return revertRuleOfSet(finding, resource, context, declared);
  const object = declared.get(objectKey(kind, id ?? ''));
  if (!object) return { removed: [], added: [] };
  const attribute = attributeOf(path ?? '');
  // The paths of a policy are not enough to take back a part of its changes.
  const value = context.accepted.has(attributeKey(finding))
    ? new Unknown(`an ignore rule accepts a part of what changed in '${attribute}' of the ${displayName(kind)} ${id}`)
    : ((resource.values as KnownObject)[attribute] ?? null);
  return { removed: [], added: [settled({ ...object, values: { ...object.values, [attribute]: value } })] };
}

function revertRuleOfSet(
  { kind, id, path }: Finding,
  resource: StateResource,
  { index, owners }: Context,
  declared: ReadonlyMap<string, FactObject>,
): Replacement {
  const network = canonicalCidr(parseRulePath(path ?? '') ?? '');
  const hasNetwork = ({ values }: { readonly values: { readonly cidr?: unknown } }) =>
    canonicalCidr(String(values.cidr)) === network;
  const rules = index
    .rulesOf(id ?? '')
    .filter(hasNetwork)
    .map((rule) => ({ kind: ipPolicyRule.name, id: rule.id }));
  const owned = rules.flatMap((rule) => (owners.has(keyOf(rule)) ? (declared.get(keyOf(rule)) ?? []) : []));
  if (owned.length > 0) return { removed: [], added: owned.map((rule) => toContested(rule, ['action'])) };
  return { removed: rules, added: toDeclared(resource, kind).filter(hasNetwork) };
}

/** What the states that own the object declare differently is not known. */
function settle(object: FactObject, owners: Context['owners']): FactObject {
  const { attributes } = getKind(object.kind);
  const [first, ...others] = owners.get(keyOf(object)) ?? [];
  const contested = (ACCESS_ATTRIBUTES[object.kind] ?? []).filter((name) => {
    const attribute = attributes[name];
    return (
      attribute &&
      others.some(({ resource }) => !semanticallyEqual(attribute, first?.resource.values[name], resource.values[name]))
    );
  });
  return contested.length === 0 ? object : toContested(object, contested);
}

function toContested(object: FactObject, names: readonly string[]): FactObject {
  const { kind, id, values } = object;
  const unknown = names.map(
    (name) =>
      [name, new Unknown(`two resources declare '${name}' of the ${displayName(kind)} ${id} differently`)] as const,
  );
  return { ...object, values: { ...values, ...Object.fromEntries(unknown) } };
}

/** What was not read is no finding. The states are complete, so all that they have is declared. */
function declareUnread(index: AccountIndex, { now }: DriftInput): Replacement[] {
  const unread = index.managed.filter(
    ({ kind, id }) => ACCESS_KINDS.includes(kind) && !index.findRemote(kind, id) && !index.isGone(kind, id),
  );
  const hasAllRules = index.listings.get(ipPolicyRule.name)?.failure === undefined;
  const sets = hasAllRules ? [] : index.ruleSets.filter(({ id }) => !index.isGone(ipPolicy.name, id));
  return [
    ...unread.map(({ kind, resource }) => ({ removed: [], added: toDeclared(resource, kind) })),
    ...sets.map((set) => ({
      removed: findRulesOfSet(set, index, now).map(({ id }) => ({ kind: ipPolicyRule.name, id })),
      added: toDeclared(set.resource, ipPolicyRules.name),
    })),
  ];
}

function keyOf({ kind, id }: Pick<FactObject, 'kind' | 'id'>): string {
  return objectKey(kind, id);
}

/** A profile without the kind has no objects of it. */
function listActual(kind: string, { account, lookups }: DriftInput): FactList {
  const { objects = [], failure } = account.kinds.find((listing) => listing.kind === kind) ?? {};
  const ofKind = lookups.filter((lookup) => lookup.kind === kind);
  const found = ofKind.flatMap((lookup) => (lookup.found && !lookup.isName ? [lookup.found] : []));
  const unread = ofKind.find((lookup) => lookup.failure);
  const why = failure
    ? `the list of ${displayName(kind, 2)} could not be read`
    : unread && `the ${displayName(kind)} ${unread.id} could not be read`;
  return {
    kind,
    objects: [...objects, ...found].map((object) => toFact(kind, object)),
    ...(why !== undefined && { incomplete: new Unknown(why) }),
  };
}

/** No state has the endpoints of agents, so they are the same on both sides. Only some profiles have them. */
function listAgents({ account }: DriftInput): FactList {
  const hasEndpoints = account.kinds.some(({ kind }) => kind === cloudEndpoint.name);
  const incomplete = new Unknown('the endpoints of agents are in no state');
  return { kind: endpoint.name, objects: [], ...(hasEndpoints && { incomplete }) };
}

function toDeclared({ address, values }: StateResource, kind: string): readonly FactObject[] {
  if (kind === ipPolicyRules.name) return expandRuleSet(address, values as KnownObject);
  return [{ kind, id: String(values['id']), values: values as KnownObject }];
}

/** An object that a traffic policy names, that no state has, and that was deleted: nothing says what it was. */
function toUndeclared(kind: string, id: string): readonly FactObject[] {
  // An agent that is offline now may have served the URL, which is the same on both sides.
  if (kind === cloudEndpoint.name) return [];
  const why = new Unknown(`no state has the deleted ${displayName(kind)} ${id}`);
  if (kind !== ipPolicy.name) return [{ kind, id, values: { content: why } }];
  const rule = { ip_policy_id: id, cidr: why, action: why };
  return [
    { kind, id, values: {} },
    { kind: ipPolicyRule.name, id: `the rules of ${id}`, values: rule },
  ];
}

type FindPaths = (kind: string, id: string, values: JsonObject) => readonly SensitivePath[];

/** Names of objects are in the causes of a difference. */
function omitNames(object: FactObject, findPaths: FindPaths): FactObject {
  const { kind, id, values } = object;
  const paths = findPaths(kind, id, values as JsonObject);
  if (!isSensitivePath(paths, ['description'])) return object;
  const { description: _, ...others } = values;
  return { ...object, values: others };
}

function isHidden({ kind, id, values }: FactObject, findPaths: FindPaths): boolean {
  const paths = findPaths(kind, id, values as JsonObject);
  return paths.length > 0 && (ACCESS_ATTRIBUTES[kind] ?? []).some((name) => isSensitivePath(paths, [name]));
}

function resourceKey({ address, state }: Pick<StateResource, 'address' | 'state'>): string {
  return `${formatStateSource(state)}\n${address}`;
}
