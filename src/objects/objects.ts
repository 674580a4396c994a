/** Objects of the service in one shape, whatever they are read from. */
import { expandRuleSet, RULE_SET_TYPE } from '../model/composites/rule-set';
import type { FindMarks } from '../model/marks';
import { parseKindName } from '../model/naming';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import type { PlanAction } from '../terraform/plan-json';
import type { JsonObject } from '../values/json';
import type { Known, KnownObject, Unknown } from '../values/known';
import { isMarked, joinMarks, type Marks } from '../values/marks';

/** An object, or a resource that manages several, such as a rule set. */
export interface Obj {
  /** The name of the kind or composite in the model: `ip_policy_rule`, `cloud_endpoint`, `ip_policy_rules`. */
  readonly kind: string;
  /** A string also while the service has not chosen one, see {@link isNew}. */
  readonly id: string;
  /**
   * No id is known, so {@link id} is the {@link place}; of a rule in a set the place of the set, with the rule's key.
   */
  readonly isNew?: true;
  readonly values: KnownObject;
  /** Undefined for an object of an account or a snapshot. */
  readonly place?: Place;
  /**
   * The account of an object without a place; undefined: the default one. In the picture of a preview, which has no
   * names of {@link AccountRef} for its copies, the number of the copy and the name of its account.
   */
  readonly account?: AccountRef;
  /** What a plan does with the object; undefined without a plan. */
  readonly change?: readonly PlanAction[];
  /** The object exists if all of these hold; undefined: it exists. Only objects of a plan have it. */
  readonly presence?: readonly Presence[];
  /** As far as the source says it; {@link markObjects} adds what others say. */
  readonly marks?: Marks;
}

/** Holds if all of the writes are applied; with `isApplied: false`, if at least one of them is not. */
export interface Presence {
  /** Whether each is applied is not known. */
  readonly writes: readonly Unknown[];
  readonly isApplied: boolean;
}

export interface Place {
  /** Undefined for an object of `fromPlan`, and for a state in a file of which no single stack has the address. */
  readonly stack?: string;
  readonly address: string;
  /** Path of the construct, `access/office`. */
  readonly path?: string;
  /** `netingress.second`; undefined for the default one. Only objects of states have it. */
  readonly provider?: string;
  readonly account: Known<AccountRef>;
}

/**
 * Names an account by one provider configuration for it. Configurations with the settings of the default one have its
 * name. Of others with equal settings, all have the name of the first one in a configuration, and each its own in a
 * plan. It contains no API key.
 */
export type AccountRef = string;

export interface Placed extends Obj {
  readonly place: Place;
}

export interface ObjectList {
  readonly kind: string;
  readonly objects: readonly Obj[];
  /** Why other objects may exist. It has an identity: what was not read is the same before and after a change. */
  readonly incomplete?: Unknown;
}

/** `network: netingress_ip_policy.office`. */
export function formatPlace({ stack, address }: Pick<Place, 'stack' | 'address'>): string {
  return stack === undefined ? address : `${stack}: ${address}`;
}

/** Whether the apply leaves the object as it is. False for an object that is not from a plan. */
export function isKept({ change }: Obj): boolean {
  return change?.every((action) => action === 'no-op' || action === 'forget') ?? false;
}

const RULE_SET = parseKindName(RULE_SET_TYPE);

/** The id of the object that a resource manages, of a rule set that of its policy; without one its place. */
export function identify(
  kind: string,
  values: Readonly<Record<string, unknown>>,
  place: Pick<Place, 'stack' | 'address'>,
): Pick<Obj, 'id' | 'isNew'> {
  const id = values[kind === RULE_SET ? 'ip_policy_id' : 'id'];
  return typeof id === 'string' ? { id } : { id: formatPlace(place), isNew: true };
}

/** The rules of a set, or any other object as it is. Unknown rules are one object, whose id ends in `[*]`. */
export function toSingleRules<T extends Obj>(object: T): T[] {
  if (object.kind !== RULE_SET) return [object];
  const rules = expandRuleSet(object.place ? formatPlace(object.place) : object.id, object.values);
  return rules.map(({ kind, id, values }): T => ({ ...object, kind, id, values, isNew: true }));
}

/**
 * Moves the rules of sets to the list of `ip_policy_rule`. The lists must contain that list: otherwise the rules are
 * lost.
 */
export function expandRules(lists: readonly ObjectList[]): ObjectList[] {
  const isSets = ({ kind }: ObjectList): boolean => kind === RULE_SET;
  const rules = lists.filter(isSets).flatMap(({ objects }) => objects.flatMap(toSingleRules));
  return lists
    .filter((list) => !isSets(list))
    .map((list) => (list.kind === ipPolicyRule.name ? { ...list, objects: [...list.objects, ...rules] } : list));
}

/** Adds the marks that `findMarks` returns. */
export function markObjects(lists: readonly ObjectList[], findMarks: FindMarks): ObjectList[] {
  const mark = (object: Obj): Obj => {
    const { kind, id, values, marks } = object;
    const found = findMarks(kind, id, values as JsonObject);
    return isMarked(found) ? { ...object, marks: joinMarks(marks, found) } : object;
  };
  return lists.map((list) => ({ ...list, objects: list.objects.map(mark) }));
}

/** Of the actions of one resource: whether Terraform only deletes its object, or deletes it before it creates another. */
export function deletesFirst(actions: readonly string[] = []): boolean {
  return actions[0] === 'delete';
}
