/**
 * What a plan costs: plans of many unchanged rules, of a set and of one object, the apply that creates them, and the
 * provider's memory after the refresh. The candidates of one comparison run in turns; docs/performance.md explains the
 * rows.
 *
 * `--plans` measures fewer applies: for repeated runs, and for other versions of Node, which come first on the PATH.
 * Where Go is installed, the plan is also compared with an echo provider on terraform-plugin-go.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../src/emulator';
import { createProxy } from '../test/support/acceptance/proxy';
import { GO_SETTINGS, type Resources, type Workspace } from '../test/support/acceptance/workspace';
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
import { EMPTY, memoryOf, watchMemory, withNode } from './processes';
import { builtIn, ruleSet, singleRules, workspaceOf } from './terraform';

/** With --quick too few for meaningful ratios: to test the benchmark itself. */
const QUICK = process.argv.includes('--quick');
const COUNT = QUICK ? 30 : 1_000;
const LATENCY_MS = 50;
const ROUNDS = QUICK ? 1 : 15;
const FEW_ROUNDS = QUICK ? 1 : 5;
const CREATE_ROUNDS = QUICK || process.argv.includes('--plans') ? 1 : 3;

const NODE_20 = process.versions.node.startsWith('20.');

/** Ends the names of candidates whose Terraform runs as users start it, without `GO_SETTINGS`. */
const COLLECTING = 'with garbage collection';

/** A certificate authority for NODE_EXTRA_CA_CERTS. The service has no HTTPS, so any file of certificates will do. */
const AUTHORITY = join(__dirname, '../test/fixtures/tls-certificate-1.pem');

/** `processorTimes` in ms: of Terraform and all processes that it starts. */
interface Measured extends Candidate {
  readonly processorTimes: number[];
}

async function measure(): Promise<Section> {
  const services: { close(): Promise<void> }[] = [];
  const workspaces: Workspace[] = [];
  const newService = async (): Promise<string> => {
    const emulator = createEmulator();
    services.push(emulator);
    return (await emulator.listen()).url;
  };
  const newWorkspace = async (url: string, resources: Resources, echoing?: Echo): Promise<Workspace> => {
    const workspace = await workspaceOf(url, resources, echoing?.provider);
    workspaces.push(workspace);
    Object.assign(workspace.env, echoing?.variables);
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

    // The first `terraform_data` and rules that are created are those that are planned below.
    const created = new Map<string, Workspace>();
    const creating = (name: string, url: () => Promise<string>, resources: Resources, provider?: Echo): Measured => {
      const processorTimes: number[] = [];
      const run = async (): Promise<number> => {
        const workspace = await newWorkspace(created.has(name) ? await url() : near, resources, provider);
        if (!created.has(name)) created.set(name, workspace);
        const before = processorTimeOfChildren();
        const took = await timed(() => workspace.apply());
        processorTimes.push(processorTimeOfChildren() - before);
        return took;
      };
      return { name, run, processorTimes };
    };
    const creators = [
      creating('terraform_data', async () => near, builtIn(COUNT)),
      creating('echo', async () => near, singleRules(COUNT), echo),
      ...(goEcho ? [creating('Go echo', async () => near, singleRules(COUNT), goEcho)] : []),
      creating('rules', newService, singleRules(COUNT)),
    ];
    const creates = await compare(CREATE_ROUNDS, creators, { warmUp: false });
    const [floor, rules] = [created.get('terraform_data') as Workspace, created.get('rules') as Workspace];
    const set = await applied(await newService(), ruleSet(COUNT));
    const one = await applied(await newService(), ruleSet(1));
    const echoing = async (provider: Echo): Promise<Workspace> => {
      const workspace = await newWorkspace(near, singleRules(COUNT), provider);
      cpSync(join(rules.folder, 'terraform.tfstate'), join(workspace.folder, 'terraform.tfstate'));
      return workspace;
    };

    const unchanged = (name: string, workspace: Workspace, variables: Variables = {}): Measured => {
      const processorTimes: number[] = [];
      const run = async (): Promise<number> => {
        const before = processorTimeOfChildren();
        const took = await withVariables(workspace, variables, () =>
          timed(() => workspace.ok('plan', '-no-color', '-detailed-exitcode')),
        );
        processorTimes.push(processorTimeOfChildren() - before);
        return took;
      };
      return { name, run, processorTimes };
    };
    const goEchoing = goEcho && (await echoing(goEcho));
    const asUsersStartIt = Object.fromEntries(Object.keys(GO_SETTINGS).map((name) => [name, undefined]));
    const candidates = [
      unchanged('terraform_data', floor),
      unchanged('echo', await echoing(echo)),
      ...(goEchoing ? [unchanged('Go echo', goEchoing)] : []),
      unchanged('rules', rules),
      unchanged(`terraform_data, ${COLLECTING}`, floor, asUsersStartIt),
      ...(goEchoing ? [unchanged(`Go echo, ${COLLECTING}`, goEchoing, asUsersStartIt)] : []),
      unchanged(`rules, ${COLLECTING}`, rules, asUsersStartIt),
      unchanged('set of 1', one),
      unchanged('set of 1 with NODE_EXTRA_CA_CERTS', one, { NODE_EXTRA_CA_CERTS: AUTHORITY }),
      unchanged('set of many', set),
    ];
    const plans = await compare(ROUNDS, candidates);
    const delayed = await compare(FEW_ROUNDS, [
      unchanged('rules', rules),
      unchanged('rules at 50 ms', rules, { NETINGRESS_BASE_URL: proxy.url }),
    ]);
    return {
      title: `Plans of ${COUNT} unchanged objects, and the apply that creates them`,
      findings: [
        {
          ...ratioOf(plans, 'rules', 'terraform_data', NODE_20 ? 1.6 : 1.7),
          name: 'plan of single rules / terraform_data',
        },
        {
          ...ratioOf(plans, `rules, ${COLLECTING}`, `terraform_data, ${COLLECTING}`, 1.35),
          name: `the same, Terraform ${COLLECTING}`,
        },
        { ...ratioOf(plans, 'echo', 'terraform_data'), name: 'plan of the echo provider / terraform_data' },
        ...(goEcho ? comparedWithGo(plans, creates) : []),
        { ...ratioOf(plans, 'set of many', 'set of 1', 2.0), name: `plan of a set of ${COUNT} / of 1` },
        {
          ...ratioOf(plans, 'set of 1 with NODE_EXTRA_CA_CERTS', 'set of 1', 1.1),
          name: 'plan of a set of 1, with NODE_EXTRA_CA_CERTS / without',
        },
        { ...ratioOf(delayed, 'rules at 50 ms', 'rules', 1.5), name: 'plan at 50 ms latency / at none' },
        { ...ratioOf(creates, 'rules', 'terraform_data', 1.05), name: 'apply of creates / terraform_data' },
        ...(await memory(rules)),
        ...processorTimesOf(candidates, 'plans', ROUNDS),
        ...processorTimesOf(creators, 'the apply', CREATE_ROUNDS),
      ],
    };
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    for (const service of services) await service.close();
    echo.remove();
    goEcho?.remove();
  }
}

