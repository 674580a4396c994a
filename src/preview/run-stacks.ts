/**
 * Plans and applies stacks to the copies of the accounts with the real Terraform, each after those that it depends on.
 * Then plans each applied stack again. A stack that cannot be started, or that depends on one that was not applied, is
 * not applied.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findOtherOrders } from '../access-review/plan';
import { findPassedKeys } from '../access-review/plan-refusals';
import { createRedact, type Redact } from '../client/redact';
import { createMarksFinder } from '../model/marks';
import { resolveProviderSettings } from '../model/provider-settings';
import { endSentence, oneLine, toSentence } from '../model/text';
import { fromPlan } from '../objects/from-plan';
import { fromStates } from '../objects/from-states';
import type { ObjectList } from '../objects/objects';
import { findIncomplete, findProvisioners, listProviders } from '../terraform/configuration/plan-gaps';
import { findConfigurationSecrets, findPlanSecrets, findStateSecrets } from '../terraform/find-secrets';
import { omitQuotedLines } from '../terraform/omit-quoted-lines';
import type { PlanJson } from '../terraform/plan-json';
import { createDestroyOrder, parseState } from '../terraform/state';
import { parseAddress } from '../values/address';
import { describeCause, describeRisk } from '../values/describe-cause';
import type { DiagnosticCause } from '../values/diagnostic-cause';
import { joinMarks, markCopies } from '../values/marks';
import type { Words } from '../values/words';
import { type AccountCopies, createAccountCopies } from './account-copies';
import type { CausedDiagnostic, CopiedAccount, PreviewOutcome, StackOutcome } from './outcome';
import { findCreatedValues } from './stacks/created-values';
import { findOrderedByChance, type PlannedStack } from './stacks/independent-stacks';
import { isMissingInCopy } from './stacks/link-files';
import {
  findProvisioned,
  findReferencedStack,
  listDependencies,
  listRemoteStates,
  NO_OVERRIDE,
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
  createEmptyOutcome,
  createSandboxVariables,
  type Prepared,
  type PreviewRunOptions,
  redirectRemoteState,
  type StackRun,
  startStack,
  type TerraformResult,
  toNotPreviewed,
  useLastOutputs,
} from './stacks/start-stack';
import { removeLiteralImports, writeOverrides } from './stacks/working-copy';
import { ACCOUNT_NOT_READ, NOT_PREVIEWED } from './unread';

export type { PreviewRunOptions } from './stacks/start-stack';

/** Chosen: each stack is a process of Terraform, and all of them wait for the copies, which are in this process. */
const MAX_PARALLEL_STACKS = 4;

export async function runStacks(options: PreviewRunOptions): Promise<PreviewOutcome> {
  const stacks = sortStacks(options.stacks);
  const copies = createAccountCopies(options);
  const prepared = new Map<PreviewStack, Prepared>();
  const outcomes = new Map<string, StackOutcome>();
  // On one core, too, two stacks run at once, because a stack often waits for this process.
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
    const showPhase = createPhases(options, stacks);
    await runAll(
      async (each) =>
        void outcomes.set(
          each.stack.name,
          await applyPrepared({ ...options, onProgress: showPhase(each.stack) }, each, outcomes, { stacks, copies }),
        ),
      (stack) => {
        const names = listDependencies(stack, stacks);
        return stacks.filter(({ name }) => names.includes(name));
      },
    );
    await runAll((each) => completeOutcome({ ...options, onProgress: showPhase(each.stack) }, each, outcomes));
    await readUnusedAccounts(options, copies, [...outcomes.values()]);
    options.onProgress('comparing the accounts before and after');
    const inOrder = stacks.flatMap(({ name }) => outcomes.get(name) ?? []);
    const accounts = await copies.collect();
    const byChance = findOrderedByChance(listPlannedStacks(stacks, inOrder, accounts));
    const secrets = [...copies.apiKeys(), ...findSecrets([...prepared.values()], inOrder)];
    const findStateMarks = createMarksFinder(inOrder.flatMap(({ inState }) => inState));
    const outcome: PreviewOutcome = {
      stacks: inOrder.map((each) => ({
        ...each,
        notPreviewed: [...each.notPreviewed, ...(byChance.get(each.name) ?? [])],
      })),
      leftOut: options.otherStacks.map(({ name, displayFolder }) => ({ name, displayFolder })),
      accounts,
      refused: copies.refusals(),
      findMarks: (kind, id, values) => joinMarks(findStateMarks(kind, id, values), markCopies(values, secrets)),
    };
    return redactTexts(outcome, createRedact(secrets));
  } finally {
    await Promise.all([...prepared.values()].map((each) => 'run' in each && each.run.close()));
    await copies.close();
  }
}

