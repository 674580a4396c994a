import { createHash } from 'node:crypto';
import { canonicalValue } from './canonical';
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
    return typeof value === 'string' ? keyText(attribute, value) : undefined;
  });
  const optional = !kind.naturalKey.unique;
  if (parts.every((part) => part === undefined)) return undefined;
  if (!optional && parts.includes(undefined)) return undefined;
  return parts.map((part) => part ?? '').join('/');
}

/** Certificates are told apart by the SHA-256 of the first: keys are shown to people. */
function keyText(attribute: Attribute, canonical: string): string {
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
