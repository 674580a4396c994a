/** The moments in which no request is under way: before a provider's handshake, between plan and apply, while the state is written. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { providersIn } from '../../support/acceptance/processes';
import { type Passing, pass } from '../../support/acceptance/proxy';
import type { TerraformProcess } from '../../support/acceptance/terraform-processes';
import { type Act, APPLY, APPLY_PLANNED, nameRequests } from './acts';
import { type Attempt, type TriedProcess, tryAttempt } from './attempt';
import type { Stage } from './stage';

/** A point in such a moment, with the stage it needs. */
export interface IdleMoment {
  readonly act: Act;
  readonly at: string;
  readonly fault: string;
  readonly stage: 'own disk' | 'server' | 'service process';
  attempt(stage: Stage): Promise<TriedProcess>;
}

/** What reaches Terraform when it waits for nothing of the service. `provider` is the process that is stopped, if one is. */
interface Signals {
  readonly name: string;
  readonly send: (terraform: TerraformProcess, provider: number | undefined) => Promise<void>;
}

/** Terraform says at some moments only that it was interrupted; at others it ends, or takes note later. */
const HEARD_WITHIN = 300;

const toAll =
  (signal: NodeJS.Signals): Signals['send'] =>
  async (terraform) => {
    try {
      process.kill(-terraform.pid, signal);
    } catch {
      return; // It has ended.
    }
    await Promise.race([terraform.says('nterrupt'), terraform.ended, sleep(HEARD_WITHIN)]);
  };

const TO_TERRAFORM: readonly Signals[] = [
  { name: 'SIGINT', send: toAll('SIGINT') },
  {
    name: 'SIGINT twice',
    async send(terraform, provider) {
      await toAll('SIGINT')(terraform, provider);
      await toAll('SIGINT')(terraform, provider);
      await Promise.race([terraform.ended, sleep(HEARD_WITHIN)]);
    },
  },
  { name: 'SIGTERM', send: toAll('SIGTERM') },
  {
    name: 'SIGKILL of terraform',
    async send(terraform) {
      process.kill(terraform.pid, 'SIGKILL');
      await terraform.ended;
    },
  },
];

const TO_PROVIDER: Signals = {
  name: 'SIGKILL of the provider',
  async send(_, provider) {
    if (provider === undefined) throw new Error('No provider is running');
    process.kill(provider, 'SIGKILL');
  },
};

/** How often an apply that plans first starts the provider: measured, since it depends on what there is to do. */
export async function countStarts(stage: Stage, act: Act): Promise<number> {
  await stage.play(act.scene);
  const { folder, variables } = await prepareStarts(stage, 0);
  Object.assign(stage.workspace.env, variables);
  await stage.workspace.ok(...APPLY, ...act.args);
  for (const name of Object.keys(variables)) delete stage.workspace.env[name];
  return (await readdir(folder)).filter((name) => name.startsWith('start-')).length;
}

/** Before the handshake of each provider process of an apply. */
export function handshakeMoments(act: Act, starts: number): IdleMoment[] {
  return Array.from({ length: starts }, (_, index) => index + 1).flatMap((start) =>
    [...TO_TERRAFORM, TO_PROVIDER].map((signals): IdleMoment => {
      const at = `before the handshake of process ${start}`;
      return {
        act,
        at,
        fault: signals.name,
        stage: 'own disk',
        attempt: (stage) => tryHandshake(stage, act, at, start, signals),
      };
    }),
  );
}

async function tryHandshake(
  stage: Stage,
  act: Act,
  at: string,
  start: number,
  { name, send }: Signals,
): Promise<TriedProcess> {
  const { folder, variables } = await prepareStarts(stage, start);
  return tryAttempt<number>(stage, act, {
    at,
    fault: name,
    command: [...APPLY, ...act.args],
    provider: 'packaged',
    variables,
    allowed: {},
    arm: () => async () => {
      for (;;) {
        const text = await readFile(join(folder, `start-${start}`), 'utf8').catch(() => '');
        if (text !== '') return Number(text);
        await sleep(10);
      }
    },
    async happen({ terraform, moment }) {
      await send(terraform, moment);
      await writeFile(join(folder, 'go'), '');
    },
  });
}

