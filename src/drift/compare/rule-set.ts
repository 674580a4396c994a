/** An exclusive set of rules against the rules that stand: what was added by hand is a change of the set. */
import { canonicalKey } from '../../model/canonical';
import { ipPolicyRules } from '../../model/composites';
import type { AccountObject } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { ObjectsAttribute } from '../../model/kind';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { FieldChange, Trace } from '../report/finding';
import { type Comparison, compareValues, shownObject, sumFolded } from './compare-values';

const rulesAttribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** A change of a set, and where its author is found. */
export interface SetChange extends FieldChange {
  readonly trace: Trace;
}

/** Compares the `rules` of a state with the live rules of the policy, network by network. */
export function compareRuleSet(
  policyId: string,
  rules: unknown,
  live: readonly AccountObject[],
): { readonly changes: readonly SetChange[]; readonly folded: Comparison['folded'] } {
  const stated = new Map(
    Object.entries(isJsonObject(rules) ? rules : {}).flatMap(([network, rule]) =>
      isJsonObject(rule) ? [[canonicalKey(rulesAttribute, network), { network, rule }] as const] : [],
    ),
  );
  const standing = new Map(live.map((rule) => [canonicalKey(rulesAttribute, String(rule.values['cidr'])), rule]));
  const networks = [...new Set([...stated.keys(), ...standing.keys()])].sort();
  const parts = networks.map((network) =>
    compareNetwork(policyId, network, stated.get(network), standing.get(network)),
  );
  return { changes: parts.flatMap(({ changes }) => changes), folded: sumFolded(parts.map(({ folded }) => folded)) };
}

function compareNetwork(
  policyId: string,
  network: string,
  stated: { readonly network: string; readonly rule: JsonObject } | undefined,
  standing: AccountObject | undefined,
): { readonly changes: readonly SetChange[]; readonly folded: Comparison['folded'] } {
  const kind = ipPolicyRule.name;
  const path = `rules[${JSON.stringify(stated?.network ?? network)}]`;
  // A rule can be changed to another network, so who made it need not be who put it there.
  const key = `${policyId}/${network}`;
  const whole = (values: JsonObject): Json => shownObject(rulesAttribute.elements, values);
  const nothing = sumFolded([]);
  if (!stated && standing) {
    const trace: Trace = { of: 'key gained', kind, id: standing.id, key };
    return { changes: [{ path, before: null, after: whole(standing.values), trace }], folded: nothing };
  }
  if (stated && !standing) {
    const trace: Trace = { of: 'key lost', kind, key };
    return { changes: [{ path, before: whole(stated.rule), after: null, trace }], folded: nothing };
  }
  if (!stated || !standing) return { changes: [], folded: nothing };
  const { changes, folded } = compareValues(rulesAttribute.elements, stated.rule, standing.values);
  return {
    folded,
    changes: changes.map((change) => ({
      ...change,
      path: `${path}.${change.path}`,
      trace: { of: 'field', kind, id: standing.id, path: change.path, value: change.after, key },
    })),
  };
}
