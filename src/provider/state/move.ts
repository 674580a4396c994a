/** State of the same kinds written by another provider, so that its users come over without importing. */

import { isJsonObject, type JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { PROFILES } from '../../model/profiles';
import { isServerDefault } from '../../model/server-default';
import { expandWriteOnly } from '../../model/write-only-attributes';
import { coerceValue } from '../../values/coerce';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import { resourceType } from '../protocol/messages';
import type { MoveRequest, MoveResponse } from '../protocol/provider';
import { attributeType } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { IMPORT_MARKER } from './import-marker';

/** The providers whose states are understood. */
const sources = Object.values(PROFILES).flatMap(({ terraformProvider }) => terraformProvider ?? []);

/**
 * The state of a kind made of another provider's state of the same object: its identifier, and the attributes whose
 * names and types agree. The refresh that follows fills in the rest; what no answer holds is treated as after an import,
 * because a state that lacks it (an object imported there, an attribute that provider does not have) does not say that
 * it is unset.
 */
export function moveState(kind: Kind, { sourceProvider, sourceType, state }: MoveRequest): MoveResponse {
  const source = sources.find(({ address }) => address === sourceProvider);
  if (!source)
    return refused(kind, `State of the provider ${sourceProvider} is not understood; expected ${addresses()}.`);
  const kindName = source.types[sourceType];
  if (kindName !== kind.name) {
    const expected = Object.keys(source.types).filter((type) => source.types[type] === kind.name);
    return refused(
      kind,
      `State of ${sourceType} cannot become one of ${resourceType(kind)}; expected ${expected.join(' or ')}.`,
    );
  }
  const id = state['id'];
  if (typeof id !== 'string' || !id.startsWith(`${kind.idPrefix}_`)) {
    return refused(
      kind,
      `The state of ${sourceType} has no identifier of the form ${kind.idPrefix}_...; nothing can be found by it.`,
    );
  }
  return { state: agreeing(kind, state), private: IMPORT_MARKER, diagnostics: [] };
}

function agreeing(kind: Kind, state: JsonObject): ObjectValue {
  return objectValue(
    schemaAttributes(expandWriteOnly(kind.attributes)).map((attribute): [string, CtyValue] => {
      const { name } = attribute;
      // The source provider also stores values that the service set. In this provider's state such a value counts as
      // declared, so a configuration without it would plan its removal.
      const modelled = kind.attributes[name];
      if (modelled && isServerDefault(modelled, name, state)) return [name, null];
      return [name, emptyAsNull(coerceValue(attributeType(attribute), objects(state[name] ?? null)))];
    }),
  );
}

/** Values as the codec knows them: objects without prototype. */
function objects(json: unknown): CtyValue {
  if (Array.isArray(json)) return json.map(objects);
  if (!isJsonObject(json)) return json as CtyValue;
  return objectValue(Object.entries(json).map(([name, member]) => [name, objects(member ?? null)]));
}

/** Providers of the older kind store what is not set as `""`, `[]` and `{}`. */
function emptyAsNull(value: CtyValue): CtyValue {
  const empty =
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isObjectValue(value) && Object.keys(value).length === 0);
  return empty ? null : value;
}

function addresses(): string {
  return sources.map(({ address }) => address).join(' or ');
}

function refused(kind: Kind, detail: string): MoveResponse {
  const hint = `Remove the moved block, and import the ${kind.title} instead.`;
  const diagnostic: Diagnostic = {
    severity: 'error',
    summary: `Cannot move ${kind.title}`,
    detail: `${detail} ${hint}`,
  };
  return { state: null, private: new Uint8Array(), diagnostics: [diagnostic] };
}