async function prepareStarts(
  { workspace }: Stage,
  hold: number,
): Promise<{ readonly folder: string; readonly variables: Record<string, string> }> {
  const folder = join(workspace.env['HOME'] ?? '', 'starts');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const variables = {
    NODE_OPTIONS: `--require ${join(__dirname, 'hold-start.cjs')}`,
    FAULTS_STARTS: folder,
    FAULTS_HOLD: String(hold),
  };
  return { folder, variables };
}

/** When the plan is shown and Terraform asks whether to go on. No provider runs then, which is checked. */
export function promptMoments(act: Act): IdleMoment[] {
  const at = 'between plan and apply';
  const moment = (
    fault: string,
    stage: IdleMoment['stage'],
    allowed: Attempt<unknown>['allowed'],
    happen: (on: Stage, terraform: TerraformProcess) => Promise<void>,
  ): IdleMoment => ({
    act,
    at,
    fault,
    stage,
    attempt: (on) =>
      tryAttempt<string>(on, act, {
        at,
        fault,
        command: ['apply', '-no-color', ...act.args],
        provider: 'packaged',
        variables: { TF_INPUT: '1' },
        allowed,
        arm: () => async (terraform) => {
          await terraform.says('Enter a value');
          return 'asked';
        },
        async happen({ terraform }) {
          const running = providersIn(on.workspace.folder);
          if (running.length > 0) throw new Error(`Providers run between plan and apply: ${running.join(', ')}`);
          await happen(on, terraform);
          terraform.hears('yes');
        },
      }),
  });
  return [
    ...TO_TERRAFORM.map(({ name, send }) => moment(name, 'own disk', {}, (_, terraform) => send(terraform, undefined))),
    moment('SIGKILL of the service', 'service process', { nothing: true }, async ({ service }) => {
      await service.kill();
      await service.restart();
    }),
    moment('disk of the state full', 'own disk', { statePush: true }, ({ store }) => store.fill()),
  ];
}

/** Records the requests for the state that the apply of the plan sends, on a stage whose state is on a server. */
export async function recordStateRequests(stage: Stage, act: Act): Promise<string[]> {
  await stage.play(act.scene);
  const named = nameRequests();
  const requests: string[] = [];
  if (!stage.store.proxy) throw new Error('The state of this stage is on no server');
  stage.store.proxy.handle = (request) => {
    requests.push(named(request));
    return pass(request);
  };
  await stage.workspace.ok(...APPLY_PLANNED);
  stage.store.proxy.handle = pass;
  return requests;
}

/** While the state is locked, read, written and unlocked: each request for it, before and after it is done. */
export function stateMoments(act: Act, requests: readonly string[]): IdleMoment[] {
  return requests.flatMap((request) =>
    (['before it is forwarded', 'done, no response'] as const).flatMap((when) =>
      TO_TERRAFORM.map((signals): IdleMoment => {
        const at = `${request} of the state, ${when}`;
        return {
          act,
          at,
          fault: signals.name,
          stage: 'server',
          attempt: (stage) => tryStateRequest(stage, act, at, request, when, signals),
        };
      }),
    ),
  );
}

function tryStateRequest(
  stage: Stage,
  act: Act,
  at: string,
  request: string,
  when: 'before it is forwarded' | 'done, no response',
  { name, send }: Signals,
): Promise<TriedProcess> {
  // A Terraform that is gone may not have written what it knew, and does not unlock.
  const gone = name === 'SIGKILL of terraform' || name === 'SIGINT twice';
  return tryAttempt<Passing>(stage, act, {
    at,
    fault: name,
    command: APPLY_PLANNED,
    provider: 'packaged',
    allowed: { responseLost: gone, unlock: gone, statePush: gone },
    arm: ({ store }) => {
      const paused = pauseStateRequest(store.proxy, request);
      return () => paused;
    },
    async happen({ terraform, moment }) {
      const response = when === 'done, no response' ? await moment.forward() : undefined;
      await send(terraform, undefined);
      if (response) moment.respond(response.status, response.contentType, response.body);
      // What a killed process had sent but halfway never arrives.
      else if (gone) moment.drop();
      else await pass(moment);
    },
  });
}

function pauseStateRequest(proxy: Stage['store']['proxy'], wanted: string): Promise<Passing> {
  if (!proxy) throw new Error('The state of this stage is on no server');
  const named = nameRequests();
  return new Promise((resolve) => {
    proxy.handle = (request) => {
      if (named(request) !== wanted) return pass(request);
      resolve(request);
    };
  });
}
