/**
 * Ctrl-C, kill and broken connections while an object is being created: it ends up in the state, or it is not at the
 * service, and no process stays behind.
 */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { canFindProcesses, providersIn, until } from '../../support/acceptance/processes';
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { createProxy, type Passing, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { terraformProcesses } from '../../support/acceptance/terraform-processes';
import type { PlannedActions, Resources } from '../../support/acceptance/workspace';
import { SPEC_KINDS as KINDS } from '../../support/kinds';
import { testInCi, testWith } from '../../support/requirements';

jest.setTimeout(120_000);

let emulator: Emulator;
let proxy: ServiceProxy;
let workspace: AttachedWorkspace;
const { startTerraform, endAll } = terraformProcesses(() => workspace);

beforeAll(async () => {
  emulator = createEmulator();
  proxy = await createProxy((await emulator.listen()).url);
  workspace = await createAttachedWorkspace(proxy.url);
});
beforeEach(async () => {
  await emulator.reset();
  proxy.handle = pass;
  // What ends Terraform must not end the provider.
  workspace.provider?.dismiss();
});
afterEach(async () => {
  endAll();
  await workspace.forget();
});
afterAll(async () => {
  await workspace?.remove();
  await proxy?.close();
  await emulator?.close();
});

const policies: Resources = { netingress_ip_policy: { one: { description: 'one' } } };
const address = 'netingress_ip_policy.one';
const apply = ['apply', '-no-color', '-auto-approve'];
const isCreate = ({ method }: Passing): boolean => method === 'POST';

/** Gives a request to the test, which then says what becomes of it. */
function pauseRequest(wanted: (request: Passing) => boolean): Promise<Passing> {
  return new Promise((resolve) => {
    proxy.handle = (request) => {
      if (!wanted(request)) return pass(request);
      proxy.handle = pass;
      resolve(request);
    };
  });
}

/** How the provider was started does not matter to this plan. */
async function changes(): Promise<PlannedActions> {
  workspace.provider?.use();
  return workspace.changes();
}

const idsAtService = (kind: string): unknown[] => emulator.objects(kind).map(({ id }) => id);

describe('Ctrl-C during a create', () => {
  const fates: [string, (request: Passing, interrupt: () => Promise<void>) => Promise<void>][] = [
    [
      'before the service has made the object',
      async (request, interrupt) => {
        await interrupt();
        await pass(request);
      },
    ],
    [
      'after the service has created the object, before its response',
      async (request, interrupt) => {
        const { status, contentType, body } = await request.forward();
        await interrupt();
        request.respond(status, contentType, body);
      },
    ],
    [
      'after the service has created the object, and the response never arrives',
      async (request, interrupt) => {
        await request.forward();
        await interrupt();
        request.drop();
      },
    ],
  ];
  // The last one is the worst: no process has seen the response.
  const [plain, inCi] = [fates.slice(-1), fates.slice(0, -1)];

  const expectInState = async (_: string, fate: (typeof fates)[number][1]): Promise<void> => {
    await workspace.configure(policies);
    const create = pauseRequest(isCreate);
    const terraform = await startTerraform(...apply);
    await fate(await create, async () => {
      process.kill(-terraform.pid, 'SIGINT');
      await terraform.says('Interrupt received');
    });
    await terraform.ended;
    const ids = idsAtService('ip_policy');
    expect(ids).toHaveLength(1);
    expect((await workspace.attributes(address))?.['id']).toBe(ids[0]);
    expect(await changes()).toEqual({});
    if (canFindProcesses) expect(providersIn(workspace.folder)).toEqual([]);
  };
  test.each(plain)('%s: the object is in the state', expectInState);
  testInCi.each(inCi)('%s: the object is in the state', expectInState);

  test('that never reached the service: nothing is sent again, and the state is empty', async () => {
    await workspace.configure(policies);
    const create = pauseRequest(isCreate);
    const terraform = await startTerraform(...apply);
    const request = await create;
    process.kill(-terraform.pid, 'SIGINT');
    await terraform.says('Interrupt received');
    request.drop();
    expect(await terraform.ended).toBe(1);
    expect(idsAtService('ip_policy')).toEqual([]);
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await changes()).toEqual({ [address]: 'create' });
  });
});

const linuxOnly = testWith('linux');

describe('kill -9 of terraform', () => {
  linuxOnly('in the middle of an apply: no provider process is left after 5 s', async () => {
    await workspace.configure(policies);
    const create = pauseRequest(isCreate);
    const terraform = await startTerraform(...apply);
    await create;
    expect(providersIn(workspace.folder)).toHaveLength(1);
    process.kill(terraform.pid, 'SIGKILL');
    await until('the provider has ended', () => providersIn(workspace.folder).length === 0, 5_000);
  });

  linuxOnly('in the middle of a plan: no provider process is left after 5 s', async () => {
    await workspace.configure(policies);
    await workspace.apply();
    const read = pauseRequest(({ method }) => method === 'GET');
    const terraform = await startTerraform('plan', '-no-color');
    await read;
    expect(providersIn(workspace.folder)).toHaveLength(1);
    process.kill(terraform.pid, 'SIGKILL');
    await until('the provider has ended', () => providersIn(workspace.folder).length === 0, 5_000);
  });
});

describe('a connection that breaks after the service has made the object', () => {
  beforeEach(() => workspace.provider?.use());
  const dependency = `\${${address}.id}`;

  test.each<[string, string, string, Resources]>([
    ['without a natural key', 'ip_policy', address, policies],
    [
      'with a natural key',
      'ip_policy_rule',
      'netingress_ip_policy_rule.a',
      {
        ...policies,
        netingress_ip_policy_rule: { a: { ip_policy_id: dependency, cidr: '2001:DB8::/32', action: 'allow' } },
      },
    ],
  ])('%s: exactly one exists, it is in the state, and the plan is empty', async (_, name, of, resources) => {
    const path = KINDS.find((kind) => kind.name === name)?.path;
    await workspace.configure(resources);
    const dropped = pauseRequest((request) => isCreate(request) && request.path === path).then(async (request) => {
      await request.forward();
      request.drop();
    });
    await workspace.apply();
    await dropped;
    const ids = idsAtService(name);
    expect(ids).toHaveLength(1);
    expect((await workspace.attributes(of))?.['id']).toBe(ids[0]);
    expect(await changes()).toEqual({});
    expect(emulator.requests().filter((request) => request.method === 'POST' && request.path === path)).toHaveLength(1);
  });

  test('and among ten equal objects created at once: there are ten, each in the state once', async () => {
    const count = 10;
    await workspace.configure({ netingress_ip_policy: { many: { count, description: 'equal' } } });
    const dropped = pauseRequest(isCreate).then((request) => request.drop());
    await workspace.apply();
    await dropped;
    expect(idsAtService('ip_policy')).toHaveLength(count);
    expect(await changes()).toEqual({});
    const state = await workspace.ok('show', '-json');
    const inState = new Set(state.match(/ipp_\w+/g));
    expect([...inState].sort()).toEqual(idsAtService('ip_policy').sort());
  });
});
