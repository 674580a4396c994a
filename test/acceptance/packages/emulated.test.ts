/** Packages of other platforms, run by emulators: Linux on arm64 by qemu, Windows by wine. Terraform runs in neither. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import { findProgram } from '../../support/programs';
import { type PluginClient, startPlugin } from '../../support/release/plugin-client';
import { createAndReadPolicy, schema } from '../../support/release/provider-calls';
import { unpackZip } from '../../support/release/unpack';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const PARTS = ['linux on amd64', ...PACKAGE_REQUIREMENTS] as const;
/** Chosen: emulated, Node starts many times slower. */
const HANDSHAKE_MS = 120_000;

let folder: string;
let client: PluginClient | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-'));
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function expectSchema({ call }: PluginClient): Promise<void> {
  const response = await call(ProviderMethods.GetProviderSchema, {});
  expect(response.diagnostics ?? []).toEqual([]);
  expect(Object.keys(response.resourceSchemas ?? {})).toEqual(Object.keys(schema.resources));
}

describeWith([...PARTS, 'qemu-aarch64-static'], 'linux_arm64', () => {
  test('the runtime starts the provider, which returns its schema', async () => {
    unpackZip(await findOrBuildZip('linux_arm64'), join(folder, 'package'));
    const file = (name: string): string => join(folder, 'package', name);
    const loader = [file('ld-musl-aarch64.so.1'), '--library-path', file('lib')];
    const command = [findProgram('qemu-aarch64-static') as string, ...loader, file('node'), file('provider.js')];
    client = await startPlugin({ command, env: { TMPDIR: folder }, folder, timeoutMs: HANDSHAKE_MS });
    expect(client.handshake.slice(0, 3)).toEqual(['1', '6', 'unix']);
    await expectSchema(client);
  });
});

describeWith([...PARTS, 'wine'], 'windows_amd64', () => {
  let emulator: Emulator;
  let env: Record<string, string>;

  beforeEach(async () => {
    emulator = createEmulator();
    const { url } = await emulator.listen();
    mkdirSync(join(folder, 'home'));
    env = {
      HOME: join(folder, 'home'),
      WINEPREFIX: join(folder, 'wine'),
      WINEDEBUG: '-all',
      // wine shows the root of this machine as drive Z.
      NODE_OPTIONS: `--require=Z:${join(__dirname, '../../fixtures/wine-keep-alive.cjs')}`,
      PATH: process.env['PATH'] ?? '',
      NETINGRESS_BASE_URL: url,
      NETINGRESS_API_KEY: emulator.apiKey,
    };
    // Node needs 8.1. For Windows 10 it uses a socket option that wine lacks.
    execFileSync(findProgram('wine') as string, ['winecfg', '-v', 'win81'], { env, stdio: 'ignore' });
  }, HANDSHAKE_MS);
  afterEach(async () => {
    await emulator.close();
    // Ends the processes that wine keeps for the folder.
    execFileSync('wineserver', ['--kill'], { env });
  });

  test('the executable serves TLS on a TCP port, and creates and reads an object', async () => {
    unpackZip(await findOrBuildZip('windows_amd64'), join(folder, 'package'));
    const executable = join(folder, `package/terraform-provider-netingress_v${version}.exe`);
    const command = [findProgram('wine') as string, executable];
    client = await startPlugin({ command, env, folder, timeoutMs: HANDSHAKE_MS });
    expect(client.handshake.slice(0, 3)).toEqual(['1', '6', 'tcp']);
    await expectSchema(client);

    expect(await createAndReadPolicy(client, 'from Windows')).toEqual([]);
    expect(emulator.objects('ip_policy')).toEqual([expect.objectContaining({ description: 'from Windows' })]);
  });
});
