import { createHash } from 'node:crypto';
import { canonicalText, canonicalValue } from './canonical';
import { FORMATS } from './formats/formats';
import { type JsonObject, valueAt } from './json';
import type { Attribute, Attributes, Kind } from './kind';

/**
 * The natural key of an object (gaps.md section 0.1) as one text that is equal for equal keys: the members in
 * canonical spelling, joined by `/`. Undefined for kinds without one and while a member is not a known text.
 */
export function naturalKeyOf(kind: Kind, values: JsonObject): string | undefined {
  if (!kind.naturalKey) return undefined;
  const parts = kind.naturalKey.attributes.map((path) => {
    const attribute = attributeAt(kind.attributes, path);
    const value = canonicalValue(attribute, valueAt(values, path));
    return typeof value === 'string' ? encodeKeyPart(attribute, value) : undefined;
  });
  const optional = !kind.naturalKey.unique;
  if (parts.every((part) => part === undefined)) return undefined;
  if (!optional && parts.includes(undefined)) return undefined;
  return parts.map((part) => part ?? '').join('/');
}

/** A natural key that a person gave, in the form of {@link naturalKeyOf}. */
export interface ParsedNaturalKey {
  readonly key: string;
}

/**
 * Reads a natural key as people write it: its members joined by `/` (the last may hold more of them), in any equivalent
 * spelling; certificates by their SHA-256 in hexadecimal, perhaps with colons. Otherwise the problem, which ends a
 * sentence about the text, and is empty for kinds without a natural key.
 */
export function parseNaturalKey(kind: Kind, text: string): ParsedNaturalKey | { readonly problem: string } {
  if (!kind.naturalKey) return { problem: '' };
  const { attributes: paths, unique } = kind.naturalKey;
  const steps = text.split('/');
  const parts = [...steps.slice(0, paths.length - 1), steps.slice(paths.length - 1).join('/')];
  if (unique && (steps.length < paths.length || parts.includes(''))) {
    return { problem: `it has not the ${paths.length} parts of a key` };
  }
  const read = paths.map((path, index) => parseKeyPart(attributeAt(kind.attributes, path), parts[index] ?? ''));
  const bad = read.find((part): part is { problem: string } => typeof part !== 'string');
  if (bad) return bad;
  return read.every((part) => part === '') ? { problem: 'it is empty' } : { key: read.join('/') };
}

/** One member of a key in canonical spelling. */
function parseKeyPart(attribute: Attribute, text: string): string | { readonly problem: string } {
  if (attribute.type !== 'string') throw new Error('Members of natural keys are strings');
  if (attribute.equality === 'pem') {
    const digest = text.replaceAll(':', '').toLowerCase();
    return /^[0-9a-f]{64}$/.test(digest) ? digest : { problem: 'it is not a SHA-256 of 64 hexadecimal digits' };
  }
  const canonical = canonicalText(attribute, text.normalize('NFC'));
  if (attribute.enum && !attribute.enum.includes(canonical)) {
    return { problem: `'${text}' is none of ${attribute.enum.join(', ')}` };
  }
  const wrong = attribute.format && FORMATS[attribute.format](text);
  return wrong ? { problem: `${wrong.problem}, expected ${wrong.expected}` } : canonical;
}

/** Certificates are told apart by the SHA-256 of the first: keys are shown to people. */
function encodeKeyPart(attribute: Attribute, canonical: string): string {
  const first =
    'equality' in attribute && attribute.equality === 'pem' ? canonical.split('\n')[0]?.split(' ').at(-1) : undefined;
  return first === undefined ? canonical : createHash('sha256').update(Buffer.from(first, 'base64')).digest('hex');
}

/** The attribute at a dotted path; throws if the model has none there. */
export function attributeAt(attributes: Attributes, path: string): Attribute {
  const [first, ...rest] = path.split('.');
  const attribute = attributes[first as string];
  if (!attribute) throw new Error(`The model has no attribute '${path}'`);
  if (rest.length === 0) return attribute;
  if (attribute.type !== 'object') throw new Error(`'${first}' is no object, so '${path}' cannot be below it`);
  return attributeAt(attribute.attributes, rest.join('.'));
}
