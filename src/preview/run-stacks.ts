/** Applies every stack to the copies of the accounts: plan, apply and a second plan, with the real Terraform. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FactList } from '../access/facts';
import { findOtherOrders } from '../access/plan';
import { findPassedKeys } from '../access/plan-refusals';
import { toSentence } from '../model/text';
import { describeIncomplete, findProvisioners, readPlan } from '../terraform/configuration/planned-objects';
import type { PlanJson } from '../terraform/plan-json';
import type { RunResult } from '../terraform/run';
import { parseState } from '../terraform/state';
import { type Diagnostic, parseMessages, parseValidation } from '../terraform/ui-json';
import { type AccountCopies, createAccountCopies } from './account-copies';
import type { CopiedAccount, PreviewOutcome, StackOutcome } from './outcome';
import { findConfigurationSecrets, findPlanSecrets, findStateSecrets, omitQuotedLines } from './secrets';
import { findCreatedValues } from './stacks/created-values';
import { type AppliedStack, findOrderedByChance } from './stacks/independent-stacks';
import { isMissingInCopy } from './stacks/link-files';
import {
  findProvisioned,
  findReferencedStack,
  listDependencies,
  listRemoteStates,
  type PreviewStack,
  parseStack,
  sortStacks,
} from './stacks/prepare-stack';
import { findRaces } from './stacks/races';
import { readStateAgain } from './stacks/read-again';
import { mayRunRemovedProvisioner } from './stacks/removed-provisioner';
import { runInOrder } from './stacks/run-in-order';
import { listAddresses } from './stacks/stack-state';
import {
  createSandboxVariables,
  describeStack,
  type Prepared,
  type RunOptions,
  type StackRun,
  startStack,
  toNotPreviewed,
  useLastOutputs,
} from './stacks/start-stack';
import { writeOverrides } from './stacks/working-copy';

export type { RunOptions } from './stacks/start-stack';

/** More stacks at once than this are not faster: each is a Terraform process, and the copy is in this one. */
const MAX_PARALLEL_STACKS = 4;

export async function runStacks(options: RunOptions): Promise<PreviewOutcome> {
  const stacks = sortStacks(options.stacks);
  const copies = createAccountCopies(options);
  const prepared = new Map<PreviewStack, Prepared>();
  const outcomes = new Map<string, StackOutcome>();
  const parallelism = Math.max(2, Math.min(MAX_PARALLEL_STACKS, availableParallelism()));
  const runAll = (run: (each: Prepared) => Promise<void>, dependenciesOf = (_: PreviewStack): PreviewStack[] => []) =>
    runInOrder(stacks, { parallelism, dependenciesOf, run: (stack) => run(prepared.get(stack) as Prepared) });
  try {
    options.onProgress(
      stacks.length === 1 ? 'copying 1 stack and its state' : `copying ${stacks.length} stacks and their states`,
    );
    const sandbox = await createSandboxVariables(options);
    await runInOrder(stacks, {
      parallelism,
      dependenciesOf: () => [],
      run: async (stack) =>
        void prepared.set(stack, await startStack(options, copies, stack, { sandbox, index: stacks.indexOf(stack) })),
    });
    linkStates([...prepared.values()], stacks);
    let started = 0;
    await runAll(
      async (each) => {
        started += 1;
        options.onProgress(`stack ${started} of ${stacks.length}: ${each.stack.name}`);
        outcomes.set(each.stack.name, await applyPrepared(options, each, outcomes, { stacks, copies }));
      },
      (stack) => {
        const names = listDependencies(stack, stacks);
        return stacks.filter(({ name }) => names.includes(name));
      },
    );
    options.onProgress('planning again');
    await runAll((each) => addNextPlan(options, each, outcomes));
    // Stacks end in any order; the report lists them as they are deployed.
    const inOrder = stacks.flatMap(({ name }) => outcomes.get(name) ?? []);
    const accounts = await copies.collect();
    const byChance = findOrderedByChance(listApplied(stacks, inOrder, accounts));
    return {
      stacks: inOrder.map((each) => ({
        ...each,
        notPreviewed: [...each.notPreviewed, ...(byChance.get(each.name) ?? [])],
      })),
      leftOut: options.otherStacks.map(({ name, displayFolder }) => ({ name, displayFolder })),
      accounts,
      refused: copies.refusals(),
      secrets: [...copies.apiKeys(), ...findSecrets([...prepared.values()], inOrder)],
    };
  } finally {
    await Promise.all([...prepared.values()].map((each) => 'run' in each && each.run.close()));
    await copies.close();
  }
}

