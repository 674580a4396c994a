import { readFile } from 'node:fs/promises';
import { CliError } from '../command/context';
import { replacePrivateFile } from '../command/output-file';
import { createEvaluationHistory, type EvaluationHistory } from '../drift/evaluate-event';
import { tryParseJson } from '../values/json';

export interface Checkpoint {
  /** `last` of the newest batch of an emulator. */
  readonly last?: string | undefined;
  readonly evaluated: EvaluationHistory;
}

/** Of the format. A file of another version is rejected. */
const VERSION = 4;

/**
 * Reads the checkpoint; a fresh one if there is no file. With a fresh one, a run reads a file from its start, an
 * emulator from its next event, and with `--once` from its oldest. Throws a {@link CliError} for an invalid checkpoint.
 */
export async function readCheckpoint(file: string | undefined): Promise<Checkpoint> {
  const fresh = { evaluated: createEvaluationHistory() };
  if (file === undefined) return fresh;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh;
    throw new CliError(`Cannot read the checkpoint ${file}: ${(error as Error).message}.`);
  }
  const { last, objects, events } = await parseCheckpoint(file, text);
  return { last, evaluated: { objects: new Map(objects), events: new Set(events) } };
}

async function parseCheckpoint(file: string, text: string) {
  // Loaded here, because a run without a checkpoint does not need it.
  const { z } = await import('zod');
  const newestEvent = z.strictObject({ event_id: z.string(), event_type: z.string(), event_timestamp: z.string() });
  const schema = z.strictObject({
    version: z.literal(VERSION),
    last: z.string().optional(),
    objects: z.array(z.tuple([z.string(), newestEvent])),
    events: z.array(z.string()),
  });
  const parsed = schema.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CliError(
    `${file} is not a checkpoint of this version: ${issue?.path.map(String).join('.') || 'the file'}: ${issue?.message}. ` +
      'Give another file, or delete it to start without a checkpoint: the findings of a file, and with --once of an ' +
      'emulator, are then repeated, and without --once an emulator is read from its next event.',
  );
}

/** Throws a {@link CliError} if the file cannot be written; it is then as before. */
export async function writeCheckpoint(file: string, { last, evaluated }: Checkpoint): Promise<void> {
  const stored = { version: VERSION, last, objects: [...evaluated.objects], events: [...evaluated.events] };
  try {
    await replacePrivateFile(file, `${JSON.stringify(stored)}\n`);
  } catch (error) {
    throw new CliError(`Cannot write the checkpoint ${file}: ${(error as Error).message}.`);
  }
}
