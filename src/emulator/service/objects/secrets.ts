import { isJsonObject, type Json, type JsonObject } from '../../../model/json';
import type { Attribute, Attributes } from '../../../model/kind';
import { PROFILES } from '../../../model/profiles';
import { REDACTED } from '../../../model/redaction';
import { ALL_KINDS } from '../kinds/endpoint';
import { toWireName } from './validate-body';

const SECRET_SERVICE_MEMBERS: ReadonlySet<string> = new Set(['private_key']);

function isSecret(attribute: Attribute): boolean {
  return attribute.sensitive === true || attribute.omittedFromResponses === 'after-create';
}

export function omitSecrets(attributes: Attributes, members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (SECRET_SERVICE_MEMBERS.has(name) || (attribute && isSecret(attribute))) return [];
      if (attribute?.type !== 'object' || !isJsonObject(value)) return [[name, value]];
      return [[name, omitSecrets(attribute.attributes, value)]];
    }),
  );
}

function listSecretMembers(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const nested = attribute.type === 'object' ? listSecretMembers(attribute.attributes) : [];
    if (!isSecret(attribute)) return nested;
    return [...Object.values(PROFILES).map((profile) => toWireName(profile, name)), ...nested];
  });
}

const WIRE_SECRETS: ReadonlySet<string> = new Set(ALL_KINDS.flatMap(({ attributes }) => listSecretMembers(attributes)));

/** Replaces each secret of a request or response body, at any depth, by {@link REDACTED}; null stays. */
export function redactSecrets(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(redactSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [
      name,
      WIRE_SECRETS.has(name) && member !== null ? REDACTED : redactSecrets(member),
    ]),
  );
}