/** Undefined removes a variable. */
type Variables = Readonly<Record<string, string | undefined>>;

async function withVariables<Result>(
  { env }: Workspace,
  variables: Variables,
  run: () => Result,
): Promise<Awaited<Result>> {
  const before = { ...env };
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  try {
    return await run();
  } finally {
    for (const name of Object.keys(variables)) delete env[name];
    Object.assign(env, before);
  }
}

/**
 * Ratios to a provider that does nothing, on the library with which providers in Go are built: the cost of any such
 * provider.
 */
function comparedWithGo(plans: Medians, creates: Medians): Finding[] {
  return [
    { ...ratioOf(plans, 'Go echo', 'terraform_data'), name: 'plan of the Go echo provider / terraform_data' },
    { ...ratioOf(plans, 'rules', 'Go echo', 1.1), name: 'plan of single rules / Go echo provider' },
    { ...ratioOf(plans, 'echo', 'Go echo', 1), name: 'plan of the echo provider / Go echo provider' },
    {
      ...ratioOf(plans, `Go echo, ${COLLECTING}`, `terraform_data, ${COLLECTING}`),
      name: `plan of the Go echo provider, Terraform ${COLLECTING} / terraform_data`,
    },
    { ...ratioOf(creates, 'Go echo', 'terraform_data'), name: 'apply of creates, Go echo provider / terraform_data' },
    { ...ratioOf(creates, 'rules', 'Go echo'), name: 'apply of creates / Go echo provider' },
  ];
}

/**
 * Processor time of the child processes that have ended, and of those that they waited for, in ms, in steps of 10.
 * Linux only.
 */
function processorTimeOfChildren(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(13, 15).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/**
 * What a provider adds to the processor time of a run, from the difference within each round: other load on the machine
 * affects both runs of a round alike.
 */
function processorTimesOf(runs: readonly Measured[], what: string, rounds: number): Finding[] {
  const [base, ...others] = runs;
  return others
    .filter(({ name }) => ['echo', 'Go echo', 'rules'].includes(name))
    .map(({ name, processorTimes }) => ({
      name: `processor time of ${what} beyond terraform_data: ${name}`,
      value: median(processorTimes.map((time, run) => time - (base?.processorTimes[run] ?? Number.NaN)).slice(-rounds)),
      unit: ' ms',
    }));
}

/** Memory of the last process of a plan, which refreshes, compared with an empty process. */
async function memory(workspace: Workspace): Promise<Finding[]> {
  const empty: number[] = [];
  const [after, most]: [number[], number[]] = [[], []];
  for (let round = 0; round < FEW_ROUNDS; round += 1) {
    await withNode(EMPTY, async (_, { pid = 0 }) => {
      // Until the memory has settled after the start.
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
    return { name, value: value / base, atMost, note: `${value.toFixed(0)} MiB against ${base.toFixed(0)} MiB` };
  };
  return [
    against('memory after a refresh / empty Node', after, 1.75),
    against('most memory until then / empty Node', most),
  ];
}

runSection(measure);
