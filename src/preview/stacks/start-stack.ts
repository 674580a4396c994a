/** Makes the working copy of a stack, attaches its providers, and initializes it. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from '../../model/text';
import type { HostProcess } from '../../sandbox/attach-provider';
import type { DiagnosticTokens } from '../../sandbox/diagnostic-tokens';
import { formatMirrorConfig, UNATTENDED } from '../../terraform/environment';
import { findMissingFile } from '../../terraform/missing-file';
import { omitQuotedLines } from '../../terraform/omit-quoted-lines';
import { findDataFolder } from '../../terraform/read-state';
import { type RunResult, run } from '../../terraform/run';
import { type Diagnostic, parseMessages, parseValidation } from '../../terraform/ui-json';
import { formatAddress, formatModulePath } from '../../values/address';
import type { Words } from '../../values/words';
import type { AccountCopies } from '../account-copies';
import type { CausedDiagnostic, OpenAccount, StackOutcome } from '../outcome';
import { type AttachedStack, attachStack, type ReadProviders } from './attach-stack';
import { findOtherArguments } from './environment-arguments';
import { initializeCopy } from './initialize';
import { callsCreatingFunctions, findOtherInputs } from './other-inputs';
import {
  type ModuleOverride,
  moduleKey,
  NO_OVERRIDE,
  type PreviewStack,
  parseGraph,
  parseStack,
  type RemoteStateOfModule,
  selectEnvironment,
} from './prepare-stack';
import { findStateOutputs, NO_OUTPUTS, withoutIdentities, writeOutputsState } from './stack-state';
import {
  createWorkingCopy,
  readConfigurationTexts,
  readTemplates,
  type WorkingCopy,
  writeOverrides,
} from './working-copy';

export interface PreviewRunOptions {
  readonly stacks: readonly PreviewStack[];
  /** Stacks of the app that are not previewed; the others may read their states. */
  readonly otherStacks: readonly PreviewStack[];
  readonly binary: string;
  readonly host: HostProcess;
  /** Terraform of the copies receives what `selectEnvironment` returns, the provider in this process all. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `-var` and `-var-file` with absolute paths. */
  readonly planArguments: readonly string[];
  readonly open: OpenAccount;
  readonly limits: Readonly<Record<string, number>>;
  /** Returns the state of a stack; empty if there is none. Rejects if it cannot be read. */
  readonly readState: (stack: PreviewStack) => Promise<string>;
  readonly readProviders: ReadProviders;
  /** An empty folder of mode 0700, which the caller removes. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (step: string) => void;
}

export type Prepared = { readonly stack: PreviewStack } & (
  | { readonly outcome: StackOutcome }
  | { readonly run: StackRun; readonly state: string }
);

export interface StackRun {
  readonly copy: WorkingCopy;
  /** The configuration files of the copy and its modules, and the lock file. */
  readonly texts: readonly string[];
  /** The override files by the key of their module in `modules.json`, which is empty for the root module. */
  readonly overrides: Map<string, ModuleOverride>;
  readonly callsCreatingFunctions: boolean;
  readonly notPreviewed: string[];
  /** See {@link StackOutcome.assumed}. */
  readonly assumed: readonly string[];
  terraform(...args: string[]): Promise<TerraformResult>;
  close(): Promise<void>;
}

export interface TerraformResult extends RunResult {
  /** The diagnostics that `validate -json`, `plan -json` and `apply -json` print. */
  readonly diagnostics: readonly CausedDiagnostic[];
}

/** Any failure is the outcome of the stack, which is then not previewed. Rejects only after an abort. */
export async function startStack(
  options: PreviewRunOptions,
  copies: AccountCopies,
  stack: PreviewStack,
  { sandbox, index }: { readonly sandbox: Readonly<Record<string, string>>; readonly index: number },
): Promise<Prepared> {
  let attached: AttachedStack | undefined;
  try {
    const state = await options.readState(stack);
    const { workspace = 'default' } = stack;
    const parent = join(options.folder, `stack-${index}`);
    const dataFolder = findDataFolder(stack.folder, options.environment);
    const copy = await createWorkingCopy(stack, parent, {
      state: withoutIdentities(state),
      workspace,
      dataFolder,
      runFolder: options.folder,
    });
    const [texts, templates] = [await readConfigurationTexts(copy), await readTemplates(copy)];
    attached = await attachStack({
      ...options,
      // The next run removes the folder of a process that was killed, and with it the sockets.
      host: { ...options.host, socketFolder: options.folder },
      copies,
      stack,
      state,
      texts,
    });
    const { tokens } = attached;
    const selected = selectEnvironment(options.environment);
    const env = { ...selected, ...sandbox, ...attached.variables, TF_WORKSPACE: workspace };
    const terraformIn = async (cwd: string, args: readonly string[], more = {}): Promise<TerraformResult> => {
      const result = await run(options.binary, args, {
        cwd,
        env: { ...env, ...more },
        signal: options.signal,
        // An interrupted Terraform writes the state of the copy, which nobody needs. 5 s are chosen.
        killAfter: 5_000,
      });
      return readResult(args, result, tokens);
    };
    const { notPreviewed, assumed } = findOtherArguments(options.environment, stack.configuration !== undefined);
    const stackRun: StackRun = {
      copy,
      texts,
      overrides: new Map(),
      callsCreatingFunctions: callsCreatingFunctions(texts, templates),
      notPreviewed: [...notPreviewed, ...findOtherInputs(texts, templates)],
      assumed,
      terraform: (...args) => terraformIn(copy.folder, args),
      close: attached.close,
    };
    const folders = { copy: copy.folder, folder: join(options.folder, `init-${index}`) };
    await initializeCopy(attached.real, folders, async (cwd, ...args) =>
      // The folder has no other workspace.
      expectSuccess(await terraformIn(cwd, args, { TF_WORKSPACE: 'default' }), 'terraform init'),
    );
    await writeOverrides(copy, stackRun.overrides);
    await redirectRemoteStates(stack, stackRun, state);
    options.signal.throwIfAborted();
    return { stack, run: stackRun, state };
  } catch (error) {
    await attached?.close();
    options.signal.throwIfAborted();
    return { stack, outcome: toNotPreviewed(stack, (error as Error).message) };
  }
}

