/**
 * How the cost of a preview grows: a folder imports sets of 25 rules, each with its policy, in an account without other
 * objects: `npx tsx bench/scale.ts`, or with sizes `npx tsx bench/scale.ts 100 200`. Linux only.
 *
 * Terraform's own share is measured twice: the commands of a preview with as many `terraform_data`, up to 400 sets, because
 * their time grows 2.8 times with each doubling; and the plan after the imports are applied. Ratios compare processor time,
 * which other load changes less than the clock.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type Snapshot, type SnapshotObject } from '../src/emulator';
import type { PreviewReport } from '../src/preview/report';
import type { JsonObject } from '../src/values/json';
import { GO_SETTINGS, type Resources, type Workspace } from '../test/support/acceptance/workspace';
import { type Finding, runSection, type Section } from './harness';
import { memoryOf } from './processes';
import { cidrs, workspaceOf } from './terraform';

const SIZES = [100, 200, 400, 800, 1_600, 2_000];
const RULES_OF_SET = 25;
const MOST_TERRAFORM_DATA = 400;
const LIMITS = {
  ratio: 2.2,
  mebibytes: 700,
  seconds: new Map([
    [400, 15],
    [2_000, 90],
  ]),
};
const CLI = join(__dirname, '../lib/bin/netingress.js');

/** Of a command and the processes that it waited for. */
interface Cost {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly processor: number;
  /** The part of the command itself, from a sample of at most 50 ms before its end. */
  readonly own: number;
  /** Peak of the command itself. */
  readonly mebibytes: number;
  /** Peak of its largest direct child; 0 for several commands. */
  readonly childMebibytes: number;
}

interface Row {
  readonly sets: number;
  readonly preview: Cost;
  readonly requests: number;
  /** Undefined for more sets than are compared. */
  readonly terraformData: Cost | undefined;
  readonly importing: Cost;
  readonly imported: Cost;
}

async function measure(): Promise<Section> {
  const named = process.argv.slice(2).filter((arg) => /^\d+$/.test(arg));
  const rows: Row[] = [];
  for (const sets of named.length > 0 ? named.map(Number) : SIZES) {
    const row = await measureSize(sets);
    rows.push(row);
    // The largest take minutes.
    console.error(JSON.stringify(row));
  }
  const findings = rows.flatMap((row) => [
    ...listCosts(row),
    ...rows.filter(({ sets }) => sets * 2 === row.sets).flatMap((half) => compareRows(row, half)),
  ]);
  return { title: `Previews of sets of ${RULES_OF_SET} rules`, findings };
}

function listCosts({ sets, preview, requests, terraformData, importing, imported }: Row): Finding[] {
  const processor = (name: string, { seconds, processor: value }: Cost, more = ''): Finding => ({
    name: `${sets} sets: ${name}`,
    value,
    unit: ' s of processor time',
    note: `${seconds.toFixed(1)} s by the clock${more}`,
  });
  return [
    processor('preview', preview, `, ${preview.own.toFixed(1)} s of processor time without Terraform`),
    { name: `${sets} sets: preview`, value: preview.seconds, unit: ' s', atMost: LIMITS.seconds.get(sets) },
    {
      name: `${sets} sets: most memory of the command`,
      value: preview.mebibytes,
      unit: ' MiB',
      atMost: LIMITS.mebibytes,
      note: `Terraform ${preview.childMebibytes.toFixed(0)} MiB`,
    },
    { name: `${sets} sets: requests to the account`, value: requests, unit: ' requests' },
    ...(terraformData ? [processor('the commands of a preview with terraform_data', terraformData)] : []),
    processor('plan with the imports', importing),
    processor('plan after the imports', imported),
  ];
}

function compareRows(row: Row, half: Row): Finding[] {
  const ratio = (name: string, get: (each: Row) => Cost | undefined, atMost?: number): Finding[] => {
    const [cost, ofHalf] = [get(row), get(half)];
    if (!cost || !ofHalf) return [];
    return [{ name: `${row.sets} sets / ${half.sets}: ${name}`, value: cost.processor / ofHalf.processor, atMost }];
  };
  return [
    ...ratio('preview', ({ preview }) => preview, LIMITS.ratio),
    ...ratio('preview without Terraform', ({ preview }) => ({ ...preview, processor: preview.own }), LIMITS.ratio),
    ...ratio('the commands of a preview with terraform_data', ({ terraformData }) => terraformData),
    ...ratio('plan with the imports', ({ importing }) => importing),
    ...ratio('plan after the imports', ({ imported }) => imported),
  ];
}

async function measureSize(sets: number): Promise<Row> {
  const emulator = createEmulator();
  const { url } = await emulator.listen();
  const workspaces: Workspace[] = [];
  const newWorkspace = async (resources: Resources, more: JsonObject = {}): Promise<Workspace> => {
    const workspace = await workspaceOf(url, resources);
    workspaces.push(workspace);
    await workspace.configure(resources, more);
    // As users start it.
    for (const name of Object.keys(GO_SETTINGS)) delete workspace.env[name];
    return workspace;
  };
  try {
    await emulator.restore(fill(await emulator.snapshot(), sets));
    const folder = await newWorkspace(declare(sets), { import: importAll(sets) });
    const preview = await costOf(
      folder,
      process.execPath,
      CLI,
      'preview',
      '--dir',
      '.',
      '--json',
      '--out',
      'report.json',
    );
    const { result, cost } = JSON.parse(readFileSync(join(folder.folder, 'report.json'), 'utf8')) as PreviewReport;
    if (result !== 'applies') throw new Error(`The preview of ${sets} sets ended with ${result}`);
    const importing = await costOf(folder, 'terraform', 'plan', '-out=plan.bin');
    await folder.applyPlanned();
    const imported = await costOf(folder, 'terraform', 'plan', '-detailed-exitcode');
    const terraformData =
      sets > MOST_TERRAFORM_DATA ? undefined : await costOfCommands(await newWorkspace(builtIn(sets)));
    return { sets, preview, requests: cost.read_requests, terraformData, importing, imported };
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    await emulator.close();
  }
}

