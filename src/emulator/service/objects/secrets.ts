import { isJsonObject, type JsonObject } from '../../../model/json';
import type { Attribute, Attributes } from '../../../model/kind';

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