function createPhases({ onProgress }: PreviewRunOptions, stacks: readonly PreviewStack[]) {
  return (stack: PreviewStack) =>
    (phase: string): void =>
      onProgress(`stack ${stacks.indexOf(stack) + 1} of ${stacks.length} (${stack.name}): ${phase}`);
}

function listPlannedStacks(
  stacks: readonly PreviewStack[],
  outcomes: readonly StackOutcome[],
  accounts: readonly CopiedAccount[],
): PlannedStack[] {
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

function redactTexts(outcome: PreviewOutcome, redact: Redact): PreviewOutcome {
  const redactAll = (diagnostics: readonly CausedDiagnostic[]): CausedDiagnostic[] =>
    diagnostics.map(({ summary, detail, cause, ...others }) => ({
      ...others,
      summary: redact(summary),
      detail: redact(detail),
      cause: cause && {
        ...cause,
        ...(cause.advice !== undefined && { advice: cause.advice.map(redact) }),
        adviceWith: cause.adviceWith && ((names) => cause.adviceWith?.(names).map(redact) ?? []),
        ...(cause.problem !== undefined && { problem: redact(cause.problem) }),
      },
    }));
  return {
    ...outcome,
    stacks: outcome.stacks.map((stack) => ({
      ...stack,
      errors: redactAll(stack.errors),
      warnings: redactAll(stack.warnings),
      mistakes: redactAll(stack.mistakes),
      reason: stack.reason === null ? null : redact(stack.reason),
      notPreviewed: stack.notPreviewed.map(redact),
    })),
    refused: outcome.refused.map((each) => ({ ...each, message: redact(each.message), path: redact(each.path) })),
    accounts: outcome.accounts.map(({ unreadable, ...account }) => ({
      ...account,
      ...(unreadable !== undefined && { unreadable: redact(unreadable) }),
      failures: account.failures.map(({ kind, failure }) => ({
        kind,
        failure: { ...failure, message: redact(failure.message) },
      })),
    })),
  };
}

/** Lets a remote state read the state in the copy of the other stack, if that stack is previewed, too. */
function linkStates(prepared: readonly Prepared[], stacks: readonly PreviewStack[]): void {
  for (const each of prepared) {
    if (!('run' in each)) continue;
    const remoteStates = listRemoteStates(each.stack).flatMap(({ name, block }) => {
      const referenced = findReferencedStack(each.stack, block, stacks);
      const target = prepared.find(({ stack }) => stack === referenced);
      return target && 'run' in target ? [{ name, path: target.run.copy.stateFile }] : [];
    });
    for (const remoteState of remoteStates) redirectRemoteState(each.run, '', remoteState);
  }
}

/**
 * If no provider has sent a request, no account was read. Gates judge the accounts all the same, if the provider blocks
 * and the environment say which ones they are.
 */
async function readUnusedAccounts(
  { environment, onProgress }: PreviewRunOptions,
  copies: AccountCopies,
  outcomes: readonly StackOutcome[],
): Promise<void> {
  if ((await copies.count()) > 0 || outcomes.some(({ status }) => status !== 'applied')) return;
  const configured = outcomes
    .flatMap(({ plan }) => (plan ? listProviders(plan) : []))
    .map(([, { expressions = {} }]) => {
      const values = Object.entries(expressions).map(([name, each]) => [name, each.constant_value] as const);
      const isLiteral = values.every(([, value]) => value !== undefined);
      return isLiteral ? resolveProviderSettings(Object.fromEntries(values), environment).complete : undefined;
    });
  // If the settings of a provider are not known, they may be those of another account: then none is read.
  if (configured.includes(undefined)) return;
  onProgress('reading the account');
  for (const settings of configured) if (settings) await copies.read(settings);
}

async function applyPrepared(
  options: PreviewRunOptions,
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
  options.onProgress('plan');
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
    return { ...outcome, mistakes: [...outcome.mistakes, ...(await findMistakes(stackRun, planned))] };
  }
  if (mayRunRemovedProvisioner(planned.plan, stackRun.texts))
    return toNotPreviewed(stack, 'a removed block may have a provisioner, which would run');
  const { guards } = fromPlan(planned.plan);
  options.onProgress('apply to the copy');
  const listBefore = guards.length > 0 ? await copies.remember() : undefined;
  const applied = await stackRun.terraform('apply', '-input=false', '-json', '-lock=false', FIRST_PLAN);
  options.signal.throwIfAborted();
  if (listBefore) stackRun.notPreviewed.push(...findUnorderedChecks(planned.plan, await listBefore(), state));
  const errors = findErrors(applied);
  const after = await readFile(stackRun.copy.stateFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // An apply that fails at once writes no state.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return toOutcome(stack, stackRun, { plan: planned.plan, errors, warnings: planned.warnings, state, after });
}

/** The apply of the copy checks `must_admit` in one order. These are the checks that may fail in another order. */
function findUnorderedChecks(plan: PlanJson, before: readonly ObjectList[], state: string): string[] {
  const advice =
    'Terraform may choose that order. Refer to a policy through its rules (`netingress_ip_policy_rules.x.ip_policy_id`), add depends_on, or deploy in two steps.';
  return findOtherOrders(before, fromPlan(plan), createDestroyOrder(state)).map(
    (risk) => `${toSentence(describeRisk(risk))} ${advice}`,
  );
}

/**
 * A remote state reads the state of the stack that it refers to, if that stack is left out of the preview. Without such
 * a stack or state, it has the outputs that the last state of `stack` contains.
 */
async function linkOtherStates(
  { otherStacks, readState }: PreviewRunOptions,
  stack: PreviewStack,
  stackRun: StackRun,
  state: string,
  stacks: readonly PreviewStack[],
): Promise<void> {
  for (const { name, block } of listRemoteStates(stack)) {
    if (findReferencedStack(stack, block, stacks)) continue;
    const other = findReferencedStack(stack, block, otherStacks);
    const text =
      other &&
      (await readState(other).catch((error: Error) => {
        const problem = endSentence(oneLine(error.message));
        stackRun.notPreviewed.push(`The state of the stack ${other.name} could not be read: ${problem}`);
        return '';
      }));
    if (!text) {
      await useLastOutputs(stackRun, state, { modulePath: [], name });
      continue;
    }
    // The state is written into the folder of this stack: another stack that runs now may read the same state.
    const path = join(stackRun.copy.folder, '..', `state-of-${otherStacks.indexOf(other)}.tfstate`);
    await writeFile(path, text, { mode: 0o600 });
    redirectRemoteState(stackRun, '', { name, path });
  }
}

interface Planned {
  readonly plan: PlanJson | undefined;
  readonly errors: readonly CausedDiagnostic[];
  readonly warnings: readonly CausedDiagnostic[];
}

/** Plans again if the configuration has provisioners: a plan file contains the configuration that is applied. */
async function planWithoutProvisioners(options: PreviewRunOptions, stackRun: StackRun): Promise<Planned> {
  const planned = await planFirst(options, stackRun);
  const provisioned = findProvisioned(planned.plan?.configuration);
  if (provisioned.size === 0) return planned;
  for (const [key, resources] of provisioned) {
    const { remoteStates } = stackRun.overrides.get(key) ?? NO_OVERRIDE;
    stackRun.overrides.set(key, { remoteStates, provisioned: resources });
  }
  await writeOverrides(stackRun.copy, stackRun.overrides);
  return planFirst(options, stackRun);
}

function findUnplanned(plan: PlanJson): string[] {
  return [
    // A plan with an error is not complete either; its errors are reported. `complete` is missing in plans of OpenTofu.
    ...(plan.complete === false && !plan.errored
      ? findIncomplete(plan).map((gap) => toSentence(describeCause(gap)))
      : []),
    ...findProvisioners(plan).map(
      (configured) => `A provisioner of ${configured} runs in the deployment, and the preview does not run it.`,
    ),
    ...findRaces(plan),
    ...findPassedKeys(fromPlan(plan)).map((clause) => `${clause}. Write a moved block, or deploy in two steps.`),
  ];
}

const FIRST_PLAN = 'plan.bin';
const NEXT_PLAN = 'next.bin';

async function planFirst(options: PreviewRunOptions, stackRun: StackRun): Promise<Planned> {
  return readPlan(stackRun, FIRST_PLAN, await runPlan(options, stackRun, FIRST_PLAN));
}

/** A plan without changes is not read, which spares a start of Terraform. */
async function planNext(options: PreviewRunOptions, stackRun: StackRun): Promise<Planned> {
  options.onProgress('second plan');
  await removeLiteralImports(stackRun.copy);
  const result = await runPlan(options, stackRun, NEXT_PLAN);
  if (result.status === 0) return { plan: {}, errors: [], warnings: [] };
  return readPlan(stackRun, NEXT_PLAN, result);
}

async function runPlan(
  { planArguments, signal }: PreviewRunOptions,
  stackRun: StackRun,
  file: string,
): Promise<TerraformResult> {
  const options = ['-input=false', '-json', '-lock=false', '-detailed-exitcode', `-out=${file}`];
  const result = await stackRun.terraform('plan', ...options, ...planArguments);
  signal.throwIfAborted();
  return result;
}

/** The exit status of `-detailed-exitcode` if there are changes. */
const HAS_CHANGES = 2;

async function readPlan(stackRun: StackRun, file: string, result: TerraformResult): Promise<Planned> {
  const errors = result.status === HAS_CHANGES ? [] : findErrors(result);
  const warnings = result.diagnostics.filter(({ severity }) => severity === 'warning');
  const shown = await stackRun.terraform('show', '-json', file);
  if (shown.status === 0) return { plan: JSON.parse(shown.stdout) as PlanJson, errors, warnings };
  // A plan that cannot be read is not one without changes.
  return { plan: undefined, errors: errors.length > 0 ? errors : findErrors(shown), warnings };
}

/** Terraform writes no plan if it rejects the options or the variables before it plans. */
async function findMistakes({ terraform }: StackRun, { plan: written, errors }: Planned): Promise<CausedDiagnostic[]> {
  const { diagnostics } = await terraform('validate', '-json');
  const invalid = diagnostics.filter(({ severity }) => severity === 'error');
  const hasInvalidSetting = invalid.some(({ cause }) => cause?.kind === 'setting');
  // A plan of an invalid configuration ends with the same errors, also those of the settings of the provider.
  const isMistake = ({ isAboutVariable, cause }: CausedDiagnostic): boolean =>
    (written === undefined && invalid.length === 0) ||
    isAboutVariable ||
    (cause?.kind === 'setting' && !hasInvalidSetting);
  return [...errors.filter(isMistake), ...invalid];
}

/**
 * A mistake of the caller: the real account does not have the object of `account_object`, so the API key and the
 * configuration contradict each other. If the change itself removes the object, the copy refuses the read, and the
 * error has an operation.
 */
function isOtherAccount({ cause }: CausedDiagnostic): boolean {
  return cause?.kind === 'other_account' && !isRefusal(cause);
}

function findErrors({ status, stdout, stderr, diagnostics }: TerraformResult): CausedDiagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (status === 0 || errors.length > 0) return errors;
  const detail = omitQuotedLines(`${stderr}\n${stdout}`).trim();
  const summary = `Terraform ended with status ${String(status)}`;
  return [
    {
      severity: 'error',
      summary,
      detail,
      address: undefined,
      isAboutVariable: false,
      cause: undefined,
      missingFile: undefined,
    },
  ];
}

