/**
 * The objects that decide who gets in. `actual` is the account. `declared` is the account too, but each finding that
 * may change access is reverted to what the states have, or to an unknown value if they do not tell it. Objects that
 * were not read are those of the states. What is no finding is the same in both: what an ignore rule or
 * `ignore_changes` accepts, and equivalent values.
 */
import { findHiddenParts, type HiddenParts } from '../../access-review/hidden-parts';
import { ACCESS_ATTRIBUTES } from '../../model/access-attributes';
import { groupBy } from '../../model/arrays';
import { semanticallyEqual } from '../../model/canonical';
import { ipPolicyRules } from '../../model/composites';
import { formatStateSource } from '../../model/inventory';
import { canonicalCidr } from '../../model/ip/cidr';
import { getKind } from '../../model/kinds';
import { createMarksFinder } from '../../model/marks';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { endpoint } from '../../model/resources/sessions';
import { toList } from '../../objects/from-account';
import type { StateObject } from '../../objects/from-states';
import { markObjects, type Obj, type ObjectList, toSingleRules } from '../../objects/objects';
import { Unknown } from '../../values/known';
import { attributeOf } from '../../values/path';
import type { Finding, ResourceOwner } from '../compare/finding';
import { type DriftInput, isFoundById } from '../compare/input';
import { indexObjects, type ObjectIndex } from '../compare/object-index';
import { findRulesOfSet, parseRuleNotation } from '../compare/rule-set';
import { ACCESS_KINDS } from './access-findings';

export interface DeclaredObjects {
  readonly declared: readonly ObjectList[];
  readonly actual: readonly ObjectList[];
  /** The findings that make the object different in `declared` and `actual`, or missing in one of them. */
  readonly findFindings: (kind: string, id: string) => readonly Finding[];
  readonly hidden: HiddenParts;
}

/** Both lists have only findings that may change who gets in. `accepted`: those that an ignore rule accepts. */
export function listDeclaredObjects(
  input: DriftInput,
  findings: readonly Finding[],
  accepted: readonly Finding[],
): DeclaredObjects {
  const index = indexObjects(input);
  const context: Context = {
    index,
    owners: groupBy(index.managed, keyOf),
    accepted: new Set(accepted.map(attributeKey)),
  };
  const actual = ACCESS_KINDS.map((kind) => listActual(kind, input));
  const declared = new Map(actual.flatMap(({ objects }) => objects.map((object) => [keyOf(object), object] as const)));
  const causes = new Map<string, Finding[]>();
  const replace = ({ removed, put }: Replacement, finding?: Finding): void => {
    for (const key of removed.map(keyOf)) declared.delete(key);
    for (const object of put) declared.set(keyOf(object), object);
    if (finding)
      for (const key of new Set([...removed, ...put].map(keyOf)))
        causes.set(key, [...(causes.get(key) ?? []), finding]);
  };
  for (const replacement of declareUnread(index, input)) replace(replacement);
  const inState = new Map(
    input.inState.flatMap((each) =>
      each.isDeposed ? [] : [[formatOwner({ address: each.place.address, state: each.state }), each] as const],
    ),
  );
  for (const finding of findings) {
    const { address, state } = finding;
    const object = address === null || state === null ? undefined : inState.get(formatOwner({ address, state }));
    replace(revert(finding, object, context, declared), finding);
  }
  const findMarks = createMarksFinder(input.inState);
  const all = [...declared.values()];
  const [lists, marked] = [
    ACCESS_KINDS.map((kind) => ({ kind, objects: all.filter((object) => object.kind === kind) })),
    actual,
  ].map((each) => markObjects(each, findMarks)) as [ObjectList[], ObjectList[]];
  const agents = listAgents(input);
  return {
    declared: [...lists, agents],
    actual: [...marked, agents],
    findFindings: (kind, id) => causes.get(objectKey(kind, id)) ?? [],
    hidden: findHiddenParts([...lists, ...marked]),
  };
}

interface Replacement {
  readonly removed: readonly Pick<Obj, 'kind' | 'id'>[];
  readonly put: readonly Obj[];
}

interface Context {
  readonly index: ObjectIndex;
  /** The resources of each object, by {@link keyOf}; several are a conflict. */
  readonly owners: ReadonlyMap<string, readonly StateObject[]>;
  /** The attributes of which an ignore rule accepts a finding, by {@link attributeKey}. */
  readonly accepted: ReadonlySet<string>;
}

function attributeKey({ kind, id, path }: Pick<Finding, 'kind' | 'id' | 'path'>): string {
  return `${objectKey(kind, id ?? '')}\n${attributeOf(path ?? '')}`;
}

/** `declared`: the objects, with the earlier findings reverted. */
function revert(
  finding: Finding,
  inState: StateObject | undefined,
  context: Context,
  declared: ReadonlyMap<string, Obj>,
): Replacement {
  const { type, kind, id, name, path, after } = finding;
  const settled = (object: Obj): Obj => settle(object, context.owners);
  if (type === 'unmanaged') return { removed: [{ kind, id: id ?? '' }], put: [] };
  if (type === 'missing')
    return {
      removed: [],
      put: inState ? toSingleRules(inState).map(settled) : toUndeclared(kind, id ?? name ?? ''),
    };
  if (!inState) return { removed: [], put: [] };
  if (type === 'replaced') return { removed: [{ kind, id: String(after) }], put: [inState] };
  if (kind === ipPolicyRules.name) return revertRuleOfSet(finding, inState, context, declared);
  const object = declared.get(objectKey(kind, id ?? ''));
  if (!object) return { removed: [], put: [] };
  const attribute = attributeOf(path ?? '');
  // An ignore rule accepts another part of the attribute. The paths do not suffice to revert only this part, for
  // example of a traffic policy.
  const value = context.accepted.has(attributeKey(finding))
    ? new Unknown({ kind: 'ignored', subject: { kind, id: id ?? '' }, member: attribute })
    : (inState.values[attribute] ?? null);
  return { removed: [], put: [settled({ ...object, values: { ...object.values, [attribute]: value } })] };
}

