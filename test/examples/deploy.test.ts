/**
 * Deploys each example without a test of its own, and compares its objects with the table. In CI it also expects an
 * empty plan, and destroys the objects.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFullCampaign } from '../fuzz';
import { testRows } from '../support/requirements';
import { examplesFolder, synthesize, useStage } from './stage';
import { parseExamplesTable } from './table';

const deployed = useStage();
beforeEach(() => deployed.useProvider());

/** The examples that have their own tests. */
const elsewhere = ['hcl', 'environments', 'demo', 'query', 'team', 'adoption', 'ci', 'drift-loop', 'stream-handler'];
const examples = parseExamplesTable().flatMap(({ example, objects }) =>
  elsewhere.includes(example) ? [] : [[example, objects] as const],
);

test('every example has a row in the table, and every app has a valid cdktf.json', () => {
  const folders = readdirSync(examplesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(
    parseExamplesTable()
      .map(({ example }) => example)
      .sort(),
  ).toEqual(folders.map(({ name }) => name).sort());
  const apps = folders.filter(({ name }) => existsSync(join(examplesFolder, name, 'main.ts')));
  expect(apps.length).toBeGreaterThan(examples.length);
  for (const { name } of apps) {
    const config = JSON.parse(readFileSync(join(examplesFolder, name, 'cdktf.json'), 'utf8')) as object;
    expect(config).toMatchObject({ language: 'typescript', app: 'npx tsx main.ts', projectId: name });
  }
});

async function expectDeployed(example: string, objects: (typeof examples)[number][1]): Promise<void> {
  const { stage } = deployed;
  const stacks = await synthesize(stage, example);
  for (const { folder } of stacks) {
    await stage.terraform(folder, 'init', '-no-color');
    await stage.terraform(folder, 'apply', '-no-color', '-auto-approve');
  }
  expect(stage.counts()).toEqual(objects);
  if (!isFullCampaign) return;
  for (const { folder } of stacks) expect(await stage.planned(folder)).toEqual([]);
  for (const { folder } of [...stacks].reverse())
    await stage.terraform(folder, 'destroy', '-no-color', '-auto-approve');
  expect(stage.counts()).toEqual({});
}

testRows(examples, { plain: 1 })(
  '%s creates the objects of its row; in CI it has an empty second plan, and is destroyed',
  expectDeployed,
);
