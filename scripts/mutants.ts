/**
 * Puts defects into a copy of the sources and lists those that no test finds. First each defect is tried alone, with
 * the quickest test files that reach it. Then those that are left are tried together, with the files that reach one of
 * them, and a file that fails is run again with fewer of them until it fails for a single one. A defect that another
 * one hides there counts as not found.
 *
 * `--seed N` chooses the defects, `--count N` (200), and `--dir FOLDER` has the copy and the results, with which an
 * interrupted run goes on; without it, a folder of the system's temporary one has them. `--like FILE` has the same
 * defects as the results of another run, whose sources may have been in other files: the test file that found a defect
 * there is tried first, and what survived there is reported as such and not tried again. `--both CHECKOUT` chooses only
 * defects that the other checkout can have too, so that `--like` finds all of them there. `--tests PATH` has only these
 * tests. `CAMPAIGN=full` includes the tests of CI.
 */
import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/model/arrays';
import { picker } from '../test/fuzz';
import { applyMutants, listSites, OPERATORS, type Site } from './lib/mutants';

const root = join(__dirname, '..');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    dir: { type: 'string' },
    like: { type: 'string' },
    both: { type: 'string' },
    tests: { type: 'string' },
  },
});
const folder = resolve(values.dir ?? join(tmpdir(), `mutants-${values.seed}-${values.count}`));
const tree = join(folder, 'tree');
const files = {
  mutants: join(folder, 'mutants.json'),
  reach: join(folder, 'reach.jsonl'),
  results: join(folder, 'results.jsonl'),
  /** Which defects are active: their numbers with commas, `reach` to record which are reached, or nothing. */
  active: join(folder, 'active'),
  reached: join(folder, 'reached'),
};

interface Mutant extends Site {
  readonly id: number;
  /** What found it in the run of `--like`; null if it survived there, undefined without `--like`. */
  readonly foundBefore?: string | null;
}

interface Reach {
  readonly file: string;
  readonly passes: boolean;
  readonly milliseconds: number;
  readonly mutants: readonly number[];
}

interface Result extends Mutant {
  /** The test file that fails, or several with ` or ` between if jest names none; null if no failing file was found. */
  readonly foundBy: string | null;
  /** How many files reach it, of those that pass without a defect. */
  readonly reaching: number;
}

function main(): void {
  if (!existsSync(files.mutants)) prepare();
  const mutants = JSON.parse(readFileSync(files.mutants, 'utf8')) as readonly Mutant[];
  const reach = measureReach();
  const done = new Set(readLines<Result>(files.results).map(({ id }) => id));
  const left = mutants.filter((mutant) => !done.has(mutant.id) && !tryAlone(mutant, reach));
  tryTogether(left, reach);
  report(readLines<Result>(files.results), reach);
}

function prepare(): void {
  // An earlier copy may be incomplete.
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = listFiles(root);
  for (const file of sources) cpSync(join(root, file), join(tree, file));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const texts = readSources(root);
  const sites = listAllSites(texts);
  const mutants = values.like ? findAgain(readLines<Result>(values.like), sites) : choose(sites);
  const switchFile = join(folder, 'is-active.cjs');
  writeFileSync(switchFile, switchSource());
  writeFileSync(files.active, '');
  for (const [file, text] of texts) {
    const own = mutants.filter((each) => each.file === file);
    if (own.length > 0) writeFileSync(join(tree, file), applyMutants(text, own, switchFile));
  }
  const { status } = npx('tsx', 'scripts/build.ts');
  if (status !== 0) throw new Error('The copy with the defects cannot be built; see above.');
  writeFileSync(files.mutants, JSON.stringify(mutants, null, 1));
}

function listFiles(checkout: string): string[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', listed, { cwd: checkout, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(checkout, file)));
}

function readSources(checkout: string): Map<string, string> {
  const sources = listFiles(checkout).filter(
    (file) => /^src\/.*(?<!\.d)\.ts$/.test(file) && !file.includes('/generated/'),
  );
  return new Map(sources.map((file) => [file, readFileSync(join(checkout, file), 'utf8')]));
}

function listAllSites(texts: ReadonlyMap<string, string>): Site[] {
  return [...texts].flatMap(([file, text]) => listSites(file, text));
}

