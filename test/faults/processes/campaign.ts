/** Every moment of every step, on as many stages as work at once. */
import { groupBy } from '../../../src/model/arrays';
import type { ProfileName } from '../../../src/model/kind';
import type { Tried } from '../report';
import { type Act, rehearse, type Subject, subjects } from './acts';
import type { TriedProcess } from './attempt';
import {
  countStarts,
  handshakeMoments,
  type IdleMoment,
  promptMoments,
  recordStateRequests,
  stateMoments,
} from './idle-moments';
import { requestMoments, tryRequest } from './requests';
import { serviceInProcess, serviceProcess } from './services';
import { createStage, type Stage } from './stage';
import { tryOneState, tryTwoStates, UNIQUE_KINDS } from './two-applies';

/** What to try; everything unless it says otherwise. */
export interface ProcessSelection {
  /** Names of slices. */
  readonly only?: readonly string[] | undefined;
  /** Names of what breaks. */
  readonly faults?: readonly string[] | undefined;
  /** Points that were tried before, and are not tried again. */
  readonly earlier?: readonly TriedProcess[];
  /** Ends the campaign when the points under way are done; points that were not tried are reported as such. */
  readonly signal?: AbortSignal;
}

/** What a campaign came to. */
export interface ProcessResult {
  readonly tried: readonly TriedProcess[];
  /** Points that were not tried although they should have been, and unknown slices. */
  readonly missing: readonly string[];
}

/**
 * The moments without a request are the same for all kinds: they are tried with one whose objects get in each other's
 * way at the service, and one whose objects do not.
 */
const QUIET_SLICES: readonly string[] = ['ip_restriction', 'ip_policy'];

/** One point that waits for a stage. */
interface Waiting {
  readonly name: string;
  readonly fault: string;
  run(worker: Worker): Promise<TriedProcess>;
}

/** The stages on which one point after the other is tried. */
interface Worker {
  /** The state on a disk of its own, the service in this process. */
  readonly plain: Stage;
  /** The service a process. */
  readonly killable: Stage;
  /** Another state in front of the service of the first one. */
  readonly second: Stage;
}

type OnTried = (tried: TriedProcess, done: number, all: number) => void;

/** Tries every selected point, one profile of the service after the other. Rejects when there can be no stage. */
export async function runProcesses(
  workers: number,
  selection: ProcessSelection = {},
  onTried: OnTried = () => undefined,
): Promise<ProcessResult> {
  const chosen = subjects().filter(({ name }) => selection.only?.includes(name) ?? true);
  const results: ProcessResult[] = [];
  for (const [profile, ofProfile] of groupBy(chosen, ({ slice }) => slice.profile))
    results.push(await runProfile(profile, ofProfile, workers, selection, onTried));
  return { tried: results.flatMap(({ tried }) => tried), missing: results.flatMap(({ missing }) => missing) };
}

async function runProfile(
  profile: ProfileName,
  chosen: readonly Subject[],
  workers: number,
  selection: ProcessSelection,
  onTried: OnTried,
): Promise<ProcessResult> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const created = await Promise.allSettled(Array.from({ length: workers }, () => createWorker(profile, closing)));
    const all = created.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
    const onServer = await createServerStage(profile, closing);
    const missing: string[] = [];
    const waiting = await rehearseAll(all, chosen, missing);
    const ofState = await rehearseState(onServer, chosen, missing);
    const points = [...waiting, ...ofState].filter(({ fault }) => selection.faults?.includes(fault) ?? true);
    const names = new Set(points.map(({ name }) => name));
    const tried = (selection.earlier ?? []).filter((each) => names.has(nameOf(each)));
    const done = new Set(tried.map(nameOf));
    const left = new Set(points.filter(({ name }) => !done.has(name)));
    const note = (each: TriedProcess): void => {
      tried.push(each);
      onTried(each, tried.length, points.length);
    };
    const queue = waiting.filter((each) => left.has(each)).values();
    const work = async (worker: Worker): Promise<void> => {
      for (const each of queue) if (!selection.signal?.aborted) note(await each.run(worker));
    };
    const workOnState = async (worker: Worker): Promise<void> => {
      for (const each of ofState) if (left.has(each) && !selection.signal?.aborted) note(await each.run(worker));
    };
    const [first, ...others] = all as [Worker, ...Worker[]];
    await Promise.all([workOnState(first).then(() => work(first)), ...others.map(work)]);
    return { tried, missing: [...missing, ...untried(points, tried)] };
  } finally {
    // Removed in reverse order of creation: stages depend on their services.
    for (const close of closing.reverse()) await close();
  }
}

function untried(points: readonly Waiting[], tried: readonly Tried[]): string[] {
  const done = new Set(tried.map(nameOf));
  const twice = points.filter(({ name }, index) => points.findIndex((each) => each.name === name) !== index);
  return [
    ...points.filter(({ name }) => !done.has(name)).map(({ name }) => `${name} was not tried`),
    ...twice.map(({ name }) => `two points are called ${name}`),
  ];
}

