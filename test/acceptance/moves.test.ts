/**
 * `netingress moves` with the real Terraform: every resource type but the rotation (credentials/rotation.test.ts), renamed,
 * without its state, repeated, in a module, and moved to another stack.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { tryFindKind } from '../../src/model/kinds';
import { parseKindName } from '../../src/model/naming';
import type { JsonObject } from '../../src/values/json';
import { isFullCampaign } from '../fuzz';
import {
  type AllKinds,
  allDependencies,
  allSamples,
  labelOf,
  mapResources,
  merged,
  TESTED_PROFILES,
} from '../support/acceptance/all-kinds';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import { failureOf, type Workspace } from '../support/acceptance/workspace';
import { runInProcess } from '../support/cli/run-in-process';
import { requestsAfter } from '../support/emulator/requests-of';
import { describeRows, testInCi } from '../support/requirements';

/** The waits for certificates: no object of the service belongs to them, so an import has nothing to read. */
const COMPOSITES_WITHOUT_IMPORT = /^netingress_(domain|agent_ingress)_certificate\./;

let emulator: Emulator;
let main: Workspace;
let other: Workspace;
let app: string;

interface MovesJson {
  readonly stacks: readonly {
    stack: string;
    moved: object[];
    removed: string[];
    imports: object[];
    state_rm: string[];
  }[];
  readonly ambiguous: object[];
  readonly destroyed: object[];
  readonly created: readonly { readonly address: string }[];
  readonly secrets_not_restored: readonly { address: string; attribute: string }[];
}

async function findMoves(...args: string[]): Promise<MovesJson> {
  const { stdout, stderr, status } = await runInProcess(['moves', '--app', app, '--json', ...args], { env: main.env });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as MovesJson;
}

/** The blocks `moved`, `removed` and `import` that the command prints for one stack, in Terraform's JSON syntax. */
function blocksOf({ stacks }: MovesJson, name: string): JsonObject {
  const { moved = [], removed = [], imports = [] } = stacks.find(({ stack }) => stack === name) ?? {};
  return {
    moved: moved as JsonObject[],
    removed: removed.map((from) => ({ from, lifecycle: { destroy: false } })),
    import: imports as JsonObject[],
  };
}

/**
 * Renames the resources with `name`, and the references to them with `at`. Both get the old name; `at` returns what follows
 * the type in the new address: `one` -> `one["only"]`.
 */
function rename(all: AllKinds, name: (old: string) => string, at = name): AllKinds {
  const text = JSON.stringify(all).replace(
    /\$\{(netingress_\w+)\.(\w+)\.(id|ip_policy_id)\}/g,
    (_, type: string, old: string, attribute: string) => `\${${type}.${at(old).replaceAll('"', '\\"')}.${attribute}}`,
  );
  return Object.fromEntries(
    Object.entries(JSON.parse(text) as AllKinds).map(([type, named]) => [
      type,
      Object.fromEntries(Object.entries(named).map(([old, values]) => [name(old), values])),
    ]),
  );
}

function countResources(all: AllKinds): number {
  return Object.values(all).reduce((sum, named) => sum + Object.keys(named).length, 0);
}

const unsafeActions = (actions: Readonly<Record<string, string>>): string[] =>
  Object.entries(actions)
    .filter(([, action]) => !['move', 'import', 'forget', 'remove'].includes(action))
    .map(([address, action]) => `${action} ${address}`);

/**
 * Expects that the command finds a move or an import for every object, and that the plan with its blocks does nothing
 * else.
 */
async function expectSafe(resources: AllKinds): Promise<MovesJson> {
  await main.configure(resources);
  const found = await findMoves();
  expect(found).toMatchObject({ ambiguous: [], destroyed: [], created: [] });
  await main.configure(resources, blocksOf(found, 'main'));
  expect(unsafeActions(await main.changes())).toEqual([]);
  return found;
}

