/** Terraform installs what `netingress provider publish` writes: from mirrors and from a registry, over TLS on this machine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { PROVIDER_ADDRESS, zipName } from '../../../src/terraform/mirror';
import { PLATFORMS } from '../../../src/terraform/platforms';
import { type RunResult, run } from '../../../src/terraform/run';
import { useCommandLine } from '../../support/cli/command-line';
import { type HttpsHost, serveFolder } from '../../support/publish/https-host';
import { writeKey, writeRelease } from '../../support/publish/release-folder';
import { terraformBinary } from '../../support/terraform-binary';

const cli = useCommandLine({ forAll: true });
let release: string;
let key: string;
let out: string;
let host: HttpsHost;

beforeAll(async () => {
  release = join(cli.folder, 'release');
  writeRelease(release);
  key = await writeKey(cli.folder, 'release');
});
beforeEach(async () => {
  out = mkdtempSync(join(cli.folder, 'out-'));
  host = await serveFolder(out, out);
});
afterEach(() => host.close());

async function publish(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await cli.run(['provider', 'publish', '--release', release, ...args]);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout;
}

/** Runs Terraform on a configuration that requires the provider. `cliConfig` is the CLI configuration. */
async function terraformWith(source: string, cliConfig = ''): Promise<(...args: string[]) => Promise<RunResult>> {
  const work = mkdtempSync(join(cli.folder, 'work-'));
  const cwd = join(work, 'configuration');
  mkdirSync(cwd);
  const required = { netingress: { source, version: `~> ${version}` } };
  writeFileSync(join(cwd, 'main.tf.json'), JSON.stringify({ terraform: { required_providers: required } }));
  const variables = { SSL_CERT_FILE: host.certificateFile };
  const env = await isolatedEnvironment({ folder: work, searchPath: process.env['PATH'] ?? '', variables });
  writeFileSync(join(work, 'terraform.rc'), cliConfig);
  return (...args) => run(terraformBinary(), args, { cwd, env });
}

function mirrorConfig(block: string, address: string): string {
  return `provider_installation {\n  ${block}\n    include = ["${address}"]\n  }\n}\n`;
}

/** Runs a command that must fail, and returns its message on one line. */
async function failureOf(result: Promise<RunResult>): Promise<string> {
  const { status, stderr } = await result;
  expect(status).toBe(1);
  return stderr.replace(/[\s│╷╵]+/g, ' ');
}

test('installs from a packed mirror', async () => {
  await publish('--to', 'dir', '--out', out);
  const block = `filesystem_mirror {\n    path = ${JSON.stringify(out)}`;
  const terraform = await terraformWith(PROVIDER_ADDRESS, mirrorConfig(block, PROVIDER_ADDRESS));
  const { stdout } = await terraform('init', '-no-color');
  expect(stdout).toContain(`Installed ${PROVIDER_ADDRESS} v${version}`);
});

describe('a network mirror', () => {
  const source = 'registry.example.com/platform/netingress';
  const start = (address = source) =>
    terraformWith(address, mirrorConfig(`network_mirror {\n    url = "https://${host.host}/"`, address));

  test('is read over TLS, with the checksums of its documents', async () => {
    await publish('--to', 'network-mirror', '--out', out, '--source', source);
    const terraform = await start();
    const { stdout, stderr } = await terraform('init', '-no-color');
    expect(`${stdout}${stderr}`).toContain(`Installed ${source} v${version}`);
    expect([...new Set(host.requests)]).toEqual([
      '/registry.example.com/platform/netingress/index.json',
      `/registry.example.com/platform/netingress/${version}.json`,
      `/registry.example.com/platform/netingress/${zipName(version, 'linux_amd64')}`,
    ]);
    const schema = JSON.parse((await terraform('providers', 'schema', '-json')).stdout) as {
      provider_schemas: Record<string, object>;
    };
    expect(Object.keys(schema.provider_schemas)).toEqual([source]);
  });

  test('with another zip gives the error for a wrong checksum', async () => {
    await publish('--to', 'network-mirror', '--out', out, '--source', source);
    writeFileSync(join(out, source, zipName(version, 'linux_amd64')), 'another zip');
    expect(await failureOf((await start())('init', '-no-color'))).toMatch(/checksum|hashes/);
  });
});

