/** What must hold after whatever broke. */
import { readAccount } from '../../../src/client/read-account';
import { createClient } from '../../../src/client';
import { detectDrift } from '../../../src/drift';
import type { Snapshot } from '../../../src/emulator';
import { withoutSnapshotSecrets } from '../../../src/emulator/snapshot/snapshot';
import type { Json, JsonObject } from '../../../src/model/json';
import type { Kind } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import type { AllKinds } from '../../acceptance/all-kinds';
import { providersIn } from '../../acceptance/processes';
import { API_KEY, idsAt } from './services';
import type { Stage } from './stage';
import { SEED } from './subjects';

/** Objects of a kind that the service holds beyond what is declared. */
export interface Surplus {
  readonly kind: Kind;
  readonly ids: readonly string[];
}

/** Compares what is declared, what the state holds and what the service holds. */
export async function compareHoldings(
  stage: Stage,
  configuration: AllKinds,
): Promise<{ readonly problems: readonly string[]; readonly surplus: readonly Surplus[] }> {
  const [held, resources] = await Promise.all([stage.service.snapshot(), stage.state()]);
  const problems: string[] = [];
  const surplus: Surplus[] = [];
  const addresses = resources.map(({ address }) => address).sort();
  const declared = Object.entries(configuration).flatMap(([type, objects]) =>
    Object.keys(objects).map((name) => `${type}.${name}`),
  );
  if (addresses.join() !== declared.sort().join())
    problems.push(`the state holds ${addresses.join(', ')}; declared are ${declared.join(', ')}`);
  if (resources.some(({ deposed }) => deposed !== undefined)) problems.push('the state holds a deposed object');
  for (const kind of KINDS) {
    const ids = idsAt(held, kind.name);
    const known = resources.filter(({ type }) => type === `netingress_${kind.name}`).map(({ values }) => values['id']);
    const inSets = kind.name === 'ip_policy_rule' ? rulesInSets(configuration) : 0;
    const missing = known.filter((id) => !ids.includes(String(id)));
    if (missing.length > 0) problems.push(`the service does not hold ${kind.name} ${missing.join(', ')}`);
    const others = ids.filter((id) => !known.includes(id));
    if (others.length < inSets) problems.push(`the service holds ${others.length} rules of the set, not ${inSets}`);
    if (others.length > inSets) surplus.push({ kind, ids: others });
  }
  return { problems, surplus };
}

function rulesInSets(configuration: AllKinds): number {
  const sets = Object.values(configuration['netingress_ip_policy_rules'] ?? {});
  return sets.reduce((sum, { rules }) => sum + Object.keys(rules as JsonObject).length, 0);
}

/** Identifiers of the objects that drift detection calls unmanaged. */
export async function unmanaged(stage: Stage): Promise<Set<string>> {
  const client = createClient({ baseUrl: stage.service.url, apiKey: API_KEY, maxRequestsPerMinute: 0 });
  try {
    const { report } = detectDrift({
      account: await readAccount(client),
      stated: (await stage.state()).map((resource) => ({ ...resource, values: resource.values as JsonObject })),
      declared: undefined,
      confirmations: [],
      usage: { requests: 0, pages: 0 },
      today: '2026-01-01',
    });
    return new Set(report.findings.flatMap(({ type, id }) => (type === 'unmanaged' && id !== null ? [id] : [])));
  } finally {
    await client.close();
  }
}

/** Everything secret that the service holds or was given, as the texts that would show it. */
export function secretsOf(snapshot: Snapshot): string[] {
  const shown = new Set(leaves(withoutSnapshotSecrets(snapshot) as unknown as Json));
  const secret = leaves(snapshot.accounts as unknown as Json).filter((leaf) => !shown.has(leaf));
  // Lines of keys and certificates may be wrapped otherwise, or escaped; their middles are the same.
  const lines = secret.flatMap((leaf) => leaf.split('\n')).filter((line) => line.length >= 12 && !line.includes('---'));
  return [SEED, ...lines];
}

/** The secrets that stand in a text. */
export function exposed(secrets: readonly string[], text: string): string[] {
  return secrets.filter((secret) => text.includes(secret));
}

function leaves(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** Errors of Terraform about itself, its state and its processes: they are about no object. */
const TERRAFORMS_OWN = [
  'operation canceled',
  'execution halted',
  'Error acquiring the state lock',
  'Error releasing the state lock',
  'Failed to save state',
  'Failed to persist state',
  'Error saving state',
];

/** Errors that do not say which object they are about. */
export function namelessErrors(output: string, names: readonly string[]): string[] {
  return output
    .replace(/[│╷╵\s]+/g, ' ')
    .split(/(?<=^| )Error: /)
    .slice(1)
    .filter((error) => !TERRAFORMS_OWN.some((own) => error.startsWith(own)))
    .filter((error) => !names.some((name) => error.includes(name)));
}

/** Milliseconds after Terraform's end in which every process of a run must be gone. */
export const LEFT_LIMIT = 5_000;

/** Waits for the end of what runs in the workspace; the process ids that are left when its time is over. */
export async function processesLeft({ workspace }: Stage): Promise<number[]> {
  const deadline = performance.now() + LEFT_LIMIT;
  for (;;) {
    const left = providersIn(workspace.folder);
    if (left.length === 0 || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