function revertRuleOfSet(
  { id, path }: Finding,
  set: StateObject,
  { index, owners }: Context,
  declared: ReadonlyMap<string, Obj>,
): Replacement {
  const network = canonicalCidr(parseRuleNotation(path ?? '') ?? '');
  const hasNetwork = ({ values }: { readonly values: { readonly cidr?: unknown } }) =>
    canonicalCidr(String(values.cidr)) === network;
  const rules = index
    .rulesOf(id ?? '')
    .filter(hasNetwork)
    .map((rule) => ({ kind: ipPolicyRule.name, id: rule.id }));
  const owned = rules.flatMap((rule) => (owners.has(keyOf(rule)) ? (declared.get(keyOf(rule)) ?? []) : []));
  if (owned.length > 0) return { removed: [], put: owned.map((rule) => toContested(rule, ['action'])) };
  return { removed: rules, put: toSingleRules<Obj>(set).filter(hasNetwork) };
}

/** If several resources own the object, the attributes of access that they declare differently become unknown. */
function settle(object: Obj, owners: Context['owners']): Obj {
  const { attributes } = getKind(object.kind);
  const [first, ...others] = owners.get(keyOf(object)) ?? [];
  const contested = (ACCESS_ATTRIBUTES[object.kind] ?? []).filter((name) => {
    const attribute = attributes[name];
    return attribute && others.some(({ values }) => !semanticallyEqual(attribute, first?.values[name], values[name]));
  });
  return contested.length === 0 ? object : toContested(object, contested);
}

function toContested(object: Obj, names: readonly string[]): Obj {
  const { kind, id, values } = object;
  const unknown = names.map(
    (name) => [name, new Unknown({ kind: 'contested', subject: { kind, id }, member: name })] as const,
  );
  return { ...object, values: { ...values, ...Object.fromEntries(unknown) } };
}

/** What was not read has no findings: its objects are those of the states. */
function declareUnread(index: ObjectIndex, { now }: DriftInput): Replacement[] {
  const unread = index.managed.filter(
    ({ kind, id }) => ACCESS_KINDS.includes(kind) && !index.findRemote(kind, id) && !index.isGone(kind, id),
  );
  const hasAllRules = index.listings.get(ipPolicyRule.name)?.failure === undefined;
  const sets = hasAllRules ? [] : index.ruleSets.filter(({ id }) => !index.isGone(ipPolicy.name, id));
  return [
    ...unread.map((object) => ({ removed: [], put: [object] })),
    ...sets.map((set) => ({
      removed: findRulesOfSet(set, index, now).map(({ id }) => ({ kind: ipPolicyRule.name, id })),
      put: toSingleRules<Obj>(set),
    })),
  ];
}

function keyOf({ kind, id }: Pick<Obj, 'kind' | 'id'>): string {
  return objectKey(kind, id);
}

/** A profile without the kind has no objects of it, and its list is complete. */
function listActual(kind: string, { account, lookups }: DriftInput): ObjectList {
  const { objects = [], failure } = account.kinds.find((listing) => listing.kind === kind) ?? {};
  const ofKind = lookups.filter((lookup) => lookup.kind === kind);
  const found = ofKind.filter(isFoundById).map((lookup) => lookup.found);
  const unread = ofKind.find((lookup) => lookup.failure);
  const isIncomplete = failure !== undefined || unread !== undefined;
  const incomplete = new Unknown({ kind: 'unread', list: kind, id: failure ? undefined : unread?.id });
  return toList(kind, [...objects, ...found], isIncomplete ? incomplete : undefined);
}

/**
 * No state has the endpoints of agents, so both sides have an empty list. It is incomplete in a profile with endpoints.
 */
function listAgents({ account }: DriftInput): ObjectList {
  const hasEndpoints = account.kinds.some(({ kind }) => kind === cloudEndpoint.name);
  const incomplete = new Unknown({ kind: 'agents', source: 'state' });
  return { kind: endpoint.name, objects: [], ...(hasEndpoints && { incomplete }) };
}

/** An object that a traffic policy names, that no state has, and that does not exist: nothing says what it was. */
function toUndeclared(kind: string, id: string): readonly Obj[] {
  // An agent that is offline now may have served the URL, which is the same on both sides.
  if (kind === cloudEndpoint.name) return [];
  const unknown = (): Unknown => new Unknown({ kind: 'undeclared', subject: { kind, id } });
  // A secret, vault or certificate authority: `content` is no attribute, it only makes the object unknown.
  if (kind !== ipPolicy.name) return [{ kind, id, values: { content: unknown() } }];
  const rule = { ip_policy_id: id, cidr: unknown(), action: unknown() };
  return [
    { kind, id, values: {} },
    { kind: ipPolicyRule.name, id: `the rules of ${id}`, values: rule },
  ];
}

function formatOwner({ address, state }: ResourceOwner): string {
  return `${formatStateSource(state)}\n${address}`;
}
