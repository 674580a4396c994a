/**
 * Tests of one protocol feature on the Terraform version of this run. `npm run test:engines` runs them on several versions
 * and writes docs/engines.md; the reporter reads the feature from the name of the test.
 */
import { execFileSync } from 'node:child_process';
import type { FeatureName } from '../../../scripts/engines/releases';
import { FEATURES, hasFeature } from '../../../scripts/engines/releases';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { providerInProcess } from '../acceptance/provider-in-process';
import { createWorkspace, type Workspace } from '../acceptance/workspace';
import { terraformBinary } from '../terraform-binary';

/** The version of the terraform that comes first on the PATH. */
const terraformVersion = (
  JSON.parse(
    execFileSync(terraformBinary(), ['version', '-json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as { terraform_version: string }
).terraform_version;

export interface Engine {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
}

interface Claims {
  /** The claim of this test, if the feature has several tests. */
  readonly claim?: string;
  /** Serves the provider from this process, which is faster than a process for each command of Terraform. */
  readonly inProcess?: boolean;
  /** Set for a feature that the provider does not use yet; `works` then shows what Terraform says about it. */
  readonly isUnused?: boolean;
  /** Runs where Terraform has the feature. */
  readonly works: (engine: Engine) => Promise<void>;
  /**
   * Runs where it has not: shows that Terraform refuses the feature, or does not know it. Without it the test is skipped
   * there, because another test of the feature shows this.
   */
  readonly isUnknown?: (engine: Engine) => Promise<void>;
}

/** Defines the test of a feature, with an emulator and an initialized workspace of its own. */
export function testFeature(name: FeatureName, claims: Claims): void {
  const { claim, works, isUnknown, isUnused = false, inProcess = false } = claims;
  const isThere = hasFeature(terraformVersion, name);
  const defaultClaim = isUnused ? 'is not used' : isThere ? 'works' : 'is not in this version, which refuses it';
  const cell = isThere && !isUnused ? 'yes' : 'no';
  const run = isThere ? works : isUnknown;
  const title = `engine feature ${name} (${cell}): ${claim ?? `${FEATURES[name].title} ${defaultClaim}`}`;
  if (run === undefined) {
    test.skip(title, () => undefined);
    return;
  }
  test(title, async () => {
    const emulator = createEmulator();
    const { url } = await emulator.listen();
    const workspace = await createWorkspace(url);
    const provider = inProcess ? await providerInProcess(workspace) : undefined;
    try {
      provider?.use();
      await run({ emulator, workspace });
    } finally {
      await provider?.close();
      await workspace.remove();
      await emulator.close();
    }
  }, 1_200_000);
}

/** For features that every tested version has. */
export function neverUnknown(): Promise<void> {
  throw new Error('Every tested version has this feature');
}

/** An expression in Terraform's JSON syntax. */
export function expression(text: string): string {
  return `\${${text}}`;
}

/** Runs a command that must fail, and returns its output on one line, without the frame around messages. */
export async function failureOf(workspace: Workspace, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await workspace.terraform(...args);
  expect([args[0], status]).toEqual([args[0], 1]);
  return `${stdout}${stderr}`.replace(/[\s│╷╵]+/g, ' ');
}

/** Expects that a plan of the current configuration changes nothing, also after a refresh. */
export async function expectEmptyPlan(workspace: Workspace): Promise<void> {
  expect(await workspace.changes()).toEqual({});
}