function readResult([command]: readonly string[], result: RunResult, tokens: DiagnosticTokens): TerraformResult {
  const { stdout, stderr } = result;
  const printed = parseDiagnostics(command, stdout);
  return {
    ...result,
    stdout: tokens.read(stdout).text,
    stderr: tokens.read(stderr).text,
    diagnostics: printed.map((each): CausedDiagnostic => {
      const { text: detail, cause } = tokens.read(each.detail);
      return { ...each, detail, cause, missingFile: findMissingFile(detail) };
    }),
  };
}

function parseDiagnostics(command: string | undefined, stdout: string): readonly Diagnostic[] {
  if (command === 'validate') return parseValidation(stdout);
  // `show` prints a plan, which may be large, and its errors as text.
  return command === 'show' ? [] : parseMessages(stdout).diagnostics;
}

function expectSuccess(result: RunResult, command: string): void {
  if (result.status === 0) return;
  const text = oneLine(omitQuotedLines(`${result.stderr}\n${result.stdout}`));
  throw new Error(`${command} of the copy failed: ${text}`);
}

/** Redirects remote states of HCL and of modules, which only Terraform can list, to their outputs in the last state. */
async function redirectRemoteStates({ configuration }: PreviewStack, stackRun: StackRun, state: string): Promise<void> {
  if (configuration && !('module' in configuration)) return;
  if (!stackRun.texts.some((text) => text.includes('terraform_remote_state'))) return;
  const graph = await stackRun.terraform('graph', '-type=plan');
  expectSuccess(graph, 'terraform graph');
  const found = parseGraph(graph.stdout).filter(({ modulePath }) => !configuration || modulePath.length > 0);
  for (const each of found) await useLastOutputs(stackRun, state, each);
  await writeOverrides(stackRun.copy, stackRun.overrides);
}

/** The remote state gets the outputs of the last state. Without them, it has none, and `notPreviewed` says so. */
export async function useLastOutputs(
  stackRun: StackRun,
  state: string,
  { modulePath, name }: RemoteStateOfModule,
): Promise<void> {
  const module = modulePath.map((step) => ({ name: step }));
  const address = formatAddress({ module, mode: 'data', type: 'terraform_remote_state', name });
  const outputs = findStateOutputs(state, formatModulePath(module), name);
  // Addresses are unique; names joined by a hyphen are not, because they may contain one.
  const path = join(stackRun.copy.folder, '..', `outputs-of-${address}.tfstate`);
  await writeOutputsState(path, outputs ?? NO_OUTPUTS);
  if (!outputs) stackRun.notPreviewed.push(`${address} has no outputs in the last state.`);
  redirectRemoteState(stackRun, moduleKey(modulePath), { name, path });
}

/** Takes effect when `writeOverrides` writes the override files. `key` is that of the module. */
export function redirectRemoteState(
  { overrides }: StackRun,
  key: string,
  remoteState: ModuleOverride['remoteStates'][number],
): void {
  const { remoteStates, provisioned } = overrides.get(key) ?? NO_OVERRIDE;
  overrides.set(key, { remoteStates: [...remoteStates, remoteState], provisioned });
}

export function createEmptyOutcome(stack: PreviewStack): Omit<StackOutcome, 'status' | 'reason'> {
  return {
    name: stack.name,
    displayFolder: stack.displayFolder,
    errors: [],
    warnings: [],
    mistakes: [],
    plan: undefined,
    nextPlan: undefined,
    addresses: new Map(),
    inState: [],
    constructs: new Map(
      parseStack(stack).resources.flatMap(({ address, path }) => (path === undefined ? [] : [[address, path]])),
    ),
    stateChanged: false,
    notPreviewed: [],
    assumed: [],
  };
}

export function toNotPreviewed(stack: PreviewStack, reason: Words): StackOutcome {
  return { ...createEmptyOutcome(stack), status: 'not_previewed', reason };
}

/** Neither mirrors nor credentials of the user, so that nothing is downloaded. */
export async function createSandboxVariables({ folder }: PreviewRunOptions): Promise<Record<string, string>> {
  const cliConfig = join(folder, 'terraform.rc');
  const mirror = join(folder, 'mirror');
  await mkdir(mirror, { recursive: true });
  await mkdir(join(folder, 'tmp'), { recursive: true });
  await writeFile(cliConfig, formatMirrorConfig(mirror));
  return { TMPDIR: join(folder, 'tmp'), TF_CLI_CONFIG_FILE: cliConfig, ...UNATTENDED };
}
