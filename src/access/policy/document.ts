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

export function readDocument(policy: Known<string | KnownObject>): Known<KnownObject> {
  return typeof policy === 'string' ? readText(policy) : policy;
}

const readText = memoize(500, (text: string): Known<KnownObject> => {
  const parsed = parsePolicyText(text);
  return 'problem' in parsed
    ? new Unknown({ kind: 'invalid', what: 'traffic_policy', violation: parsed.violation })
    : (parsed.document as KnownObject);
});

/** For a literal whose effect is not documented, such as a text where a number is expected. */
export function unclearLiteral({ identities }: Space, member: string, value: KnownJson): Unknown {
  return new Unknown({ kind: 'given', member, value }, identities.of('given', member, value));
}

/** The service may be newer than the model, and such a member may change all that a rule or an action does. */
export function findUnknownMember(object: KnownObject, members: readonly string[]): string | undefined {
  return Object.keys(object).find((name) => !members.includes(name) && object[name] !== null);
}

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

function nameOfPhase(document: KnownObject, phase: Phase): string | undefined {
  return [phase, ...Object.keys(OLDER_PHASES)].find(
    (name) => findPhase(name) === phase && (document[name] ?? null) !== null,
  );
}

/** A list that is not known is one rule that is not known. */
export function listPolicyRules(
  space: Space,
  document: KnownObject,
  phase: Phase,
): readonly { path: string; rule: KnownJson }[] {
  const name = nameOfPhase(document, phase);
  if (name === undefined) return [];
  const rules = readList(space, document[name], name);
  if (isUnknown(rules)) return [{ path: name, rule: rules }];
  return rules.map((rule, index) => ({ path: `${name}[${index}]`, rule }));
}

/**
 * Names of phases that the model does not know, or not for the scheme, and that are not empty, and the older name of a
 * phase that the policy also has by its own: the documents do not say which of the two run, and in which order. They
 * may do anything.
 */
export function listUnknownPhases(document: KnownObject, scheme: string): string[] {
  const phases: readonly Phase[] = PHASES_OF_SCHEME[scheme as Scheme] ?? [];
  return Object.keys(document).filter((name) => {
    const phase = findPhase(name);
    const rules = document[name];
    if (rules === null) return false;
    if (phase && phases.includes(phase)) return nameOfPhase(document, phase) !== name;
    return !(Array.isArray(rules) && rules.length === 0);
  });
}
