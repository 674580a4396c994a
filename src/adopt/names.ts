/**
 * Names for what is adopted. A name is made of its object alone, never of what else there is: only so an object that is
 * added, or adopted before, can never give another one a new name, which Terraform would take for a new object.
 */
import { ipPolicyRules } from '../model/composites';
import { isJsonObject, type JsonObject, valueAt } from '../model/json';
import type { Kind } from '../model/kind';
import { tryFindKind } from '../model/kinds';
import { attributeAt } from '../model/natural-key';

/** What is named: the policy in place of a set of rules, which has its name. */
export interface Named {
  readonly kind: string;
  readonly id: string;
  readonly values: JsonObject;
}

/** Characters of a name that come from a text of the object. Longer ones say no more and fill lines. */
const longestText = 32;

/** Last characters of an identifier that a name ends with: two objects of one text share them once in a billion pairs. */
const idPart = 6;

/**
 * The names of objects, by `nameKey`, of letters, digits, `_` and `-`, and beginning with a letter.
 *
 * Where the service lets only one object have a domain or a type, that is the name: `app_example_com`, `dashboard`.
 * Otherwise it is the first of description, metadata, deployment, subject or address that holds a letter or digit,
 * followed by the end of the identifier: `office_berlin_x7fk2a`. Two objects for which even that is equal have their
 * whole identifiers in their names.
 */
export function nameObjects(objects: readonly Named[]): ReadonlyMap<string, string> {
  const named = objects.map((object) => ({ object, name: shortName(object) }));
  const taken = new Map<string, number>();
  for (const { object, name } of named) {
    const key = clash(object, name);
    taken.set(key, (taken.get(key) ?? 0) + 1);
  }
  return new Map(
    named.map(({ object, name }) => {
      const alone = taken.get(clash(object, name)) === 1;
      return [nameKey(object.kind, object.id), alone ? name : `${textOf(object)}_${object.id}`];
    }),
  );
}

/** Under which {@link nameObjects} keeps the name of an object. */
export function nameKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** Whether the kind's natural key is a name by itself: one text of hosts or of an enum, which the service keeps unique. */
export function hasOwnName(resource: string): boolean {
  const kind = tryFindKind(resource);
  return kind !== undefined && ownNamePath(kind) !== undefined;
}

/** Whether a text can be a name that somebody gives by hand. */
export function isName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(text);
}

/** Names with an end of an identifier are told apart by it among all kinds, the others within their kind. */
function clash({ kind }: Named, name: string): string {
  return hasOwnName(kind) ? `${kind} ${name}` : name;
}

function shortName(object: Named): string {
  const kind = tryFindKind(object.kind);
  const path = kind && ownNamePath(kind);
  const own = path === undefined ? undefined : valueAt(object.values, path);
  if (typeof own === 'string') return hostName(object.kind, own);
  return `${textOf(object)}_${object.id.slice(-idPart).toLowerCase()}`;
}

function ownNamePath({ naturalKey, attributes }: Kind): string | undefined {
  const [path, second] = naturalKey?.attributes ?? [];
  if (!naturalKey?.unique || path === undefined || second !== undefined) return undefined;
  const attribute = attributeAt(attributes, path);
  const plain =
    ('enum' in attribute && attribute.enum !== undefined) ||
    ('equality' in attribute && attribute.equality === 'hostname');
  return plain ? path : undefined;
}

/** Dots become `_`, which no host name holds, so that two of them never share a name. */
function hostName(kind: string, text: string): string {
  const host = text.toLowerCase().replaceAll('.', '_');
  if (host.startsWith('*_')) return `wildcard__${host.slice(2)}`;
  return /^[a-z]/.test(host) ? host : `${kind}__${host}`;
}

function textOf({ kind, values }: Named): string {
  const texts = candidates(kind, values).map(wordsOf);
  const text = texts.find((words) => words !== '') ?? '';
  if (/^[a-z]/.test(text)) return text;
  const noun = kind.split('_').at(-1) as string;
  return text === '' ? noun : `${noun}_${text}`;
}

/** Texts that tell an object, best first. */
function candidates(kind: string, values: JsonObject): string[] {
  const paths = tryFindKind(kind)?.naturalKey?.attributes ?? [];
  // Of a rule the network alone: its policy is an identifier.
  const key = paths.filter((path) => !path.endsWith('_id') && !/pem$|key$/.test(path));
  return [
    values['description'],
    nameInMetadata(values['metadata']),
    key.map((path) => valueAt(values, path) ?? '').join(' '),
    values['subject_common_name'],
  ].filter((text): text is string => typeof text === 'string');
}

/** A member `name` of JSON, or a text that is none; other JSON is data and no name. */
function nameInMetadata(metadata: unknown): string | undefined {
  if (typeof metadata !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(metadata);
    return isJsonObject(read) && typeof read['name'] === 'string' ? read['name'] : undefined;
  } catch {
    return metadata;
  }
}

/** Letters that do not fall apart into a Latin letter and a mark. */
const latin: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/** Lower-case words of ASCII letters and digits joined by `_`, cut between words; empty if the text has none. */
function wordsOf(text: string): string {
  const ascii = text
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const words = ascii.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, longestText) : `${name}_${word}`;
    if (longer.length > longestText) break;
    name = longer;
  }
  return name;
}

/** The kind whose object gives a resource its name. */
export function namingKind(resource: string): string {
  return resource === ipPolicyRules.name ? 'ip_policy' : resource;
}
