/** Each example: what its line in the table promises is made, planned again with nothing to do, and destroyed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { examplesFolder, openStage, type Stage, synthesise } from './stage';
import { tableOfExamples } from './table';

jest.setTimeout(60_000);

let stage: Stage;
let provider: ProviderInProcess;

// The provider is attached: its start is no part of this.
beforeEach(async () => {
  stage = await openStage();
  provider = await providerInProcess(stage);
  provider.use();
});
afterEach(async () => {
  await provider?.close();
  await stage?.close();
});

/** Those that a file of their own tests. */
const elsewhere = ['hcl', 'team', 'adoption', 'ci', 'drift-loop', 'stream-handler'];
const examples = tableOfExamples().flatMap(({ example, objects }) =>
  elsewhere.includes(example) ? [] : [[example, objects] as const],
);

test('every example has its line in the table, and every app is started as the CDKTF command line wants', () => {
  const folders = readdirSync(examplesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(
    tableOfExamples()
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

test.each(examples)(
  '%s makes what its line in the table says, plans nothing then, and destroys all of it',
  async (example, objects) => {
    const stacks = await synthesise(stage, example);
    for (const { folder } of stacks) {
      await stage.terraform(folder, 'init', '-no-color');
      await stage.terraform(folder, 'apply', '-no-color', '-auto-approve');
    }
    expect(stage.counts()).toEqual(objects);
    for (const { folder } of stacks) expect(await stage.plan(folder)).toEqual({});
    for (const { folder } of [...stacks].reverse())
      await stage.terraform(folder, 'destroy', '-no-color', '-auto-approve');
    expect(stage.counts()).toEqual({});
  },
);
