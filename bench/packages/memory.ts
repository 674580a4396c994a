/**
 * Memory of the provider package with its own Node, compared with the script: after the handshake, and after a refresh of
 * 1,000 rules. Own memory excludes pages of files: how many are mapped depends on the file system. Linux on amd64 only.
 * Arguments `NAME=FILE` add launchers of other packages.
 *
 *     npm run build && npx tsx bench/packages/memory.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../../src/emulator';
import type { Workspace } from '../../test/support/acceptance/workspace';
import { type Candidate, compare, type Finding, type Medians, ratioOf, runSection, type Section } from '../harness';
import { memoryOf, PROVIDER, pluginEnvironment, watchMemory } from '../processes';
import { singleRules, workspaceOf } from '../terraform';
import { PACKAGE, SCRIPT, unpackPackage } from './packages';

const QUICK = process.argv.includes('--quick');
const MEMORY_ROUNDS = 5;
const REFRESHES = QUICK ? 1 : 3;
const RULES = 1_000;
const SETTLE_MS = 400;

async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const launcher = await unpackPackage(folder);
    const others = process.argv.slice(2).filter((argument) => argument.includes('='));
    const providers = new Map([
      [SCRIPT, PROVIDER],
      [PACKAGE, launcher],
      ...others.map((argument) => argument.split('=') as [string, string]),
    ]);
    const candidates = (run: (program: string) => Promise<number>): Candidate[] =>
      [...providers].map(([name, program]) => ({ name, run: () => run(program) }));
    const memory = await compare(MEMORY_ROUNDS, candidates(memoryAfterHandshake));
    const refreshed = await refresh(providers, folder);
    return {
      title: 'Memory of the provider with its own Node (MB)',
      findings: findings(providers, { memory, refreshed }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findings(
  providers: ReadonlyMap<string, string>,
  { memory, refreshed }: Readonly<Record<'memory' | 'refreshed', Medians>>,
): Finding[] {
  return [...providers.keys()].slice(1).flatMap((name) => [
    { ...ratioOf(memory, name, SCRIPT), name: `${name}: own memory after the handshake / script` },
    {
      ...ratioOf(refreshed, name, SCRIPT),
      name: `${name}: own memory after a refresh of ${RULES} rules / script`,
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