function listApplied(
  stacks: readonly PreviewStack[],
  outcomes: readonly StackOutcome[],
  accounts: readonly CopiedAccount[],
): AppliedStack[] {
  const idsOf = accounts.map(({ before, after }) => {
    const objects = [before, after].flatMap((state) => Object.values(state.accounts).map((each) => each.objects));
    return new Set(objects.flatMap((kinds) => Object.values(kinds).flatMap((list) => list.map(({ id }) => id))));
  });
  return outcomes.flatMap(({ name, plan, addresses }) => {
    const stack = stacks.find((each) => each.name === name);
    const found = idsOf.flatMap((ids, index) => ([...addresses.keys()].some((id) => ids.has(id)) ? [index] : []));
    return stack && plan ? [{ stack, plan, accounts: found }] : [];
  });
}

function findSecrets(prepared: readonly Prepared[], outcomes: readonly StackOutcome[]): string[] {
  const secrets = [
    ...prepared.flatMap((each) => ('run' in each ? findStateSecrets(each.state) : [])),
    ...prepared.flatMap(({ stack }) => findConfigurationSecrets(parseStack(stack).resources)),
    ...outcomes.flatMap(({ plan }) => (plan ? findPlanSecrets(plan) : [])),
  ];
  return [...new Set(secrets)];
}

/** Redirects the remote states of synthesized stacks to the copies of the stacks that they read. */
function linkStates(prepared: readonly Prepared[], stacks: readonly PreviewStack[]): void {
  for (const each of prepared) {
    if (!('run' in each)) continue;
    const remoteStates = listRemoteStates(each.stack).flatMap(({ name, block }) => {
      const referenced = findReferencedStack(each.stack, block, stacks);
      const target = prepared.find(({ stack }) => stack === referenced);
      return target && 'run' in target ? [{ name, path: target.run.copy.stateFile }] : [];
    });
    if (remoteStates.length > 0) each.run.overrides.set('', { remoteStates, provisioned: [] });
  }
}

async function applyPrepared(
  options: RunOptions,
  prepared: Prepared,
  outcomes: ReadonlyMap<string, StackOutcome>,
  { stacks, copies }: { readonly stacks: readonly PreviewStack[]; readonly copies: AccountCopies },
): Promise<StackOutcome> {
  if ('outcome' in prepared) return prepared.outcome;
  const { stack, run: stackRun, state } = prepared;
  const failed = listDependencies(stack, stacks).filter((name) => outcomes.get(name)?.status !== 'applied');
  if (failed.length > 0) return toBlocked(stack, failed);
  await linkOtherStates(options, prepared.stack, stackRun, state, stacks);
  await writeOverrides(stackRun.copy, stackRun.overrides);
  const planned = await planWithoutProvisioners(options, stackRun);
  const isReader = (other: PreviewStack): boolean => listDependencies(other, stacks).includes(stack.name);
  stackRun.notPreviewed.push(
    ...findUnplanned(planned.plan ?? {}),
    ...findCreatedValues(planned.plan ?? {}, {
      callsFunctions: stackRun.callsCreatingFunctions,
      hasReaders: stacks.some(isReader),
    }),
  );
  if (planned.errors.length > 0 || !planned.plan) {
    const outcome = toOutcome(stack, stackRun, { ...planned, state, after: state });
    if (planned.errors.some((error) => isCausedByCopy(error, stack))) return outcome;
    return { ...outcome, mistakes: [...outcome.mistakes, ...(await findMistakes(stackRun, planned.errors))] };
  }
  if (mayRunRemovedProvisioner(planned.plan, stackRun.texts))
    return toNotPreviewed(stack, 'a removed block may have a provisioner, which would run');
  const { guards } = readPlan(planned.plan);
  const listBefore = guards.length > 0 ? await copies.remember() : undefined;
  const applied = await stackRun.terraform('apply', '-input=false', '-json', '-lock=false', 'plan.bin');
  options.signal.throwIfAborted();
  if (listBefore) stackRun.notPreviewed.push(...findUnorderedChecks(planned.plan, await listBefore()));
  const { diagnostics } = parseMessages(applied.stdout);
  const errors = findErrors(applied, diagnostics);
  const after = await readFile(stackRun.copy.stateFile, 'utf8').catch(() => '');
  return toOutcome(stack, stackRun, { plan: planned.plan, errors, warnings: planned.warnings, state, after });
}

