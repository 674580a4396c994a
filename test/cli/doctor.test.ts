import { rmSync, symlinkSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import type { Check } from '../../src/doctor/check';
import { findVersion } from '../../src/doctor/version';
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

/** The exit status and the checks. */
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

/** A CLI configuration with these sources of providers. */
const installFrom = (sources: string): string => `provider_installation {\n  ${sources}\n}\n`;

/** A project in another language than TypeScript, with a file of `cdktf get`. */
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
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(cli.env['NETINGRESS_BASE_URL'] ?? '', 'URL')),
  ).toEqual([
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

/** How to arrange it, and the check that shows it. */
type Scene = readonly [title: string, arrange: () => unknown, check: string, found: RegExp, advice?: RegExp];

/** What concerns the service, or the program Terraform: of these checks, a run shows one. */
const ALONE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['API key', 'Clock', 'Account', 'Credentials'].map((check) => [check, 'Connection'])),
  ...{ 'Terraform or OpenTofu': 'Terraform', 'CLI configuration': 'Terraform' },
};

/** Each run has scenes of different checks: the first of each check, then the second of each, and so on. */
function testScenes(result: 'failed' | 'skipped' | 'warning', exit: number, scenes: readonly Scene[]): void {
  const groups = [...groupBy(scenes, ([, , check]) => ALONE[check] ?? check).values()];
  const length = Math.max(...groups.map((group) => group.length));
  const runs = Array.from({ length }, (_, n) => groups.flatMap((group) => group.slice(n, n + 1)));
  test.each(runs.map((run) => [run.map(([title]) => title).join('; '), run] as const))(
    `%s: ${result}, with exit status ${exit}`,
    async (_, run) => {
      for (const [, arrange] of run) await arrange();
      const { status, checks } = await diagnose();
      const found = checks.filter((check) => (result === 'failed' ? check.status === result : check.status !== 'ok'));
      expect([status, found.length]).toEqual([exit, run.length]);
      for (const [, , name, text, advice = /./] of run) {
        const expected = { name, status: result, found: expect.stringMatching(text) };
        const advised = result === 'skipped' ? {} : { advice: expect.stringMatching(advice) };
        expect(found).toContainEqual(expect.objectContaining({ ...expected, ...advised }));
      }
    },
  );
}

