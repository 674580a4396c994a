/**
 * What some tests need besides Node and Terraform. A test whose requirement is missing is skipped, and the reporter
 * lists it with the command that installs what is missing. With REQUIRE_ALL=1 the test fails instead if a program or
 * `provider packages` is missing. A test is still skipped if it lacks only another property of the machine, such as
 * `root`, or if `CAMPAIGN=full` is the first requirement that is missing: then the others are not examined.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFullCampaign } from '../fuzz';
import { findProgram, PROGRAMS } from './programs';

/** A requirement that no Debian package provides: a property of the machine, or of the run. */
interface Property {
  readonly isPresent: () => boolean;
  readonly remedy: string;
  /** Whether REQUIRE_ALL requires it. */
  readonly required?: boolean;
}

const PROPERTIES = {
  linux: { isPresent: () => process.platform === 'linux', remedy: 'run the tests on Linux' },
  'linux on amd64': {
    isPresent: () => process.platform === 'linux' && process.arch === 'x64',
    remedy: 'run the tests on Linux on amd64',
  },
  // Not part of every run: the downloads have 310 MB, and building takes minutes.
  'provider packages': {
    isPresent: () => isPackageRun() && downloadProblem() === undefined,
    get remedy() {
      if (!isPackageRun()) return 'set NETINGRESS_TEST_PACKAGES=1, which downloads 310 MB once';
      return `connect to a Python package index and a Debian mirror (CONTRIBUTING.md): ${downloadProblem()}`;
    },
    required: true,
  },
  /** For claims that need minutes, or that other tests make for some resource types. CI makes them for all. */
  'CAMPAIGN=full': { isPresent: () => isFullCampaign, remedy: 'CAMPAIGN=full npm test' },
  root: { isPresent: () => process.getuid?.() === 0, remedy: 'run the tests as root' },
  'the right to mount': { isPresent: canMount, remedy: 'run the tests as a user who may mount a tmpfs' },
} as const satisfies Readonly<Record<string, Property>>;

export type Requirement = keyof typeof PROGRAMS | keyof typeof PROPERTIES;

/** `test` if the requirements are met, else a skipped test that names them; with REQUIRE_ALL=1 it may fail instead. */
export function testWith(...requirements: readonly Requirement[]): Pick<jest.It, 'each'> & TestFunction {
  const problem = findProblem(requirements);
  if (!problem) return test;
  const define = problem.fails
    ? (name: string) => test(name, problem.fail)
    : (name: string) => test.skip(`${name} ${problem.note}`, () => undefined);
  // The titles contain the values of the rows as with `test.each`; only the body is replaced.
  const each = (rows: readonly unknown[]) => (name: string) =>
    problem.fails
      ? test.each(rows)(name, problem.fail)
      : test.skip.each(rows)(`${name} ${problem.note}`, () => undefined);
  return Object.assign(define, { each: each as unknown as jest.Each });
}

/** A test that only CI runs, or CAMPAIGN=full: the end of a plain run lists it with its claim. */
export const testInCi = testWith('CAMPAIGN=full');

/** Like `test.each`: a plain run has the first `plain` rows, CI all. */
export function testRows<Row>(rows: readonly Row[], { plain }: { readonly plain: number }) {
  type Body = [Row] extends [readonly unknown[]] ? (...row: [...Row]) => unknown : (row: Row) => unknown;
  return (title: string, body: Body, timeout?: number): void => {
    const [first, others] = [rows.slice(0, plain), rows.slice(plain)];
    if (first.length > 0) test.each(first as unknown[])(title, body as (row: unknown) => unknown, timeout);
    if (others.length > 0) testInCi.each(others)(title, body as (row: unknown) => unknown, timeout);
  };
}

/** Like `describe.each`: a plain run has the first `plain` rows, CI all. */
export function describeRows<Row>(rows: readonly Row[], { plain }: { readonly plain: number }) {
  type Body = [Row] extends [readonly unknown[]] ? (...row: [...Row]) => void : (row: Row) => void;
  return (title: string, body: Body): void => {
    const each = body as (row: unknown) => void;
    describe.each(rows.slice(0, plain) as unknown[])(title, each);
    if (rows.length <= plain) return;
    const problem = findProblem(['CAMPAIGN=full']);
    const define = problem ? describe.skip : describe;
    define.each(rows.slice(plain) as unknown[])(problem ? `${title} ${problem.note}` : title, each);
  };
}

type TestFunction = (name: string, body: jest.ProvidesCallback, timeout?: number) => void;

export function describeWith(requirements: Requirement | readonly Requirement[], name: string, body: () => void): void {
  const problem = findProblem([requirements].flat());
  if (!problem) describe(name, body);
  else if (problem.fails) describe(name, () => test('has what it needs', problem.fail));
  else describe.skip(`${name} ${problem.note}`, body);
}

interface Problem {
  /** Part of the title of a skipped test, from which the reporter lists the installation commands. */
  readonly note: string;
  readonly fails: boolean;
  readonly fail: () => never;
}

function findProblem(requirements: readonly Requirement[]): Problem | undefined {
  // If `CAMPAIGN=full` is the first that is missing, the others are not examined: that of `provider packages` downloads
  // files.
  const first = requirements.find((name) => !isPresent(name));
  const missing = first === 'CAMPAIGN=full' ? [first] : requirements.filter((name) => !isPresent(name));
  if (missing.length === 0) return undefined;
  const remedy = remedyFor(missing);
  return {
    note: `[needs ${missing.join(' and ')}: ${remedy}]`,
    fails: process.env['REQUIRE_ALL'] === '1' && missing.some(isRequired),
    fail: () => {
      throw new Error(`${missing.join(' and ')} not found; expected with REQUIRE_ALL=1. To install: ${remedy}`);
    },
  };
}

function remedyFor(missing: readonly Requirement[]): string {
  const packages = missing.filter(isProgram).map((name) => PROGRAMS[name].aptPackage);
  const others = missing.flatMap((name) => (isProgram(name) ? [] : [PROPERTIES[name].remedy]));
  return [...(packages.length > 0 ? [`apt-get install -y ${packages.join(' ')}`] : []), ...others].join(', and ');
}

function isPresent(name: Requirement): boolean {
  return isProgram(name) ? findProgram(name) !== undefined : PROPERTIES[name].isPresent();
}

function isRequired(name: Requirement): boolean {
  return isProgram(name) || (PROPERTIES[name] as Property).required === true;
}

function isProgram(name: Requirement): name is keyof typeof PROGRAMS {
  return Object.hasOwn(PROGRAMS, name);
}

function canMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'netingress-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function isPackageRun(): boolean {
  return process.env['REQUIRE_ALL'] === '1' || process.env['NETINGRESS_TEST_PACKAGES'] === '1';
}

let problem: { readonly message: string | undefined } | undefined;

/**
 * Downloads what is not cached of the inputs of provider packages. Returns the first line of an error, if there is one.
 */
function downloadProblem(): string | undefined {
  problem ??= { message: tryDownloads() };
  return problem.message;
}

function tryDownloads(): string | undefined {
  const { fetchInput } = require('../../scripts/release/fetch') as typeof import('../../scripts/release/fetch');
  const { MUSL, NODE } = require('../../scripts/release/inputs') as typeof import('../../scripts/release/inputs');
  try {
    for (const input of [...Object.values(NODE), ...Object.values(MUSL)]) fetchInput(input);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}
