/** The invariants after a process was killed. */
import { readAccount } from '../../../src/account/read-account';
import { createClient } from '../../../src/client';
import { detectDrift } from '../../../src/drift/report/report';
import type { JsonObject } from '../../../src/model/json';
import { providersIn } from '../../support/acceptance/processes';
import { addressesOf } from '../scenario';
import { listServiceObjects, type ServiceObject, surplusOf } from '../service-objects';
import { API_KEY } from '../test-environment';
import type { Act } from './acts';
import type { Stage } from './stage';

/** Compares what is declared, what the state contains and what the service contains. */
export async function compareHoldings(
  stage: Stage,
  { scene, expected }: Pick<Act, 'scene' | 'expected'>,
): Promise<{ readonly problems: readonly string[]; readonly surplus: readonly ServiceObject[] }> {
  const [snapshot, resources] = await Promise.all([stage.service.snapshot(), stage.state()]);
  const there = listServiceObjects(snapshot);
  const addresses = resources.map(({ address }) => address).sort();
  const declared = addressesOf(scene.configuration).sort();
  const ids = resources.map(({ values }) => values['id']).filter((id) => id !== undefined);
  const known = new Set(ids);
  // Of two equal objects the one that no state knows is the surplus.
  const knownFirst = [...there].sort((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)));
  return {
    problems: [
      ...(addresses.join() === declared.join()
        ? []
        : [`the state contains ${addresses.join(', ')}; declared are ${declared.join(', ')}`]),
      ...resources.filter(({ deposed }) => deposed).map(({ address }) => `the state contains a deposed ${address}`),
      ...surplusOf(expected, there).map(({ content }) => `the service lacks ${content}`),
    ],
    surplus: surplusOf(knownFirst, expected),
  };
}

/** Ids of the objects that drift detection calls unmanaged. */
export async function unmanaged(stage: Stage): Promise<ReadonlySet<string>> {
  const { url, profile } = stage.service;
  const client = createClient({ baseUrl: url, apiKey: API_KEY, profile, maxRequestsPerMinute: 0 });
  try {
    const stated = (await stage.state()).map((resource) => ({ ...resource, values: resource.values as JsonObject }));
    const { report } = detectDrift({
      account: await readAccount(client),
      stateResources: stated,
      configured: undefined,
      lookups: [],
      usage: { requests: 0, pages: 0 },
      today: '2026-01-01',
    });
    return new Set(report.findings.flatMap(({ type, id }) => (type === 'unmanaged' && id !== null ? [id] : [])));
  } finally {
    await client.close();
  }
}

/** Errors of Terraform about itself, its state and its processes: they are about no object. */
const TERRAFORMS_OWN = [
  'operation canceled',
  'execution halted',
  'error asking for approval',
  'Failed to write state',
  'Error acquiring the state lock',
  'Error releasing the state lock',
  'error loading state',
  'Failed to save state',
  'Failed to persist state',
  'failed to write to local state backup file',
  'Failed to load plugin schemas',
  'Unrecognized remote plugin message',
  'Plugin did not respond',
  'Request cancelled',
];

/** Errors that do not say which object they are about. */
export function namelessErrors(output: string, names: readonly string[]): string[] {
  return errorsIn(output)
    .filter((error) => !TERRAFORMS_OWN.some((own) => error.startsWith(own)))
    .filter((error) => !names.some((name) => error.includes(name)))
    .map((error) => `an error names no object: ${error}`);
}

/** The errors that a run printed for people to read, each on one line. */
export function errorsIn(output: string): string[] {
  return output
    .replace(/[│╷╵\s]+/g, ' ')
    .split(/(?<=^| )Error: /)
    .slice(1);
}

/** Milliseconds after Terraform's end in which every process of a run must be gone. */
const LEFT_LIMIT = 5_000;

/** Waits for the end of what runs in the workspace; says which processes are left when its time is over. */
export async function processesLeft({ workspace }: Stage): Promise<string[]> {
  const deadline = performance.now() + LEFT_LIMIT;
  for (;;) {
    const left = providersIn(workspace.folder);
    if (left.length === 0) return [];
    if (performance.now() > deadline) return left.map((pid) => `process ${pid} is left after ${LEFT_LIMIT / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends every provider that still runs in the workspace. */
export function endProviders({ workspace }: Stage): void {
  for (const pid of providersIn(workspace.folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited already.
    }
  }
}
