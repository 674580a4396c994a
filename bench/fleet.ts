/**
 * Requests, time and memory of `netingress drift --accounts` for 50 accounts of 1,000 objects, in turns with `--parallel 1`
 * and `--parallel 4`. One emulator serves all accounts, each with its own key, and delays every response by 50 ms. The package
 * must have been built: `npx tsx bench/fleet.ts`. Three numbers are other sizes: accounts, objects and rounds.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccount } from '../src/account/read-account';
import { createClient } from '../src/client';
import { createEmulator, type Emulator } from '../src/emulator';
import { PAGE_LIMIT } from '../src/model/kind';
import { PROVIDER_ADDRESS } from '../src/terraform/mirror';
import { SPEC_KINDS } from '../test/support/kinds';
import { fillAccount } from './filled-account';
import { compare, runSection, type Section } from './harness';

const [ACCOUNTS = 50, OBJECTS = 1_000, ROUNDS = 3] = process.argv
  .slice(2)
  .filter((arg) => /^\d+$/.test(arg))
  .map(Number);
const DELAY_MS = 50;
/** The most requests of one account: one for each list, and one for each full page of objects. */
const REQUESTS_EACH = SPEC_KINDS.length + Math.ceil(OBJECTS / PAGE_LIMIT.most);

const program = join(__dirname, '../lib/bin/netingress.js');

interface Measured {
  readonly requests: number;
  readonly mebibytes: number;
  readonly milliseconds: number;
}

async function measure(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'netingress-bench-'));
  const emulator = createEmulator({ accounts: names().map((name) => ({ name, apiKeys: [`key-${name}`] })) });
  try {
    const { url } = await emulator.listen();
    await writeFleet(emulator, url, folder);
    const measured: Measured[] = [];
    const time = async (parallel: number): Promise<number> => {
      const result = await detectDrift(emulator, folder, parallel);
      measured.push(result);
      return result.milliseconds;
    };
    const medians = await compare(
      ROUNDS,
      [1, 4].map((parallel) => ({ name: `${parallel}`, run: () => time(parallel) })),
    );
    const [one = Number.NaN, four = Number.NaN] = [medians.get('1'), medians.get('4')];
    const most = (values: readonly number[]): number => Math.max(...values);
    return {
      title: `drift --accounts: ${ACCOUNTS} accounts of ${OBJECTS} objects, ${DELAY_MS} ms a request`,
      findings: [
        {
          name: 'requests',
          value: most(measured.map(({ requests }) => requests)),
          atMost: ACCOUNTS * REQUESTS_EACH,
          unit: '',
        },
        {
          name: '--parallel 4 / --parallel 1',
          value: four / one,
          atMost: 0.35,
          note: `${(four / 1000).toFixed(1)} s of ${(one / 1000).toFixed(1)} s`,
        },
        {
          name: 'memory of the command',
          value: most(measured.map(({ mebibytes }) => mebibytes)),
          atMost: 300,
          unit: ' MiB',
        },
      ],
    };
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function names(): readonly string[] {
  return Array.from({ length: ACCOUNTS }, (_, n) => `account-${n}`);
}

/** Fills the accounts, and writes a state with all objects of each, the accounts file, and the script that reports memory. */
async function writeFleet(emulator: Emulator, url: string, folder: string): Promise<void> {
  for (const name of names()) {
    const apiKey = `key-${name}`;
    await fillAccount({ emulator }, OBJECTS, apiKey);
    const client = createClient({ baseUrl: url, apiKey, fetch: emulator.fetch });
    const { kinds } = await readAccount(client);
    await client.close();
    const resources = kinds.flatMap(({ kind, objects }) =>
      objects.map(({ values }, n) => ({
        mode: 'managed',
        type: `netingress_${kind}`,
        name: `n${n}`,
        provider: `provider["${PROVIDER_ADDRESS}"]`,
        instances: [{ attributes: values }],
      })),
    );
    const state = { version: 4, terraform_version: '1.11.4', serial: 1, lineage: name, resources };
    await writeFile(join(folder, `${name}.tfstate`), JSON.stringify(state));
  }
  const accounts = names().map((name) => ({
    name,
    base_url: url,
    api_key: { env: `KEY_${name.replace('-', '_')}` },
    states: [`${name}.tfstate`],
  }));
  await writeFile(join(folder, 'accounts.yaml'), JSON.stringify({ accounts }));
  await writeFile(
    join(folder, 'memory.js'),
    `process.on('exit', () => require('node:fs').writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)));`,
  );
}

async function detectDrift(emulator: Emulator, folder: string, parallel: number): Promise<Measured> {
  emulator.faults.clear();
  emulator.faults.add({ do: { delay_ms: DELAY_MS } });
  const memory = join(folder, 'memory.txt');
  const report = join(folder, 'report.json');
  const files = ['--accounts', 'accounts.yaml', '--out', report, '--format', 'json'];
  const started = performance.now();
  const status = await new Promise<number | null>((resolve, reject) => {
    const keys = names().map((name) => [`KEY_${name.replace('-', '_')}`, `key-${name}`]);
    const child = spawn(
      process.execPath,
      ['--require', join(folder, 'memory.js'), program, 'drift', '--parallel', String(parallel), ...files],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], MEMORY_FILE: memory, ...Object.fromEntries(keys) },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    child.once('error', reject);
    child.once('close', resolve);
  });
  const milliseconds = performance.now() - started;
  expectComplete(status, JSON.parse(await readFile(report, 'utf8')) as FleetReport);
  const requests = emulator.faults.list()[0]?.hits ?? Number.NaN;
  return { requests, milliseconds, mebibytes: Number(await readFile(memory, 'utf8')) / 1024 };
}

interface FleetReport {
  readonly accounts: readonly {
    readonly report: { readonly coverage: { readonly total: { readonly managed: number } } } | null;
  }[];
}

/** Throws if the report lacks an account or an object: such a run would be faster, and must not count. */
function expectComplete(status: number | null, { accounts }: FleetReport): void {
  const complete = accounts.filter(({ report }) => report?.coverage.total.managed === OBJECTS);
  if (status !== 0 || complete.length !== ACCOUNTS)
    throw new Error(`drift ended with ${status}, and ${complete.length} of ${ACCOUNTS} accounts are complete.`);
}

runSection(measure);
