/** Each example: what its line in the table promises is made, planned again with nothing to do, and destroyed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderInProcess, providerInProcess } from '../acceptance/provider-in-process';
import { type Counts, examplesFolder, openStage, type Stage, synthesise } from './stage';

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

interface Row {
  readonly example: string;
  readonly objects: Counts;
}

/** The table of `examples/README.md`: `` | [name](name) | what it shows | 2 `ip_policy`, 5 `ip_policy_rule` | ``. */
function tableOfExamples(): Row[] {
  const readme = readFileSync(join(examplesFolder, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| \[([\w-]+)\]\(\1\/?\) \|.*\| ([^|]*) \|$/gm)];
  return rows.map(([, example = '', makes = '']) => {
    const counts = [...makes.matchAll(/(\d+) `(\w+)`/g)].map(([, count, kind]) => [String(kind), Number(count)]);
    return { example, objects: Object.fromEntries(counts) as Counts };
  });
}

test.each(tableOfExamples().map(({ example, objects }) => [example, objects] as const))(
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
