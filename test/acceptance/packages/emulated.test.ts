/** Packages of other platforms, run by emulators: Linux on arm64 by qemu, Windows by wine. Terraform runs in neither. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { Json } from '../../../src/model/json';
import { ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import { createProvider } from '../../../src/provider/create-provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectType } from '../../../src/values/cty-type';
import type { ObjectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { fromJson } from '../../../src/values/json';
import { type PluginClient, startPlugin } from '../../support/release/plugin-client';
import { unpackZip } from '../../support/release/unpack';
import { BUILD_MS, findOrBuildZip } from '../../support/release/zips';
import { describeWith, findProgram } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const PARTS = ['CAMPAIGN=full', 'linux on amd64', 'the parts of provider packages', 'pip3', 'curl'] as const;
const HANDSHAKE_MS = 120_000;

const { schema } = createProvider({
  environment: {},
  connect() {
    throw new Error('Only the schema of this provider is used');
  },
});
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
    const command = [
      findProgram('wine') as string,
      join(folder, `package/terraform-provider-netingress_v${version}.exe`),
    ];
    client = await startPlugin({ command, env, folder, timeoutMs: HANDSHAKE_MS });
    expect(client.handshake.slice(0, 3)).toEqual(['1', '6', 'tcp']);
    await expectSchema(client);

    const { call } = client;
    const typeName = 'netingress_ip_policy';
    const type = impliedType(schema.resources[typeName]?.attributes ?? []);
    const encode = (of: ObjectType, json: Json) => ({ msgpack: encodeValue(of, fromJson(of, json)) });
    const configured = await call(ProviderMethods.ConfigureProvider, {
      config: encode(impliedType(schema.provider.attributes), {}),
    });
    expect(configured.diagnostics ?? []).toEqual([]);
    const config = encode(type, { description: 'from Windows' });
    const priorState = { msgpack: encodeValue(type, null) };
    const planned = await call(ProviderMethods.PlanResourceChange, {
      typeName,
      priorState,
      proposedNewState: config,
      config,
    });
    expect(planned.diagnostics ?? []).toEqual([]);
    const { plannedState, plannedPrivate, plannedIdentity } = planned;
    const applied = await call(ProviderMethods.ApplyResourceChange, {
      typeName,
      priorState,
      ...(plannedState && { plannedState }),
      config,
      ...(plannedPrivate && { plannedPrivate }),
      ...(plannedIdentity && { plannedIdentity }),
    });
    expect(applied.diagnostics ?? []).toEqual([]);
    expect(emulator.objects('ip_policy')).toEqual([expect.objectContaining({ description: 'from Windows' })]);
    const { newState } = await call(ProviderMethods.ReadResource, {
      typeName,
      ...(applied.newState && { currentState: applied.newState }),
      ...(applied.private && { private: applied.private }),
    });
    const read = decodeValue(type, newState?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
    expect(read['description']).toBe('from Windows');
  });
});