describeRows(TESTED_PROFILES, { plain: 1 })('profile $profile', (tested) => {
  const isSpec = tested.profile === 'spec';
  /** Each object has a label of its own: the command cannot tell which of several equal objects got which new address. */
  const resources = mapResources(merged(allDependencies(tested), allSamples(0, tested)), (values, type, name) => {
    const kind = tryFindKind(parseKindName(type) ?? '');
    return kind ? { ...values, [labelOf(kind)]: `${type} ${name}` } : values;
  });

  beforeAll(async () => {
    const variables = { NETINGRESS_PROFILE: tested.profile };
    emulator = createEmulator({ profile: tested.profile });
    const { url } = await emulator.listen();
    const open = (): Promise<Workspace> => createAttachedWorkspace(url, variables);
    [main, other] = await Promise.all([open(), open()]);
    app = await mkdtemp(join(tmpdir(), 'netingress-moves-'));
    const stack = ({ folder }: Workspace): JsonObject => ({
      workingDirectory: folder,
      synthesizedStackPath: join(folder, 'main.tf.json'),
    });
    await writeFile(join(app, 'manifest.json'), JSON.stringify({ stacks: { main: stack(main), other: stack(other) } }));
    await main.configure(resources);
    await main.apply();
  });

  afterAll(async () => {
    await Promise.all([main?.remove(), other?.remove(), emulator?.close(), app && rm(app, { recursive: true })]);
  });

  test('resources of every type that are renamed move, single rules that become a rule set are forgotten and imported, and the plan destroys and creates nothing', async () => {
    const renamed = rename(resources, (name) => `${name}_renamed`);
    const { netingress_ip_policy_rule: rules = {}, netingress_ip_policy_rules: sets = {}, ...rest } = renamed;
    const byPolicy: Record<string, Record<string, JsonObject>> = {};
    for (const { ip_policy_id, cidr, ...rule } of Object.values(rules))
      byPolicy[String(ip_policy_id)] = { ...byPolicy[String(ip_policy_id)], [String(cidr)]: rule };
    const converted = Object.entries(byPolicy).map(([ip_policy_id, of], n) => [`set${n}`, { ip_policy_id, rules: of }]);
    const found = await expectSafe({
      ...rest,
      ...(isSpec && { netingress_ip_policy_rules: { ...sets, ...Object.fromEntries(converted) } }),
    });
    expect(found.stacks[0]?.moved).toHaveLength(countResources(resources) - Object.keys(rules).length);
  });

  test('resources of every type whose state was lost are imported, and no object is deleted or created; in CI `moves --plan` finds the same imports', async () => {
    const requests = emulator.requests().length;
    await main.forget();
    await main.configure(resources);
    const found = await findMoves('--live');
    expect(found).toMatchObject({ ambiguous: [], destroyed: [] });
    const created = found.created.map(({ address }) => address);
    expect(created.filter((address) => !COMPOSITES_WITHOUT_IMPORT.test(address))).toEqual([]);
    if (isFullCampaign) {
      main.env['NETINGRESS_PLAN_FOR_MOVES'] = '1';
      const stdin = JSON.stringify(await main.plan());
      delete main.env['NETINGRESS_PLAN_FOR_MOVES'];
      const byPlan = await runInProcess(['moves', '--live', '--plan', '-', '--json'], { stdin, env: main.env });
      const inOrder = (imports: readonly object[] = []) =>
        [...imports].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      const imports = (JSON.parse(byPlan.stdout) as MovesJson).stacks[0]?.imports;
      expect(inOrder(imports)).toEqual(inOrder(found.stacks[0]?.imports));
    }
    await main.configure(resources, blocksOf(found, 'main'));
    const unsafe = unsafeActions(await main.apply()).filter((action) => !action.startsWith('update '));
    // Terraform creates the composites again, which sends no POST.
    expect(unsafe.sort()).toEqual(created.map((address) => `create ${address}`).sort());
    expect(requestsAfter(emulator, requests).filter((request) => /^(POST|DELETE)/.test(request))).toEqual([]);
    if (!isFullCampaign) return;
    await main.configure(resources);
    expect(await main.changes()).toEqual({});
  });

  testInCi('resources of every type that become instances of for_each move', async () => {
    const repeated = rename(
      resources,
      (name) => name,
      (name) => `${name}["only"]`,
    );
    const found = await expectSafe(mapResources(repeated, (values) => ({ ...values, for_each: { only: 'x' } })));
    expect(found.stacks[0]?.moved).toHaveLength(countResources(resources));
  });

  testInCi(
    'resources of every type move into a module by `moves --plan`, and the plan destroys and creates nothing',
    async () => {
      const module = { all: { source: './all' } };
      await mkdir(join(main.folder, 'all'));
      const required_providers = { netingress: { source: 'terraform.local/netingress/netingress' } };
      await writeFile(
        join(main.folder, 'all', 'main.tf.json'),
        JSON.stringify({ terraform: { required_providers }, resource: resources }),
      );
      await main.configure({}, { module });
      await main.ok('get');
      main.env['NETINGRESS_PLAN_FOR_MOVES'] = '1';
      const stdin = JSON.stringify(await main.plan());
      expect(await failureOf(main, 'apply', '-no-color', 'plan.bin')).toContain(
        'The plan is for netingress moves only',
      );
      delete main.env['NETINGRESS_PLAN_FOR_MOVES'];
      const { stdout, stderr, status } = await runInProcess(['moves', '--plan', '-', '--json'], { stdin });
      expect([status, stderr]).toEqual([0, expect.stringContaining('moved within a stack')]);
      const found = JSON.parse(stdout) as MovesJson;
      expect(found).toMatchObject({ ambiguous: [], destroyed: [], created: [] });
      expect(found.stacks[0]?.moved).toHaveLength(countResources(resources));
      await main.configure({}, { module, moved: found.stacks[0]?.moved as JsonObject[] });
      expect(unsafeActions(await main.changes())).toEqual([]);
    },
  );

  testInCi('resources of every type move to another stack, and no object is destroyed', async () => {
    const count = emulator.requests().filter(({ method }) => method === 'DELETE').length;
    await main.configure({});
    await other.configure(resources);
    const found = await findMoves();
    expect(found).toMatchObject({ ambiguous: [], destroyed: [], created: [] });
    const types = new Set(found.secrets_not_restored.map(({ address }) => address.split('.')[0]));
    expect([...types].sort()).toEqual(isSpec ? ['netingress_api_key', 'netingress_tunnel_credential'] : []);
    await main.configure({}, blocksOf(found, 'main'));
    await other.configure(resources, blocksOf(found, 'other'));
    // An import does not read secrets and timeouts, so the plan sets them again.
    expect(unsafeActions(await other.changes()).filter((action) => !action.startsWith('update '))).toEqual([]);
    await other.applyPlanned();
    await main.apply();
    expect(emulator.requests().filter(({ method }) => method === 'DELETE')).toHaveLength(count);
    await Promise.all([main.configure({}), other.configure(resources)]);
    expect([await main.changes(), await other.changes()]).toEqual([{}, {}]);
  });
});
