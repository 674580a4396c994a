/** The checkpoint file, from which the next run of `netingress watch` continues. */
import { readFile } from 'node:fs/promises';
import { createEvaluationHistory, type EvaluationHistory } from '../../drift/evaluate-event';
import { tryParseJson } from '../../model/json';
import { CliError } from '../context';
import { replacePrivateFile } from '../output-file';
import type { Position } from './source';

export interface Checkpoint {
  readonly position: Position | undefined;
  readonly evaluated: EvaluationHistory;
}

const VERSION = 3;

/**
 * Reads the checkpoint. A run without one starts without a position: an event file is read from its start, the stream of
 * an emulator from the next event. Throws a {@link CliError} for an invalid checkpoint.
 */
export async function readCheckpoint(file: string | undefined): Promise<Checkpoint> {
  const fresh = { position: undefined, evaluated: createEvaluationHistory() };
  if (file === undefined) return fresh;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh;
    throw new CliError(`Cannot read the checkpoint ${file}: ${(error as Error).message}.`);
  }
  const { position, objects, events } = await parseCheckpoint(file, text);
  return { position, evaluated: { objects: new Map(objects), events: new Set(events) } };
}

async function parseCheckpoint(file: string, text: string) {
  // Loaded only here: most runs have no checkpoint.
  const { z } = await import('zod');
  const newestEvent = z.strictObject({ event_id: z.string(), event_type: z.string(), event_timestamp: z.string() });
  const position = z.discriminatedUnion('of', [
    z.strictObject({
      of: z.literal('file'),
      inode: z.string().regex(/^\d+$/),
      offset: z.int().min(0),
      start: z.strictObject({ bytes: z.int().min(0).max(1024), sha256: z.string() }),
    }),
    z.strictObject({ of: z.literal('emulator'), last: z.string() }),
    z.strictObject({ of: z.literal('input') }),
  ]);
  const schema = z.strictObject({
    version: z.literal(VERSION),
    position: position.optional(),
    objects: z.array(z.tuple([z.string(), newestEvent])),
    events: z.array(z.string()),
  });
  const parsed = schema.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CliError(
    `${file} is not a checkpoint of this version: ${issue?.path.map(String).join('.') || 'the file'}: ${issue?.message}. ` +
      'Give another file, or delete it to start without a position: an event file is then read from its start, an ' +
      'emulator from its next event.',
  );
}

export async function writeCheckpoint(file: string, { position, evaluated }: Checkpoint): Promise<void> {
  const stored = { version: VERSION, position, objects: [...evaluated.objects], events: [...evaluated.events] };
  await replacePrivateFile(file, `${JSON.stringify(stored)}\n`);
}
