import { canonicalKey } from '../../model/canonical';
import { pickAttributes } from '../../model/comparable';
import { ipPolicyRules } from '../../model/composites';
import { RULE_ATTRIBUTES } from '../../model/composites/ip-policy-rules';
import { describeRuleGrant, isLiveGrant } from '../../model/derived-objects';
import type { AccountObject } from '../../model/inventory';
import type { ObjectsAttribute } from '../../model/kind';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { StateObject } from '../../objects/from-states';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { parsePath } from '../../values/path';
import { compareValues, NONE_SUPPRESSED, type Suppressed, sumSuppressed } from './compare-values';
import type { AuditQuery, FieldChange } from './finding';
import type { ObjectIndex } from './object-index';

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

export interface RuleChanges {
  readonly changes: readonly (FieldChange & { readonly auditQuery: AuditQuery; readonly grant?: string | null })[];
  readonly suppressed: Suppressed;
}

/** The rules of the policy that the set owns: all, or without `grants: refuse` no live grant outside of its state. */
export function findRulesOfSet(
  { id: policyId, values }: StateObject,
  index: ObjectIndex,
  now: number | undefined,
): AccountObject[] {
  const inState = readRules(values['rules']);
  const keepsGrants = values['grants'] !== 'refuse';
  return index
    .rulesOf(policyId)
    .filter((rule) => !keepsGrants || inState.has(networkOf(rule)) || !isLiveGrant(rule, now));
}

/** `rules` is the attribute in the state. */
export function compareRuleSet(
  policyId: string,
  rules: unknown,
  remote: readonly AccountObject[],
  now: number | undefined,
): RuleChanges {
  const inState = readRules(rules);
  const remoteRules = new Map(remote.map((rule) => [networkOf(rule), rule]));
  const networks = [...new Set([...inState.keys(), ...remoteRules.keys()])].sort();
  const parts = networks.map((network) =>
    compareRule(policyId, network, inState.get(network), remoteRules.get(network), now),
  );
  return {
    changes: parts.flatMap(({ changes }) => changes),
    suppressed: sumSuppressed(parts.map(({ suppressed }) => suppressed)),
  };
}

interface RuleInState {
  /** The CIDR as written. */
  readonly notation: string;
  readonly rule: JsonObject;
}

/** Returns the rules by canonical network. */
function readRules(rules: unknown): Map<string, RuleInState> {
  return new Map(
    Object.entries(isJsonObject(rules) ? rules : {}).flatMap(([notation, rule]) =>
      isJsonObject(rule) ? [[canonicalKey(rulesAttribute, notation), { notation, rule }] as const] : [],
    ),
  );
}

function networkOf({ values }: AccountObject): string {
  return canonicalKey(rulesAttribute, String(values['cidr']));
}

/** `rules["203.0.113.7"].action` -> `203.0.113.7`; undefined for another attribute. */
export function parseRuleNotation(path: string): string | undefined {
  const [attribute, notation] = parsePath(path);
  return attribute === 'rules' && notation !== undefined ? String(notation) : undefined;
}

function compareRule(
  policyId: string,
  network: string,
  inState: RuleInState | undefined,
  remote: AccountObject | undefined,
  now: number | undefined,
): RuleChanges {
  const kind = ipPolicyRule.name;
  const path = `rules[${JSON.stringify(inState?.notation ?? network)}]`;
  // Events of the rule with another CIDR are not about this network, so its natural key is searched for too.
  const key = `${policyId}/${network}`;
  const pick = (values: JsonObject): Json => pickAttributes(RULE_ATTRIBUTES, values);
  if (inState && remote) {
    const { changes, suppressed } = compareValues(RULE_ATTRIBUTES, inState.rule, remote.values);
    return {
      suppressed,
      changes: changes.map((change) => ({
        ...change,
        path: `${path}.${change.path}`,
        auditQuery: { type: 'field', kind, id: remote.id, path: change.path, value: change.after, key },
      })),
    };
  }
  const added = remote && {
    path,
    before: null,
    after: pick(remote.values),
    grant: describeRuleGrant(remote.values, now),
    auditQuery: { type: 'natural_key_gained', kind, id: remote.id, key } as const,
  };
  const removed = inState && {
    path,
    before: pick(inState.rule),
    after: null,
    auditQuery: { type: 'natural_key_lost', kind, key } as const,
  };
  const change = added ?? removed;
  return { changes: change ? [change] : [], suppressed: NONE_SUPPRESSED };
}
