/**
 * Wall time of plans and applies of many rules, compared with Terraform's built-in resource and with the echo provider,
 * and the provider's memory after the refresh.
 *
 * docs/performance.md has where the time of a plan of 1,000 unchanged rules goes. Where Go is installed, the plan is also
 * compared with an echo provider on terraform-plugin-go.
 *
 * A set of 1,000 rules: Terraform 0.5 s, the provider 0.15, 0.16 and 0.35 s; a set of one takes 0.6 s in all.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../src/emulator';
import { createProxy } from '../test/support/acceptance/proxy';
import type { Resources, Workspace } from '../test/support/acceptance/workspace';
import { buildGoEcho } from './echo/go';
import { buildEcho, type Echo } from './echo/node';
import {
  type Candidate,
  compare,
  type Finding,
  type Medians,
  median,
  ratioOf,
  runSection,
  type Section,
  timed,
} from './harness';
import { EMPTY, memoryOf, started, watchMemory } from './processes';
import { builtIn, ruleSet, singleRules, workspaceOf } from './terraform';

/** With --quick too few for meaningful ratios: to test the benchmark itself. */
const QUICK = process.argv.includes('--quick');
const COUNT = QUICK ? 30 : 1_000;
const LATENCY_MS = 50;
const ROUNDS = QUICK ? 1 : 5;
const CREATE_ROUNDS = QUICK ? 1 : 2;
const MEMORY_ROUNDS = QUICK ? 1 : 5;

/** Limit of the memory after the refresh, in empty processes, by Node's major version: later V8 versions keep more. */
const MEMORY_AT_MOST: Readonly<Record<string, number>> = { 20: 1.8, 22: 1.95, 24: 2.5 };

async function measure(): Promise<Section> {
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
  const echo = await buildEcho();
  const goEcho = buildGoEcho();
  try {
    const near = await newService();
    const proxy = await createProxy(near);
    services.push(proxy);
    proxy.handle = async (request) => {
      await sleep(LATENCY_MS);
      const { status, contentType, body } = await request.forward();
      request.respond(status, contentType, body);
    };
    const rules = await applied(near, singleRules(COUNT));
    const floor = await applied(near, builtIn(COUNT));
    const set = await applied(await newService(), ruleSet(COUNT));
    const one = await applied(await newService(), ruleSet(1));
    const echoed = async (of: Workspace, resources: Resources, provider = echo): Promise<Workspace> => {
      const workspace = await echoing(provider, near, of, resources);
      workspaces.push(workspace);
      return workspace;
    };
    const unchanged = (name: string, workspace: Workspace): Candidate => ({
      name,
      run: () => timed(() => workspace.ok('plan', '-no-color', '-detailed-exitcode')),
    });
    const plans = await compare(ROUNDS, [
      unchanged('terraform_data', floor),
      unchanged('echo', await echoed(rules, singleRules(COUNT))),
      ...(goEcho ? [unchanged('Go echo', await echoed(rules, singleRules(COUNT), goEcho))] : []),
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
      unchanged('echo of 1', await echoed(one, ruleSet(1))),
      unchanged('echo of many', await echoed(set, ruleSet(COUNT))),
      unchanged('set of 1', one),
      unchanged('set of many', set),
    ]);
    const creates = await compare(CREATE_ROUNDS, [
      { name: 'terraform_data', run: async () => applyNew(await newWorkspace(near, builtIn(COUNT))) },
      { name: 'rules', run: async () => applyNew(await newWorkspace(await newService(), singleRules(COUNT))) },
    ]);
    return {
      title: `Plans of ${COUNT} unchanged objects, and the apply that creates them`,
      findings: [
        { ...ratioOf(plans, 'rules', 'terraform_data', 1.6), name: 'plan of single rules / terraform_data' },
        { ...ratioOf(plans, 'echo', 'terraform_data'), name: 'plan of the echo provider / terraform_data' },
        { ...ratioOf(plans, 'rules', 'echo'), name: 'plan of single rules / echo provider' },
        ...(goEcho ? comparedWithGo(plans) : []),
        { ...ratioOf(plans, 'rules at 50 ms', 'rules', 1.5), name: 'plan at 50 ms latency / at none' },
        { ...ratioOf(plans, 'set of many', 'set of 1', 2.0), name: `plan of a set of ${COUNT} / of 1` },
        { ...ratioOf(plans, 'echo of many', 'echo of 1'), name: `echo provider: plan of a set of ${COUNT} / of 1` },
        { ...ratioOf(plans, 'set of 1', 'echo of 1'), name: 'plan of a set of 1 / echo provider' },
        { ...ratioOf(creates, 'rules', 'terraform_data', 1.8), name: 'apply of creates / terraform_data' },
        ...(await memory(rules)),
      ],
    };
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    for (const service of services) await service.close();
    echo.remove();
    goEcho?.remove();
  }
}

/** The anchor: a provider that does nothing, on the library that every Go provider is built on. */
function comparedWithGo(plans: Medians): Finding[] {
  return [
    { ...ratioOf(plans, 'Go echo', 'terraform_data'), name: 'plan of the Go echo provider / terraform_data' },
    { ...ratioOf(plans, 'rules', 'Go echo', 1.1), name: 'plan of single rules / Go echo provider' },
    { ...ratioOf(plans, 'echo', 'Go echo', 1), name: 'plan of the echo provider / Go echo provider' },
  ];
}

/** A workspace with the same objects in its state and the echo provider. */
async function echoing(echo: Echo, url: string, of: Workspace, resources: Resources): Promise<Workspace> {
  const workspace = await workspaceOf(url, resources, echo.provider);
  Object.assign(workspace.env, echo.variables);
  cpSync(join(of.folder, 'terraform.tfstate'), join(workspace.folder, 'terraform.tfstate'));
  return workspace;
}

/** Memory of the last process of a plan, which refreshes, compared with an empty process. */
async function memory(workspace: Workspace): Promise<Finding[]> {
  const empty: number[] = [];
  const [after, most]: [number[], number[]] = [[], []];
  for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
    await started(EMPTY, async (_, { pid = 0 }) => {
      await sleep(400);
      empty.push(memoryOf(pid)?.now ?? Number.NaN);
    });
    const stop = watchMemory(workspace.folder);
    await workspace.ok('plan', '-no-color', '-detailed-exitcode');
    const last = stop().at(-1);
    if (!last) throw new Error('No provider was seen while terraform planned');
    after.push(last.now);
    most.push(last.most);
  }
  const against = (name: string, values: number[], atMost?: number): Finding => {
    const [value, base] = [median(values), median(empty)];
    return { name, value: value / base, atMost, note: `${value.toFixed(0)} MB against ${base.toFixed(0)} MB` };
  };
  return [
    against('memory after a refresh / empty Node', after, MEMORY_AT_MOST[process.versions.node.split('.')[0] ?? '']),
    against('most memory until then / empty Node', most),
  ];
}

function applyNew(workspace: Workspace): Promise<number> {
  return timed(() => workspace.apply());
}

runSection(measure);
