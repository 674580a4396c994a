/** What is killed, interrupted or filled up while a request is delayed. */
import { providersIn } from '../../support/acceptance/processes';
import { type Passing, pass } from '../../support/acceptance/proxy';
import type { TerraformProcess } from '../../support/acceptance/terraform-processes';
import type { Stage } from './stage';

/**
 * The moments of a request: before the service receives it; after the service has performed it and before the client
 * receives the response; and, if the service is killed, after it has sent the response.
 */
export type When = 'before it is forwarded' | 'done, no response' | 'response sent';

/** A run of Terraform in the middle of a request. */
export interface PausedRequest {
  readonly stage: Stage;
  readonly terraform: TerraformProcess;
  readonly request: Passing;
}

/** Something that breaks. */
export interface Break {
  readonly name: string;
  readonly whens: readonly When[];
  /** Where the provider is not what breaks it serves many runs from one process, which is faster. */
  readonly provider: 'packaged' | 'attached';
  readonly service: 'in process' | 'process';
  /** Whether it needs a state file on a disk of its own. */
  readonly ownDisk?: true;
  /**
   * Whether the response to a request in flight can be lost with the process that waits for it. Then what was created is in
   * no state; everything else that breaks must not lose it.
   */
  readonly losesResponses: boolean;
  /** Breaks it, and lets the request go on as far as it can. */
  perform(paused: PausedRequest, when: When): Promise<void>;
}

const REQUEST: readonly When[] = ['before it is forwarded', 'done, no response'];

const ofProcesses = { whens: REQUEST, provider: 'packaged', service: 'in process' } as const;

/** Signals and full disks reach Terraform while it waits for the delayed response. */
async function during(request: Passing, when: When, happens: () => Promise<void>): Promise<void> {
  if (when === 'before it is forwarded') {
    await happens();
    return pass(request);
  }
  const { status, contentType, body } = await request.forward();
  await happens();
  request.respond(status, contentType, body);
}

/**
 * Like a terminal on Ctrl-C: all foreground processes receive the signal, including the provider. Terraform takes note of it, or
 * ends before it does: a provider that is to end gives up a read at once.
 */
async function interrupt(terraform: TerraformProcess, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(-terraform.pid, signal);
  } catch {
    return; // It has ended.
  }
  await Promise.race([terraform.says('Interrupt received'), terraform.ended]);
}

/** Everything that breaks in the middle of a request. */
export const BREAKS: readonly Break[] = [
  {
    name: 'SIGINT',
    ...ofProcesses,
    losesResponses: false,
    perform: ({ terraform, request }, when) => during(request, when, () => interrupt(terraform, 'SIGINT')),
  },
  {
    name: 'SIGINT twice',
    ...ofProcesses,
    // Terraform says so itself: 'Note that data loss may have occurred'.
    losesResponses: true,
    perform: ({ terraform, request }, when) =>
      during(request, when, async () => {
        await interrupt(terraform, 'SIGINT');
        await interrupt(terraform, 'SIGINT');
        await terraform.ended;
      }),
  },
  {
    name: 'SIGTERM',
    ...ofProcesses,
    losesResponses: false,
    perform: ({ terraform, request }, when) => during(request, when, () => interrupt(terraform, 'SIGTERM')),
  },
  {
    name: 'SIGKILL of terraform',
    ...ofProcesses,
    losesResponses: true,
    perform: ({ terraform, request }, when) =>
      during(request, when, async () => {
        process.kill(terraform.pid, 'SIGKILL');
        await terraform.ended;
      }),
  },
  {
    name: 'SIGKILL of the provider',
    ...ofProcesses,
    losesResponses: true,
    async perform({ stage, terraform, request }, when) {
      if (when === 'done, no response') await request.forward();
      killProvider(stage);
      request.drop();
      await terraform.ended;
    },
  },
  {
    name: 'SIGKILL of the service',
    whens: [...REQUEST, 'response sent'],
    provider: 'attached',
    service: 'process',
    losesResponses: false,
    async perform({ stage: { service }, request }, when) {
      const response = when === 'before it is forwarded' ? undefined : await request.forward();
      await service.kill();
      await service.restart();
      if (response && when === 'response sent') request.respond(response.status, response.contentType, response.body);
      else request.drop();
    },
  },
  {
    name: 'disk of the state full',
    whens: REQUEST,
    provider: 'attached',
    service: 'in process',
    ownDisk: true,
    losesResponses: false,
    perform: ({ stage, request }, when) => during(request, when, () => stage.store.fill()),
  },
];

/** SIGKILL of the provider that Terraform started; throws unless there is exactly one. */
export function killProvider({ workspace }: Stage): void {
  const running = providersIn(workspace.folder);
  if (running.length !== 1) throw new Error(`There are ${running.length} provider processes, expected one`);
  process.kill(running[0] as number, 'SIGKILL');
}