/** The provider checks `must_admit` when it writes a restriction, and the apply of the copy is one of several orders. */
function findUnorderedChecks(plan: PlanJson, before: readonly FactList[]): string[] {
  const advice =
    'Terraform may choose that order. Refer to a policy through its rules (`netingress_ip_policy_rules.x.ip_policy_id`), add depends_on, or deploy in two steps.';
  return findOtherOrders(before, readPlan(plan)).map((clause) => `${toSentence(clause)} ${advice}`);
}

/** Remote states of stacks that are not previewed: their last state, or the outputs in the state of this stack. */
async function linkOtherStates(
  { otherStacks, readState }: RunOptions,
  stack: PreviewStack,
  stackRun: StackRun,
  state: string,
  stacks: readonly PreviewStack[],
): Promise<void> {
  for (const { name, block } of listRemoteStates(stack)) {
    if (findReferencedStack(stack, block, stacks)) continue;
    const other = findReferencedStack(stack, block, otherStacks);
    const text = other && (await readState(other).catch(() => ''));
    if (!text) {
      await useLastOutputs(stackRun, state, { modulePath: [], name });
      continue;
    }
    // In the folder of this stack: another one that runs now may read the same state.
    const path = join(stackRun.copy.folder, '..', `state-of-${otherStacks.indexOf(other)}.tfstate`);
    await writeFile(path, text, { mode: 0o600 });
    const override = stackRun.overrides.get('') ?? { remoteStates: [], provisioned: [] };
    stackRun.overrides.set('', { ...override, remoteStates: [...override.remoteStates, { name, path }] });
  }
}