const idOf = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(27, '0')}`;

/** Replaces the objects of the first account of a snapshot. */
function fill(empty: Snapshot, sets: number): Snapshot {
  const [[name, account] = []] = Object.entries(empty.accounts);
  if (!name || !account) throw new Error('The snapshot has no account');
  const object = (id: string, path: string, values: JsonObject): SnapshotObject => ({
    id,
    created_at: empty.time,
    updated_at: empty.time,
    values,
    service: { uri: `${path}/${id}` },
  });
  const policies = Array.from({ length: sets }, (_, n) => idOf('ipp', n));
  const objects = {
    ip_policy: policies.map((id, n) => object(id, '/ip_policies', { description: `set ${n}`, metadata: '' })),
    ip_policy_rule: policies.flatMap((id, n) =>
      cidrs(RULES_OF_SET).map((cidr, index) =>
        object(idOf('ipr', n * RULES_OF_SET + index), '/ip_policy_rules', {
          ip_policy_id: id,
          cidr,
          action: 'allow',
          description: '',
          metadata: '',
        }),
      ),
    ),
  };
  return { ...empty, accounts: { [name]: { ...account, objects } } };
}

const rulesOfSet: JsonObject = Object.fromEntries(cidrs(RULES_OF_SET).map((cidr) => [cidr, { action: 'allow' }]));

function forEachSet(sets: number, create: (n: number) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from({ length: sets }, (_, n) => [`s${n}`, create(n)]));
}

function declare(sets: number): Resources {
  return {
    netingress_ip_policy: forEachSet(sets, (n) => ({ description: `set ${n}` })),
    netingress_ip_policy_rules: forEachSet(sets, (n) => ({
      ip_policy_id: `\${netingress_ip_policy.s${n}.id}`,
      rules: rulesOfSet,
    })),
  };
}

function importAll(sets: number): JsonObject[] {
  return Array.from({ length: sets }, (_, n) => idOf('ipp', n)).flatMap((id, n) => [
    { to: `netingress_ip_policy.s${n}`, id },
    { to: `netingress_ip_policy_rules.s${n}`, id },
  ]);
}

/** Terraform's built-in resource in the same number, and with the same values, as policies and sets. */
function builtIn(sets: number): Resources {
  const ofPolicies = forEachSet(sets, (n) => ({ input: { description: `set ${n}` } }));
  const ofRules = forEachSet(sets, (n) => ({ input: { id: `\${terraform_data.s${n}.id}`, rules: rulesOfSet } }));
  const renamed = Object.fromEntries(Object.entries(ofRules).map(([name, values]) => [`rules_${name}`, values]));
  return { terraform_data: { ...ofPolicies, ...renamed } };
}

/** The commands of a preview; it omits the last one if its second plan has no changes. */
async function costOfCommands(workspace: Workspace): Promise<Cost> {
  const commands = [
    ['init'],
    ['plan', '-json', '-out=plan.bin'],
    ['show', '-json', 'plan.bin'],
    ['apply', '-json', 'plan.bin'],
    ['plan', '-json', '-out=next.bin'],
    ['show', '-json', 'next.bin'],
  ];
  const costs: Cost[] = [];
  for (const command of commands) costs.push(await costOf(workspace, 'terraform', ...command));
  const sum = (get: (cost: Cost) => number): number => costs.reduce((total, cost) => total + get(cost), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    processor: sum(({ processor }) => processor),
    own: sum(({ own }) => own),
    mebibytes: Math.max(...costs.map(({ mebibytes }) => mebibytes)),
    childMebibytes: 0,
  };
}

const SAMPLE_MS = 50;

async function costOf({ folder, env }: Workspace, program: string, ...args: string[]): Promise<Cost> {
  const [start, before] = [performance.now(), readTimes('self').ofChildren];
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  let [own, mebibytes, childMebibytes] = [0, 0, 0];
  const timer = setInterval(() => {
    try {
      own = readTimes(child.pid as number).own;
      mebibytes = memoryOf(child.pid as number)?.most ?? mebibytes;
      for (const pid of listChildren(child.pid as number))
        childMebibytes = Math.max(childMebibytes, memoryOf(pid)?.most ?? 0);
    } catch {
      // The process has ended.
    }
  }, SAMPLE_MS);
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${errors}`);
  const processor = readTimes('self').ofChildren - before;
  return { seconds: (performance.now() - start) / 1000, processor, own, mebibytes, childMebibytes };
}

/** Seconds of processor time of a process, and of its children that have ended; in steps of 10 ms. */
function readTimes(pid: number | 'self'): { readonly own: number; readonly ofChildren: number } {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.split(' ').slice(11, 15).map(Number);
  return { own: (user + system) / 100, ofChildren: (childUser + childSystem) / 100 };
}

function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

runSection(measure);
