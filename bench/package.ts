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
import { packTarball, runOrThrow } from '../scripts/lib/package-project';
import { type Candidate, compare, type Finding, type Medians, ratioOf, report, timed } from './harness';

const CDKTF = ['cdktf@^0.21.0', 'constructs@10.7'];
const INSTALLS = 3;
const REQUIRES = 15;
/** To require the constructs, to `cdktf` alone: they load their modules when they are used. */
const REQUIRE_LIMIT = 1.2;
const SMALL_APP = `const { AccessRestriction, IpAllowList, NetingressProvider } = require('${packageName}')`;
const MEBIBYTE = 2 ** 20;

const required = Object.keys(entries)
  .filter((entry) => !['./package.json', './cdktn'].includes(entry))
  .map((entry) => packageName + entry.slice(1));

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const tarball = await packTarball(join(__dirname, '..'), folder);
    const project = join(folder, 'project');
    const installs = await compare(INSTALLS, [
      { name: 'cdktf', run: () => install(join(folder, 'cdktf'), CDKTF) },
      { name: 'cdktf and netingress', run: () => install(project, [...CDKTF, tarball]) },
    ]);
    const requires = await compare(
      REQUIRES,
      [
        ...['cdktf', ...required].map((name) => ({ name, program: `require('${name}')` })),
        { name: 'the classes of a small app', program: SMALL_APP },
      ].map(({ name, program }): Candidate => ({ name, run: () => timeToRun(project, program) })),
    );
    const missed = report({
      title: 'What the package costs',
      findings: [
        ...sizes(tarball, project),
        { ...ratioOf(installs, 'cdktf and netingress', 'cdktf'), name: 'install beside cdktf / install of cdktf' },
        ...required.map((name) => requireOf(requires, name)),
        ratioOf(requires, 'the classes of a small app', 'cdktf'),
      ],
    });
    if (missed > 0) process.exitCode = 1;
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
  return timed(() => runOrThrow('npm', ['install', ...options, ...packages], { cwd: folder }));
}

/** Returns the milliseconds that the program takes in a new process, without the start of Node. */
async function timeToRun(cwd: string, program: string): Promise<number> {
  const script = `const start = performance.now(); ${program}; console.log(performance.now() - start);`;
  return Number((await runOrThrow(process.execPath, ['-e', script], { cwd })).stdout);
}

function requireOf(medians: Medians, name: string): Finding {
  const finding = ratioOf(medians, name, 'cdktf', name === packageName ? REQUIRE_LIMIT : undefined);
  return { ...finding, name: `require ${name} / require cdktf` };
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