interface Planned {
  readonly plan: PlanJson | undefined;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Plans again if the configuration has provisioners: a plan file contains the configuration that is applied. */
async function planWithoutProvisioners(options: RunOptions, stackRun: StackRun): Promise<Planned> {
  const planned = await plan(options, stackRun, 'plan.bin');
  const provisioned = findProvisioned(planned.plan?.configuration);
  if (provisioned.size === 0) return planned;
  for (const [key, resources] of provisioned) {
    const override = stackRun.overrides.get(key) ?? { remoteStates: [], provisioned: [] };
    stackRun.overrides.set(key, { ...override, provisioned: resources });
  }
  await writeOverrides(stackRun.copy, stackRun.overrides);
  return plan(options, stackRun, 'plan.bin');
}

/** What the deployment does, and the copy does not. */
function findUnplanned(plan: PlanJson): string[] {
  return [
    // A plan with an error is not complete; plans of OpenTofu do not say it.
    ...(plan.complete === false && !plan.errored ? describeIncomplete(plan).map(toSentence) : []),
    ...findProvisioners(plan).map(
      (configured) => `A provisioner of ${configured} runs in the deployment, and the preview does not run it.`,
    ),
    ...findRaces(plan),
    ...findPassedKeys(readPlan(plan)).map((clause) => `${clause}. Write a moved block, or deploy in two steps.`),
  ];
}

async function plan({ planArguments, signal }: RunOptions, stackRun: StackRun, file: string): Promise<Planned> {
  const result = await stackRun.terraform(
    'plan',
    '-input=false',
    '-json',
    '-lock=false',
    `-out=${file}`,
    ...planArguments,
  );
  signal.throwIfAborted();
  const { diagnostics } = parseMessages(result.stdout);
  const errors = findErrors(result, diagnostics);
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const shown = await stackRun.terraform('show', '-json', file);
  return { plan: shown.status === 0 ? (JSON.parse(shown.stdout) as PlanJson) : undefined, errors, warnings };
}

/** What Terraform rejects without looking at the account. */
const MISTAKES =
  /^(No value for required variable|Value for undeclared variable|Failed to read variables file|Invalid value for variable|(Missing|Invalid) provider configuration)/;

async function findMistakes({ terraform }: StackRun, errors: readonly Diagnostic[]): Promise<Diagnostic[]> {
  const { stdout } = await terraform('validate', '-json');
  const invalid = parseValidation(stdout).filter(({ severity }) => severity === 'error');
  return [...errors.filter(({ summary }) => MISTAKES.test(summary)), ...invalid];
}

/**
 * A mistake of the caller: the real account does not have the object of `account_object`. The API
 * key and the configuration contradict each other, so nothing can be said about the change. If the change itself removes
 * the object, the copy refuses the read, and the error has an operation.
 */
function isOtherAccount({ summary, detail }: Diagnostic): boolean {
  return summary.startsWith('Another account, or the object of account_object') && !OPERATION.test(detail);
}

function findErrors({ status, stdout, stderr }: RunResult, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (status === 0 || errors.length > 0) return errors;
  const detail = omitQuotedLines(`${stderr}\n${stdout}`).trim();
  return [{ severity: 'error', summary: `Terraform ended with status ${String(status)}`, detail, address: undefined }];
}

async function addNextPlan(
  options: RunOptions,
  prepared: Prepared,
  outcomes: Map<string, StackOutcome>,
): Promise<void> {
  const outcome = outcomes.get(prepared.stack.name);
  if (!outcome || !('run' in prepared)) return;
  const { stateChanged, notPreviewed } = await readStateAgain(options, prepared);
  const next = outcome.status === 'applied' ? await plan(options, prepared.run, 'next.bin') : undefined;
  outcomes.set(prepared.stack.name, {
    ...outcome,
    stateChanged,
    nextPlan: next?.plan,
    notPreviewed: [...outcome.notPreviewed, ...notPreviewed, ...(next?.errors ?? []).map(describeNextError)],
  });
}

/** Such as a condition that became false by the apply. */
function describeNextError({ address, summary, detail }: Diagnostic): string {
  const place = address === undefined ? '' : ` for ${address}`;
  return `the next plan fails${place}: ${[summary, detail].filter((part) => part !== '').join(': ')}`;
}

function toOutcome(
  stack: PreviewStack,
  { notPreviewed }: StackRun,
  result: Planned & { readonly state: string; readonly after: string },
): StackOutcome {
  const missing = result.errors.filter(
    (error) =>
      isCausedByCopy(error, stack) ||
      // Without something that the stack needs, an error of Terraform proves nothing.
      (notPreviewed.length > 0 && !OPERATION.test(error.detail)),
  );
  const status = result.errors.length === 0 ? 'applied' : missing.length > 0 ? 'not_previewed' : 'refused';
  return {
    ...describeStack(stack),
    status,
    reason: status === 'not_previewed' ? missing.map(({ summary, detail }) => `${summary}: ${detail}`).join(' ') : null,
    errors: result.errors,
    warnings: result.warnings,
    // A plan that only creates sends nothing, so the apply may find it. Each resource has the same error.
    mistakes: result.errors.filter(isOtherAccount).slice(0, 1),
    plan: result.plan,
    addresses: listAddresses(
      [result.state, result.after].map((text) => parseState(text, { stack: stack.name }).resources),
    ),
    notPreviewed,
  };
}

/** Identifier of a request that the copy refused. */
const OPERATION = /\bop_[0-9A-Za-z]{27}\b/;

/** A frozen provider, an unread account, or a file that only the original folder has. */
function isCausedByCopy(error: Diagnostic, { folder }: PreviewStack): boolean {
  return /not previewed/i.test(`${error.summary} ${error.detail}`) || isMissingInCopy(error, folder);
}

function toBlocked(stack: PreviewStack, failed: readonly string[]): StackOutcome {
  const reason = `it depends on ${failed.join(', ')}, which could not be applied`;
  return { ...describeStack(stack), status: 'blocked', reason };
}
