/** Which members are secret, derived from the model. */
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { PROFILES } from '../../model/profiles';
import { ALL_KINDS } from '../kinds/all-kinds';
import { wireName } from '../objects/parse-body';

/** Members of `service` that are secret and no attributes: the private key of an SSH certificate authority. */
const ownSecrets: ReadonlySet<string> = new Set(['private_key']);

/** Stands in the place of a secret. */
export const REDACTED = '[redacted]';

function isSecret(attribute: Attribute): boolean {
  return attribute.sensitive === true || attribute.readback === 'on-create';
}

/** Values or service members of an object, by attribute name, without those that are secret. */
export function withoutSecrets(attributes: Attributes, members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (ownSecrets.has(name) || (attribute && isSecret(attribute))) return [];
      if (attribute?.type !== 'object' || !isJsonObject(value)) return [[name, value]];
      return [[name, withoutSecrets(attribute.attributes, value)]];
    }),
  );
}

function secretNames(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const below = attribute.type === 'object' ? secretNames(attribute.attributes) : [];
    if (!isSecret(attribute)) return below;
    return [...Object.values(PROFILES).map((profile) => wireName(profile, name)), ...below];
  });
}

/** Made when the first exchange is shown. */
let wireSecrets: ReadonlySet<string> | undefined;

/** A body of any request or answer with every secret in it, at any depth, replaced by {@link REDACTED}; null stays. */
export function redacted(value: Json): Json {
  wireSecrets ??= new Set(ALL_KINDS.flatMap(({ attributes }) => secretNames(attributes)));
  const names = wireSecrets;
  if (Array.isArray(value)) return (value as readonly Json[]).map(redacted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [
      name,
      names.has(name) && member !== null ? REDACTED : redacted(member),
    ]),
  );
}
