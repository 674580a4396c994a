/** Sets `must_admit` of rule sets, so that the provider keeps the addresses of `mustAdmit` admitted. */
import { conditional, Fn, ref, type TerraformStack, Token } from 'cdktf';
import { IpPolicyRules } from '../../generated';
import { isOverriddenOrIgnored, isRepeated } from '../../overrides';
import type { CollectedRules } from './collect-rules';

const CHECKED_ATTRIBUTES = ['ip_policy_id', 'rules', 'must_admit'];

/**
 * Returns the set that alone decides whom a restriction with these policies admits: the only rules of its only policy.
 * The provider checks its plans by `must_admit`. Undefined if other resources of the app have or may have rules of the
 * policy, and for a set that is repeated, overridden, with ignored changes, or in another stack.
 */
export function findDecidingSet(policies: readonly CollectedRules[], stack: TerraformStack): IpPolicyRules | undefined {
  const [policy] = policies;
  if (!policy || policies.length > 1 || policy.possibleResources.length > 0) return undefined;
  const [set, ...others] = policy.resources;
  if (others.length > 0 || !IpPolicyRules.isIpPolicyRules(set)) return undefined;
  if (set.cdktfStack !== stack || isRepeated(set) || isOverriddenOrIgnored(set, CHECKED_ATTRIBUTES)) return undefined;
  return set;
}

export interface Requirement {
  readonly mustAdmit: readonly string[];
  /** A Terraform template if it is known after apply. */
  readonly enforced: boolean | string;
}

/**
 * The expression of a template in HCL: `${var.x}` -> `tobool("${var.x}")`. A function of CDKTF would write it as a
 * literal, `$${var.x}`.
 */
export function renderEnforced(template: string): string {
  return `tobool("${template}")`;
}

/** The last value that this module assigned to a set, and the value of the app before it. */
const assignments = new WeakMap<
  IpPolicyRules,
  { readonly assigned: unknown; readonly own: readonly string[] | undefined }
>();

/**
 * Assigns the union of the app's own value and the requirements of the restrictions that are or may be enforced. May be
 * repeated. The app's own `[]`, which permits rules that admit nobody, stays while no such restriction requires an
 * address.
 */
export function assignMustAdmit(set: IpPolicyRules, requirements: readonly Requirement[]): void {
  const last = assignments.get(set);
  const current = set.mustAdmitInput;
  const own = last && last.assigned === current ? last.own : current;
  const always = requirements.filter(({ enforced }) => enforced === true).flatMap(({ mustAdmit }) => mustAdmit);
  const ifEnforced = requirements.flatMap(({ enforced, mustAdmit }) =>
    typeof enforced === 'string' && mustAdmit.length > 0 ? [{ condition: renderEnforced(enforced), mustAdmit }] : [],
  );
  if (always.length + ifEnforced.length === 0) {
    if (own === undefined) set.resetMustAdmit();
    else set.mustAdmit = own;
    return;
  }
  const conditionals = ifEnforced.map(({ condition, mustAdmit }) =>
    Token.asList(conditional(ref(condition), [...mustAdmit], [])),
  );
  // A token of a list cannot be read here.
  const known = own && Token.isUnresolved(own) ? [own, always] : [[...new Set([...(own ?? []), ...always])]];
  const lists = [...known.filter(({ length }) => length > 0), ...conditionals];
  const [only] = lists;
  const union = lists.length === 1 && only ? only : Fn.concat(lists as string[][]);
  // While no restriction is enforced, the app's own value holds. Without one the set has no must_admit: an empty one
  // would permit it to shut everybody out.
  const anyIsEnforced = ifEnforced.map(({ condition }) => condition).join(' || ');
  const assigned =
    lists.length > conditionals.length ? union : Token.asList(conditional(ref(anyIsEnforced), union, own ?? null));
  assignments.set(set, { assigned, own });
  set.mustAdmit = assigned;
}
