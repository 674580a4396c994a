/** Applies every stack to the copies of the accounts: plan, apply and a second plan, with the real Terraform. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostProcess } from '../sandbox/attach-provider';
import type { PlanJson } from '../terraform/plan-json';
import { type RunResult, run } from '../terraform/run';
import { parseState } from '../terraform/state';
import { type Diagnostic, parseMessages } from '../terraform/ui-json';
import { type AccountCopies, createAccountCopies } from './account-copies';
import type { OpenAccount, PreviewOutcome, StackOutcome } from './outcome';
import { findConfigurationSecrets, findPlanSecrets, findStateSecrets, omitQuotedLines } from './secrets';
import { type AttachedStack, attachStack, type ReadProviders } from './stacks/attach-stack';
import {
  findProvisioned,
  findReferencedStack,
  listDependencies,
  listRemoteStates,
  type ModuleOverride,
  type PreviewStack,
  parseGraph,
  selectEnvironment,
  sortStacks,
} from './stacks/prepare-stack';
import {
  findStateOutputs,
  listAddresses,
  NO_OUTPUTS,
  withoutIdentities,
  writeOutputsState,
} from './stacks/stack-state';
import { createWorkingCopy, readConfigurationTexts, type WorkingCopy, writeOverrides } from './stacks/working-copy';

export interface RunOptions {
  readonly stacks: readonly PreviewStack[];
  /** Stacks of the app that are not previewed; the others may read their states. */
  readonly otherStacks: readonly PreviewStack[];
  readonly binary: string;
  readonly host: HostProcess;
  /** The caller's environment. Terraform receives a part of it, the provider in this process all. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `-var` and `-var-file` with absolute paths. */
  readonly planArguments: readonly string[];
  readonly open: OpenAccount;
  readonly limits: Readonly<Record<string, number>>;
  /** Returns the state of a stack; empty if there is none. Rejects if it cannot be read. */
  readonly readState: (stack: PreviewStack) => Promise<string>;
  /** Returns schemas of other providers of a stack; empty if there are none. */
  readonly readProviders: ReadProviders;
  /** An empty folder of mode 0700, which the caller removes. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (step: string) => void;
}

/** A stack that is ready to run, or the outcome of one that is not. */
type Prepared = { readonly stack: PreviewStack } & (
  | { readonly outcome: StackOutcome }
  | { readonly run: StackRun; readonly state: string }
);

interface StackRun {
  readonly copy: WorkingCopy;
  /** By the path of the module, as in `modules.json`; empty for the root module. */
  readonly overrides: Map<string, ModuleOverride>;
  /** What the preview cannot contain, as sentences. */
  readonly notPreviewed: string[];
  terraform(...args: string[]): Promise<RunResult>;
  close(): Promise<void>;
}

export async function runStacks(options: RunOptions): Promise<PreviewOutcome> {
  const stacks = sortStacks(options.stacks);
  const copies = createAccountCopies(options);
  const prepared: Prepared[] = [];
  try {
    options.onProgress(`copying ${stacks.length} stack${stacks.length === 1 ? '' : 's'} and their states`);
    prepared.push(...(await Promise.all(stacks.map((stack, index) => prepareStack(options, copies, stack, index)))));
    linkStates(prepared, stacks);
    const outcomes = new Map<string, StackOutcome>();
    for (const [index, each] of prepared.entries()) {
      options.onProgress(`stack ${index + 1} of ${prepared.length}: ${each.stack.name}`);
      outcomes.set(each.stack.name, await applyPrepared(options, each, outcomes, stacks));
    }
    options.onProgress('planning again');
    await Promise.all(prepared.map((each) => addNextPlan(options, each, outcomes)));
    return {
      stacks: [...outcomes.values()],
      accounts: await copies.collect(),
      refused: copies.refusals(),
      secrets: [...copies.apiKeys(), ...findSecrets(prepared, [...outcomes.values()])],
    };
  } finally {
    await Promise.all(prepared.map((each) => 'run' in each && each.run.close()));
    await copies.close();
  }
}

function findSecrets(prepared: readonly Prepared[], outcomes: readonly StackOutcome[]): string[] {
  const secrets = [
    ...prepared.flatMap((each) => ('run' in each ? findStateSecrets(each.state) : [])),
    ...prepared.flatMap(({ stack }) => findConfigurationSecrets(stack.configuration)),
    ...outcomes.flatMap(({ plan }) => (plan ? findPlanSecrets(plan) : [])),
  ];
  return [...new Set(secrets)];
}

