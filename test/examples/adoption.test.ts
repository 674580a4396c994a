/** Compares the committed adoption example with the output of `netingress adopt`, and deploys it. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProcess } from '../support/cli/run-in-process';
import { linkDependencies } from '../support/installed-packages';
import { testWith } from '../support/requirements';
import { examplesFolder, openStage, stacksIn, useStage } from './stage';
import { expectedCounts } from './table';

const committed = join(examplesFolder, 'adoption', 'ingress');
// The options of the README: ids depend on these, and names depend on ids.
const example = useStage(() => openStage({ emulator: { seed: 'adoption', clock: '2026-11-01T09:00:00Z' } }));

/** The texts of the files below the folder, by their paths within it. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

const testScript = testWith('bash', 'curl', 'sed');
testScript('the committed files are the output of adopt, import the whole account, and change nothing', async () => {
  const { stage } = example;
  const { emulator, env } = stage;
  await stage.runProgram('bash', [join(examplesFolder, 'adoption', 'account.sh')]);
  expect(stage.counts()).toEqual(expectedCounts('adoption'));
  // Because the project installs this package by its version, adopt does not write the path of this checkout.
  const dependencies = { cdktf: '^0.21.0', netingress: '^0.1.0' };
  await writeFile(join(stage.folder, 'package.json'), JSON.stringify({ dependencies }));
  const folder = join(stage.folder, 'ingress');
  const { status, stderr } = await runInProcess(['adopt', '--out', folder], { env, cwd: stage.folder });
  if (status !== 0) throw new Error(stderr);
  if (process.env['UPDATE_EXAMPLES'] === '1') {
    await rm(committed, { recursive: true, force: true });
    await cp(folder, committed, { recursive: true });
  }
  // To update the files: UPDATE_EXAMPLES=1 npx jest test/examples/adoption
  expect(await contentsOf(folder)).toEqual(await contentsOf(committed));

  linkDependencies(folder);
  await stage.runProgram(process.execPath, ['--import', 'tsx', 'main.ts'], folder);
  const [stack] = await stacksIn(folder);
  if (!stack) throw new Error('The adopted app has no stack');
  await example.useProvider();
  const before = await emulator.snapshot();
  await stage.terraform(stack.folder, 'init', '-no-color');
  const applied = await stage.terraform(stack.folder, 'apply', '-no-color', '-auto-approve');
  // The rules of a policy are one resource, a rule set.
  expect(applied).toContain('9 imported, 0 added, 0 changed, 0 destroyed.');
  expect(await emulator.snapshot()).toEqual(before);
});
