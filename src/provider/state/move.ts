/** Converts states that another provider wrote, for `moved` blocks. */
import { isJsonObject, type JsonObject } from '../../model/json';
import { type Kind, listIdPrefixes } from '../../model/kind';
import { resourceType } from '../../model/naming';
import { PROFILES, type Profile } from '../../model/profiles';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { coerceValue } from '../../values/coerce';
import { type CtyValue, type ObjectValue, objectValue } from '../../values/cty-value';
import { createError } from '../protocol/diagnostic';
import type { MoveRequest, MoveResponse } from '../protocol/provider';
import { attributeType } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { MOVE_MARKER } from './import-marker';
import { movedValues } from './moved-values';

const sourceProviders = Object.values(PROFILES).flatMap((profile) =>
  profile.terraformProvider ? [{ ...profile.terraformProvider, profile }] : [],
);

/**
 * The new state has the id and all attributes that both providers have; the next refresh reads the others. The
 * source state may lack attributes that are set at the service. The object is therefore marked as imported: the first
 * configured value of such an attribute is accepted without a diff.
 */
export function moveState(kind: Kind, { sourceProvider, sourceType, state }: MoveRequest): MoveResponse {
  const source = sourceProviders.find(({ addresses }) => addresses.includes(sourceProvider));
  if (!source) {
    if (sourceProvider.endsWith('/netingress/netingress')) {
      return cannotMove(
        kind,
        `The source type is '${sourceType}'; expected ${resourceType(kind)}: an object keeps its type.`,
      );
    }
    const expected = sourceProviders.flatMap(({ addresses }) => addresses).join(' or ');
    return cannotMove(kind, `The source provider is '${sourceProvider}'; expected ${expected}.`);
  }
  if (source.types[sourceType] !== kind.name) {
    const types = Object.keys(source.types).filter((type) => source.types[type] === kind.name);
    const expected = types.length === 0 ? `none, because ${sourceProvider} has no such type` : types.join(' or ');
    return cannotMove(kind, `The source type is '${sourceType}'; expected ${expected}.`);
  }
  const id = state['id'];
  if (typeof id !== 'string' || !listIdPrefixes(kind).some((prefix) => id.startsWith(`${prefix}_`))) {
    const problem = id === undefined || id === null ? 'has no id' : `has the id '${String(id)}'`;
    return cannotMove(kind, `The state of ${sourceType} ${problem}; expected an id of the form ${kind.idPrefix}_...`);
  }
  return { state: commonAttributes(kind, state, source.profile), private: MOVE_MARKER, diagnostics: [] };
}

function commonAttributes(kind: Kind, state: JsonObject, profile: Profile): ObjectValue {
  const attributes = expandAttributes(kind.attributes);
  const values = movedValues(kind, attributes, state, profile);
  return objectValue(
    schemaAttributes(attributes).map((attribute): [string, CtyValue] => [
      attribute.name,
      coerceValue(attributeType(attribute), toCtyValue(values[attribute.name] ?? null)),
    ]),
  );
}

function toCtyValue(json: unknown): CtyValue {
  if (Array.isArray(json)) return json.map(toCtyValue);
  if (!isJsonObject(json)) return json as CtyValue;
  return objectValue(Object.entries(json).map(([name, member]) => [name, toCtyValue(member ?? null)]));
}

function cannotMove(kind: Kind, detail: string): MoveResponse {
  const hint = `Remove the moved block, and import the ${kind.title} instead.`;
  const diagnostics = [createError(`Cannot move ${kind.title}`, `${detail} ${hint}`)];
  return { state: null, private: new Uint8Array(), diagnostics };
}
