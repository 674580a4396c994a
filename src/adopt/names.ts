/**
 * Names for adopted objects. A name depends on its object only, unless another object would have the same name: a new
 * object must not rename another one, because Terraform would treat a renamed resource as a new one.
 */

import { groupBy } from '../model/arrays';
import { ipPolicyRules } from '../model/composites';
import { tryFindKind } from '../model/kinds';
import { attributeAt } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import { isJsonObject, type JsonObject, tryParseJson, valueAt } from '../values/json';

/** A rule set is named by its policy. */
export interface NameableObject {
  readonly kind: string;
  readonly id: string;
  readonly values: JsonObject;
}

/** In characters, chosen so that names stay readable. */
const MAX_TEXT_LENGTH = 32;

/** In characters of the id, in lower case. Of random ids, about one pair in a billion has the same ones. */
const ID_SUFFIX_LENGTH = 6;

/**
 * The names by {@link objectKey}. A unique domain or type is the name: `app_example_com`, `dashboard`.
 * Otherwise the name is the first usable string of the object and the end of its id: `office_berlin_x7fk2a`. Objects
 * with equal names get their complete ids instead.
 */
export function nameObjects(objects: readonly NameableObject[]): ReadonlyMap<string, string> {
  const named = objects.map((object) => ({ object, name: shortName(object) }));
  const sameName = groupBy(named, ({ object, name }) => conflictKey(object, name));
  return new Map(
    named.map(({ object, name }) => {
      const isUnique = sameName.get(conflictKey(object, name))?.length === 1;
      return [objectKey(object.kind, object.id), isUnique ? name : `${describeObject(object)}_${object.id}`];
    }),
  );
}

/** Id of the construct, unique in the stack; names of Terraform resources are unique only within their type. */
export function constructId(resourceType: string, name: string): string {
  if (resourceType === ipPolicyRules.name) return `${name}_rules`;
  return uniqueNamePath(resourceType) !== undefined ? `${name}_${resourceType}` : name;
}

export function isValidName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name);
}

/**
 * A name that ends with a part of an id must be unique among all kinds. A name from a unique host name or type must be
 * unique only within its kind, because {@link constructId} adds the kind.
 */
function conflictKey({ kind }: NameableObject, name: string): string {
  return uniqueNamePath(kind) !== undefined ? `${kind} ${name}` : name;
}

function shortName(object: NameableObject): string {
  const path = uniqueNamePath(object.kind);
  const uniqueValue = path === undefined ? undefined : valueAt(object.values, path);
  if (typeof uniqueValue === 'string') return uniqueValueToName(object.kind, uniqueValue);
  return `${describeObject(object)}_${object.id.slice(-ID_SUFFIX_LENGTH).toLowerCase()}`;
}

/** The attribute with the unique host name or enum value that is the name of an object; undefined if it has none. */
function uniqueNamePath(resourceType: string): string | undefined {
  const { naturalKey, attributes = {} } = tryFindKind(resourceType) ?? {};
  const [path, second] = naturalKey?.attributes ?? [];
  if (!naturalKey?.unique || path === undefined || second !== undefined) return undefined;
  const attribute = attributeAt(attributes, path);
  const plain =
    ('enum' in attribute && attribute.enum !== undefined) ||
    ('format' in attribute && ['domain', 'hostname'].includes(attribute.format ?? ''));
  return plain ? path : undefined;
}

/** Converts a unique host name or enum value. Dots become `_`, which no host name contains, so names stay unique. */
function uniqueValueToName(kind: string, text: string): string {
  const host = text.toLowerCase().replaceAll('.', '_');
  if (host.startsWith('*_')) return `wildcard__${host.slice(2)}`;
  return /^[a-z]/.test(host) ? host : `${kind}__${host}`;
}

function describeObject({ kind, values }: NameableObject): string {
  const candidates = candidateStrings(kind, values).map(toWords);
  const text = candidates.find((words) => words !== '') ?? '';
  if (/^[a-z]/.test(text)) return text;
  const noun = kind.split('_').at(-1) as string;
  return text === '' ? noun : `${noun}_${text}`;
}

/** Best first. */
function candidateStrings(kind: string, values: JsonObject): string[] {
  const paths = tryFindKind(kind)?.naturalKey?.attributes ?? [];
  // Without `ip_policy_id`, `certificate_pem`, `public_key` and the like: of a rule only `cidr` remains.
  const key = paths.filter((path) => !path.endsWith('_id') && !/pem$|key$/.test(path));
  return [
    values['description'],
    nameInMetadata(values['metadata']),
    key.map((path) => valueAt(values, path) ?? '').join(' '),
    values['subject_common_name'],
  ].filter((text): text is string => typeof text === 'string');
}

/** The member `name` of a JSON object, or metadata that is not JSON. */
function nameInMetadata(metadata: unknown): string | undefined {
  if (typeof metadata !== 'string') return undefined;
  const read = tryParseJson(metadata);
  if (read === undefined) return metadata;
  return isJsonObject(read) && typeof read['name'] === 'string' ? read['name'] : undefined;
}

/** Letters that Unicode normalization does not decompose. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/**
 * Lower-case ASCII words joined by `_`, truncated between words, or within the first one. Empty if no letter or digit
 * has an ASCII form, as in `東京`.
 */
function toWords(text: string): string {
  const ascii = text
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => LATIN_LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const words = ascii.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, MAX_TEXT_LENGTH) : `${name}_${word}`;
    if (longer.length > MAX_TEXT_LENGTH) break;
    name = longer;
  }
  return name;
}

export function kindForNaming(resourceType: string): string {
  return resourceType === ipPolicyRules.name ? 'ip_policy' : resourceType;
}
