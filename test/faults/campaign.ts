/** Breaks the selected requests of one slice of the scenario, one after the other, each in every selected way. */
import { CERTIFICATE_WAITS, COMPOSITES } from '../../src/model/composites';
import { type ProxiedRequest, pass } from '../support/acceptance/proxy';
import { FAULTS, type Fault, kindOf, segmentsOf, shapeOf } from './faults';
import { type About, APPLY, type Expectation, settle } from './invariants';
import type { Tried } from './report';
import type { Slice, Step } from './scenario';
import { listServiceObjects } from './service-objects';
import { type SkippableTime, skipSilence } from './skip-time';
import { createTestEnvironment, type Saved, type TestEnvironment } from './test-environment';

/**
 * A request of a step: `{ shape: 'GET /ip_policies', ordinal: 2 }` is the second such request of the step. Requests of
 * other shapes in between do not change its ordinal.
 */
export interface RequestPoint {
  readonly shape: string;
  /** Among the requests of that shape in the step, from 1. */
  readonly ordinal: number;
}

/** A step of the run without faults. */
interface RecordedStep {
  readonly step: Step;
  /** The service and the state when it began. */
  readonly before: Saved;
  readonly requests: readonly RequestPoint[];
  readonly expectation: Expectation;
}

/** What to try of a slice. Undefined `faults`: all of them; undefined `wanted`: each request. */
export interface Selection {
  readonly faults?: readonly Fault[] | undefined;
  readonly wanted?: ((step: string, request: RequestPoint) => boolean) | undefined;
  /** The name of the last step that is needed; undefined: all steps run. */
  readonly last?: string | undefined;
}

export interface SliceResult {
  readonly tried: readonly Tried[];
  /** Requests of the fault-free run, by step. */
  readonly requests: Readonly<Record<string, number>>;
}

/**
 * The arguments of each apply that is recorded or broken: resources one after the other, so that the nth request of a
 * shape is the same in each run.
 */
const SERIAL = [...APPLY, '-parallelism=1'] as const;

/**
 * Tries each selected fault at each selected request of a slice. A broken invariant is in the result; the promise
 * rejects if a step fails without faults, or sends no request although it should, or if `last` is the name of no step.
 */
export async function runSlice(
  slice: Slice,
  time: SkippableTime,
  selection: Selection = {},
  onTried: (tried: Tried) => void = () => undefined,
): Promise<SliceResult> {
  const { profile, certificateSeconds } = slice;
  const environment = await createTestEnvironment({ profile, certificateSeconds, clock: time.clock });
  try {
    const last = slice.steps.findIndex(({ name }) => name === selection.last);
    if (selection.last !== undefined && last < 0) throw new Error(`${slice.name} has no step '${selection.last}'`);
    const steps = selection.last === undefined ? slice.steps : slice.steps.slice(0, last + 1);
    const recorded = await record(environment, { ...slice, steps }, time);
    const tried: Tried[] = [];
    for (const each of recorded) {
      await environment.configure(each.step.resources);
      for (const request of each.requests.filter((one) => selection.wanted?.(each.step.name, one) ?? true)) {
        for (const fault of selection.faults ?? FAULTS) {
          const point = await tryPoint(environment, time, slice, each, request, fault);
          tried.push(point);
          onTried(point);
        }
      }
    }
    return { tried, requests: Object.fromEntries(recorded.map(({ step, requests }) => [step.name, requests.length])) };
  } finally {
    await environment.close();
  }
}

/**
 * Runs the slice without faults. Returns for each step the service and state before it, its requests, and the service's
 * objects after it.
 */
async function record(environment: TestEnvironment, slice: Slice, time: SkippableTime): Promise<RecordedStep[]> {
  await environment.configure(slice.ofOthers);
  await succeed(environment, `${slice.name}: objects of another user`);
  // An hour: the objects of another user are older than PREEXISTING_AGE_S of recover-lost-create.ts, so no lost create
  // adopts them.
  time.skip(3_600_000);
  const inhabited = await environment.snapshot();
  const ofOthers = new Set(listServiceObjects(inhabited).map(({ id }) => id));
  await environment.restore({ snapshot: inhabited, state: undefined });
  const steps: RecordedStep[] = [];
  for (const step of slice.steps) {
    await environment.configure(step.resources);
    const before = await environment.save();
    const requests: RequestPoint[] = [];
    const count = counting();
    environment.proxy.handle = (request) => {
      requests.push(count(request));
      return pass(request);
    };
    await succeed(environment, `${slice.name}: ${step.name}`, ...step.args);
    environment.proxy.handle = pass;
    if (requests.length === 0 && step.sends !== false)
      throw new Error(`${slice.name}: ${step.name} sends no request, so there is nothing to break`);
    const expectation = { expected: listServiceObjects(await environment.snapshot()), ofOthers };
    steps.push({ step, before, requests, expectation });
  }
  return steps;
}

async function succeed({ terraform }: TestEnvironment, what: string, ...args: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await terraform(...SERIAL, ...args);
  if (status !== 0) throw new Error(`${what} does not work without faults:\n${stdout}\n${stderr}`);
}

function counting(): (request: ProxiedRequest) => RequestPoint {
  const seen = new Map<string, number>();
  return (request) => {
    const shape = shapeOf(request);
    const ordinal = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, ordinal);
    return { shape, ordinal };
  };
}

async function tryPoint(
  environment: TestEnvironment,
  time: SkippableTime,
  slice: Slice,
  { step, before, expectation }: RecordedStep,
  wanted: RequestPoint,
  fault: Fault,
): Promise<Tried> {
  await environment.restore(before);
  let broken: ProxiedRequest | undefined;
  let happening: Promise<void> | undefined;
  const silence = skipSilence(time);
  const count = counting();
  environment.proxy.handle = (request) => {
    const { shape, ordinal } = count(request);
    if (broken || shape !== wanted.shape || ordinal !== wanted.ordinal) return silence.during(() => pass(request));
    broken = request;
    // No time is skipped while the service performs the request, so a change takes effect before the provider times
    // out.
    const forward = (): ReturnType<ProxiedRequest['forward']> => silence.during(request.forward);
    happening = Promise.resolve(fault.happen({ ...request, forward }, environment.emulator));
    if (fault.wait !== undefined) silence.begin(fault.wait);
    return happening;
  };
  const result = await environment.terraform(...SERIAL, ...step.args);
  silence.end();
  environment.proxy.handle = pass;
  await happening;
  const point = { slice: slice.name, step: step.name, at: `${wanted.shape} #${wanted.ordinal}`, fault: fault.name };
  const about = broken && aboutOf(broken);
  const outcome = await settle(environment, expectation, { result, about, before: before.snapshot });
  if (broken) return { ...point, outcome };
  const problems = [...outcome.problems, 'the request of the fault-free run was never sent, so nothing was broken'];
  return { ...point, outcome: { ...outcome, recovery: 'failed', problems } };
}

/**
 * What the errors of a broken request must name: its id, if its path has one, and a resource type that sends such
 * requests.
 */
function aboutOf(request: ProxiedRequest): About {
  const name = kindOf(request)?.name ?? '';
  const beyond = [
    ...COMPOSITES.filter(({ exclusive }) => exclusive?.kind === name),
    ...CERTIFICATE_WAITS.filter(({ kind: waitedFor }) => waitedFor.name === name),
  ];
  const id = segmentsOf(request.path)[1];
  return { types: [name, ...beyond.map((composite) => composite.name)].map((each) => `netingress_${each}`), id };
}
