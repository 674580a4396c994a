/** Computes the attributes of `model/variants/admission.ts` from the values of a rule, or of a set of rules. */
import type { PolicyRule } from '../../model/ip/aggregate-rules';
import { parseCidr } from '../../model/ip/cidr';
import { ADMISSION_NAMES, type Admission, computeAdmission } from '../../model/variants/admission';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';

/** Replaces unknown values of a plan if the values of the configuration from which they follow are known. */
export function planAdmission(planned: ObjectValue): ObjectValue {
  if (!ADMISSION_NAMES.some((name) => planned[name] === UNKNOWN)) return planned;
  const admission = findAdmission(planned);
  return admission ? withValues(planned, admission) : planned;
}

/** Adds the values to a state; null if the state has no networks, as after an import without a refresh. */
export function stateWithAdmission(state: ObjectValue): ObjectValue {
  return withValues(state, findAdmission(state));
}

function withValues(values: ObjectValue, admission: Admission | undefined): ObjectValue {
  return objectValue([
    ...Object.entries(values).filter(([name]) => !ADMISSION_NAMES.includes(name as keyof Admission)),
    ...ADMISSION_NAMES.map((name): [string, CtyValue] => [name, admission?.[name] ?? null]),
  ]);
}

function findAdmission(values: ObjectValue): Admission | undefined {
  const rules = 'rules' in values ? readRules(values['rules'] ?? null) : readRule(values['cidr'], values);
  return rules && computeAdmission(rules);
}

/** Undefined unless the networks and actions of all rules are known. */
function readRules(rules: CtyValue): PolicyRule[] | undefined {
  if (!isObjectValue(rules)) return undefined;
  const read: PolicyRule[] = [];
  for (const [cidr, element] of Object.entries(rules)) {
    // A null element is ignored.
    if (element === null) continue;
    const rule = isObjectValue(element) ? readRule(cidr, element) : undefined;
    if (!rule) return undefined;
    read.push(...rule);
  }
  return read;
}

function readRule(network: CtyValue | undefined, { action }: ObjectValue): PolicyRule[] | undefined {
  if (typeof network !== 'string' || (action !== 'allow' && action !== 'deny')) return undefined;
  const cidr = parseCidr(network);
  return 'problem' in cidr ? undefined : [{ cidr, action }];
}