async function completeOutcome(
  options: PreviewRunOptions,
  prepared: Prepared,
  outcomes: Map<string, StackOutcome>,
): Promise<void> {
  const outcome = outcomes.get(prepared.stack.name);
  if (!outcome || !('run' in prepared)) return;
  const { stateChanged, notPreviewed } = await readStateAgain(options, prepared);
  const next = outcome.status === 'applied' ? await planNext(options, prepared.run) : undefined;
  outcomes.set(prepared.stack.name, {
    ...outcome,
    stateChanged,
    nextPlan: next?.plan,
    notPreviewed: [...outcome.notPreviewed, ...notPreviewed, ...(next?.errors ?? []).map(describeNextError)],
  });
}

function describeNextError({ address, summary, detail }: CausedDiagnostic): Words {
  const place = address === undefined ? '' : ` for ${address}`;
  return `the next plan fails${place}: ${[summary, detail].filter((part) => part !== '').join(': ')}`;
}

function toOutcome(
  stack: PreviewStack,
  { notPreviewed, assumed }: StackRun,
  result: Planned & { readonly state: string; readonly after: string },
): StackOutcome {
  const missing = result.errors.filter(
    (error) =>
      isCausedByCopy(error, stack) ||
      // If the stack needs something that the preview does not have, an error of Terraform proves nothing.
      (notPreviewed.length > 0 && !isRefusal(error.cause)),
  );
  const inState = [result.state, result.after].flatMap((text) =>
    fromStates(parseState(text, { stack: stack.name }).resources),
  );
  const status = result.errors.length === 0 ? 'applied' : missing.length > 0 ? 'not_previewed' : 'refused';
  return {
    ...createEmptyOutcome(stack),
    status,
    reason: status === 'not_previewed' ? omitRepeated(missing).map(describeMissing).join(' ') : null,
    errors: result.errors,
    warnings: result.warnings,
    // If the plan only creates, it sends no request, so the apply may be the first to find the mistake. All resources
    // have the same error.
    mistakes: result.errors.filter(isOtherAccount).slice(0, 1),
    plan: result.plan,
    addresses: listAddresses(inState),
    inState,
    notPreviewed,
    assumed,
  };
}

