/**
 * The document of a policy with an {@link Unknown} for each value of Terraform: whole members, and texts with such a
 * value in them. Readers never see a placeholder as text.
 */
import { createHash } from 'node:crypto';
import { isPlainObject, type Json } from '../../model/json';
import { isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import { memoize } from '../../model/memoize';
import { formatPath, type ValuePath } from '../../model/problem';
import { OLDER_PHASES, PHASES, type Phase } from '../../model/traffic-policy/data/schema';
import { parsePolicyText } from '../../model/traffic-policy/parse';
import { hasPlaceholder } from '../../model/traffic-policy/terraform-template';

/** A text of which a value of Terraform is a part. Other parts of it may still decide: `req.method == 'PUT' && ${var.a}`. */
export class TextWithUnknown extends Unknown {
  readonly text: string;

  constructor(why: string, text: string) {
    super(why);
    this.text = text;
  }
}

/** The document, or why the policy cannot be read. Texts that differ have values of Terraform that differ. */
export function readDocument(policy: Known<string | KnownObject>): Known<KnownObject> {
  return typeof policy === 'string' ? readText(policy) : policy;
}

const readText = memoize(500, (text: string): Known<KnownObject> => {
  const parsed = parsePolicyText(text);
  // A placeholder outside of quotes may be a whole phase.
  if ('problem' in parsed) return new Unknown(`the traffic policy ${parsed.problem}`);
  if (!hasPlaceholder(text)) return parsed.document as KnownObject;
  // Two texts may use the same placeholder for different values.
  const origin = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return markUnknown(parsed.document, [], `policy ${origin}`) as KnownObject;
});

function markUnknown(value: Json, path: ValuePath, origin: string): KnownJson {
  if (typeof value === 'string') {
    if (!hasPlaceholder(value)) return value;
    // A placeholder that names its expression is the same value everywhere.
    const [, expression] = /^\ue000(?!\d+\ue001)([^\ue000\ue001]*)\ue001$/.exec(value) ?? [];
    if (expression !== undefined) return new Unknown(`${expression} is not known before the apply`);
    const why = `the value of Terraform at ${formatPath(path)} of ${origin} is not known before the apply`;
    return new TextWithUnknown(why, value);
  }
  if (Array.isArray(value)) return value.map((item: Json, index) => markUnknown(item, [...path, index], origin));
  if (!isPlainObject(value)) return value as KnownJson;
  if (Object.keys(value).some(hasPlaceholder))
    return new Unknown(`the names of ${formatPath(path)} of ${origin} are not known before the apply`);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, markUnknown(member ?? null, [...path, name], origin)]),
  );
}

export function isObject(value: KnownJson | undefined): value is KnownObject {
  return isPlainObject(value) && !isUnknown(value);
}

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

/** Phases that the model does not know. They may do anything. */
export function listUnknownPhases(document: KnownObject): string[] {
  const known: readonly string[] = [...PHASES, ...Object.keys(OLDER_PHASES)];
  return Object.keys(document).filter((name) => !known.includes(name));
}
