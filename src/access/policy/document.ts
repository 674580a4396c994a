/**
 * The document of a policy. Callers put an {@link Unknown} into the place of each value of Terraform: a whole member, or a
 * whole text of which it is a part, because the value may contain quotation marks and operators of CEL.
 */
import { createHash } from 'node:crypto';
import { isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import { memoize } from '../../model/memoize';
import { OLDER_PHASES, PHASES_OF_SCHEME, type Phase, type Scheme } from '../../model/traffic-policy/data/schema';
import { parsePolicyText } from '../../model/traffic-policy/parse';

/** The document, or why the policy cannot be read. */
export function readDocument(policy: Known<string | KnownObject>): Known<KnownObject> {
  return typeof policy === 'string' ? readText(policy) : policy;
}

const readText = memoize(500, (text: string): Known<KnownObject> => {
  const parsed = parsePolicyText(text);
  return 'problem' in parsed ? new Unknown(`the traffic policy ${parsed.problem}`) : (parsed.document as KnownObject);
});

/** The list at a member: empty if it is absent or null, unknown if it is not a list. */
export function readList(value: KnownJson | undefined, name: string): Known<readonly KnownJson[]> {
  if (value === undefined || value === null) return [];
  if (isUnknown(value)) return value;
  return Array.isArray(value) ? (value as readonly KnownJson[]) : new Unknown(`${name} is not a list`);
}

/**
 * The rules of a phase by their paths. The documents do not say which rules run, and in which order, if a policy has the
 * phase by its name and by an older one.
 */
export function listRules(document: KnownObject, phase: Phase): readonly { path: string; rule: KnownJson }[] {
  const names = [phase, ...Object.keys(OLDER_PHASES).filter((name) => OLDER_PHASES[name] === phase)];
  const [name, ...others] = names.filter((each) => (document[each] ?? null) !== null);
  if (name === undefined) return [];
  if (others.length > 0) {
    const all = [name, ...others];
    const contents = createHash('sha256').update(JSON.stringify(all.map((each) => document[each])));
    const why = `policy ${contents.digest('hex').slice(0, 12)} has one phase by two names, ${all.join(' and ')}`;
    return [{ path: all.join(' and '), rule: new Unknown(why) }];
  }
  const rules = readList(document[name], name);
  if (isUnknown(rules)) return [{ path: name, rule: rules }];
  return rules.map((rule, index) => ({ path: `${name}[${index}]`, rule }));
}

/** Phases that the model does not know, or not for the scheme. They may do anything. */
export function listUnknownPhases(document: KnownObject, scheme: string): string[] {
  const phases: readonly string[] = PHASES_OF_SCHEME[scheme as Scheme] ?? [];
  return Object.keys(document).filter((name) => {
    const phase = Object.hasOwn(OLDER_PHASES, name) ? String(OLDER_PHASES[name]) : name;
    const rules = document[name];
    return !phases.includes(phase) && rules !== null && !(Array.isArray(rules) && rules.length === 0);
  });
}
