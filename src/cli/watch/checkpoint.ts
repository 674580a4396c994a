/** Where watching stopped, in a small file, so that another run goes on from there. */
import { readFile } from 'node:fs/promises';
import { type JudgeMemory, newJudgeMemory } from '../../drift/judge-event';
import { CliError } from '../cli-error';
import { replacePrivateFile } from '../private-file';
import type { Position } from './source';

/** What is kept between runs. */
export interface Checkpoint {
  readonly position: Position | undefined;
  readonly memory: JudgeMemory;
}

const version = 1;

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
  try {
    const stored = JSON.parse(text) as {
      version: number;
      position?: Position;
      objects: [string, never][];
      events: string[];
    };
    if (stored.version === version)
      return {
        position: stored.position,
        memory: { objects: new Map(stored.objects), events: new Set(stored.events) },
      };
  } catch {
    // Said below.
  }
  throw new CliError(`${file} is no checkpoint of this version. Name another file, or delete it to begin anew.`);
}

/** Writes the file in one step, so that a run that is killed leaves the old one or the new one. */
export async function writeCheckpoint(file: string, { position, memory }: Checkpoint): Promise<void> {
  const stored = { version, position, objects: [...memory.objects], events: [...memory.events] };
  await replacePrivateFile(file, `${JSON.stringify(stored)}\n`);
}
