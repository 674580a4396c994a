/** Where watching stopped, in a small file, so that another run goes on from there. */
import { readFile } from 'node:fs/promises';
import { type JudgeMemory, newJudgeMemory } from '../../drift/attribution/evaluate-event';
import { CliError } from '../cli-error';
import { replacePrivateFile } from '../private-file';
import type { Position } from './source';

/** What is kept between runs. */
export interface Checkpoint {
  readonly position: Position | undefined;
  readonly memory: JudgeMemory;
}

const VERSION = 2;

/** Reads the file; without one everything begins anew. Throws a {@link CliError} for a file of something else. */
export async function readCheckpoint(file: string | undefined): Promise<Checkpoint> {
  const fresh = { position: undefined, memory: newJudgeMemory() };
  if (file === undefined) return fresh;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh;
    throw new CliError(`Cannot read the checkpoint ${file}: ${(error as Error).message}.`);
  }
  const { position, objects, events } = await parseCheckpoint(file, text);
  return { position, memory: { objects: new Map(objects), events: new Set(events) } };
}

async function parseCheckpoint(file: string, text: string) {
  // Loaded here: most runs read no checkpoint.
  const { z } = await import('zod');
  const newest = z.strictObject({ event_id: z.string(), event_type: z.string(), event_timestamp: z.string() });
  const position = z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('file'), inode: z.string().regex(/^\d+$/), offset: z.int().min(0) }),
    z.strictObject({ of: z.literal('stream'), last: z.string() }),
    z.strictObject({ of: z.literal('input') }),
  ]);
  const schema = z.strictObject({
    version: z.literal(VERSION),
    position: position.optional(),
    objects: z.array(z.tuple([z.string(), newest])),
    events: z.array(z.string()),
  });
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CliError(
    `${file} is not a checkpoint of this version: ${issue?.path.map(String).join('.') || 'the file'}: ${issue?.message}. ` +
      'Name another file, or delete it to begin anew.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the file in one step, so that a run that is killed leaves the old one or the new one. */
export async function writeCheckpoint(file: string, { position, memory }: Checkpoint): Promise<void> {
  const stored = { version: VERSION, position, objects: [...memory.objects], events: [...memory.events] };
  await replacePrivateFile(file, `${JSON.stringify(stored)}\n`);
}
