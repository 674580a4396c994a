/**
 * Tests of one protocol feature on the Terraform version of this run. `npm run test:engines` runs them on several versions
 * and writes docs/engines.md; the reporter reads the feature from the name of the test.
 */
import { execFileSync } from 'node:child_process';
import type { FeatureName } from '../../../scripts/engines/releases';
import { FEATURES, hasFeature } from '../../../scripts/engines/releases';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { createWorkspace, type Workspace } from '../acceptance/workspace';

/** The version of the terraform that comes first on the PATH. */
export const terraformVersion = (
  JSON.parse(
    execFileSync('terraform', ['version', '-json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as { terraform_version: string }
).terraform_version;

export interface Engine {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
}

interface Claims {
  /** Set for a feature that the provider does not use yet; `works` then shows what Terraform says about it. */
  readonly isUnused?: boolean;
  /** Runs where Terraform has the feature. */
  readonly works: (engine: Engine) => Promise<void>;
  /** Runs where it has not: shows that Terraform refuses the feature, or does not know it. */
  readonly isUnknown: (engine: Engine) => Promise<void>;
}

/** Defines the test of a feature, with an emulator and an initialized workspace of its own. */
export function testFeature(name: FeatureName, { works, isUnknown, isUnused = false }: Claims): void {
  const isThere = hasFeature(terraformVersion, name);
  const claim = isUnused ? 'is not used' : isThere ? 'works' : 'is not in this version, which refuses it';
  const cell = isThere && !isUnused ? 'yes' : 'no';
  test(`engine feature ${name} (${cell}): ${FEATURES[name].title} ${claim}`, async () => {
    const emulator = createEmulator();
    const { url } = await emulator.listen();
    const workspace = await createWorkspace(url);
    try {
      await (isThere ? works : isUnknown)({ emulator, workspace });
    } finally {
      await workspace.remove();
      await emulator.close();
    }
  }, 240_000);
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
