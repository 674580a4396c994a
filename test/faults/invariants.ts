/**
 * The invariants after a fault of any kind: each error of the broken command names its object; at most two more applies
 * (besides an import or deletions that an error names) come to an empty plan; the service then contains exactly what is
 * declared and the objects of another user; no output contains a secret; and no process is left.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../src/emulator';
import { KINDS } from '../../src/model/kinds';
import type { RunResult } from '../../src/terraform/run';
import { type Diagnostic, parseMessages } from '../../src/terraform/ui-json';
import { canFindProcesses, processesAt } from '../support/acceptance/processes';
import type { Outcome, Recovery } from './report';
import { secretsIn, secretsOf } from './secrets';
import { listServiceObjects, type ServiceObject, surplusOf } from './service-objects';
import { API_KEY, type TestEnvironment } from './test-environment';

/** What a step comes to when nothing breaks. */
export interface Expectation {
  /** Everything that the service contains after it. */
  readonly expected: readonly ServiceObject[];
  /** Ids of objects that belong to another user. */
  readonly ofOthers: ReadonlySet<string>;
}

/** What a message must name. */
export interface About {
  /** Types of the resources that it can be about, `netingress_` included. */
  readonly types: readonly string[];
  /** The object's id, where the broken request named one. */
  readonly id?: string | undefined;
}

/** The command during which the fault happened. */
export interface BrokenRun {
  readonly result: RunResult;
  /** What its errors must name. Undefined: a failed command must have an error, and the error may name anything. */
  readonly about?: About | undefined;
  /** The service before it. */
  readonly before: Snapshot;
}

/**
 * The arguments of an apply as a user repeats it after an error: with a refresh, and with Terraform's own parallelism.
 */
export const APPLY = ['apply', '-json', '-auto-approve', '-input=false'] as const;

/**
 * Repairs what a broken run left, and checks all invariants. A broken invariant is in `problems` and never rejects the
 * promise.
 */
export async function settle(environment: TestEnvironment, wanted: Expectation, broken: BrokenRun): Promise<Outcome> {
  const { result, about, before } = broken;
  const between = await environment.snapshot();
  const repaired = await repair(environment, result);
  const after = await environment.snapshot();
  const outputs = [result, ...repaired.runs].map(({ stdout, stderr }) => `${stdout}\n${stderr}`);
  const secrets = [...new Set([API_KEY, ...[before, between, after].flatMap(secretsOf)])];
  // An error that left nothing to do is an error all the same, and takes one more command to know.
  const recovery = result.status !== 0 && repaired.recovery === 'at once' ? 'one apply' : repaired.recovery;
  const isFalselyDone = result.status === 0 && repaired.recovery !== 'at once';
  const problems = [
    ...messageProblems(result, about),
    ...(isFalselyDone ? ['the command said that it was done, and it was not'] : []),
    ...repaired.problems,
    ...serviceProblems(environment, wanted, after),
    ...secretsIn(outputs.join('\n'), secrets).map((secret) => `an output contains the secret ${secret}`),
    ...processProblems(environment.folder),
  ];
  return { recovery: problems.length > 0 ? 'failed' : recovery, problems };
}

interface Repair {
  readonly recovery: Recovery;
  readonly problems: readonly string[];
  readonly runs: readonly RunResult[];
}

/**
 * First deletes the objects that errors of the broken run say must be deleted. Then applies until an apply succeeds
 * with nothing to change; if an apply fails and its error names an import, makes that import, but only once. Gives up
 * after the third apply that failed or changed something, unless that one names the import.
 */
async function repair(environment: TestEnvironment, broken: RunResult): Promise<Repair> {
  const runs: RunResult[] = [];
  const deletions = parseMessages(broken.stdout).diagnostics.flatMap(deletionNamed);
  for (const path of deletions) await environment.delete(path);
  let [applies, imports] = [0, 0];
  for (;;) {
    const result = await environment.terraform(...APPLY);
    runs.push(result);
    const { planned, diagnostics } = parseMessages(result.stdout);
    if (result.status === 0 && planned.size === 0)
      return { recovery: recoveryOf(applies, imports, deletions.length), problems: [], runs };
    applies += 1;
    const wanted = diagnostics.flatMap(importNamed)[0];
    if (result.status !== 0 && wanted && imports === 0) {
      imports += 1;
      runs.push(await environment.terraform('import', '-no-color', '-input=false', ...wanted));
    } else if (applies > 2) {
      const why = errorsOf(result).map(textOf).join(' | ') || `it still changes ${[...planned].join(' ')}`;
      return { recovery: 'failed', problems: [`two more applies do not come to an empty plan: ${why}`], runs };
    }
  }
}

