/** The script of `netingress provider publish --to hcp` runs against a stand-in for the API of a private registry. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { readPublicKey } from '../../../src/cli/publish/signing-key';
import { zipName } from '../../../src/terraform/mirror';
import { PLATFORMS } from '../../../src/terraform/platforms';
import { type RunResult, run } from '../../../src/terraform/run';
import { useCommandLine } from '../../support/cli/command-line';
import { type PrivateRegistry, startPrivateRegistry } from '../../support/publish/private-registry';
import { writeKey, writeRelease } from '../../support/publish/release-folder';
import { testWith } from '../../support/requirements';

const sums = `terraform-provider-netingress_${version}_SHA256SUMS`;
const cli = useCommandLine({ forAll: true });
let key: string;
let release: string;
let registry: PrivateRegistry;
const testCalls = testWith('curl', 'jq');

beforeAll(async () => {
  key = await writeKey(cli.folder, 'release');
});
beforeEach(async () => {
  release = mkdtempSync(join(cli.folder, 'release-'));
  writeRelease(release);
  registry = await startPrivateRegistry('acme', await readPublicKey(key));
});
afterEach(() => registry.close());

/** The arguments replace the default of an option: no command accepts an option twice. */
const publish = (...args: string[]) =>
  cli.run([
    ...['provider', 'publish', '--to', 'hcp'],
    ...(args.includes('--release') ? [] : ['--release', release]),
    ...(args.includes('--source') ? [] : ['--source', 'app.example.com/acme/netingress']),
    ...args,
  ]);

async function script(): Promise<string> {
  const { status, stdout, stderr } = await publish('--sign', key);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

function runScript(text: string): Promise<RunResult> {
  const file = join(cli.folder, 'publish.sh');
  writeFileSync(file, text);
  const env = { PATH: process.env['PATH'] ?? '', TFE_ADDRESS: registry.url, TFE_TOKEN: 'token' };
  return run('sh', [file], { cwd: cli.folder, env });
}

testCalls('publishes the key, the provider, the version and all platforms', async () => {
  const { status, stdout, stderr } = await runScript(await script());
  expect([status, stderr, stdout]).toEqual([0, '', `Published netingress ${version}.\n`]);
  expect(registry.published(version).sort()).toEqual([...PLATFORMS].sort());
});

testCalls('a second run is refused, because the version exists, and changes nothing', async () => {
  const text = await script();
  await runScript(text);
  const before = registry.published(version);
  const { status, stderr } = await runScript(text);
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining(`Version ${version} exists.`)]);
  expect(registry.published(version)).toEqual(before);
});

describe('the command refuses', () => {
  test('a release without a signature', async () => {
    expect((await publish()).stderr).toContain('--to hcp needs a signature of the checksums. Give --sign');
  });

  test('a signature of another key', async () => {
    await publish('--sign', key);
    await writeKey(cli.folder, 'other');
    const { status, stderr } = await publish('--public-key', join(cli.folder, 'other.pub.asc'));
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`${sums}.sig is not a signature of ${sums} by the key`),
    ]);
    const { status: accepted } = await publish('--public-key', join(cli.folder, 'release.pub.asc'));
    expect(accepted).toBe(0);
  });

  test('a zip that differs from the list of checksums', async () => {
    await publish('--sign', key);
    copyFileSync(key, join(release, zipName(version, 'linux_amd64')));
    const { status, stderr } = await publish('--sign', key);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/linux_amd64\.zip has the SHA-256 [0-9a-f]{64}; expected/),
    ]);
  });

  test('a key that is not an RSA key, and a file that is not a key', async () => {
    const { generateKey } = await import('openpgp');
    const { privateKey } = await generateKey({ type: 'ecc', userIDs: [{ name: 'x', email: 'x@example.com' }] });
    const file = join(cli.folder, 'ecc.asc');
    writeFileSync(file, privateKey);
    expect((await publish('--sign', file)).stderr).toContain('expected an RSA key');
    const text = join(cli.folder, 'text.asc');
    writeFileSync(text, readFileSync(__filename));
    expect((await publish('--sign', text)).stderr).toContain('is not an armored OpenPGP private key');
  });

  test.each([
    [['--platform', 'freebsd_amd64'], "'freebsd_amd64' is not a platform; expected one of"],
    [
      ['--source', 'acme/netingress'],
      "'acme/netingress' is not a valid source address; expected HOST/NAMESPACE/netingress",
    ],
    [['--source', 'example.com/acme/ingress'], 'is not a valid source address'],
    [['--release', 'nothing'], 'It has no zips. Give their folder with --release.'],
  ])('%j', async (args, says) => {
    expect(await publish('--sign', key, ...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(says) });
  });
});