/** Whether the copy answered the request as the service would. Its other responses have no operation. */
function isRefusal(cause: DiagnosticCause | undefined): boolean {
  return cause?.failure?.operationId !== undefined;
}

/** A frozen provider, an account that was not read, or a file that only the original folder has. */
function isCausedByCopy(error: CausedDiagnostic, { folder }: PreviewStack): boolean {
  const { kind, failure } = error.cause ?? {};
  return (
    kind === 'not_previewed' ||
    failure?.code === NOT_PREVIEWED ||
    failure?.code === ACCOUNT_NOT_READ ||
    isMissingInCopy(error.missingFile, folder)
  );
}

function omitRepeated(errors: readonly CausedDiagnostic[]): CausedDiagnostic[] {
  const keys = errors.map(keyOfMissing);
  return errors.filter((_, index) => keys[index] === undefined || keys.indexOf(keys[index]) === index);
}

/** Equal for errors with one cause; undefined for those of which none is a repetition, such as errors of Terraform. */
function keyOfMissing({ address, cause, missingFile }: CausedDiagnostic): string | undefined {
  const code = cause?.failure?.code;
  if (code === ACCOUNT_NOT_READ) return code;
  if (code === NOT_PREVIEWED) return JSON.stringify([code, address === undefined ? null : parseAddress(address)?.type]);
  if (cause?.part) return JSON.stringify([cause.part.of, cause.part.type]);
  return missingFile === undefined ? undefined : JSON.stringify(['file', missingFile]);
}

/** Why an account could not be read is in the report of the account. */
function describeMissing({ summary, detail, cause }: CausedDiagnostic): string {
  return cause?.failure?.code === ACCOUNT_NOT_READ ? 'its account could not be read.' : `${summary}: ${detail}`;
}

function toBlocked(stack: PreviewStack, failed: readonly string[]): StackOutcome {
  const reason = `it depends on ${failed.join(', ')}, which could not be applied`;
  return { ...createEmptyOutcome(stack), status: 'blocked', reason };
}
