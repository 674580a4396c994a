/** Slices of the campaign in processes of their own, some at a time. */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Tried } from './report';

/** What to run. */
export interface SlicesToRun {
  /** The package whose sources are used. */
  readonly root: string;
  readonly slices: readonly string[];
  readonly faults: readonly string[];
  /** Names of steps; all unless given. */
  readonly steps?: readonly string[] | undefined;
  /** Slices at a time. */
  readonly workers: number;
  /** File that every point is added to as a line of JSON. */
  readonly keep?: string | undefined;
  /** Such a file of a run before: slices that came to their end there, and broke nothing, are not run again. */
  readonly resume?: string | undefined;
  /** Called for each slice that has ended. */
  readonly onEnded?: (slice: string, tried: readonly Tried[]) => void;
}

/** What came out. */
export interface Ran {
  readonly tried: readonly Tried[];
  /** What was to be tried and was not, as sentences: a campaign that leaves a point out proves nothing of it. */
  readonly missing: readonly string[];
  /** Slices that were taken from the run before. */
  readonly resumed: number;
}

interface Ended {
  readonly slice: string;
  readonly tried: readonly Tried[];
  /** Requests of the fault-free run, by step; undefined where the process failed. */
  readonly requests: Readonly<Record<string, number>> | undefined;
}

/** Runs them all; in the result they have the order in which they were given. */
export async function runSlices(given: SlicesToRun): Promise<Ran> {
  // The slices that take longest are last in the scenario, and are started first.
  const queue = [...given.slices].reverse().values();
  const ended: Ended[] = [];
  const before = given.resume === undefined ? [] : endedIn(readFileSync(given.resume, 'utf8'));
  const work = async (): Promise<void> => {
    for (const slice of queue) {
      const result = before.find((each) => each.slice === slice) ?? (await runSlice(given, slice));
      ended.push(result);
      given.onEnded?.(slice, result.tried);
    }
  };
  await Promise.all(Array.from({ length: given.workers }, work));
  const inOrder = given.slices.flatMap((name) => ended.filter(({ slice }) => slice === name));
  return {
    tried: inOrder.flatMap(({ tried }) => tried),
    missing: inOrder.flatMap((each) => missingOf(each, given)),
    resumed: inOrder.filter((each) => before.includes(each)).length,
  };
}

/** A line that a slice's process prints. */
interface Message {
  readonly tried?: Tried;
  /** Present in the last line, with the requests. */
  readonly slice?: string;
  readonly requests?: Record<string, number>;
}

/** The slices that came to their end in a file of points, and broke nothing. */
function endedIn(text: string): Ended[] {
  const messages = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message]));
  const tried = messages.flatMap((message) => (message.tried ? [message.tried] : []));
  return messages
    .flatMap(({ slice, requests }) => (slice === undefined ? [] : [{ slice, requests }]))
    .map(({ slice, requests }) => ({ slice, requests, tried: tried.filter((each) => each.slice === slice) }))
    .filter((each) => each.tried.every(({ outcome }) => outcome.problems.length === 0));
}

function missingOf({ slice, tried, requests }: Ended, { faults, steps }: SlicesToRun): string[] {
  if (!requests) return [`the slice ${slice} did not come to its end`];
  return Object.entries(requests)
    .filter(([step]) => steps?.includes(step) ?? true)
    .flatMap(([step, count]) => {
      const wanted = count * faults.length;
      const had = new Set(tried.filter((each) => each.step === step).map(({ at, fault }) => `${at} ${fault}`)).size;
      return wanted === had ? [] : [`of ${slice}, ${step}, ${had} of ${wanted} points were tried`];
    });
}

async function runSlice({ root, faults, steps, keep }: SlicesToRun, slice: string): Promise<Ended> {
  const program = join(root, 'test/faults/run-slice.ts');
  const args = ['--import', 'tsx', program, slice, faults.join(), ...(steps ? [steps.join()] : [])];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const tried: Tried[] = [];
  let requests: Ended['requests'];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Message;
    if (keep !== undefined) appendFileSync(keep, `${line}\n`);
    if (message.tried) tried.push(message.tried);
    if (message.requests) requests = message.requests;
  }
  return { slice, tried, requests: (await ended) === 0 ? requests : undefined };
}
