import { encryptJwe } from '../../model/formats/jwe';
import { parseSealingKey } from '../../model/formats/sealing-key';
import type { Attributes, Kind } from '../../model/kind';
import { SEALED_FOR, sealableNames, sealedName } from '../../model/variants/sealed-attributes';
import { type CtyValue, type ObjectValue, UNKNOWN, withMembers } from '../../values/cty-value';
import { type AttributePath, createError, type ProviderDiagnostic } from '../protocol/diagnostic';

/**
 * A new object has the encrypted value if it has a key, and otherwise the value; both are unknown while the key is. An
 * existing object keeps what it has: another key replaces the object, except the first key after an import, which
 * encrypts nothing, and that of a slot that is not rotated (`keepSlot`).
 */
export function planSealedValues(attributes: Attributes, planned: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const key: CtyValue = planned[SEALED_FOR] ?? null;
  if (prior !== null || key === UNKNOWN) return planned;
  return withMembers(
    planned,
    sealableNames(attributes).map((name) => [key === null ? sealedName(name) : name, null]),
  );
}

/** A removed `sealed_for` requires a new object, since only that has values in plain text. */
export function pathsOfRemovedKey(planned: ObjectValue, prior: ObjectValue | null): AttributePath[] {
  const wasSealed = (prior?.[SEALED_FOR] ?? null) !== null;
  return wasSealed && planned[SEALED_FOR] === null ? [[SEALED_FOR]] : [];
}

/** For a create: a value that will be sealed is unknown, like any computed value. */
export function planWithoutSeal(attributes: Attributes, planned: ObjectValue): ObjectValue {
  if ((planned[SEALED_FOR] ?? null) === null) return planned;
  return withMembers(
    planned,
    sealableNames(attributes).map((name) => [name, UNKNOWN]),
  );
}

export interface SealedState {
  readonly state: ObjectValue;
  readonly diagnostics: readonly ProviderDiagnostic[];
}

/** The state never contains both forms of a value. */
export async function sealState(kind: Kind, state: ObjectValue, planned: ObjectValue): Promise<SealedState> {
  const key: CtyValue = planned[SEALED_FOR] ?? null;
  const names = sealableNames(kind.attributes);
  const unsealed = withMembers(
    state,
    names.map((name) => [sealedName(name), null]),
  );
  if (key === null) return { state: unsealed, diagnostics: [] };
  const withoutValues = withMembers(
    unsealed,
    names.map((name) => [name, null]),
  );
  try {
    const sealed = await Promise.all(names.map((name) => sealValue(name, state[name] ?? null, key)));
    return { state: withMembers(withoutValues, sealed), diagnostics: [] };
  } catch (error) {
    return { state: withoutValues, diagnostics: [sealingFailed(kind, state, names, error)] };
  }
}

async function sealValue(name: string, value: CtyValue, key: CtyValue): Promise<[string, CtyValue]> {
  if (value === null) return [sealedName(name), null];
  const parsed = parseSealingKey(String(key));
  if ('problem' in parsed) throw new Error(`${SEALED_FOR} ${parsed.problem}`);
  return [sealedName(name), await encryptJwe(String(value), parsed)];
}

function sealingFailed(kind: Kind, state: ObjectValue, names: readonly string[], error: unknown): ProviderDiagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return createError(
    `Cannot encrypt the ${names.join(' and ')} of ${kind.title}`,
    `${why}. The ${kind.title} '${String(state['id'])}' was created, and its ${names.join(' and ')} was discarded. Correct ` +
      `${SEALED_FOR} and apply again: Terraform replaces the ${kind.title}.`,
    [SEALED_FOR],
  );
}
