import { rmSync, symlinkSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import type { Check } from '../../src/doctor/check';
import { groupBy } from '../../src/model/arrays';
import { KINDS } from '../../src/model/kinds';
import { findBinary } from '../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { findPackage } from '../../src/terraform/npm-package';
import { useAccount } from '../support/cli/command-line';
import { type Listening, listen } from '../support/listen';

const cli = useAccount({ apiKeys: ['right-key'] });
const { write } = cli;
let server: Listening | undefined;

beforeEach(async () => {
  await mkdir(inFolder('bin'));
  await program('node', `echo v${process.versions.node}`);
  await program('terraform', 'echo \'{"terraform_version": "1.11.4"}\'');
  await install('cdktf', '0.21.0');
  await install('cdktf-cli', '0.21.0');
  await install('@cdktf/cli-core', '0.21.0');
  await installTerminal('');
  await install('constructs', '10.7.1');
  Object.assign(cli.env, { PATH: [inFolder('bin'), '/usr/bin', '/bin'].join(':'), HOME: cli.folder });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const BINARY = 'Terraform or OpenTofu';
const CONFIG = 'CLI configuration';

const inFolder = (path: string): string => join(cli.folder, path);

async function program(name: string, script: string): Promise<void> {
  await write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  await chmod(inFolder(`bin/${name}`), 0o755);
}

async function useTofu(): Promise<void> {
  rmSync(inFolder('bin/terraform'));
  await program('tofu', 'echo \'{"terraform_version": "1.11.0"}\'');
}

const install = (name: string, version: string, engines = {}): Promise<string> =>
  write(`node_modules/${name}/package.json`, { name, version, engines });

/** The package of `cdktf-cli` that is compiled for each version of Node. */
async function installTerminal(script: string): Promise<void> {
  await install('@cdktf/node-pty-prebuilt-multiarch', '0.10.2');
  await write('node_modules/@cdktf/node-pty-prebuilt-multiarch/index.js', script);
}

async function diagnose(): Promise<{ readonly status: number; readonly checks: readonly Check[] }> {
  const { status, stdout, stderr } = await cli.run(['doctor', '--json']);
  expect(stdout + stderr).not.toMatch(/(right|wrong)-key/);
  return { status, checks: (JSON.parse(stdout) as { checks: Check[] }).checks };
}

const setVariable = (name: string, value: string) => (): void => {
  cli.env[name] = value;
};

/** Starts a service whose lists are empty, with this `date` header and status in every response, and uses it. */
async function useServiceAt(date: string | undefined, status = 200): Promise<void> {
  const service = createServer((_, response) => {
    response.statusCode = status;
    response.sendDate = false;
    if (date !== undefined) response.setHeader('date', date);
    response.setHeader('content-type', 'application/json');
    const lists = Object.fromEntries(KINDS.map(({ listKey }) => [listKey, []]));
    response.end(JSON.stringify({ ...lists, uri: '', next_page_uri: null }));
  });
  server = await listen(service);
  cli.env['NETINGRESS_BASE_URL'] = server.url;
}

const installFrom = (sources: string): string => `provider_installation {\n  ${sources}\n}\n`;

/** A project that has `cdktf get` generate classes into the folder of `file`, one of the generated files. */
async function generated(file: string, content: string): Promise<void> {
  const terraformProviders = [{ name: 'netingress', source: PROVIDER_ADDRESS, version: '~> 0.1.0' }];
  await write('cdktf.json', { codeMakerOutput: dirname(file), terraformProviders });
  await write(file, content);
}

test('classes that were generated from the installed provider are ok, and cdktn is named where the project has it', async () => {
  const { version } = findPackage();
  await generated('imports/versions.json', `{"${PROVIDER_ADDRESS}": "${version}"}`);
  const find = async () => (await diagnose()).checks.find(({ name }) => name === 'Generated classes');
  expect(await find()).toMatchObject({ status: 'ok', found: `imports has those of netingress ${version}` });
  await write('package.json', '{"dependencies": {"cdktn-cli": "0.24"}}');
  await generated('imports/versions.json', `{"${PROVIDER_ADDRESS}": "0.0.9"}`);
  expect((await find())?.advice).toContain('`npx cdktn get --force`');
});

test('a complete setup is reported with exit status 0', async () => {
  const { status, stdout, stderr } = await cli.run(['doctor']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.replace(cli.url, 'URL').trimEnd().split('\n')).toEqual([
    'Checks',
    `  ok    Node: ${process.versions.node}`,
    `  ok    Provider: starts on Node ${process.versions.node}, the first on the PATH`,
    `  ok    Terraform: Terraform 1.11.4, ${inFolder('bin/terraform')}`,
    "  ok    CDKTF: cdktf 0.21.0: TypeScript imports from 'netingress'",
    '  ok    CDKTF: cdktf-cli 0.21.0',
    '  ok    CDKTF: constructs 10.7.1',
    '  ok    CLI configuration: none',
    '  ok    Connection: URL responds',
    '  ok    API key: accepted',
    '  ok    Clock: agrees with the service',
    '',
    'Every check passed.',
  ]);
  expect(cli.emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
});

/** The check that shows it, how to arrange it, what is found and the advice. */
type Scene = readonly [check: string, arrange: () => unknown, found: RegExp, advice?: RegExp];

/** Checks of the service, and of the program Terraform. A run shows one of each of these groups. */
const GROUP_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['API key', 'Clock', 'Account', 'Credentials'].map((check) => [check, 'Connection'])),
  ...{ [BINARY]: 'Terraform', [CONFIG]: 'Terraform' },
};

/** The first run has the first scene of each check or group of `GROUP_OF`, the second run the second of each, and so on. */
function testScenes(result: 'failed' | 'skipped' | 'warning', exit: number, scenes: readonly Scene[]): void {
  const groups = [...groupBy(scenes, ([check]) => GROUP_OF[check] ?? check).values()];
  const length = Math.max(...groups.map((group) => group.length));
  const runs = Array.from({ length }, (_, n) => groups.flatMap((group) => group.slice(n, n + 1)));
  test.each(runs.map((run) => [run.map(([check, , found]) => `${check} ${found.source}`).join('; '), run] as const))(
    `%s: ${result}, with exit status ${exit}`,
    async (_, run) => {
      for (const [, arrange] of run) await arrange();
      const { status, checks } = await diagnose();
      const found = checks.filter((check) => (result === 'failed' ? check.status === result : check.status !== 'ok'));
      expect([status, found.length]).toEqual([exit, run.length]);
      for (const [name, , text, advice = /./] of run) {
        const expected = { name, status: result, found: expect.stringMatching(text) };
        const advised = result === 'skipped' ? {} : { advice: expect.stringMatching(advice) };
        expect(found).toContainEqual(expect.objectContaining({ ...expected, ...advised }));
      }
    },
  );
}

const useVersion = (version: string) => () => program('terraform', `echo '{"terraform_version": "${version}"}'`);
const remove = (path: string) => () => rmSync(inFolder(path), { recursive: true });
const forbid = (operation: string) => () => cli.emulator.faults.add({ match: { operation }, do: { status: 403 } });
const configure = (text: string) => () => write('.terraformrc', text);
const versions = (provider: string, version: string) => () =>
  generated('imports/versions.json', JSON.stringify({ [provider]: version }));

const useMirror = (more = '', after = '') =>
  configure(installFrom(`filesystem_mirror {\n    path = "${inFolder('mirror')}"\n    ${more}\n  }\n  ${after}`))();
const hides = installFrom('direct {}');

testScenes('failed', 2, [
  [BINARY, remove('bin/terraform'), /neither is on the PATH/, /netingress\/testing fetch OpenTofu/],
  [BINARY, () => program('terraform', 'exit 1'), /does not report its version/, /terraform version` to see the reason/],
  ['Terraform', useVersion('0.15.5'), /protocol 6 need 1\.0\.0/, /newer Terraform/],
  ['Provider', () => program('node', 'echo v18.0.0'), /^18\.0\.0, expected >=20/, /Install Node/],
  ['Provider', () => program('node', 'exit 9'), /^node cannot be started/, /Terraform starts the provider with `node`/],
  ['CDKTF', () => install('cdktf', '0.22.0'), /cdktf 0\.22\.0, expected \^0\.21\.0/, /npm install cdktf@/],
  ['CDKTF', () => install('constructs', '10.4.2'), /constructs 10\.4\.2, expected \^10\.6/, /npm install constructs@/],
  [
    'CDKTF',
    async () => {
      const peerDependencies = { constructs: '>=10.6.0 <10.8.0' };
      await write('node_modules/cdktn/package.json', { name: 'cdktn', version: '0.24.0', peerDependencies });
      await install('constructs', '10.8.0');
    },
    /constructs 10\.8\.0, expected >=10\.6\.0 <10\.8\.0/,
    /npm install constructs@">=10\.6\.0 <10\.8\.0"/,
  ],
  [
    'CDKTF',
    async () => {
      await install('cdktn', '0.24.0');
      await install('cdktn-cli', '0.24.0', { node: '>=99.0.0' });
    },
    /cdktn-cli 0\.24\.0 needs Node >=99/,
    /Run cdktn-cli on Node/,
  ],
  [
    'CDKTF',
    () => installTerminal("require('./build/Release/pty.node');\n"),
    /^cdktf-cli cannot start on this Node: .*node-pty-prebuilt-multiarch has no binary for it/,
    /Run it on Node 20 or 22, or change the app to cdktn/,
  ],
  [CONFIG, configure(hides), /\.terraformrc has a provider_installation block/, /path = "terraform\.d\/plugins"/],
  [
    CONFIG,
    async () => {
      await write('rc', hides);
      cli.env['TF_CLI_CONFIG_FILE'] = 'rc';
    },
    /rc has a provider_installation block/,
    /include = \["terraform\.local\//,
  ],
  [
    CONFIG,
    async () => {
      await namedTofu();
      await configure(hides)();
    },
    /\.terraformrc has a provider_installation block/,
    /filesystem_mirror/,
  ],
  [
    CONFIG,
    async () => {
      await mkdir(inFolder('mirror'));
      await useMirror();
    },
    /names the mirror .*\/mirror, which does not contain the provider/,
    /npx netingress provider install --mirror .*\/mirror/,
  ],
  [
    CONFIG,
    async () => {
      await mkdir(join(inFolder('mirror'), PROVIDER_ADDRESS, '0.1.0'), { recursive: true });
      await useMirror('exclude = ["terraform.local/*/*"]');
    },
    /hides the provider/,
    /filesystem_mirror/,
  ],
  ['API key', setVariable('NETINGRESS_API_KEY', 'wrong-key'), /./, /Set NETINGRESS_API_KEY/],
  ['API key', setVariable('NETINGRESS_API_KEY', ''), /NETINGRESS_API_KEY is not set/, /Set NETINGRESS_API_KEY/],
  [
    'Connection',
    // No program is expected to listen on port 9, that of the protocol Discard.
    setVariable('NETINGRESS_BASE_URL', 'http://127.0.0.1:9'),
    /cannot be reached/,
    /or start the emulator: npx netingress emulator --port 9\.$/,
  ],
  ['Clock', () => useServiceAt('Sat, 01 Jan 2000 00:00:00 GMT'), /ahead of the service/, /Synchronize/],
  ['Connection', () => useServiceAt(new Date().toUTCString(), 502), /answers 502/, /Try again later/],
]);

const NETWORK_MIRROR = 'network_mirror {\n    url = "https://mirror.example.com/"\n    include = ["*/*/*"]\n  }';
testScenes('skipped', 3, [
  ['Connection', setVariable('NETINGRESS_BASE_URL', ''), /NETINGRESS_BASE_URL is not set/],
  [
    'Generated classes',
    () => generated('imports/versions.json', '['),
    /^which provider the classes in imports are of was not checked: imports\/versions\.json cannot be read as a JSON object/,
  ],
  [
    'Generated classes',
    () => mkdir(inFolder('cdktf.json')),
    /^whether there are any was not checked: cdktf\.json cannot be read as a JSON object/,
  ],
  ['Clock', () => useServiceAt(undefined), /the response has no Date header/],
  [
    CONFIG,
    configure(installFrom(NETWORK_MIRROR)),
    /names the network mirror https:\/\/mirror\.example\.com\/, which was not checked/,
  ],
  [
    CONFIG,
    configure(installFrom('filesystem_mirror {\n    path = "../mirror"\n  }')),
    /names the mirror \.\.\/mirror, a relative path, which was not checked/,
  ],
  [
    'CDKTF',
    remove('node_modules/@cdktf/node-pty-prebuilt-multiarch'),
    /^whether cdktf-cli 0\.21\.0 can start on this Node was not checked: its package .*pty.* was not found/,
  ],
  // The first list that is read to suggest an `account_object`.
  ['Account', forbid('domain.list'), /^cannot be checked: /],
  ['Credentials', forbid('api_key.list'), /^cannot be listed: /],
]);

testScenes('warning', 0, [
  ['Terraform', useVersion('1.9.0'), /1\.9\.0.*ephemeral resources need 1\.10\.0, write-only attributes need 1\.11\.0/],
  ['Clock', () => useServiceAt(new Date(Date.now() + 90_000).toUTCString()), /behind the service/],
  ['CDKTF', remove('node_modules/cdktf-cli'), /cdktf-cli is not installed in this project/],
  ['CDKTF', useTofu, /CDKTF starts `terraform`, which is not on the PATH/],
  [CONFIG, setVariable('TF_CLI_CONFIG_FILE', 'absent'), /is 'absent', which does not exist/],
  [BINARY, setVariable('TERRAFORM_BINARY_NAME', 'next'), /TERRAFORM_BINARY_NAME is 'next', which is not on the PATH/],
  [
    'Generated classes',
    versions(PROVIDER_ADDRESS, '0.0.9'),
    /^imports has those of netingress 0\.0\.9, but \d+\.\d+\.\d+ is installed/,
  ],
  ['Generated classes', versions('hashicorp/null', '3.2.3'), /^imports has no classes of the provider in cdktf\.json/],
  [
    CONFIG,
    async () => {
      const real = (await findBinary(process.env['PATH'] ?? '')) as string;
      rmSync(inFolder('bin/terraform'));
      symlinkSync(real, join(cli.folder, 'bin', basename(real)));
      await write('.terraformrc', 'this is { not [[ hcl');
    },
    /cannot use all of it: Error: Error parsing .*\.terraformrc/,
  ],
  [
    CONFIG,
    async () => {
      const problem = 'echo "There are some problems with the CLI configuration: bad block" >&2';
      await program('tofu', `${problem}; echo '{"terraform_version": "1.11.0"}'`);
      cli.env['TERRAFORM_BINARY_NAME'] = 'tofu';
      await write('.terraformrc', 'plugin_cache_dir = "x"');
    },
    /^tofu cannot use all of it: bad block/,
  ],
]);

const withMirror = (patterns: string) => async () => {
  await mkdir(join(inFolder('mirror'), PROVIDER_ADDRESS, '0.1.0', 'linux_amd64'), { recursive: true });
  await useMirror(patterns, 'direct {}');
};
const namedTofu = async () => {
  await useTofu();
  cli.env['TERRAFORM_BINARY_NAME'] = 'tofu';
};
const overrides = () => `dev_overrides {\n    "${PROVIDER_ADDRESS}" = "${cli.folder}"\n  }\n  direct {}`;
const LOCAL_MIRROR = 'filesystem_mirror {\n    path = "terraform.d/plugins"\n  }';

test.each<[string, () => unknown]>([
  ['a project without CDKTF', remove('node_modules')],
  ['OpenTofu', namedTofu],
  ['OpenTofu without CDKTF', () => useTofu().then(remove('node_modules'))],
  ['a mirror that contains the provider', withMirror('')],
  ['a mirror that includes it', withMirror('include = ["terraform.local/*/*"]')],
  ['a mirror that excludes others', withMirror('exclude = ["registry.terraform.io/*/*"]')],
  ['a CLI configuration that overrides the provider', () => configure(installFrom(overrides()))()],
  ['a CLI configuration that names the folder next to the stack', () => configure(installFrom(LOCAL_MIRROR))()],
  ['for Terraform, a CLI configuration of OpenTofu that hides the provider', () => write('.tofurc', hides)],
  [
    'for OpenTofu with a CLI configuration of its own, one of Terraform that hides the provider',
    async () => {
      await namedTofu();
      await write('.tofurc', installFrom(LOCAL_MIRROR));
      await configure(hides)();
    },
  ],
])('%s is ok', async (_, arrange) => {
  await arrange();
  const { status, checks } = await diagnose();
  expect([status, checks.filter((check) => check.status !== 'ok')]).toEqual([0, []]);
});

test('the failed check of an invalid header says which variable to correct', async () => {
  cli.env['NETINGRESS_HEADERS'] = '{"X":"a\\nb"}';
  expect((await diagnose()).checks.find(({ status }) => status === 'failed')?.found).toMatch(
    /^headers.*; expected .*Correct NETINGRESS_HEADERS\.$/,
  );
});

test('each type of credentials has one line with its oldest object, and no token; an account without any has none', async () => {
  const findCredentials = async (): Promise<string[]> =>
    (await diagnose()).checks.filter(({ name }) => name === 'Credentials').map(({ found }) => found);
  expect(await findCredentials()).toEqual([]);
  cli.emulator.clock.freeze('2020-01-01T00:00:00Z');
  const first = await cli.create('/api_keys');
  cli.emulator.clock.advance(2 * 86_400);
  await cli.create('/api_keys');
  const credential = await cli.create('/credentials');
  const found = await findCredentials();
  expect(found).toEqual([
    `2 API keys, the oldest 2 days old: ${first.id}`,
    expect.stringMatching(new RegExp(`^1 .*, the oldest 0 days old: ${credential.id}$`)),
  ]);
  for (const { token } of [first, credential]) expect(found.join()).not.toContain(token);
});
