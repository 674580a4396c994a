/**
 * The provider package with its own Node, compared with the script: time from start to handshake, memory then, and memory
 * after a refresh of 1,000 rules. Memory excludes pages of files: how many are mapped depends on the file system. Linux on amd64 only. Arguments `NAME=DIR` add other unpacked packages.
 *
 *     npm run build && npx tsx bench/packages/runtime.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../package.json';
import { createEmulator } from '../../src/emulator';
import type { Workspace } from '../../test/support/acceptance/workspace';
import { unpackZip } from '../../test/support/release/unpack';
import { findOrBuildZip } from '../../test/support/release/zips';
import { type Candidate, compare, type Finding, type Medians, ratioOf, runSection, type Section } from '../harness';
import { memoryOf, PROVIDER, pluginEnvironment, watchMemory } from '../processes';
import { singleRules, workspaceOf } from '../terraform';

const QUICK = process.argv.includes('--quick');
const STARTS = QUICK ? 11 : 41;
const MEMORY_ROUNDS = 5;
const REFRESHES = QUICK ? 1 : 3;
const RULES = 1_000;
const SETTLE_MS = 400;

const SCRIPT = 'script';
const PACKAGE = 'package';

async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    unpackZip(await findOrBuildZip('linux_amd64'), join(folder, PACKAGE));
    const others = process.argv.slice(2).filter((argument) => argument.includes('='));
    const providers = new Map([
      [SCRIPT, PROVIDER],
      [PACKAGE, join(folder, PACKAGE, `terraform-provider-netingress_v${version}`)],
      ...others.map((argument) => argument.split('=') as [string, string]),
    ]);
    const candidates = (run: (program: string) => Promise<number>): Candidate[] =>
      [...providers].map(([name, program]) => ({ name, run: () => run(program) }));
    const times = await compare(STARTS, candidates(startToHandshake));
    const memory = await compare(MEMORY_ROUNDS, candidates(memoryAfterHandshake));
    const refreshed = await refresh(providers, folder);
    return { title: 'The provider with its own Node', findings: findings(providers, { times, memory, refreshed }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findings(
  providers: ReadonlyMap<string, string>,
  { times, memory, refreshed }: Readonly<Record<'times' | 'memory' | 'refreshed', Medians>>,
): Finding[] {
  return [...providers.keys()].slice(1).flatMap((name) => [
    {
      ...ratioOf(times, name, SCRIPT, name === PACKAGE ? 0.65 : undefined),
      name: `${name}: start to handshake / script (ms)`,
    },
    { ...ratioOf(memory, name, SCRIPT), name: `${name}: own memory after the handshake / script (MB)` },
    {
      ...ratioOf(refreshed, name, SCRIPT),
      name: `${name}: own memory after a refresh of ${RULES} rules / script (MB)`,
    },
  ]);
}

/** Starts the program as Terraform does: without the environment of this process. */
function start<Result>(program: string, use: (milliseconds: number, child: ChildProcess) => Promise<Result> | Result) {
  return new Promise<Result>((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, [], { env: pluginEnvironment, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', async () => {
      const result = await use(performance.now() - began, child);
      child.once('close', () => resolve(result));
      child.kill('SIGTERM');
    });
  });
}

function startToHandshake(program: string): Promise<number> {
  return start(program, (milliseconds) => milliseconds);
}

function memoryAfterHandshake(program: string): Promise<number> {
  return start(program, async (_, { pid = 0 }) => {
    await sleep(SETTLE_MS);
    return memoryOf(pid)?.own ?? Number.NaN;
  });
}

/** Memory of the last process of a plan, which refreshes. All candidates read the same objects. */
async function refresh(providers: ReadonlyMap<string, string>, folder: string): Promise<Medians> {
  const emulator = createEmulator();
  const workspaces: Workspace[] = [];
  try {
    const { url } = await emulator.listen();
    const resources = singleRules(RULES);
    const candidates: Candidate[] = [];
    for (const [name, program] of providers) {
      const wrapper = join(folder, `${name}.sh`);
      writeFileSync(wrapper, `#!/bin/sh\nexec '${program}' "$@"\n`);
      chmodSync(wrapper, 0o755);
      const workspace = await workspaceOf(url, resources, wrapper);
      workspaces.push(workspace);
      const [first] = workspaces;
      if (first === workspace) await workspace.apply();
      else cpSync(join((first as Workspace).folder, 'terraform.tfstate'), join(workspace.folder, 'terraform.tfstate'));
      candidates.push({ name, run: () => memoryOfRefresh(workspace) });
    }
    return await compare(REFRESHES, candidates);
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    await emulator.close();
  }
}

async function memoryOfRefresh(workspace: Workspace): Promise<number> {
  const stop = watchMemory(workspace.folder);
  await workspace.ok('plan', '-no-color', '-detailed-exitcode');
  const last = stop().at(-1);
  if (!last) throw new Error('No provider was seen while terraform planned');
  return last.own;
}

runSection(measure);
