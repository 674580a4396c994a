/**
 * Killed processes and a full disk during an apply; matrix/every-kind.test.ts has a first Ctrl-C, and test/faults broken
 * requests.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { isFullCampaign } from '../../fuzz';
import { providersIn, until } from '../../support/acceptance/processes';
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { createProxy, type ProxiedRequest, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { startTerraform } from '../../support/acceptance/terraform-processes';
import { failureOf, type Resources } from '../../support/acceptance/workspace';
import { testWith } from '../../support/requirements';
import { endAllScripts, type RunningScript } from '../../support/script';

let emulator: Emulator;
let proxy: ServiceProxy;
let workspace: AttachedWorkspace;

beforeAll(async () => {
  emulator = createEmulator();
  proxy = await createProxy((await emulator.listen()).url);
  workspace = await createAttachedWorkspace(proxy.url);
});
beforeEach(async () => {
  await emulator.reset();
  proxy.handle = pass;
  // What ends Terraform must not end the provider.
  await workspace.useProcess();
});
afterEach(async () => {
  endAllScripts();
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
const isCreate = ({ method }: ProxiedRequest): boolean => method === 'POST';

/** Resolves with the next wanted request, which waits until the test passes, answers or drops it. All others pass. */
function pauseRequest(wanted: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest> {
  return new Promise((resolve) => {
    proxy.handle = (request) => {
      if (!wanted(request)) return pass(request);
      proxy.handle = pass;
      resolve(request);
    };
  });
}

const idsAtService = (kind: string): unknown[] => emulator.objects(kind).map(({ id }) => id);

const linuxOnly = testWith('linux');

describe('a create whose response is lost with the process that waits for it', () => {
  const rule = 'netingress_ip_policy_rule.a';
  const withRule: Resources = {
    ...policies,
    netingress_ip_policy_rule: { a: { ip_policy_id: `\${${address}.id}`, cidr: '10.0.0.0/8', action: 'allow' } },
  };

  type Kill = (terraform: RunningScript) => Promise<void>;
  const kills: [string, Kill][] = [
    [
      'SIGKILL of the provider',
      async () => {
        for (const pid of providersIn(workspace.folder)) process.kill(pid, 'SIGKILL');
      },
    ],
    [
      'a second SIGINT',
      async (terraform) => {
        terraform.signalGroup('SIGINT');
        await terraform.says('Interrupt received');
        terraform.signalGroup('SIGINT');
        await terraform.ended;
      },
    ],
    ['SIGKILL of terraform', async (terraform) => terraform.signal('SIGKILL')],
  ];
  const title = '%s: the next apply names the import of the object with this natural key';
  const expectImport = async (_: string, kill: Kill): Promise<void> => {
    await workspace.configure(withRule);
    const create = pauseRequest((request) => isCreate(request) && request.path === '/ip_policy_rules');
    const terraform = await startTerraform(workspace, ...apply);
    const request = await create;
    await request.forward();
    await kill(terraform);
    request.drop();
    await terraform.ended;
    await until('the provider has ended', () => providersIn(workspace.folder).length === 0, 5_000);
    workspace.provider?.use();
    // If Terraform wrote no state before it was killed, the policy is in none either.
    if (!(await workspace.attributes(address).catch(() => undefined)))
      await workspace.ok('import', '-no-color', address, String(idsAtService('ip_policy')[0]));
    const failure = await failureOf(workspace, ...apply);
    const [id] = idsAtService('ip_policy_rule');
    expect(failure).toContain(`terraform import ADDRESS ${id}`);
    await workspace.ok('import', '-no-color', rule, String(id));
    if (isFullCampaign) expect(await workspace.changes()).toEqual({});
    expect([idsAtService('ip_policy'), idsAtService('ip_policy_rule')]).toEqual([[expect.any(String)], [id]]);
  };
  linuxOnly.each(kills.slice(0, 1))(title, expectImport);
  testWith('CAMPAIGN=full', 'linux').each(kills.slice(1))(title, expectImport);
});

testWith(
  'CAMPAIGN=full',
  'linux',
  'the right to mount',
)(
  'a disk that is full when the state is written: what was created is in errored.tfstate, which state push accepts',
  async () => {
    const usual = workspace;
    workspace = await createAttachedWorkspace(proxy.url);
    const disk = join(workspace.folder, 'disk');
    await mkdir(disk);
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=512k,mode=700', 'tmpfs', disk]);
    try {
      await workspace.configure(policies, { terraform: { backend: { local: { path: 'disk/terraform.tfstate' } } } });
      await workspace.ok('init', '-no-color');
      const create = pauseRequest(isCreate);
      const terraform = await startTerraform(workspace, ...apply);
      const request = await create;
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
      await pass(request);
      expect((await terraform.ended).status).toBe(1);
      await rm(join(disk, 'filler'));
      // The disk ended in the middle of the file.
      await rm(join(disk, 'terraform.tfstate'), { force: true });
      await workspace.ok('state', 'push', '-force', 'errored.tfstate');
      expect(await workspace.changes()).toEqual({});
      expect(idsAtService('ip_policy')).toHaveLength(1);
    } finally {
      await promisify(execFile)('umount', [disk]);
      await workspace.remove();
      workspace = usual;
    }
  },
);
