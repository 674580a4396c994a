/**
 * Tests of one feature on the Terraform version of this run. `npm run test:engines` runs them on several
 * versions and writes docs/engines.md; `readColumn` of scripts/engines/table.ts reads the feature and its cell from the
 * title of a test.
 */
import { execFileSync } from 'node:child_process';
import type { FeatureName } from '../../../scripts/engines/releases';
import { FEATURES, hasFeature } from '../../../scripts/engines/releases';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { ProfileName } from '../../../src/model/kind';
import { providerInProcess } from '../acceptance/provider-in-process';
import { createWorkspace, type Workspace } from '../acceptance/workspace';
import { opened } from '../opened';
import { terraformBinary } from '../terraform-binary';

/**
 * The version of the first terraform on the PATH, else of the first tofu. The versions in FEATURES are those of
 * Terraform: with tofu, whose versions have other features, these tests do not tell what it has.
 */
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
  /** What `works` shows, if the feature has several tests. */
  readonly claim?: string;
  /** Serves the provider from this process, which is faster than a process for each command of Terraform. */
  readonly inProcess?: boolean;
  /** Runs on versions of Terraform with the feature. */
  readonly works: (engine: Engine) => Promise<void>;
  /**
   * Runs on versions of Terraform without the feature, and shows that they refuse it or do not know it. If undefined,
   * the test is skipped on these versions: another test of the feature shows this, or every tested version has the
   * feature.
   */
  readonly refuses?: (engine: Engine) => Promise<void>;
}

interface EngineOptions {
  readonly profile?: ProfileName;
  readonly inProcess?: boolean;
}

export function openEngine({
  profile = 'spec',
  inProcess = false,
}: EngineOptions): Promise<Engine & { close(): Promise<void> }> {
  return opened(async (onClose) => {
    const emulator = createEmulator({ profile });
    onClose(() => emulator.close());
    const { url } = await emulator.listen();
    const workspace = await createWorkspace(url, undefined, { NETINGRESS_PROFILE: profile });
    onClose(workspace.remove);
    if (inProcess) {
      const provider = await providerInProcess(workspace);
      onClose(provider.close);
      provider.use();
    }
    return { emulator, workspace };
  });
}

/** Defines the test of a feature, with an emulator and an initialized workspace of its own. */
export function testFeature(name: FeatureName, claims: Claims): void {
  const { claim, works, refuses, inProcess = false } = claims;
  const isThere = hasFeature(terraformVersion, name);
  const defaultClaim = isThere ? 'works' : 'is not in this version, which refuses it';
  const cell = isThere ? 'yes' : 'no';
  const run = isThere ? works : refuses;
  const ownClaim = run !== undefined && run === refuses ? undefined : claim;
  const title = `engine feature ${name} (${cell}): ${ownClaim ?? `${FEATURES[name].title} ${defaultClaim}`}`;
  if (run === undefined) {
    test.skip(title, () => undefined);
    return;
  }
  // The time limit is for machines that run other tests, too: a test starts Terraform several times.
  test(title, async () => {
    const engine = await openEngine({ inProcess });
    try {
      await run(engine);
    } finally {
      await engine.close();
    }
  }, 1_200_000);
}

/** Expects that a plan of the current configuration, which refreshes first, changes nothing. */
export async function expectEmptyPlan(workspace: Workspace): Promise<void> {
  expect(await workspace.changes()).toEqual({});
}