async function prepareStack(
  options: RunOptions,
  copies: AccountCopies,
  stack: PreviewStack,
  index: number,
): Promise<Prepared> {
  let state: string;
  try {
    state = await options.readState(stack);
  } catch (error) {
    options.signal.throwIfAborted();
    return { stack, outcome: toNotPreviewed(stack, (error as Error).message) };
  }
  const workspace = await findWorkspace(options, stack);
  const parent = join(options.folder, `stack-${index}`);
  const copy = await createWorkingCopy(stack, parent, { state: withoutIdentities(state), workspace });
  const texts = await readConfigurationTexts(copy);
  let attached: AttachedStack;
  try {
    attached = await attachStack({ ...options, copies, stack, state, texts });
  } catch (error) {
    options.signal.throwIfAborted();
    return { stack, outcome: toNotPreviewed(stack, (error as Error).message) };
  }
  const selected = selectEnvironment(options.environment);
  const env = { ...selected, ...(await sandboxVariables(options)), ...attached.variables, TF_WORKSPACE: workspace };
  const stackRun: StackRun = {
    copy,
    overrides: new Map(),
    notPreviewed: [],
    terraform: (...args) =>
      run(options.binary, args, { cwd: copy.folder, env, signal: options.signal, killAfter: 5_000 }),
    close: attached.close,
  };
  await writeOverrides(copy, stackRun.overrides);
  const init = await stackRun.terraform('init', '-input=false', '-no-color', '-get=false', ...attached.initArguments);
  options.signal.throwIfAborted();
  if (init.status !== 0) {
    await attached.close();
    const text = omitQuotedLines(`${init.stderr}\n${init.stdout}`).replace(/\s+/g, ' ').trim();
    return { stack, outcome: toNotPreviewed(stack, `terraform init of the copy failed: ${text}`) };
  }
  if (texts.some((text) => /\bremoved\b[^{]*\{[\s\S]*?\bprovisioner\b/.test(text))) {
    // The plan does not list provisioners of removed blocks, so they cannot be replaced.
    await attached.close();
    return { stack, outcome: toNotPreviewed(stack, 'a removed block has a provisioner, which would run') };
  }
  if (!stack.configuration && texts.some((text) => text.includes('terraform_remote_state'))) {
    const graph = await stackRun.terraform('graph', '-type=plan');
    for (const { modulePath, name } of parseGraph(graph.stdout))
      await useLastOutputs(stackRun, state, modulePath, name);
    await writeOverrides(copy, stackRun.overrides);
  }
  return { stack, run: stackRun, state };
}

/** Redirects a `terraform_remote_state` to a state with the outputs that it had in the last state of the stack. */
async function useLastOutputs(stackRun: StackRun, state: string, modulePath: string, name: string): Promise<void> {
  const outputs = findStateOutputs(state, modulePath, name);
  const path = join(stackRun.copy.folder, '..', `outputs-${modulePath}-${name}.tfstate`);
  await writeOutputsState(path, outputs ?? NO_OUTPUTS);
  if (!outputs) {
    const address = `${modulePath === '' ? '' : `module.${modulePath}.`}data.terraform_remote_state.${name}`;
    stackRun.notPreviewed.push(`${address} has no outputs in the last state.`);
  }
  const override = stackRun.overrides.get(modulePath) ?? { remoteStates: [], provisioned: [] };
  stackRun.overrides.set(modulePath, { ...override, remoteStates: [...override.remoteStates, { name, path }] });
}

/** Redirects the remote states of synthesized stacks to the copies of the stacks that they read. */
function linkStates(prepared: readonly Prepared[], stacks: readonly PreviewStack[]): void {
  for (const each of prepared) {
    if (!('run' in each)) continue;
    const remoteStates = listRemoteStates(each.stack).flatMap(({ name, block }) => {
      const referenced = findReferencedStack(block, stacks);
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
  stacks: readonly PreviewStack[],
): Promise<StackOutcome> {
  if ('outcome' in prepared) return prepared.outcome;
  const { stack, run: stackRun, state } = prepared;
  const failed = listDependencies(stack, stacks).filter((name) => outcomes.get(name)?.status !== 'applied');
  if (failed.length > 0) return toBlocked(stack, failed);
  await linkOtherStates(options, prepared.stack, stackRun, state, stacks);
  await writeOverrides(stackRun.copy, stackRun.overrides);
  const planned = await planWithoutProvisioners(options, stackRun);
  if (planned.errors.length > 0 || !planned.plan)
    return toOutcome(stack, stackRun, { ...planned, state, after: state });
  const applied = await stackRun.terraform('apply', '-input=false', '-json', '-lock=false', 'plan.bin');
  options.signal.throwIfAborted();
  const { diagnostics } = parseMessages(applied.stdout);
  const errors = findErrors(applied, diagnostics);
  const after = await readFile(stackRun.copy.stateFile, 'utf8').catch(() => '');
  return toOutcome(stack, stackRun, { plan: planned.plan, errors, warnings: planned.warnings, state, after });
}

/** Remote states of stacks that are not previewed: their last state, or the outputs in the state of this stack. */
async function linkOtherStates(
  { otherStacks, readState, folder }: RunOptions,
  stack: PreviewStack,
  stackRun: StackRun,
  state: string,
  stacks: readonly PreviewStack[],
): Promise<void> {
  for (const { name, block } of listRemoteStates(stack)) {
    if (findReferencedStack(block, stacks)) continue;
    const other = findReferencedStack(block, otherStacks);
    const text = other && (await readState(other).catch(() => ''));
    if (!text) {
      await useLastOutputs(stackRun, state, '', name);
      continue;
    }
    const path = join(folder, `state-of-${otherStacks.indexOf(other)}.tfstate`);
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
  const stateNow = await options.readState(prepared.stack).catch(() => undefined);
  const stateChanged = stateNow !== undefined && findSerial(stateNow) !== findSerial(prepared.state);
  const next = outcome.status === 'applied' ? await plan(options, prepared.run, 'next.bin') : undefined;
  outcomes.set(prepared.stack.name, { ...outcome, stateChanged, nextPlan: next?.plan });
}

function findSerial(state: string): string | undefined {
  return state === '' ? undefined : /"serial":\s*(\d+)/.exec(state)?.[1];
}

function toOutcome(
  stack: PreviewStack,
  { notPreviewed }: StackRun,
  result: Planned & { readonly state: string; readonly after: string },
): StackOutcome {
  const missing = result.errors.filter(isNotPreviewed);
  const status = result.errors.length === 0 ? 'applied' : missing.length > 0 ? 'not_previewed' : 'refused';
  return {
    ...describeStack(stack),
    status,
    reason: status === 'not_previewed' ? missing.map(({ summary, detail }) => `${summary}: ${detail}`).join(' ') : null,
    errors: result.errors,
    warnings: result.warnings,
    plan: result.plan,
    addresses: listAddresses(
      [result.state, result.after].map((text) => parseState(text, { stack: stack.name }).resources),
    ),
    notPreviewed,
  };
}

/** The frozen provider, an unread account, and a variable without a value. */
function isNotPreviewed({ summary, detail }: Diagnostic): boolean {
  return /not previewed/i.test(`${summary} ${detail}`) || /^No value for required variable/.test(summary);
}

function describeStack(stack: PreviewStack): Omit<StackOutcome, 'status' | 'reason'> {
  return {
    name: stack.name,
    displayFolder: stack.displayFolder,
    errors: [],
    warnings: [],
    plan: undefined,
    nextPlan: undefined,
    addresses: new Map(),
    constructs: stack.constructs,
    stateChanged: false,
    notPreviewed: [],
  };
}

function toNotPreviewed(stack: PreviewStack, reason: string): StackOutcome {
  return { ...describeStack(stack), status: 'not_previewed', reason };
}

function toBlocked(stack: PreviewStack, failed: readonly string[]): StackOutcome {
  const reason = `it depends on ${failed.join(', ')}, which could not be applied`;
  return { ...describeStack(stack), status: 'blocked', reason };
}

async function findWorkspace({ environment }: RunOptions, { folder }: PreviewStack): Promise<string> {
  const selected = await readFile(join(folder, '.terraform', 'environment'), 'utf8').catch(() => '');
  return environment['TF_WORKSPACE'] || selected.trim() || 'default';
}

/** Neither mirrors nor credentials of the user, so that nothing is downloaded. */
async function sandboxVariables({ folder }: RunOptions): Promise<Record<string, string>> {
  const cliConfig = join(folder, 'terraform.rc');
  const mirror = join(folder, 'mirror');
  await mkdir(mirror, { recursive: true });
  await mkdir(join(folder, 'tmp'), { recursive: true });
  await writeFile(
    cliConfig,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
  return {
    TMPDIR: join(folder, 'tmp'),
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
  };
}
