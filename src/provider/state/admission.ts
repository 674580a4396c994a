import type { NetworkRule } from '../../model/ip/aggregate-rules';
import { parseCidr } from '../../model/ip/cidr';
import {
  computeRuleAdmission,
  computeRuleSetAdmission,
  type RuleAdmission,
  ruleAdmission,
  ruleSetAdmission,
} from '../../model/variants/admission';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN, withMembers } from '../../values/cty-value';

/** Replaces unknown attributes if the networks and actions of all rules are known. */
export function planAdmission(planned: ObjectValue): ObjectValue {
  const isUnknown = namesOf(planned).some((name) => planned[name] === UNKNOWN);
  const admission = isUnknown ? computeAdmission(planned) : undefined;
  return admission ? withMembers(planned, Object.entries(admission)) : planned;
}

/**
 * The attributes are null in a state without `cidr` or `rules`, as after an import without a refresh, and if a network
 * or an action cannot be read.
 */
export function addAdmission(state: ObjectValue): ObjectValue {
  const admission = computeAdmission(state) ?? Object.fromEntries(namesOf(state).map((name) => [name, null]));
  return withMembers(state, Object.entries(admission));
}

function namesOf(values: ObjectValue): string[] {
  return Object.keys('rules' in values ? ruleSetAdmission : ruleAdmission);
}

function computeAdmission(values: ObjectValue): RuleAdmission | undefined {
  const { cidr = null, rules } = values;
  if (rules === undefined) {
    const rule = readRule(cidr, values);
    return rule && computeRuleAdmission(rule);
  }
  if (!isObjectValue(rules)) return undefined;
  const read = Object.entries(rules)
    .filter(([, element]) => element !== null)
    .map(([network, element]) => readRule(network, element));
  return read.every((rule) => rule !== undefined) ? computeRuleSetAdmission(read) : undefined;
}

function readRule(network: CtyValue, element: CtyValue): NetworkRule | undefined {
  const action = isObjectValue(element) ? element['action'] : undefined;
  if (typeof network !== 'string' || (action !== 'allow' && action !== 'deny')) return undefined;
  const cidr = parseCidr(network);
  return 'problem' in cidr ? undefined : { cidr, action };
}
