/** One point: a run of Terraform, a moment of it, what breaks then; what it takes afterwards, and what must hold. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pass } from '../../support/acceptance/proxy';
import type { TerraformProcess } from '../../support/acceptance/terraform-processes';
import type { Outcome, Recovery, Tried } from '../report';
import { secretsIn, secretsOf } from '../secrets';
import { API_KEY } from '../test-environment';
import type { Act } from './acts';
import { compareHoldings, endProviders, errorsIn, namelessErrors, processesLeft, unmanaged } from './judge';
import { type Remedy, type Repair, repair } from './repair';
import type { Stage } from './stage';

/** What a point may come to beside the end of the run, or one more apply. */
export interface Allowed {
  /** What the process heard last can be lost with it, so that an object that was made is in no state. */
  readonly responseLost?: boolean;
  /** The state could not be written to its store, and is in a file that Terraform names. */
  readonly statePush?: boolean;
  /** Terraform could not give the lock back. */
  readonly unlock?: boolean;
  /** A secret was lost with the response: the run fails, and its error names the object, which stays at the service. */
  readonly secretLost?: boolean;
  /** Nothing of it may be seen: the run comes to its end. */
  readonly nothing?: boolean;
}

/** How a point is tried. */
export interface Attempt<Moment> {
  readonly at: string;
  readonly fault: string;
  readonly command: readonly string[];
  /** Whether the run has providers of its own, or that of this process. */
  readonly provider: 'packaged' | 'attached';
  /** Variables of the run's environment. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly allowed: Allowed;
  /** Called before Terraform starts; the returned promise resolves when the moment has come. */
  readonly arm: (stage: Stage) => (terraform: TerraformProcess) => Promise<Moment>;
  /** Breaks something, and lets the run go on as far as it can. */
  readonly happen: (running: {
    readonly stage: Stage;
    readonly terraform: TerraformProcess;
    readonly moment: Moment;
  }) => Promise<void>;
}

/** A point with the remedies that were needed afterwards. */
export interface TriedProcess extends Tried {
  readonly remedies: readonly Remedy[];
}

/** Longest wait for something that must come, in ms; far beyond what a busy machine takes. */
const PATIENCE = 60_000;

/** Tries it. Never rejects for what it finds. */
export async function tryAttempt<Moment>(stage: Stage, act: Act, attempt: Attempt<Moment>): Promise<TriedProcess> {
  const point = { slice: act.subject.name, step: act.step, at: attempt.at, fault: attempt.fault };
  const failed = (problem: string): TriedProcess => ({
    ...point,
    remedies: [],
    outcome: { recovery: 'failed', problems: [problem], messages: [] },
  });
  try {
    await stage.play(act.scene);
    if (attempt.provider === 'attached') stage.attached.use();
    Object.assign(stage.workspace.env, attempt.variables);
    const { terraform, status } = await run(stage, attempt);
    for (const name of Object.keys(attempt.variables ?? {})) delete stage.workspace.env[name];
    const processes = await processesLeft(stage);
    const secrets = [API_KEY, ...secretsOf(act.scene.service), ...secretsOf(await stage.service.snapshot())];
    const repaired = await repair(stage);
    const { problems, surplus } = await compareHoldings(stage, act);
    const shown = surplus.length > 0 ? await unmanaged(stage) : new Set<string>();
    const [left] = surplus;
    const mayBeLeft =
      surplus.length === 1 &&
      ((attempt.allowed.responseLost === true && !act.subject.keyed) ||
        (attempt.allowed.secretLost === true && terraform.output().includes(`/${left?.id}`)));
    const ids = Object.values(act.scene.service.accounts).flatMap(({ objects }) => Object.values(objects).flat());
    const all = [
      ...processes,
      ...(repaired.failure === undefined ? [] : [repaired.failure]),
      ...excessive(repaired.remedies, status, attempt.allowed, act),
      ...problems,
      ...(mayBeLeft ? [] : surplus.map(({ id }) => `the service contains ${id}, which is not declared`)),
      ...surplus.filter(({ id }) => !shown.has(id)).map(({ id }) => `drift does not show ${id} as unmanaged`),
      ...secretsIn(terraform.output() + repaired.output, secrets).map(
        (secret) => `output contains the secret ${secret}`,
      ),
      ...namelessErrors(terraform.output(), [act.subject.address, ...ids.map(({ id }) => id)]),
    ];
    return {
      ...point,
      remedies: repaired.remedies,
      outcome: outcomeOf(all, status, repaired, surplus.length, terraform),
    };
  } catch (failure) {
    return failed((failure as Error).message);
  } finally {
    for (const name of Object.keys(attempt.variables ?? {})) delete stage.workspace.env[name];
    stage.endAll();
    stage.proxy.handle = pass;
    // What is left of one point is not to be found by the next.
    endProviders(stage);
    await processesLeft(stage);
  }
}

async function run<Moment>(
  stage: Stage,
  { arm, command, happen }: Attempt<Moment>,
): Promise<{ terraform: TerraformProcess; status: number | null }> {
  const armed = arm(stage);
  const terraform = await stage.startTerraform(...command);
  const ended = terraform.ended.then(() => undefined);
  const moment = await within(Promise.race([armed(terraform), ended]), 'the moment came');
  if (moment === undefined) throw new Error(`The run ended before the moment: ${terraform.output()}`);
  await within(happen({ stage, terraform, moment }), 'it was broken');
  return { terraform, status: await within(terraform.ended, 'Terraform ended') };
}

/** What was needed and must not be. */
function excessive(
  remedies: readonly Remedy[],
  status: number | null,
  allowed: Allowed,
  { subject, step }: Act,
): string[] {
  const of = (remedy: Remedy): number => remedies.filter((each) => each === remedy).length;
  if (allowed.nothing && (status !== 0 || remedies.length > 0))
    return [`the run ended with ${status}, and it took ${remedies.join(', ') || 'nothing more'}`];
  return [
    ...(status === 0 && remedies.length > 0 ? ['the run said that it was done, and it was not'] : []),
    ...(of('apply') > 2 ? [`it took ${of('apply')} applies`] : []),
    ...(of('import') > 1 || (of('import') > 0 && !(allowed.responseLost && subject.importable))
      ? [`it took an import to ${step} it`]
      : []),
    ...(of('unlock') > 0 && !allowed.unlock ? ['the state stayed locked'] : []),
    ...(of('state push') > 0 && !allowed.statePush ? ['the state was not written'] : []),
  ];
}

function outcomeOf(
  problems: readonly string[],
  status: number | null,
  { remedies }: Repair,
  surplus: number,
  terraform: TerraformProcess,
): Outcome {
  const applies = remedies.filter((remedy) => remedy === 'apply').length;
  const recovery: Recovery =
    problems.length > 0
      ? 'failed'
      : remedies.includes('import')
        ? 'import'
        : applies > 1
          ? 'two applies'
          : status === 0
            ? 'at once'
            : 'one apply';
  const apart = surplus > 0 ? { apart: 'an object is left that is in no state, and drift shows it as unmanaged' } : {};
  return { recovery, problems, messages: errorsIn(terraform.output()), ...(problems.length > 0 ? {} : apart) };
}

/** The promise, or an error that says what did not happen in time. */
export async function within<T>(promise: Promise<T>, what: string): Promise<T> {
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