/** Takes turns between the operators that have sites left. No two of the chosen sites overlap. */
function choose(all: readonly Site[]): Mutant[] {
  const pick = picker(Number(values.seed));
  const chosen: Mutant[] = [];
  const others = values.both ? groupBy(listAllSites(readSources(resolve(values.both))), keyOf) : undefined;
  const sites = others ? all.filter((site) => findAlike(site, others) !== undefined) : all;
  const left = OPERATORS.map((operator) => sites.filter((site) => site.operator === operator));
  while (chosen.length < Number(values.count) && left.some(({ length }) => length > 0)) {
    const rest = left[chosen.length % left.length] as Site[];
    const [site] = rest.splice(pick(rest.length), 1);
    if (site === undefined) left.splice(chosen.length % left.length, 1);
    else if (!chosen.some((each) => overlap(each, site))) chosen.push({ id: chosen.length + 1, ...site });
  }
  return chosen;
}

function overlap(a: Site, b: Site): boolean {
  return a.file === b.file && a.start < b.end && b.start < a.end;
}

function findAgain(earlier: readonly Result[], sites: readonly Site[]): Mutant[] {
  const groups = groupBy(sites, keyOf);
  return earlier.flatMap((mutant) => {
    const site = findAlike(mutant, groups);
    if (site !== undefined) return [{ ...site, id: mutant.id, foundBefore: mutant.foundBy }];
    console.log(`${describe(mutant)}: this line is gone`);
    return [];
  });
}

/** What finds a place again after its lines moved, in the same file or in another one. */
const keyOf = ({ operator, line, column }: Site) => JSON.stringify([operator, line, column]);

