/** One point: a request of a step of a subject, a moment of it, and what breaks then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Passing, pass } from '../../acceptance/proxy';
import type { Break, When } from './breaks';
import { compareHoldings, exposed, namelessErrors, processesLeft, secretsOf, unmanaged } from './judge';
import { mend, type Remedy } from './mend';
import type { Scene, Stage } from './stage';
import { configurations, STEPS, type Step, type Subject } from './subjects';

/** A step that can be played any number of times, and the requests it is known to send. */
export interface Act {
  readonly subject: Subject;
  readonly step: Step;
  readonly scene: Scene;
  readonly requests: readonly string[];
}

/** A point and what came of it. */
export interface PointResult {
  /** `ip_policy create, POST /ip_policies 1, done, not answered` */
  readonly point: string;
  readonly breaks: string;
  /** What the broken run came to, and what it took afterwards: `broken off; import, apply`. */
  readonly outcome: string;
  /** What must not be; empty where everything holds. */
  readonly problems: readonly string[];
}

/** Longest wait for something that must come, in ms; far beyond what a busy machine takes. */
const PATIENCE = 60_000;

/** Plays every step of the subject once without breaking anything, and takes down what is needed to play it again. */
export async function rehearse(stage: Stage, blank: Scene['service'], subject: Subject): Promise<Act[]> {
  const steps = configurations(subject);
  await stage.play({ configuration: subject.dependencies, state: undefined, plan: Buffer.alloc(0), service: blank });
  stage.attached.use();
  await stage.workspace.apply();
  const acts: Act[] = [];
  for (const step of STEPS) {
    const scene = await stage.plan(steps[step][1], ...(step === 'replace' ? [`-replace=${subject.address}`] : []));
    const named = nameRequests();
    const requests: string[] = [];
    stage.proxy.handle = (request) => {
      requests.push(named(request));
      return pass(request);
    };
    stage.attached.use();
    await stage.workspace.applyPlanned();
    stage.proxy.handle = pass;
    acts.push({ subject, step, scene, requests });
  }
  return acts;
}

/** Names requests by method, collection and how often there was such a one: the same in every run. */
export function nameRequests(): (request: Passing) => string {
  const counts = new Map<string, number>();
  return ({ method, path }) => {
    const [, collection, id] = (path.split('?')[0] as string).split('/');
    const name = `${method} /${collection}${id === undefined ? '' : '/{id}'}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  };
}

/** Tries a point. */
export async function tryPoint(
  stage: Stage,
  { subject, step, scene }: Act,
  wanted: string,
  when: When,
  broken: Break,
): Promise<PointResult> {
  const point = `${subject.name} ${step}, ${wanted}, ${when}`;
  const problems: string[] = [];
  const result = (outcome: string): PointResult => ({ point, breaks: broken.name, outcome, problems });
  await stage.play(scene);
  if (broken.provider === 'attached') stage.attached.use();
  const reached = holdBack(stage, wanted);
  const terraform = await stage.startTerraform('apply', '-no-color', 'plan.bin');
  try {
    const request = await within(Promise.race([reached, terraform.ended]), 'the request was sent');
    if (typeof request !== 'object' || request === null) {
      problems.push(`the run ended without the request: ${terraform.output()}`);
      return result('not reached');
    }
    await within(broken.perform({ stage, terraform, request }, when), 'it was broken');
    const status = await within(terraform.ended, 'Terraform ended');
    const left = await processesLeft(stage);
    if (left.length > 0) problems.push(`processes are left: ${left.join(', ')}`);
    const secrets = secretsOf(await stage.service.snapshot());
    const mended = await mend(stage);
    if (mended.failure !== undefined) problems.push(mended.failure);
    problems.push(...judgeRemedies(mended.remedies, broken, subject, step));
    const { problems: differences, surplus } = await compareHoldings(stage, scene.configuration);
    problems.push(...differences);
    const ids = surplus.flatMap((each) => each.ids);
    if (ids.length > 0) {
      const mayBeLeft = broken.losesAnswers && wanted.startsWith('POST') && !subject.found && ids.length === 1;
      if (!mayBeLeft) problems.push(`the service holds ${ids.join(', ')}, which nobody declared`);
      const shown = await unmanaged(stage);
      problems.push(...ids.filter((id) => !shown.has(id)).map((id) => `drift does not show ${id} as unmanaged`));
    }
    const output = terraform.output() + mended.output;
    problems.push(...exposed(secrets, output).map((secret) => `output holds the secret ${secret.slice(0, 8)}...`));
    problems.push(
      ...namelessErrors(terraform.output(), [subject.address, ...objectIds(scene, subject)]).map(
        (error) => `an error names no object: ${error}`,
      ),
    );
    const run = status === 0 ? 'the run is done' : 'the run is broken off';
    return result([run, ...mended.remedies, ...(ids.length > 0 ? ['one is left unmanaged'] : [])].join(', '));
  } catch (failure) {
    problems.push((failure as Error).message);
    return result('not finished');
  } finally {
    stage.endAll();
    stage.proxy.handle = pass;
    await processesLeft(stage);
  }
}

/** What must not be needed. */
function judgeRemedies(remedies: readonly Remedy[], broken: Break, subject: Subject, step: Step): string[] {
  const problems: string[] = [];
  const of = (remedy: Remedy): number => remedies.filter((each) => each === remedy).length;
  if (of('apply') > 1) problems.push(`it took ${of('apply')} applies`);
  if (of('import') > 0 && !(broken.losesAnswers && subject.found)) problems.push(`an import was needed to ${step} it`);
  if (of('unlock') > 0) problems.push('the state stayed locked');
  if (of('state push') > 0 && broken.ownDisk !== true) problems.push('the state could not be written');
  return problems;
}

function objectIds(scene: Scene, { kind }: Subject): string[] {
  return Object.values(scene.service.accounts).flatMap(({ objects }) => (objects[kind.name] ?? []).map(({ id }) => id));
}

/** Gives the wanted request to whoever waits for it; all others pass. */
export function holdBack({ proxy }: Stage, wanted: string): Promise<Passing> {
  const named = nameRequests();
  return new Promise((resolve) => {
    proxy.handle = (request) => {
      if (named(request) !== wanted) return pass(request);
      resolve(request);
    };
  });
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const late = new AbortController();
  const limit = sleep(PATIENCE, undefined, { signal: late.signal }).then(() => {
    throw new Error(`Not within ${PATIENCE / 1000} s: ${what}`);
  });
  limit.catch(() => undefined);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    late.abort();
  }
}