function recoveryOf(applies: number, imports: number, deletions: number): Recovery {
  if (deletions > 0) return 'delete';
  if (imports > 0) return 'import';
  if (applies === 0) return 'at once';
  return applies === 1 ? 'one apply' : 'two applies';
}

/** Address and id of the import that an error advises; empty if it advises none. */
function importNamed({ detail, address }: Diagnostic): (readonly [address: string, id: string])[] {
  const [, id] = /terraform import \S+ ([a-z]+_[0-9A-Za-z]+)/.exec(detail) ?? [];
  return id === undefined || address === undefined ? [] : [[address, id]];
}

/** Path of the object that an error advises to delete, because its secret was lost; empty if it advises none. */
function deletionNamed({ detail }: Diagnostic): string[] {
  const [, path] = /delete it with\s+DELETE (\/[a-z_]+\/[a-z]+_[0-9A-Za-z]+)/.exec(detail) ?? [];
  return path === undefined ? [] : [path];
}

/** Errors that do not name their object, and failures without an error. */
function messageProblems(result: RunResult, about: About | undefined): string[] {
  const errors = errorsOf(result);
  if (result.status !== 0 && errors.length === 0)
    return [`the command ended with ${result.status} and no error: ${result.stderr}`];
  if (!about) return [];
  return errors.flatMap((error) => {
    const type = error.address?.split('.')[0];
    const named =
      about.id === undefined ? type !== undefined || objectId.test(textOf(error)) : textOf(error).includes(about.id);
    if (!named) return [`the error does not name ${about.id ?? 'its object'}: ${textOf(error)}`];
    // A resource that is only deleted has no configuration, and Terraform names no address.
    if (type === undefined || about.types.includes(type)) return [];
    return [`the error is said to be about ${error.address}: ${textOf(error)}`];
  });
}

/**
 * The id of any object of the service. The ids of operations in error messages, `op_…`, have the same form and do not
 * count.
 */
const objectId = /\b(?!op_)[a-z0-9]+_[0-9A-Za-z]{27}\b/;

/**
 * Compares the service with the expectation and with the state: declared objects that are missing or different; objects
 * that are undeclared or there twice; objects of another user that are gone or in the state; ids in the state that are
 * there twice or that the service does not have. An object that only the state lacks is not reported.
 */
function serviceProblems(environment: TestEnvironment, { expected, ofOthers }: Expectation, now: Snapshot): string[] {
  const there = listServiceObjects(now);
  const known = idsInState(environment.folder);
  const ids = new Set(there.map(({ id }) => id));
  return [
    ...surplusOf(there, expected).map(
      ({ id, content }) => `the service contains an undeclared object: ${id} ${content}`,
    ),
    ...surplusOf(expected, there).map(({ content }) => `the service lacks ${content}`),
    ...[...ofOthers].filter((id) => !ids.has(id)).map((id) => `${id} of another user is gone`),
    ...known.filter((id) => ofOthers.has(id)).map((id) => `the state contains ${id} of another user`),
    ...known.filter((id) => !ids.has(id)).map((id) => `the state contains ${id}, which the service does not`),
    ...known.filter((id, index) => known.indexOf(id) !== index).map((id) => `the state contains ${id} twice`),
  ];
}

/**
 * Ids of the objects in the state. Rule sets and waiters for certificates are omitted: they are no objects of the
 * service.
 */
function idsInState(folder: string): string[] {
  const file = join(folder, 'terraform.tfstate');
  if (!existsSync(file)) return [];
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly resources: readonly {
      readonly type: string;
      readonly mode: string;
      readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
    }[];
  };
  const types = new Set(KINDS.map(({ name }) => `netingress_${name}`));
  return resources
    .filter(({ type, mode }) => mode === 'managed' && types.has(type))
    .flatMap(({ instances }) => instances.map(({ attributes }) => String(attributes['id'])));
}

/**
 * Processes that still run in the folder of the command; none on a system where processes cannot be found by folder.
 */
function processProblems(folder: string): string[] {
  if (!canFindProcesses) return [];
  return processesAt(folder).map((pid) => `the process ${pid} is left`);
}

function errorsOf({ stdout }: RunResult): Diagnostic[] {
  return parseMessages(stdout).diagnostics.filter(({ severity }) => severity === 'error');
}

function textOf({ summary, detail }: Diagnostic): string {
  return `${summary}: ${detail}`.replace(/\s+/g, ' ');
}