/** The first alike in the same file, else the only one of all files. */
function findAlike(wanted: Site, groups: ReadonlyMap<string, readonly Site[]>): Site | undefined {
  const alike = groups.get(keyOf(wanted)) ?? [];
  return alike.find(({ file }) => file === wanted.file) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Each process loads the module anew, and with SHARED_MODULES=0 each test file. */
function switchSource(): string {
  return `const { appendFileSync, readFileSync } = require('node:fs');
const text = readFileSync(${JSON.stringify(files.active)}, 'utf8');
const active = new Set(text.split(',').map(Number));
const seen = new Set();
module.exports = (id) => {
  if (text === 'reach' && !seen.has(id)) {
    seen.add(id);
    appendFileSync(${JSON.stringify(files.reached)}, id + '\\n');
  }
  return active.has(id);
};
`;
}

/** Runs each test file once, without a defect, and records which defects it would meet, in whatever process. */
function measureReach(): readonly Reach[] {
  const known = new Set(readLines<Reach>(files.reach).map(({ file }) => file));
  const listed = npx('jest', '--listTests', '--json', ...(values.tests ? [values.tests] : [])).stdout;
  const tests = (JSON.parse(listed) as readonly string[]).map((file) => file.slice(tree.length + 1));
  const unknown = tests.filter((file) => !known.has(file));
  if (unknown.length > 0) {
    writeFileSync(files.active, 'reach');
    writeFileSync(files.reached, '');
    const reporter = join(folder, 'reach-reporter.cjs');
    writeFileSync(reporter, reporterSource());
    // A module that several files share would be recorded for the first of them only.
    jest([...unknown, `--reporters=${reporter}`], { env: { ...process.env, SHARED_MODULES: '0' } });
  }
  return readLines<Reach>(files.reach);
}

/** The files run one after the other, so what is reached until a file ends belongs to it. */
function reporterSource(): string {
  return `const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');
module.exports = class {
  onTestResult(test, { numFailingTests, testExecError, perfStats }) {
    const reached = readFileSync(${JSON.stringify(files.reached)}, 'utf8').split('\\n').filter(Boolean);
    writeFileSync(${JSON.stringify(files.reached)}, '');
    const file = relative(${JSON.stringify(tree)}, test.path);
    const passes = numFailingTests === 0 && !testExecError;
    const milliseconds = perfStats.end - perfStats.start;
    const reach = { file, passes, milliseconds, mutants: [...new Set(reached.map(Number))] };
    appendFileSync(${JSON.stringify(files.reach)}, JSON.stringify(reach) + '\\n');
  }
};
`;
}

/** How many of the quickest files are tried with each defect alone. */
const QUICK_FILES = 6;
/** How many files one start of jest runs with all that is left. */
const FILES_TOGETHER = 20;

/** Records the result and returns true if it is decided; false if files are left. */
function tryAlone(mutant: Mutant, reach: readonly Reach[]): boolean {
  const able = filesReaching([mutant], reach);
  if (mutant.foundBefore === null || able.length === 0) return record(mutant, null, able.length);
  const before = able.filter(({ file }) => file === mutant.foundBefore);
  const quick = able.filter((each) => !before.includes(each)).slice(0, QUICK_FILES);
  for (const group of [before, quick]) {
    const failing = group.length > 0 && findFailing(group, [mutant]);
    if (failing) return record(mutant, failing, able.length);
  }
  return before.length + quick.length === able.length && record(mutant, null, able.length);
}

function tryTogether(mutants: readonly Mutant[], reach: readonly Reach[]): void {
  let left = mutants;
  const able = filesReaching(left, reach);
  for (let at = 0; at < able.length; at += FILES_TOGETHER) {
    const group = able.slice(at, at + FILES_TOGETHER);
    console.log(`${left.length} left, files ${at + 1} to ${at + group.length} of ${able.length}`);
    if (!findFailing(group, left)) continue;
    for (const each of group) {
      const found = findAllBy(
        each,
        left.filter(({ id }) => each.mutants.includes(id)),
      );
      for (const mutant of found) record(mutant, each.file, filesReaching([mutant], reach).length);
      left = left.filter((mutant) => !found.includes(mutant));
    }
  }
  for (const mutant of left) record(mutant, null, filesReaching([mutant], reach).length);
}

/** The defects that the file finds. Of two that hide each other, none. */
function findAllBy(file: Reach, mutants: readonly Mutant[]): Mutant[] {
  if (mutants.length === 0 || !findFailing([file], mutants)) return [];
  if (mutants.length === 1) return [...mutants];
  const half = Math.ceil(mutants.length / 2);
  return [mutants.slice(0, half), mutants.slice(half)].flatMap((part) => findAllBy(file, part));
}

/** The quickest first. */
function filesReaching(mutants: readonly Mutant[], reach: readonly Reach[]): Reach[] {
  return reach
    .filter((each) => each.passes && mutants.some(({ id }) => each.mutants.includes(id)))
    .sort((a, b) => a.milliseconds - b.milliseconds);
}

/** The first file that jest names as failing with these defects; all files if it names none; undefined if all pass. */
function findFailing(group: readonly Reach[], mutants: readonly Mutant[]): string | undefined {
  writeFileSync(files.active, mutants.map(({ id }) => id).join());
  const expected = group.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  // A minute to start, and four times as long as without a defect.
  const limits = { timeout: 60_000 + 4 * expected };
  const { status, stderr } = jest([...group.map(({ file }) => file), '--bail', '--reporters=default'], limits);
  if (status === 0) return undefined;
  return /^FAIL (\S+)/m.exec(stderr)?.[1] ?? group.map(({ file }) => file).join(' or ');
}

function record(mutant: Mutant, foundBy: string | null, reaching: number): true {
  const result: Result = { ...mutant, foundBy, reaching };
  appendFileSync(files.results, `${JSON.stringify(result)}\n`);
  console.log(`${describe(result)}: ${foundBy ?? 'SURVIVED'}`);
  return true;
}

function jest(
  args: readonly string[],
  options: Pick<SpawnSyncOptions, 'env' | 'timeout'>,
): { readonly status: number | null; readonly stderr: string } {
  const command = [join(tree, 'node_modules/jest/bin/jest.js'), '--runTestsByPath', ...args, '-i', '--silent'];
  // A defect may be a loop without end, which only this signal ends.
  const always = { cwd: tree, encoding: 'utf8', killSignal: 'SIGKILL', maxBuffer: 2 ** 30 } as const;
  return spawnSync(process.execPath, command, { ...always, ...options });
}

function npx(...command: string[]): { readonly status: number | null; readonly stdout: string } {
  return spawnSync('npx', command, { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function report(results: readonly Result[], reach: readonly Reach[]): void {
  for (const { file } of reach.filter(({ passes }) => !passes))
    console.log(`not used, since it fails in the copy: ${file}`);
  const survivors = results.filter(({ foundBy }) => foundBy === null);
  for (const operator of OPERATORS) {
    const own = results.filter((result) => result.operator === operator);
    const found = own.filter(({ foundBy }) => foundBy !== null).length;
    console.log(`${operator}: ${found} of ${own.length} found`);
  }
  console.log(`${survivors.length} of ${results.length} survived`);
  for (const survivor of survivors) console.log(`  ${describe(survivor)}: ${describeTrial(survivor)}`);
}

function describeTrial({ foundBefore, reaching }: Result): string {
  if (foundBefore === null) return 'survived before';
  return reaching === 0 ? 'reached by no test' : `${reaching} files passed`;
}

function describe({ id, file, operator, line, column }: Mutant): string {
  return `${id} ${file}: ${operator} at ${column} of \`${line}\``;
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

main();
