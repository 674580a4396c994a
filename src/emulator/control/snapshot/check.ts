import { isJsonObject, type JsonObject } from '../../../model/json';
import type { Attributes } from '../../../model/kind';
import { findIdProblem } from '../../crypto/ids';
import { ALL_KINDS } from '../../kinds/endpoint';
import { outcomesSchema } from '../settings';
import { createValidator, integer, type Z } from '../validate-input';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from './types';

/** A snapshot is invalid, or does not fit the emulator. The message is a sentence. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Returns the snapshot. Throws a {@link SnapshotError} for any other value; its message contains no secret. */
export function checkSnapshot(value: unknown): Snapshot {
  const { format = undefined, version = undefined } = isJsonObject(value) ? value : {};
  if (format !== SNAPSHOT_FORMAT) {
    throw new SnapshotError(`The document is not a state of this emulator; expected format '${SNAPSHOT_FORMAT}'.`);
  }
  if (version !== SNAPSHOT_VERSION) {
    throw new SnapshotError(`version is ${JSON.stringify(version)}; expected ${SNAPSHOT_VERSION}.`);
  }
  const result = validateSnapshot(value);
  if ('value' in result) return result.value as unknown as Snapshot;
  throw new SnapshotError(result.problem);
}

const validateSnapshot = createValidator(
  (z) =>
    z.strictObject({
      format: z.string(),
      version: z.number(),
      secrets: z.boolean(),
      profile: z.enum(['spec', 'ngrok']),
      seed: z.string().optional(),
      time: timeSchema(z),
      clock: z.strictObject({ frozen_at: timeSchema(z).nullable(), offset_ms: z.number() }),
      // An identifier stores the counter in 48 bits, and new identifiers continue from it.
      ids: z.strictObject({ seconds: integer(z, 0), counter: integer(z, 0, 2 ** 47 - 1) }),
      settings: z.strictObject({
        certificates: z.strictObject({ seconds: z.number(), outcomes: outcomesSchema(z) }),
        regions: z.array(z.string()),
      }),
      accounts: z.record(z.string(), accountSchema(z)),
    }),
  { showValues: false },
);

function accountSchema(z: Z) {
  const objects = ALL_KINDS.map(({ name, idPrefix, attributes }) => [
    name,
    z.array(objectSchema(z, idPrefix, attributes)).optional(),
  ]);
  return z.strictObject({ id: idSchema(z, 'ac'), objects: z.strictObject(Object.fromEntries(objects)) });
}

function objectSchema(z: Z, idPrefix: string, attributes: Attributes) {
  const values = Object.keys(attributes).map((name) => [name, z.unknown().optional()]);
  return z.strictObject({
    id: idSchema(z, idPrefix),
    created_at: timeSchema(z),
    updated_at: timeSchema(z),
    values: z.strictObject(Object.fromEntries(values)),
    service: z.custom<JsonObject>(isJsonObject, { error: 'an object' }),
    pending: z.literal(true).optional(),
  });
}

function idSchema(z: Z, prefix: string) {
  const error = `an identifier ${prefix}_ and 27 characters`;
  return z.string({ error }).refine((id) => findIdProblem(prefix, id) === undefined, { error });
}

function timeSchema(z: Z) {
  const error = 'a time in RFC 3339';
  return z.string({ error }).refine((time) => Number.isFinite(Date.parse(time)), { error });
}
