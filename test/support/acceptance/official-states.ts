/**
 * States of ngrok's own provider for objects of the service, in the shape that its published schemas give them: 0.7.0
 * stores nested objects as lists of one block and unset values as empty ones, 0.8.0 stores objects and null.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../src/model/json';
import type { Attribute, Attributes, Kind } from '../../../src/model/kind';
import { ngrok } from '../../../src/model/profiles/ngrok';

/** A release of the other provider with the types that it has. */
export interface OfficialRelease {
  readonly version: '0.7.0' | '0.8.0';
  /** The kind's name by its resource type. */
  readonly types: Readonly<Record<string, string>>;
}

const NAMES = ngrok.terraformProvider?.types ?? {};
/** Types that 0.8.0 has in place of others, or that it dropped. */
const ONLY_IN_070 = [
  'ngrok_bot_user',
  'ngrok_reserved_addr',
  'ngrok_reserved_domain',
  'ngrok_ssh_host_certificate',
  'ngrok_ssh_user_certificate',
];
const ONLY_IN_080 = ['ngrok_cloud_endpoint', 'ngrok_domain', 'ngrok_service_user', 'ngrok_tcp_address'];

export const OFFICIAL_RELEASES: readonly OfficialRelease[] = [
  { version: '0.7.0', types: typesWithout(ONLY_IN_080) },
  { version: '0.8.0', types: typesWithout(ONLY_IN_070) },
];

function typesWithout(excluded: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(NAMES).filter(([type]) => !excluded.includes(type)));
}

/** What the release stores for an object, from the attributes that this provider stores for it. */
export function officialState(
  { version }: OfficialRelease,
  kind: Kind,
  stored: Readonly<Record<string, unknown>>,
): JsonObject {
  return members(version, kind.attributes, stored as JsonObject);
}

function members(version: OfficialRelease['version'], attributes: Attributes, stored: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== 'owner_id' || version === '0.8.0')
      .map(([name, attribute]) => [
        ngrok.memberNames[name] ?? name,
        stateValue(version, attribute, stored[name] ?? null),
      ]),
  );
}

function stateValue(version: OfficialRelease['version'], attribute: Attribute, value: Json): Json {
  if (attribute.type === 'object') {
    const object = isJsonObject(value) ? members(version, attribute.attributes, value) : null;
    if (version === '0.8.0') return object;
    return object === null ? [] : [object];
  }
  if (Array.isArray(value) && 'elements' in attribute && attribute.elements !== 'string') {
    const { elements } = attribute;
    return (value as JsonObject[]).map((item) => members(version, elements, item));
  }
  return value ?? (version === '0.8.0' ? null : unsetInOldSdk(attribute));
}

function unsetInOldSdk({ type }: Attribute): Json {
  if (type === 'bool') return false;
  if (type === 'number') return 0;
  if (type === 'map') return {};
  return type === 'string' ? '' : [];
}
