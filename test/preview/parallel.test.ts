/** Stacks that do not depend on each other run at once, and each of the others after those that it depends on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInOrder } from '../../src/preview/stacks/run-in-order';
import { runInProcess } from '../support/cli/run-in-process';
import { expression } from '../support/expression';
import { API_KEY, appForAll, readStack } from '../support/preview/app';
import { wrapTerraform } from '../support/preview/logging-terraform';

const app = appForAll();

describe('the order', () => {
  const dependencies: Readonly<Record<string, readonly string[]>> = { c: ['a'], d: ['b', 'c', 'absent'] };
  const dependenciesOf = (item: string) => dependencies[item] ?? [];

  test('an item starts when its dependencies have ended, and at most so many run at once', async () => {
    const events: string[] = [];
    const ends = new Map<string, () => void>();
    const run = async (item: string): Promise<void> => {
      events.push(`start ${item}`);
      await new Promise<void>((resolve) => ends.set(item, resolve));
      events.push(`end ${item}`);
    };
    const done = runInOrder(['d', 'a', 'b', 'c', 'e'], { dependenciesOf, parallelism: 2, run });
    for (const item of ['b', 'a', 'e', 'c', 'd']) {
      ends.get(item)?.();
      await new Promise(setImmediate);
    }
    await done;
    expect(events).toEqual([
      ...['start a', 'start b', 'end b', 'start e', 'end a', 'start c'],
      ...['end e', 'end c', 'start d', 'end d'],
    ]);
  });

  test('after a failure nothing starts, and the failure is thrown when all have ended', async () => {
    const events: string[] = [];
    const run = async (item: string): Promise<void> => {
      events.push(`start ${item}`);
      if (item === 'a') throw new Error('a failed');
      await new Promise(setImmediate);
      events.push(`end ${item}`);
    };
    await expect(runInOrder(['a', 'b', 'c', 'e'], { dependenciesOf, parallelism: 2, run })).rejects.toThrow('a failed');
    expect(events).toEqual(['start a', 'start b', 'end b']);
  });
});

/**
 * A Terraform that logs its commands. An `apply` of the stacks `one` and `two` waits for the `apply` of the other one, so
 * it ends only if both run at once.
 */
const LOGGING = (log: string): string => `
echo "$1 $stack" >> '${log}'
case "$1 $stack" in
  'apply one') other=two ;;
  'apply two') other=one ;;
esac
tries=0
while [ -n "$other" ] && ! grep -q "apply $other" '${log}'; do
  tries=$((tries + 1))
  [ $tries -gt 1200 ] && exit 9
  sleep 0.1
done
case "$1 $stack" in
  'plan three') sh -c 'ls ../../stack-*/one/terraform.tfstate ../../stack-*/two/terraform.tfstate' >> '${log}' ;;
esac`;

test('independent stacks are applied at once, a dependent one after them, and each has its own objects and refusals', async () => {
  await app.create('/reserved_domains', { domain: 'taken.example.com' });
  const policy = (description: string) => ({ netingress_ip_policy: { own: { description } } });
  const output = { policy: { value: expression('netingress_ip_policy.own.id') } };
  const three = {
    data: { terraform_remote_state: { one: readStack(app, 'one'), two: readStack(app, 'two') } },
    resource: {
      netingress_ip_restriction: {
        api: {
          type: 'api',
          enforced: true,
          must_admit: [],
          ip_policy_ids: ['one', 'two'].map((name) => expression(`data.terraform_remote_state.${name}.outputs.policy`)),
        },
      },
    },
  };
  const four = { resource: { netingress_domain: { taken: { domain: 'taken.example.com' } } } };
  await app.synthesize({
    three,
    one: { resource: policy('Policy of one'), output },
    two: { resource: policy('Policy of two'), output },
    four,
    five: { dependsOn: ['four'], resource: policy('Policy of five') },
  });
  const log = join(app.folder, 'commands.log');
  const path = await wrapTerraform(join(app.folder, 'bin'), LOGGING(log));
  const { stdout, stderr } = await runInProcess(['preview', '--json'], {
    cwd: app.folder,
    env: {
      NETINGRESS_BASE_URL: app.url,
      NETINGRESS_API_KEY: API_KEY,
      PATH: path,
    },
  });
  const report = JSON.parse(stdout);
  expect(report.stacks).toMatchObject([
    { name: 'one', status: 'applied' },
    { name: 'two', status: 'applied' },
    { name: 'three', status: 'applied' },
    { name: 'four', status: 'refused' },
    { name: 'five', status: 'blocked', reason: 'it depends on four, which could not be applied' },
  ]);
  expect(report.objects).toMatchObject([
    { path: 'one/own', name: 'Policy of one', stack: 'one' },
    { path: 'two/own', name: 'Policy of two', stack: 'two' },
    { path: 'three/api', stack: 'three' },
  ]);
  expect(report.refusals).toMatchObject([{ stack: 'four', path: 'four/taken', code: 'ERR_413' }]);
  const commands = (await readFile(log, 'utf8')).split('\n');
  // The plan of the dependent stack starts after both states were written.
  const planned = commands.indexOf('plan three');
  for (const name of ['one', 'two']) {
    expect(commands.indexOf(`apply ${name}`)).toBeLessThan(planned);
    expect(commands.slice(planned + 1).some((line) => line.endsWith(`/${name}/terraform.tfstate`))).toBe(true);
  }
  expect(commands).not.toContain('plan five');
  // A refused apply has no second plan, and nothing of a blocked stack runs.
  const steps = stderr.split('\n').filter((line) => line.startsWith('stack '));
  const phases = ['plan', 'apply to the copy', 'second plan'];
  const expected = { one: phases, two: phases, three: phases, four: phases.slice(0, 2), five: [] };
  for (const [index, [name, own]] of Object.entries(expected).entries()) {
    const ofStack = steps.filter((line) => line.includes(`(${name})`));
    expect(ofStack).toEqual(own.map((phase) => `stack ${index + 1} of 5 (${name}): ${phase}`));
  }
}, 600_000);
