import { type Composite, type Kind, listIdPrefixes } from '../../model/kind';
import { parseKindName, resourceType } from '../../model/naming';
import { PROFILES, type Profile } from '../../model/profiles';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { coerceValue } from '../../values/coerce';
import { type CtyValue, type ObjectValue, objectValue } from '../../values/cty-value';
import { isJsonObject, type JsonObject } from '../../values/json';
import type { Words } from '../../values/words';
import { createError } from '../protocol/diagnostic';
import type { MoveRequest, MoveResponse } from '../protocol/provider';
import { attributeType } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { MOVE_MARKER } from './import-marker';
import { movedValues } from './moved-values';

const sourceProviders = Object.values(PROFILES).flatMap((profile) =>
  profile.terraformProvider ? [{ ...profile.terraformProvider, profile }] : [],
);

/** Whether the provider of the source has the name of this one, from any address, and the object keeps its type. */
export function keepsType({ sourceProvider, sourceType, targetType }: MoveRequest): boolean {
  return sourceType === targetType && sourceProvider.endsWith('/netingress');
}

/** The source state may lack attributes that are set at the service, so the object is marked as moved. */
export function moveObject(kind: Kind, request: MoveRequest): MoveResponse {
  const { sourceType, state } = request;
  const source = findSource(request);
  if (source?.types[sourceType] !== kind.name) return refuseMove(kind, request);
  const id = state['id'];
  if (typeof id !== 'string' || !listIdPrefixes(kind).some((prefix) => id.startsWith(`${prefix}_`))) {
    const problem = id === undefined || id === null ? 'has no id' : `has the id '${String(id)}'`;
    const form = `an id of the form ${kind.idPrefix}_...`;
    return cannotMove(kind, `The state of ${sourceType} ${problem}; expected ${form}. ${importInstead(kind)}.`);
  }
  return { state: commonAttributes(kind, state, source.profile), private: MOVE_MARKER, diagnostics: [] };
}

/** `instead` is the advice: `Remove the moved block, and import the IP policy instead`. */
export function refuseMove(
  target: Pick<Composite, 'name' | 'title'>,
  request: MoveRequest,
  instead = importInstead(target),
): MoveResponse {
  const { sourceProvider, sourceType } = request;
  const type = resourceType(target);
  if (sourceType === type)
    return cannotMove(target, `The source provider is '${sourceProvider}'; expected netingress. ${instead}.`);
  if (parseKindName(sourceType) !== undefined) {
    const expected = `${type}: an object keeps its type`;
    const keep = 'To keep the object of the source, write a removed block with destroy = false for it';
    return cannotMove(target, `The source type is '${sourceType}'; expected ${expected}. ${instead}. ${keep}.`);
  }
  const typesOf = (types: Readonly<Record<string, string>>): string[] =>
    Object.keys(types).filter((type) => types[type] === target.name);
  const source = findSource(request);
  if (source) {
    const expected = typesOf(source.types).join(' or ') || `none, because ${sourceProvider} has no such type`;
    return cannotMove(target, `The source type is '${sourceType}'; expected ${expected}. ${instead}.`);
  }
  const providers = sourceProviders.filter(({ types }) => typesOf(types).length > 0);
  const addresses = providers.flatMap((provider) => provider.addresses).join(' or ');
  const expected = addresses || 'none, because no type of another provider can become one';
  return cannotMove(target, `The source provider is '${sourceProvider}'; expected ${expected}. ${instead}.`);
}

function findSource({ sourceProvider }: MoveRequest): (typeof sourceProviders)[number] | undefined {
  return sourceProviders.find(({ addresses }) => addresses.includes(sourceProvider));
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

function importInstead({ title }: Pick<Composite, 'title'>): Words {
  return `Remove the moved block, and import the ${title} instead`;
}

/** For a composite that belongs to an object of the service. */
export function importByParent({ title }: Pick<Composite, 'title'>, parent: Kind): Words {
  return `Remove the moved block, and import the ${title} by the id of the ${parent.title} instead`;
}

function cannotMove({ title }: Pick<Composite, 'title'>, detail: string): MoveResponse {
  return { state: null, private: new Uint8Array(), diagnostics: [createError(`Cannot move ${title}`, detail)] };
}
