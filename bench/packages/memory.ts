/**
 * Memory of the provider package with its own Node after a refresh of 1,000 rules, compared with the script: without pages
 * of files, because how many are mapped depends on the file system. Linux on amd64 only. Arguments `NAME=FILE` add
 * launchers of other packages.
 *
 *     npm run build && npx tsx bench/packages/memory.ts
 */
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../src/emulator';
import type { Workspace } from '../../test/support/acceptance/workspace';
import { type Candidate, compare, ratioOf, runSection, type Section } from '../harness';
import { PROVIDER, watchMemory } from '../processes';
import { singleRules, workspaceOf } from '../terraform';
import { PACKAGE, SCRIPT, unpackPackage } from './packages';

const ROUNDS = process.argv.includes('--quick') ? 1 : 3;
const RULES = 1_000;

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
    return {
      title: `Own memory of the provider after a refresh of ${RULES} rules, relative to the script (MiB)`,
      findings: await refresh(providers, folder),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Memory of the last process of each plan, which refreshes. All providers read the same objects, in turns. */
async function refresh(providers: ReadonlyMap<string, string>, folder: string): Promise<Section['findings']> {
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
    const candidates = [...workspaces].map(([name, workspace]): Candidate => {
      return { name, run: () => memoryOfRefresh(workspace) };
    });
    const medians = await compare(ROUNDS, candidates);
    const others = [...providers.keys()].filter((name) => name !== SCRIPT);
    return others.map((name) => ratioOf(medians, name, SCRIPT, name === PACKAGE ? 1.1 : undefined));
  } finally {
    for (const workspace of workspaces.values()) await workspace.remove();
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
