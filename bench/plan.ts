/** Wall time of plans and applies of many rules, next to as many of Terraform's built-in resources. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../src/emulator';
import { createProxy } from '../test/acceptance/proxy';
import type { Resources, Workspace } from '../test/acceptance/workspace';
import { type Candidate, compare, ratioOf, report, timed } from './harness';
import { builtIn, ruleSet, singleRules, workspaceOf } from './terraform';

const COUNT = 1_000;
const LATENCY_MS = 50;
const ROUNDS = 5;

async function main(): Promise<void> {
  const services: { close(): Promise<void> }[] = [];
  const workspaces: Workspace[] = [];
  const newService = async (): Promise<string> => {
    const emulator = createEmulator();
    services.push(emulator);
    return (await emulator.listen()).url;
  };
  const newWorkspace = async (url: string, resources: Resources): Promise<Workspace> => {
    const workspace = await workspaceOf(url, resources);
    workspaces.push(workspace);
    return workspace;
  };
  const applied = async (url: string, resources: Resources): Promise<Workspace> => {
    const workspace = await newWorkspace(url, resources);
    await workspace.apply();
    return workspace;
  };
  try {
    const near = await newService();
    const proxy = await createProxy(near);
    services.push(proxy);
    proxy.handle = async (request) => {
      await sleep(LATENCY_MS);
      const { status, contentType, body } = await request.forward();
      // Links to further pages name the service's own address, and the key goes to no other.
      request.answer(status, contentType, body.replaceAll(near, proxy.url));
    };
    const rules = await applied(near, singleRules(COUNT));
    const floor = await applied(near, builtIn(COUNT));
    const set = await applied(await newService(), ruleSet(COUNT));
    const one = await applied(await newService(), ruleSet(1));
    const unchanged = (name: string, workspace: Workspace): Candidate => ({
      name,
      run: () => timed(() => workspace.ok('plan', '-no-color', '-detailed-exitcode')),
    });
    const plans = await compare(ROUNDS, [
      unchanged('terraform_data', floor),
      unchanged('rules', rules),
      {
        name: 'rules at 50 ms',
        run: async () => {
          rules.env['NETINGRESS_BASE_URL'] = proxy.url;
          const took = await unchanged('', rules).run();
          rules.env['NETINGRESS_BASE_URL'] = near;
          return took;
        },
      },
      unchanged('set of 1', one),
      unchanged('set of 1,000', set),
    ]);
    const creates = await compare(Math.min(ROUNDS, 3), [
      { name: 'terraform_data', run: async () => applyNew(await newWorkspace(near, builtIn(COUNT))) },
      { name: 'rules', run: async () => applyNew(await newWorkspace(await newService(), singleRules(COUNT))) },
    ]);
    const missed = report(`Plans of ${COUNT} unchanged objects, and the apply that creates them`, [
      { ...ratioOf(plans, 'rules', 'terraform_data', 3.0), name: 'plan of single rules / terraform_data' },
      { ...ratioOf(plans, 'rules at 50 ms', 'rules', 1.5), name: 'plan at 50 ms latency / at none' },
      { ...ratioOf(plans, 'set of 1,000', 'set of 1', 2.0), name: 'plan of a set of 1,000 / of 1' },
      { ...ratioOf(creates, 'rules', 'terraform_data', 1.8), name: 'apply of creates / terraform_data' },
    ]);
    process.exitCode = missed > 0 ? 1 : 0;
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    for (const service of services) await service.close();
  }
}

function applyNew(workspace: Workspace): Promise<number> {
  return timed(() => workspace.apply());
}

void main();
