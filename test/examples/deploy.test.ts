/** Each example: what its line in the table promises is made, planned again with nothing to do, and destroyed. */
import { type ProviderInProcess, providerInProcess } from '../acceptance/provider-in-process';
import { openStage, type Stage, synthesise } from './stage';
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
