/**
 * Sealed values: with a public key in `sealed_for`, the state contains an encrypted value, and the value itself is null.
 * Create and update code works with the kind's own attributes only.
 */
import { encryptJwe } from '../../model/formats/jwe';
import { parseSealingKey } from '../../model/formats/sealing-key';
import type { Attributes, Kind } from '../../model/kind';
import { ROTATION, SEALED_FOR, sealableNames, sealedName } from '../../model/variants/sealed-attributes';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { type AttributePath, createError, type Diagnostic } from '../protocol/diagnostic';

type Members = Readonly<Record<string, CtyValue>>;

/**
 * Plans either the value or the encrypted value of a new object as null. Both remain unknown while the key is unknown.
 * An existing object keeps both, because another key replaces it.
 */
export function planSealedValues(attributes: Attributes, planned: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const key: CtyValue = planned[SEALED_FOR] ?? null;
  if (prior !== null || key === UNKNOWN) return planned;
  return replaceMembers(
    planned,
    sealableNames(attributes).map((name) => [key === null ? sealedName(name) : name, null]),
  );
}

/** Removing the key replaces the object: nothing but a new object has a value that is not encrypted. */
export function replacedWithoutKey(planned: ObjectValue, prior: ObjectValue | null): AttributePath[] {
  const wasSealed = (prior?.[SEALED_FOR] ?? null) !== null;
  return wasSealed && planned[SEALED_FOR] === null ? [[SEALED_FOR]] : [];
}

/** The plan of a create as the kind's own attributes: a value that will be sealed is unknown, like any computed value. */
export function planWithoutSeal(attributes: Attributes, planned: ObjectValue): ObjectValue {
  if ((planned[SEALED_FOR] ?? null) === null) return planned;
  return replaceMembers(
    planned,
    sealableNames(attributes).map((name) => [name, UNKNOWN]),
  );
}

export interface SealedState {
  readonly state: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
}

/** Encrypts the values of a created object for the planned key. The state never contains both forms of a value. */
export async function sealState(kind: Kind, state: ObjectValue, planned: ObjectValue): Promise<SealedState> {
  const key: CtyValue = planned[SEALED_FOR] ?? null;
  const names = sealableNames(kind.attributes);
  const unsealed: Members = Object.fromEntries([
    [SEALED_FOR, key],
    [ROTATION, planned[ROTATION] ?? null],
    ...names.map((name) => [sealedName(name), null]),
  ]);
  if (key === null) return { state: addMembers(state, unsealed), diagnostics: [] };
  const withoutValues = replaceMembers(
    addMembers(state, unsealed),
    names.map((name) => [name, null]),
  );
  try {
    const sealed = await Promise.all(names.map((name) => sealValue(name, state[name] ?? null, key)));
    return { state: replaceMembers(withoutValues, sealed), diagnostics: [] };
  } catch (error) {
    return { state: withoutValues, diagnostics: [sealingFailed(kind, state, names, error)] };
  }
}

/** Converts a state of the kind's own attributes to one of the declared attributes, with the seal of another state. */
export function stateWithSeal(attributes: Attributes, state: ObjectValue, source: ObjectValue): ObjectValue {
  const members = [SEALED_FOR, ROTATION, ...sealableNames(attributes).map(sealedName)];
  return addMembers(state, Object.fromEntries(members.map((name) => [name, source[name] ?? null])));
}

async function sealValue(name: string, value: CtyValue, key: CtyValue): Promise<[string, CtyValue]> {
  if (value === null) return [sealedName(name), null];
  const parsed = parseSealingKey(String(key));
  if ('problem' in parsed) throw new Error(`${SEALED_FOR} ${parsed.problem}`);
  return [sealedName(name), await encryptJwe(String(value), parsed)];
}

function sealingFailed(kind: Kind, state: ObjectValue, names: readonly string[], error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return createError(
    `Cannot encrypt the ${names.join(' and ')} of ${kind.title}`,
    `${why}. The ${kind.title} '${String(state['id'])}' was created, and its ${names.join(' and ')} was discarded. Correct ` +
      `${SEALED_FOR} and apply again: Terraform replaces the ${kind.title}.`,
    [SEALED_FOR],
  );
}

function addMembers(state: ObjectValue, members: Members): ObjectValue {
  return objectValue([...Object.entries(state), ...Object.entries(members)]);
}

function replaceMembers(object: ObjectValue, members: readonly (readonly [string, CtyValue])[]): ObjectValue {
  return objectValue([...Object.entries(object), ...members]);
}
