/** Converts states that another provider wrote, for `moved` blocks. */
import { mayBeConditionalDefault } from '../../model/canonical';
import { isJsonObject, type JsonObject } from '../../model/json';
import { type Kind, listIdPrefixes } from '../../model/kind';
import { PROFILES } from '../../model/profiles';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { coerceValue } from '../../values/coerce';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';
import { createError } from '../protocol/diagnostic';
import { resourceType } from '../protocol/messages';
import type { MoveRequest, MoveResponse } from '../protocol/provider';
import { attributeType } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { IMPORT_MARKER } from './import-marker';

const sourceProviders = Object.values(PROFILES).flatMap(({ terraformProvider }) => terraformProvider ?? []);

/**
 * The new state has the id and all attributes of the same name and type; the next refresh reads the others. The
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
  return { state: commonAttributes(kind, state), private: IMPORT_MARKER, diagnostics: [] };
}

function commonAttributes(kind: Kind, state: JsonObject): ObjectValue {
  return objectValue(
    schemaAttributes(expandAttributes(kind.attributes)).map((attribute): [string, CtyValue] => {
      const { name } = attribute;
      // The source provider also stores server defaults. In this provider's state they would count as configured, so a
      // configuration without them would plan their removal.
      const modeled = kind.attributes[name];
      if (modeled && mayBeConditionalDefault(modeled, name, state)) return [name, null];
      return [name, emptyToNull(coerceValue(attributeType(attribute), toCtyValue(state[name] ?? null)))];
    }),
  );
}

function toCtyValue(json: unknown): CtyValue {
  if (Array.isArray(json)) return json.map(toCtyValue);
  if (!isJsonObject(json)) return json as CtyValue;
  return objectValue(Object.entries(json).map(([name, member]) => [name, toCtyValue(member ?? null)]));
}

/** Providers on the old plugin SDK store unset values as `""`, `[]` and `{}`. */
function emptyToNull(value: CtyValue): CtyValue {
  const isEmpty =
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isObjectValue(value) && Object.keys(value).length === 0);
  return isEmpty ? null : value;
}

function cannotMove(kind: Kind, detail: string): MoveResponse {
  const hint = `Remove the moved block, and import the ${kind.title} instead.`;
  const diagnostics = [createError(`Cannot move ${kind.title}`, `${detail} ${hint}`)];
  return { state: null, private: new Uint8Array(), diagnostics };
}
