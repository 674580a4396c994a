import { createHash } from 'node:crypto';
import { type JsonObject, valueAt } from '../values/json';
import type { Words } from '../values/words';
import { canonicalString, canonicalValue, formatOf } from './canonical';
import type { Attribute, Attributes, Kind } from './kind';

/**
 * The canonical parts joined by `/`, a certificate as its SHA-256. A unique key needs all its parts as strings. A key
 * that is not unique needs one, and its missing parts are empty: `/edge`. Otherwise, and for a kind without natural
 * key, undefined.
 */
export function findNaturalKey(kind: Kind, values: JsonObject): string | undefined {
  if (!kind.naturalKey) return undefined;
  const parts = kind.naturalKey.attributes.map((path) => {
    const attribute = attributeAt(kind.attributes, path);
    const value = canonicalValue(attribute, valueAt(values, path));
    return typeof value === 'string' ? encodeKeyPart(attribute, value) : undefined;
  });
  if (parts.every((part) => part === undefined)) return undefined;
  if (kind.naturalKey.unique && parts.includes(undefined)) return undefined;
  return parts.map((part) => part ?? '').join('/');
}

/**
 * Parses a user's natural key to the form of {@link findNaturalKey}: the last part may contain more slashes, and a
 * certificate is its SHA-256 in hexadecimal. `problem` is a clause, or `''` if the kind has no natural key.
 */
export function parseNaturalKey(kind: Kind, text: string): { readonly key: string } | { readonly problem: string } {
  if (!kind.naturalKey) return { problem: '' };
  const { attributes: paths, unique } = kind.naturalKey;
  const segments = text.split('/');
  const parts = [...segments.slice(0, paths.length - 1), segments.slice(paths.length - 1).join('/')];
  if (unique && (segments.length < paths.length || parts.includes(''))) {
    return { problem: `expected ${paths.length} parts separated by \`/\`` };
  }
  const parsed = paths.map((path, index) => parseKeyPart(attributeAt(kind.attributes, path), parts[index] ?? ''));
  const invalid = parsed.find((part): part is { problem: string } => typeof part !== 'string');
  if (invalid) return invalid;
  return parsed.every((part) => part === '') ? { problem: 'it is empty' } : { key: parsed.join('/') };
}

/** Attributes that name an object for people, best first. */
export const LABEL_ATTRIBUTES = ['description', 'subject_common_name', 'url', 'public_url'];

/** Paths of the natural key, except references to other objects, public keys and certificates. */
export function readableKeyPaths({
  naturalKey,
  attributes,
}: {
  readonly naturalKey?: Kind['naturalKey'];
  readonly attributes: Attributes;
}): readonly string[] {
  return (naturalKey?.attributes ?? []).filter((path) => {
    const attribute = attributeAt(attributes, path);
    return !('ref' in attribute && attribute.ref) && !isKeyOrCertificate(attribute);
  });
}

/** Public keys and certificates do not name an object for people. */
export function isKeyOrCertificate(attribute: Attribute): boolean {
  return formatOf(attribute)?.material !== undefined;
}

export function isKeptAsDigest(attribute: Attribute): boolean {
  return formatOf(attribute)?.material === 'pem';
}

function parseKeyPart(attribute: Attribute, text: string): string | { readonly problem: string } {
  if (attribute.type !== 'string') throw new Error('Parts of natural keys must be strings');
  if (isKeptAsDigest(attribute)) {
    const digest = text.replaceAll(':', '').toLowerCase();
    return /^[0-9a-f]{64}$/.test(digest) ? digest : { problem: 'expected a SHA-256 of 64 hexadecimal digits' };
  }
  const canonical = canonicalString(attribute, text.normalize('NFC'));
  if (attribute.enum && !attribute.enum.includes(canonical)) {
    return { problem: `'${text}' is invalid; expected ${attribute.enum.join(', ')}` };
  }
  const wrong = formatOf(attribute)?.check?.(text);
  return wrong ? { problem: `${wrong.problem}; expected ${wrong.expected}` } : canonical;
}

/** The SHA-256 of a certificate is that of its first block. */
function encodeKeyPart(attribute: Attribute, canonical: string): string {
  const first = isKeptAsDigest(attribute) ? canonical.split('\n')[0]?.split(' ').at(-1) : undefined;
  return first === undefined ? canonical : createHash('sha256').update(Buffer.from(first, 'base64')).digest('hex');
}

/** Throws if there is no such attribute. */
export function attributeAt(attributes: Attributes, path: string): Attribute {
  const [first, ...rest] = path.split('.');
  const attribute = attributes[first as string];
  if (!attribute) throw new Error(`The model has no attribute '${path}'`);
  if (rest.length === 0) return attribute;
  if (attribute.type !== 'object')
    throw new Error(`'${first}' is not an object, so the model has no attribute '${path}'`);
  return attributeAt(attribute.attributes, rest.join('.'));
}

/** The names of the attributes of the key: `vault_id and name`; `key` for a kind without one. */
export function formatKeyNames({ naturalKey }: Pick<Kind, 'naturalKey'>): Words {
  return naturalKey?.attributes.join(' and ') ?? 'key';
}
