/**
 * Memory of the provider package with its own Node after a refresh of 1,000 rules, compared with an empty process of that
 * Node and with the script. Own memory excludes pages of files: how many are mapped depends on the file system. Linux on
 * amd64 only. Arguments `NAME=FILE` add launchers of other packages.
 *
 *     npm run build && npx tsx bench/packages/memory.ts
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../../src/emulator';
import type { Workspace } from '../../test/support/acceptance/workspace';
import { type Finding, median, runSection, type Section } from '../harness';
import { EMPTY, type Memory, memoryOf, PROVIDER, pluginEnvironment, watchMemory } from '../processes';
import { singleRules, workspaceOf } from '../terraform';
import { type Command, PACKAGE, runtimeOf, SCRIPT, unpackPackage } from './packages';

const ROUNDS = process.argv.includes('--quick') ? 1 : 3;
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
    const empty = new Map<string, Memory>();
    for (const [name, program] of providers) empty.set(name, await emptyProcess(name, program));
    const refreshed = await refresh(providers, folder);
    return {
      title: `Memory of the provider with its own Node after a refresh of ${RULES} rules (MB)`,
      findings: findings(empty, refreshed),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findings(empty: ReadonlyMap<string, Memory>, refreshed: ReadonlyMap<string, readonly Memory[]>): Finding[] {
  const medianOf = (name: string, key: keyof Memory): number =>
    median((refreshed.get(name) ?? []).map((memory) => memory[key]));
  const finding = (name: string, value: number, base: number, atMost?: number): Finding => ({
    name,
    value: value / base,
    atMost,
    note: `${value.toFixed(1)} against ${base.toFixed(1)}`,
  });
  return [...refreshed.keys()].flatMap((name) => [
    finding(
      `${name} / an empty process of its Node`,
      medianOf(name, 'now'),
      empty.get(name)?.now ?? Number.NaN,
      name === PACKAGE ? 1.95 : undefined,
    ),
    finding(`${name} / script, own memory`, medianOf(name, 'own'), medianOf(SCRIPT, 'own')),
  ]);
}

/** Memory of a process that only waits. */
function emptyProcess(name: string, launcher: string): Promise<Memory> {
  const [program, ...args]: Command = name === SCRIPT ? [process.execPath] : runtimeOf(launcher);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, ...EMPTY], { env: pluginEnvironment, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', async () => {
      await sleep(SETTLE_MS);
      const memory = memoryOf(child.pid ?? 0);
      child.once('close', () => (memory ? resolve(memory) : reject(new Error('The empty process has ended'))));
      child.kill('SIGTERM');
    });
  });
}

/** Memory of the last process of each plan, which refreshes. All providers read the same objects, in turns. */
async function refresh(
  providers: ReadonlyMap<string, string>,
  folder: string,
): Promise<ReadonlyMap<string, readonly Memory[]>> {
  const emulator = createEmulator();
  const workspaces = new Map<string, Workspace>();
  try {
    const { url } = await emulator.listen();
    for (const [name, program] of providers) {
      const wrapper = join(folder, `${name}.sh`);
      writeFileSync(wrapper, `#!/bin/sh\nexec '${program}' "$@"\n`);
      chmodSync(wrapper, 0o755);
      const workspace = await workspaceOf(url, singleRules(RULES), wrapper);
      const [first] = workspaces.values();
      if (first) cpSync(join(first.folder, 'terraform.tfstate'), join(workspace.folder, 'terraform.tfstate'));
      else await workspace.apply();
      workspaces.set(name, workspace);
    }
    const results = new Map<string, Memory[]>([...providers.keys()].map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, workspace] of workspaces) results.get(name)?.push(await memoryOfRefresh(workspace));
    return results;
  } finally {
    for (const workspace of workspaces.values()) await workspace.remove();
    await emulator.close();
  }
}

async function memoryOfRefresh(workspace: Workspace): Promise<Memory> {
  const stop = watchMemory(workspace.folder);
  await workspace.ok('plan', '-no-color', '-detailed-exitcode');
  const last = stop().at(-1);
  if (!last) throw new Error('No provider was seen while terraform planned');
  return last;
}

runSection(measure);
