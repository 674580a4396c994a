/**
 * The document of a policy. Callers put an {@link Unknown} into the place of each value of Terraform: a whole member,
 * or a whole text of which it is a part, because the value may contain quotation marks and operators of CEL.
 */

import { memoize } from '../../model/memoize';
import {
  findPhase,
  OLDER_PHASES,
  PHASES_OF_SCHEME,
  type Phase,
  type Scheme,
} from '../../model/traffic-policy/data/schema';
import { parsePolicyText } from '../../model/traffic-policy/parse';
import { isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import type { Space } from '../space';

/** The document, or why the policy cannot be read. */
export function readDocument(policy: Known<string | KnownObject>): Known<KnownObject> {
  return typeof policy === 'string' ? readText(policy) : policy;
}

const readText = memoize(500, (text: string): Known<KnownObject> => {
  const parsed = parsePolicyText(text);
  return 'problem' in parsed
    ? new Unknown({ kind: 'invalid', what: 'traffic_policy', violation: parsed.violation })
    : (parsed.document as KnownObject);
});

/**
 * An unknown value in the place of a literal whose effect is not documented, such as a text where a number is expected.
 * Equal literals of one member are equal values.
 */
export function unclearLiteral({ identities }: Space, member: string, value: KnownJson): Unknown {
  return new Unknown({ kind: 'given', member, value }, identities.of('given', member, value));
}

/**
 * The first member that is not one of `members`, and not null. The service may be newer than the model, and such a
 * member may change all that a rule or an action does.
 */
export function findUnknownMember(object: KnownObject, members: readonly string[]): string | undefined {
  return Object.keys(object).find((name) => !members.includes(name) && object[name] !== null);
}

/** The list at a member: empty if it is absent or null, unknown if it is not a list. */
export function readList(
  { identities }: Space,
  value: KnownJson | undefined,
  name: string,
): Known<readonly KnownJson[]> {
  if (value === undefined || value === null) return [];
  if (isUnknown(value)) return value;
  if (Array.isArray(value)) return value as readonly KnownJson[];
  return new Unknown({ kind: 'malformed', member: name, expected: 'list' }, identities.of('list', value));
}

/**
 * The rules of a phase by their paths. The documents do not say which rules run, and in which order, if a policy has
 * the phase by its name and by an older one.
 */
export function listPolicyRules(
  space: Space,
  document: KnownObject,
  phase: Phase,
): readonly { path: string; rule: KnownJson }[] {
  const names = [phase, ...Object.keys(OLDER_PHASES).filter((name) => OLDER_PHASES[name] === phase)];
  const [name, ...others] = names.filter((each) => (document[each] ?? null) !== null);
  if (name === undefined) return [];
  if (others.length > 0) {
    const all = [name, ...others];
    const path = all.join(' and ');
    const identity = space.identities.of('phase', ...all.map((each) => [each, document[each]]));
    return [{ path, rule: new Unknown({ kind: 'undocumented', gap: 'phase_by_two_names', detail: path }, identity) }];
  }
  const rules = readList(space, document[name], name);
  if (isUnknown(rules)) return [{ path: name, rule: rules }];
  return rules.map((rule, index) => ({ path: `${name}[${index}]`, rule }));
}

/**
 * Names of phases that the model does not know, or not for the scheme, and that are not empty. They may do anything.
 */
export function listUnknownPhases(document: KnownObject, scheme: string): string[] {
  const phases: readonly string[] = PHASES_OF_SCHEME[scheme as Scheme] ?? [];
  return Object.keys(document).filter((name) => {
    const phase: string = findPhase(name) ?? name;
    const rules = document[name];
    return !phases.includes(phase) && rules !== null && !(Array.isArray(rules) && rules.length === 0);
  });
}