function nameOf({ slice, step, at, fault }: Pick<Tried, 'slice' | 'step' | 'at' | 'fault'>): string {
  return [slice, step, at, fault].join(', ');
}

async function rehearseAll(
  workers: readonly Worker[],
  chosen: readonly Subject[],
  missing: string[],
): Promise<Waiting[]> {
  const found = new Map<string, Waiting[]>();
  const queue = chosen.values();
  await Promise.all(
    workers.map(async ({ plain }) => {
      for (const subject of queue) {
        try {
          const acts = await rehearse(plain, subject);
          missing.push(...silent(acts));
          const points = [...acts.flatMap(requestPoints), ...acts.flatMap(twoApplies)];
          const quiet = QUIET_SLICES.includes(subject.name) ? await quietPoints(plain, acts) : [];
          found.set(subject.name, [...points, ...quiet]);
        } catch (failure) {
          missing.push(`${subject.name} could not be rehearsed: ${(failure as Error).message}`);
        }
      }
    }),
  );
  return inTurns(chosen.map(({ name }) => found.get(name) ?? []));
}

/** One of each, then the next of each: a run that is ended early has seen something of everything. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** A step without requests would be a step in which nothing is broken. */
function silent(acts: readonly Act[]): string[] {
  return acts
    .filter(({ step, requests, subject }) => requests.length === 0 && step !== 'read' && !subject.waits)
    .map(({ subject, step }) => `${subject.name} ${step} sends no request`);
}

function requestPoints(act: Act): Waiting[] {
  return requestMoments(act).map((moment) => {
    const { request, when, broken } = moment;
    const name = nameOf({ slice: act.subject.name, step: act.step, at: `${request}, ${when}`, fault: broken.name });
    return {
      name,
      fault: broken.name,
      run: ({ plain, killable }) => tryRequest(broken.service === 'process' ? killable : plain, moment),
    };
  });
}

function twoApplies(act: Act): Waiting[] {
  const { subject, step } = act;
  if (step !== 'create' || subject.waits) return [];
  const [at = ''] = act.requests;
  const name = (fault: string): string => nameOf({ slice: subject.name, step, at, fault });
  const unique = UNIQUE_KINDS.some((kind) => kind.name === subject.name.split(' ')[0]);
  return [
    {
      name: name('two applies, one state'),
      fault: 'two applies, one state',
      run: ({ plain }) => tryOneState(plain, act),
    },
    ...(unique
      ? [
          {
            name: name('two applies, two states'),
            fault: 'two applies, two states',
            run: ({ plain, second }: Worker) => tryTwoStates(plain, second, act),
          },
        ]
      : []),
  ];
}

async function quietPoints(stage: Stage, acts: readonly Act[]): Promise<Waiting[]> {
  const points: Waiting[] = [];
  for (const act of acts.filter(({ step }) => step !== 'read')) {
    const moments = [...handshakeMoments(act, await countStarts(stage, act)), ...promptMoments(act)];
    points.push(
      ...moments.map((moment) =>
        quietPoint(moment, ({ plain, killable }) => (moment.stage === 'service process' ? killable : plain)),
      ),
    );
  }
  return points;
}

async function rehearseState(stage: Stage, chosen: readonly Subject[], missing: string[]): Promise<Waiting[]> {
  const points: Waiting[] = [];
  for (const subject of chosen.filter(({ name }) => QUIET_SLICES.includes(name))) {
    for (const act of (await rehearse(stage, subject)).filter(({ step }) => step !== 'read')) {
      const requests = await recordStateRequests(stage, act);
      if (!requests.some((each) => each.startsWith('POST')))
        missing.push(`${subject.name} ${act.step} writes no state`);
      points.push(...stateMoments(act, requests).map((moment) => quietPoint(moment, () => stage)));
    }
  }
  return points;
}

function quietPoint(moment: IdleMoment, stageOf: (worker: Worker) => Stage): Waiting {
  const { act, at, fault } = moment;
  const name = nameOf({ slice: act.subject.name, step: act.step, at, fault });
  return { name, fault, run: (worker) => moment.attempt(stageOf(worker)) };
}

/** Stages with their services; what takes them away again is added to `closing` as soon as they are there. */
async function createWorker(profile: ProfileName, closing: (() => Promise<void>)[]): Promise<Worker> {
  const service = noted(await serviceInProcess(profile), 'close', closing);
  const process = noted(await serviceProcess(undefined, profile), 'close', closing);
  const plain = noted(await createStage(service, { state: 'own disk' }), 'remove', closing);
  const second = noted(await createStage(service), 'remove', closing);
  const killable = noted(await createStage(process), 'remove', closing);
  return { plain, killable, second };
}

async function createServerStage(profile: ProfileName, closing: (() => Promise<void>)[]): Promise<Stage> {
  const service = noted(await serviceInProcess(profile), 'close', closing);
  return noted(await createStage(service, { state: 'server' }), 'remove', closing);
}

function noted<Name extends string, Thing extends Record<Name, () => Promise<void>>>(
  thing: Thing,
  end: Name,
  closing: (() => Promise<void>)[],
): Thing {
  closing.push(() => thing[end]());
  return thing;
}