describe('a registry', () => {
  const address = (): string => `${host.host}/platform/netingress`;
  const files = (): string => join(out, 'v1/providers/platform/netingress', version, 'files');
  const publishRegistry = (...args: string[]) =>
    publish('--to', 'registry', '--out', out, '--source', address(), '--sign', key, ...args);

  test('is found by service discovery over TLS, and its signature is verified', async () => {
    await publishRegistry();
    const terraform = await terraformWith(address());
    const { stdout, stderr } = await terraform('init', '-no-color');
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/Installed .* \(self-signed, key ID [0-9A-F]{16}\)/)]);
    expect(host.requests[0]).toBe('/.well-known/terraform.json');
  });

  test('has the documents of the version that the release has', async () => {
    mkdirSync(join(release, 'docs/resources'), { recursive: true });
    writeFileSync(join(release, 'docs/resources/ip_policy.md'), '# netingress_ip_policy Resource\n');
    await publishRegistry();
    const document = join(out, 'v1/providers/platform/netingress', version, 'docs/resources/ip_policy.md');
    expect(readFileSync(document, 'utf8')).toBe('# netingress_ip_policy Resource\n');
  });

  test('has checksums of all platforms for the lock file', async () => {
    await publishRegistry();
    const terraform = await terraformWith(address());
    const platforms = PLATFORMS.map((platform) => `-platform=${platform}`);
    const { status, stderr } = await terraform('providers', 'lock', '-no-color', ...platforms);
    expect([status, stderr]).toEqual([0, '']);
    for (const platform of PLATFORMS)
      expect(host.requests).toContain(
        `/v1/providers/platform/netingress/${version}/files/${zipName(version, platform)}`,
      );
  });

  test('with a signature of another key is refused', async () => {
    await publishRegistry();
    const signature = join(files(), `terraform-provider-netingress_${version}_SHA256SUMS.sig`);
    const genuine = readFileSync(signature);
    const other = join(cli.folder, 'other-release');
    writeRelease(other);
    const otherKey = await writeKey(cli.folder, 'other');
    const args = ['provider', 'publish', '--to', 'hcp', '--release', other, '--source', address(), '--sign', otherKey];
    await cli.run(args);
    writeFileSync(signature, readFileSync(join(other, `terraform-provider-netingress_${version}_SHA256SUMS.sig`)));
    expect(readFileSync(signature)).not.toEqual(genuine);
    const failure = await failureOf((await terraformWith(address()))('init', '-no-color'));
    expect(failure).toContain('authentication signature from unknown issuer');
  });

  test('with another zip is refused for its checksum', async () => {
    await publishRegistry();
    writeFileSync(join(files(), zipName(version, 'linux_amd64')), 'another zip');
    const failure = await failureOf((await terraformWith(address()))('init', '-no-color'));
    expect(failure).toMatch(/checksum/);
  });

  test('without a platform names the platforms that it has', async () => {
    await publishRegistry('--platform', 'darwin_arm64', '--platform', 'windows_amd64');
    const failure = await failureOf((await terraformWith(address()))('init', '-no-color'));
    expect(failure).toContain('does not have a package available for your current platform, linux_amd64');
  });

  test('lists a later version beside the earlier ones, and keeps other services of the host', async () => {
    mkdirSync(join(out, '.well-known'));
    writeFileSync(join(out, '.well-known/terraform.json'), '{"modules.v1": "/modules/"}');
    writeFileSync(join(out, '.well-known/terraform.json.new'), 'of another process');
    const versions = join(out, 'v1/providers/platform/netingress/versions');
    mkdirSync(join(versions, '..'), { recursive: true });
    writeFileSync(versions, '{"versions": [{"version": "0.0.9", "protocols": ["6.0"], "platforms": []}]}');
    await publishRegistry();
    await publishRegistry();
    const listed = JSON.parse(readFileSync(versions, 'utf8')) as { versions: { version: string }[] };
    expect(listed.versions.map((each) => each.version)).toEqual(['0.0.9', version]);
    expect(JSON.parse(readFileSync(join(out, '.well-known/terraform.json'), 'utf8'))).toEqual({
      'modules.v1': '/modules/',
      'providers.v1': '/v1/providers/',
    });
    expect(readFileSync(join(out, '.well-known/terraform.json.new'), 'utf8')).toBe('of another process');
    expect(existsSync(files())).toBe(true);
  });
});
