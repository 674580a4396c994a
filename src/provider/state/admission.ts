/** Computes the attributes of `model/variants/admission.ts` from the values of a rule, or of a set of rules. */
import type { PolicyRule } from '../../model/ip/aggregate-rules';
import { parseCidr } from '../../model/ip/cidr';
import { ADMISSION_NAMES, computeAdmission } from '../../model/variants/admission';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';

/** Replaces unknown attributes of a plan if the networks and actions of all rules are known. */
export function planAdmission(planned: ObjectValue): ObjectValue {
  const rules = ADMISSION_NAMES.some((name) => planned[name] === UNKNOWN) ? readRules(planned) : undefined;
  return rules ? objectValue([...Object.entries(planned), ...Object.entries(computeAdmission(rules))]) : planned;
}

/** Adds the attributes to a state. They are null in a state without networks, as after an import without a refresh. */
export function addAdmission(state: ObjectValue): ObjectValue {
  const rules = readRules(state);
  const nothing = ADMISSION_NAMES.map((name): [string, CtyValue] => [name, null]);
  return objectValue([...Object.entries(state), ...(rules ? Object.entries(computeAdmission(rules)) : nothing)]);
}

/** The rules of a set, or the one rule. Undefined unless the networks and actions of all are known. */
function readRules(values: ObjectValue): PolicyRule[] | undefined {
  const { cidr = null, rules } = values;
  if (rules !== undefined && !isObjectValue(rules)) return undefined;
  const elements: [CtyValue, CtyValue][] = rules ? Object.entries(rules) : [[cidr, values]];
  // A null element is ignored.
  const read = elements
    .filter(([, element]) => element !== null)
    .map(([network, element]) => readRule(network, element));
  return read.every((rule) => rule !== undefined) ? read : undefined;
}

function readRule(network: CtyValue, element: CtyValue): PolicyRule | undefined {
  const action = isObjectValue(element) ? element['action'] : undefined;
  if (typeof network !== 'string' || (action !== 'allow' && action !== 'deny')) return undefined;
  const cidr = parseCidr(network);
  return 'problem' in cidr ? undefined : { cidr, action };
}
