/** Keeps values that a state marks as sensitive out of all that is shown. */
import { canonicalKey } from '../../model/canonical';
import { ipPolicyRules } from '../../model/composites';
import { groupBy } from '../../model/group-by';
import type { StateResource } from '../../model/inventory';
import type { Json, JsonObject } from '../../model/json';
import type { ObjectsAttribute } from '../../model/kind';
import { kindNameOf } from '../../model/naming';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { isSensitivePath, omitSensitive, type SensitivePath } from '../../model/sensitive-paths';
import { nameOf } from './display-name';
import type { FieldChange } from './finding';

/** What stands in place of values that must not be shown. */
export const HIDDEN = '(sensitive value)';

/** The change with {@link HIDDEN} for its values if the field is marked, holds a marked one, or stands in one. */
export function hideMarked(change: FieldChange, marks: readonly SensitivePath[]): FieldChange {
  return isSensitivePath(marks, stepsOf(change.path)) ? hideValues(change) : change;
}

/** The change with {@link HIDDEN} for its values; null stays, since that a value is absent is no secret. */
export function hideValues({ path, before, after }: FieldChange): FieldChange {
  const hide = (value: Json): Json => (value === null ? null : HIDDEN);
  return { path, before: hide(before), after: hide(after) };
}

/** The name of an object without what is marked: a description that is sensitive is no name. */
export function shownName(kind: string, values: JsonObject, marks: readonly SensitivePath[]): string | null {
  return nameOf(kind, omitSensitive(values, marks));
}

/** The marks that states make on an object of the account, by what is known of it. */
export type FindMarks = (kind: string, id: string, values: JsonObject) => readonly SensitivePath[];

/** Finds marks, those of all states together; a rule is marked by the exclusive set that holds it too. */
export function marksFinder(stated: readonly StateResource[]): FindMarks {
  const marked = stated.filter(({ sensitive }) => sensitive.length > 0);
  const byId = groupBy(marked, ({ type, values }) => `${kindNameOf(type)} ${String(values[idOf(type)])}`);
  const marksOf = (kind: string, id: unknown): readonly SensitivePath[] =>
    (byId.get(`${kind} ${String(id)}`) ?? []).flatMap(({ sensitive }) => sensitive);
  // A set may mark each of thousands of rules, and each of them is asked for.
  const sets = new Map<string, RuleMarks>();
  const marksOfSet = (policyId: string): RuleMarks => {
    const found = sets.get(policyId) ?? ruleMarks(marksOf(ipPolicyRules.name, policyId));
    sets.set(policyId, found);
    return found;
  };
  return (kind, id, values) => {
    const own = marksOf(kind, id);
    if (kind !== ipPolicyRule.name) return own;
    const { all, byNetwork } = marksOfSet(String(values['ip_policy_id']));
    if (byNetwork.size === 0) return [...own, ...all];
    return [...own, ...all, ...(byNetwork.get(canonicalKey(rulesAttribute, String(values['cidr']))) ?? [])];
  };
}

function idOf(type: string): string {
  return kindNameOf(type) === ipPolicyRules.name ? 'ip_policy_id' : 'id';
}

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** The marks of a set as marks of its rules: those of every rule, and those of single ones by canonical network. */
interface RuleMarks {
  readonly all: readonly SensitivePath[];
  readonly byNetwork: ReadonlyMap<string, readonly SensitivePath[]>;
}

function ruleMarks(marks: readonly SensitivePath[]): RuleMarks {
  const single = marks.flatMap(([member, network, ...rest]) =>
    member === 'rules' && network !== undefined ? [{ network: canonicalKey(rulesAttribute, network), rest }] : [],
  );
  return {
    all: marks.some(([member, network]) => member === undefined || (member === 'rules' && network === undefined))
      ? [[]]
      : [],
    byNetwork: new Map(
      [...groupBy(single, ({ network }) => network)].map(([network, each]) => [network, each.map(({ rest }) => rest)]),
    ),
  };
}

/** The steps of a finding's path: `rules["203.0.113.0/24"].action`. */
function stepsOf(path: string): string[] {
  const steps = path.match(/\["(?:[^"\\]|\\.)*"\]|[^.[\]]+/g) ?? [];
  return steps.map((step) => (step.startsWith('[') ? String(JSON.parse(step.slice(1, -1))) : step));
}