const hides = 'provider_installation {\n  direct {}\n}\n';
testScenes('failed', 2, [
  [
    'no Terraform',
    () => rmSync(inFolder('bin/terraform')),
    'Terraform or OpenTofu',
    /neither is on the PATH/,
    /netingress\/testing fetch OpenTofu/,
  ],
  [
    'a Terraform that does not run',
    () => program('terraform', 'exit 1'),
    'Terraform or OpenTofu',
    /does not report its version/,
    /terraform version` to see the reason/,
  ],
  [
    'a Terraform without protocol 6',
    () => program('terraform', 'echo \'{"terraform_version": "0.15.5"}\''),
    'Terraform',
    /protocol 6 need 1\.0\.0/,
    /newer Terraform/,
  ],
  [
    'an old Node for the provider',
    () => program('node', 'echo v18.0.0'),
    'Provider',
    /^18\.0\.0, expected >=20/,
    /Install Node/,
  ],
  [
    'a Node for the provider that does not start',
    () => program('node', 'exit 9'),
    'Provider',
    /^node cannot be started/,
    /^Install Node .* Terraform starts the provider with `node`/,
  ],
  [
    'a CDKTF library that is too new',
    () => install('cdktf', '0.22.0'),
    'CDKTF',
    /cdktf 0\.22\.0, expected \^0\.21\.0/,
    /npm install cdktf@/,
  ],
  [
    'constructs that are too old',
    () => install('constructs', '10.4.2'),
    'CDKTF',
    /constructs 10\.4\.2, expected \^10\.6\.0/,
    /npm install constructs@/,
  ],
  [
    'constructs that are too new for cdktn',
    async () => {
      const peerDependencies = { constructs: '>=10.6.0 <10.8.0' };
      await write('node_modules/cdktn/package.json', { name: 'cdktn', version: '0.24.0', peerDependencies });
      await install('constructs', '10.8.0');
    },
    'CDKTF',
    /constructs 10\.8\.0, expected >=10\.6\.0 <10\.8\.0/,
    /npm install constructs@">=10\.6\.0 <10\.8\.0"/,
  ],
  [
    'a command line that needs a newer Node',
    async () => {
      await install('cdktn', '0.24.0');
      await install('cdktn-cli', '0.24.0', { node: '>=99.0.0' });
    },
    'CDKTF',
    /cdktn-cli 0\.24\.0 needs Node >=99/,
    /Run cdktn-cli on Node/,
  ],
  [
    'a CLI configuration that hides the provider',
    () => write('.terraformrc', hides),
    'CLI configuration',
    /\.terraformrc has a provider_installation block/,
    /filesystem_mirror \{ path = "terraform\.d\/plugins"/,
  ],
  [
    'a CLI configuration named by a variable',
    async () => {
      await write('rc', hides);
      cli.env['TF_CLI_CONFIG_FILE'] = 'rc';
    },
    'CLI configuration',
    /rc has a provider_installation block/,
    /include = \["terraform\.local\//,
  ],
  [
    'a CLI configuration with an empty mirror',
    async () => {
      await mkdir(inFolder('mirror'));
      const mirror = `filesystem_mirror {\n    path = "${inFolder('mirror')}"\n  }`;
      await write('.terraformrc', installFrom(mirror));
    },
    'CLI configuration',
    /names the mirror .*\/mirror, which does not contain the provider/,
    /npx netingress provider install --mirror .*\/mirror/,
  ],
  [
    'a CLI configuration whose mirror is for other providers',
    async () => {
      await mkdir(join(inFolder('mirror'), PROVIDER_ADDRESS, '0.1.0'), { recursive: true });
      const mirror = `filesystem_mirror {\n    path = "${inFolder('mirror')}"\n    exclude = ["terraform.local/*/*"]\n  }`;
      await write('.terraformrc', installFrom(mirror));
    },
    'CLI configuration',
    /hides the provider/,
    /filesystem_mirror/,
  ],
  [
    'a command line of cdktf without a binary for this Node',
    () => installTerminal("require('./build/Release/pty.node');\n"),
    'CDKTF',
    /^cdktf-cli cannot start on this Node: .*node-pty-prebuilt-multiarch has no binary for it/,
    /Run it on Node 20 or 22, or change the app to cdktn/,
  ],
  ['a wrong key', setVariable('NETINGRESS_API_KEY', 'wrong-key'), 'API key', /./, /Set NETINGRESS_API_KEY/],
  [
    'no key',
    setVariable('NETINGRESS_API_KEY', ''),
    'API key',
    /NETINGRESS_API_KEY is not set/,
    /Set NETINGRESS_API_KEY/,
  ],
  [
    'no server at the address',
    setVariable('NETINGRESS_BASE_URL', 'http://127.0.0.1:9'),
    'Connection',
    /cannot be reached/,
    /or start the emulator: npx netingress emulator --port \d+\.$/,
  ],
  [
    'a clock that is wrong',
    () => useServiceAt('Sat, 01 Jan 2000 00:00:00 GMT'),
    'Clock',
    /ahead of the service/,
    /Synchronize/,
  ],
  [
    'a load balancer without a service behind it',
    () => useServiceAt(new Date().toUTCString(), 502),
    'Connection',
    /answers 502/,
    /Try again later/,
  ],
]);

testScenes('skipped', 3, [
  ['without an address', setVariable('NETINGRESS_BASE_URL', ''), 'Connection', /NETINGRESS_BASE_URL is not set/],
  [
    'with classes whose versions cannot be read',
    () => generated('imports/versions.json', '['),
    'Generated classes',
    /^which provider the classes in imports are of was not checked: imports\/versions\.json cannot be read as a JSON object/,
  ],
  [
    'with a cdktf.json that cannot be read',
    () => mkdir(inFolder('cdktf.json')),
    'Generated classes',
    /^whether there are any was not checked: cdktf\.json cannot be read as a JSON object/,
  ],
  ['without a Date header', () => useServiceAt(undefined), 'Clock', /the response has no Date header/],
  [
    'with a CLI configuration that names a network mirror',
    async () => {
      const mirror = 'network_mirror {\n    url = "https://mirror.example.com/"\n    include = ["*/*/*"]\n  }';
      await write('.terraformrc', installFrom(mirror));
    },
    'CLI configuration',
    /names the network mirror https:\/\/mirror\.example\.com\/, which was not checked/,
  ],
  [
    'where the package manager hides the terminal package of cdktf-cli',
    () => rmSync(inFolder('node_modules/@cdktf/node-pty-prebuilt-multiarch'), { recursive: true }),
    'CDKTF',
    /^whether cdktf-cli 0\.21\.0 can start on this Node was not checked: its package .*pty.* was not found/,
  ],
  [
    'with an account that may not be read for account_object',
    () => cli.emulator.faults.add({ match: { operation: 'domain.list' }, do: { status: 403 } }),
    'Account',
    /^cannot be checked: /,
  ],
  [
    'with credentials that may not be listed',
    () => cli.emulator.faults.add({ match: { operation: 'api_key.list' }, do: { status: 403 } }),
    'Credentials',
    /^cannot be listed: /,
  ],
]);

testScenes('warning', 0, [
  [
    'a Terraform without some features',
    () => program('terraform', 'echo \'{"terraform_version": "1.9.0"}\''),
    'Terraform',
    /1\.9\.0.*ephemeral resources need 1\.10\.0, write-only attributes need 1\.11\.0/,
  ],
  [
    'a clock that is a minute off',
    () => useServiceAt(new Date(Date.now() + 90_000).toUTCString()),
    'Clock',
    /behind the service/,
  ],
  [
    'no command line of CDKTF',
    () => rmSync(inFolder('node_modules/cdktf-cli'), { recursive: true }),
    'CDKTF',
    /cdktf-cli is not installed in this project/,
  ],
  ['OpenTofu, which CDKTF does not look for', useTofu, 'CDKTF', /CDKTF starts `terraform`, which is not on the PATH/],
  [
    'a CLI configuration that does not exist',
    setVariable('TF_CLI_CONFIG_FILE', 'absent'),
    'CLI configuration',
    /is 'absent', which does not exist/,
  ],
  [
    'a binary for CDKTF that does not exist',
    setVariable('TERRAFORM_BINARY_NAME', 'terraform-next'),
    'Terraform or OpenTofu',
    /TERRAFORM_BINARY_NAME is 'terraform-next', which is not on the PATH/,
  ],
  [
    'classes of another version of the provider',
    () => generated('imports/versions.json', `{"${PROVIDER_ADDRESS}": "0.0.9"}`),
    'Generated classes',
    /^imports has those of netingress 0\.0\.9, but \d+\.\d+\.\d+ is installed/,
  ],
  [
    'a provider in cdktf.json without generated classes',
    () => generated('imports/versions.json', '{"registry.terraform.io/hashicorp/null": "3.2.0"}'),
    'Generated classes',
    /^imports has no classes of the provider in cdktf\.json/,
  ],
  [
    'a CLI configuration that Terraform cannot read',
    async () => {
      const real = (await findBinary(process.env['PATH'] ?? '')) as string;
      rmSync(inFolder('bin/terraform'));
      symlinkSync(real, join(cli.folder, 'bin', basename(real)));
      await write('.terraformrc', 'this is { not [[ hcl');
    },
    'CLI configuration',
    /cannot use all of it: Error: Error parsing .*\.terraformrc/,
  ],
  [
    'a CLI configuration that the program of TERRAFORM_BINARY_NAME cannot read',
    async () => {
      await program(
        'tofu',
        'echo "There are some problems with the CLI configuration: bad block" >&2; echo \'{"terraform_version": "1.11.0"}\'',
      );
      cli.env['TERRAFORM_BINARY_NAME'] = 'tofu';
      await write('.terraformrc', 'plugin_cache_dir = "x"');
    },
    'CLI configuration',
    /^tofu cannot use all of it: bad block/,
  ],
]);

test.each<[string, () => unknown]>([
  ['a project without CDKTF', () => rmSync(inFolder('node_modules'), { recursive: true })],
  [
    'OpenTofu',
    async () => {
      await useTofu();
      cli.env['TERRAFORM_BINARY_NAME'] = 'tofu';
    },
  ],
  [
    'OpenTofu without CDKTF',
    async () => {
      await useTofu();
      rmSync(inFolder('node_modules'), { recursive: true });
    },
  ],
  ...['', 'include = ["terraform.local/*/*"]', 'exclude = ["registry.terraform.io/*/*"]'].map(
    (patterns): [string, () => Promise<void>] => [
      `a CLI configuration with a mirror that contains the provider, and ${patterns || 'no patterns'},`,
      async () => {
        const mirror = inFolder('mirror');
        await mkdir(join(mirror, PROVIDER_ADDRESS, '0.1.0', 'linux_amd64'), { recursive: true });
        const block = `filesystem_mirror {\n    path = "${mirror}"\n    ${patterns}\n  }`;
        await write('.terraformrc', installFrom(`${block}\n  direct {}`));
      },
    ],
  ),
  [
    'a CLI configuration that overrides the provider',
    async () => {
      const overrides = `dev_overrides {\n    "${PROVIDER_ADDRESS}" = "${cli.folder}"\n  }`;
      await write('.terraformrc', installFrom(`${overrides}\n  direct {}`));
    },
  ],
  [
    'a CLI configuration that names the folder next to the stack',
    () =>
      write('.tofurc', 'provider_installation {\n  filesystem_mirror {\n    path = "terraform.d/plugins"\n  }\n}\n'),
  ],
])('%s is ok', async (_, arrange) => {
  await arrange();
  const { status, checks } = await diagnose();
  expect([status, checks.filter((check) => check.status !== 'ok')]).toEqual([0, []]);
});

test('the advice for an invalid header names its variable', async () => {
  cli.env['NETINGRESS_HEADERS'] = '{"X":"a\\nb"}';
  const { checks } = await diagnose();
  expect(checks.find(({ status }) => status === 'failed')?.found).toMatch(
    /^headers.*; expected .*Correct NETINGRESS_HEADERS\.$/,
  );
});

test('versions are found in strings', () => {
  expect(findVersion('Terraform v1.11.4\non linux_amd64')).toBe('1.11.4');
  expect(findVersion('none')).toBeUndefined();
});

describe('credentials', () => {
  const findCredentials = async (): Promise<string[]> =>
    (await diagnose()).checks.filter(({ name }) => name === 'Credentials').map(({ found }) => found);

  test('an account without credentials has no line', async () => {
    expect(await findCredentials()).toEqual([]);
  });

  test('each type has one line with its oldest object, and no token', async () => {
    const first = await cli.create('/api_keys');
    await cli.create('/api_keys');
    const credential = await cli.create('/credentials');
    const found = await findCredentials();
    expect(found).toHaveLength(2);
    const days = Math.max(0, Math.floor((Date.now() - Date.parse(String(first['created_at']))) / 86_400_000));
    expect(found[0]).toContain(`2 API keys, the oldest ${days} day`);
    expect(found[1]).toContain(credential.id);
    for (const { token } of [first, credential]) expect(found.join()).not.toContain(token);
  });
});
