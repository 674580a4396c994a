import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_GATES } from '../access-review/gates';
import type { Emulator } from '../emulator';
import { createReport, type PreviewReport } from '../preview/report';
import { runStacks } from '../preview/run-stacks';
import type { PreviewStack } from '../preview/stacks/prepare-stack';
import { UNREACHABLE_URL } from '../sandbox/attach-provider';
import type { JsonObject } from '../values/json';
import type { TestProcess } from './process-env';
import type { AnyStack } from './stack';
import { synthesize } from './synthesize';

/** An app of `cdktf` or `cdktn`, or one of its stacks. */
export interface AnyApp {
  readonly node: { findAll(): readonly object[] };
}

/** Options of a preview in a test. */
export interface PreviewOptions {
  /** Values of Terraform variables by name, for all stacks. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Largest numbers of objects, such as `{'ip_policy_rule.per_policy': 100}`. The `limits` of `startIngress` do not
   * apply to the copy.
   *
   * @default - none
   */
  readonly limits?: Readonly<Record<string, number>>;
}

export interface PreviewContext {
  readonly emulator: Emulator;
  readonly testProcess: TestProcess;
  readonly binary: string;
  /** Where stacks are synthesized and deployed. */
  readonly outdir: string;
  /** An empty folder for the copies. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The copies of stacks start from the states of earlier deployments in `outdir`. */
export async function previewApp(
  { emulator, testProcess, binary, outdir, folder, signal }: PreviewContext,
  app: AnyApp,
  { variables = {}, limits = {} }: PreviewOptions,
): Promise<PreviewReport> {
  const stacks = app.node.findAll().filter((construct): construct is AnyStack => 'prepareStack' in construct);
  if (stacks.length === 0) throw new Error('Cannot preview the app: it has no stack; expected at least one.');
  const previewed: PreviewStack[] = [];
  for (const stack of stacks) previewed.push(await toPreviewStack(stack, outdir));
  const outcome = await runStacks({
    stacks: previewed,
    otherStacks: [],
    binary,
    host: testProcess,
    environment: {
      PATH: testProcess.env['PATH'],
      // The providers run in this process and send their requests to the copy.
      NETINGRESS_BASE_URL: UNREACHABLE_URL,
      NETINGRESS_API_KEY: emulator.apiKey,
      ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`TF_VAR_${name}`, toText(value)])),
    },
    planArguments: [],
    open: async () => {
      const { accounts, ...snapshot } = await emulator.snapshot({ secrets: true });
      // The emulator of the copy has one account, `default`: the first one here.
      return {
        snapshot: { ...snapshot, accounts: { default: Object.values(accounts)[0] ?? { id: '', objects: {} } } },
      };
    },
    limits,
    readState: async ({ localState }) =>
      localState !== undefined && existsSync(localState) ? readFile(localState, 'utf8') : '',
    // The schemas of other providers are needed only to simulate them. Without schemas, none is simulated.
    readProviders: async () => ({ schemas: {}, pluginFolder: undefined }),
    folder,
    signal,
    onProgress: () => undefined,
  });
  return createReport(outcome, { gates: NO_GATES, namedAddresses: [], limits });
}

async function toPreviewStack(stack: AnyStack, outdir: string): Promise<PreviewStack> {
  const { folder } = await synthesize(stack, outdir);
  const configuration = JSON.parse(await readFile(join(folder, 'cdk.tf.json'), 'utf8')) as JsonObject;
  const { dependencies = [] } = stack as { readonly dependencies?: readonly AnyStack[] };
  return {
    name: stack.node.path,
    folder,
    displayFolder: folder,
    dependencies: dependencies.map(({ node }) => node.path),
    configuration,
    localState: join(folder, 'terraform.tfstate'),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
