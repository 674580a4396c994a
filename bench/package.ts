/**
 * Size of the package, time to install it with `cdktf`, and time to require each entry compared with `cdktf` alone. Needs
 * the npm registry or npm's cache.
 *
 *     npm run build && npx tsx bench/package.ts
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exports as entries, name as packageName } from '../package.json';
import { packTarball, runs } from '../scripts/lib/package-project';
import { type Candidate, compare, type Finding, type Medians, ratioOf, report, timed } from './harness';

const CORES = ['cdktf@^0.21.0', 'constructs@10.7'];
const INSTALLS = 3;
const REQUIRES = 11;
const MEBIBYTE = 2 ** 20;

/** What a program imports; `cdktn` is not installed here. */
const required = Object.keys(entries)
  .filter((entry) => !['./package.json', './cdktn'].includes(entry))
  .map((entry) => packageName + entry.slice(1));

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const tarball = await packTarball(join(__dirname, '..'), folder);
    const project = join(folder, 'project');
    const installs = await compare(INSTALLS, [
      { name: 'cdktf', run: () => install(join(folder, 'core'), CORES) },
      { name: 'cdktf and netingress', run: () => install(project, [...CORES, tarball]) },
    ]);
    const requires = await compare(
      REQUIRES,
      ['cdktf', ...required].map((name): Candidate => ({ name, run: () => timeToRequire(project, name) })),
    );
    report({
      title: 'What the package costs',
      findings: [
        ...sizes(tarball, project),
        { ...ratioOf(installs, 'cdktf and netingress', 'cdktf'), name: 'install beside cdktf / install of cdktf' },
        ...required.map((name) => requireOf(requires, name)),
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs into an empty folder, preferably from npm's cache; returns milliseconds. */
async function install(folder: string, packages: readonly string[]): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  return timed(() => runs('npm', ['install', ...options, ...packages], { cwd: folder }));
}

/** Returns the milliseconds of `require` in a new process. */
async function timeToRequire(cwd: string, name: string): Promise<number> {
  const script = `const start = performance.now(); require(${JSON.stringify(name)}); console.log(performance.now() - start);`;
  return Number((await runs(process.execPath, ['-e', script], { cwd })).stdout);
}

function requireOf(medians: Medians, name: string): Finding {
  return { ...ratioOf(medians, name, 'cdktf'), name: `require ${name} / require cdktf` };
}

function sizes(tarball: string, project: string): Finding[] {
  const installed = join(project, 'node_modules', packageName);
  return [
    { name: 'packed', value: statSync(tarball).size / MEBIBYTE, unit: ' MiB' },
    { name: 'installed', value: sizeOf(installed) / MEBIBYTE, unit: ' MiB' },
    { name: 'the provider, of that', value: sizeOf(join(installed, 'lib/provider')) / MEBIBYTE, unit: ' MiB' },
  ];
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

void main();
