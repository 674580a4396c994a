/** The guide to mirrors and registries, run on the zips of a release. Terraform installs them on a machine without Node. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { checksums, checksumsName, manifest, manifestName } from '../../../scripts/release/release-files';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { PROVIDER_ADDRESS, zipName } from '../../../src/terraform/mirror';
import { commandsNotRun, type Guide, openGuide } from '../../docs/run-guide';
import { formatState } from '../../support/cli/command-line';
import { type PrivateRegistry, startPrivateRegistry } from '../../support/publish/private-registry';
import { type BareMachine, createBareMachine } from '../../support/release/bare-machine';
import { expectDeployment } from '../../support/release/deployment';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith } from '../../support/requirements';

jest.setTimeout(2 * BUILD_MS);

const NEEDED = ['linux on amd64', 'bash', 'gpg', 'jq', ...PACKAGE_REQUIREMENTS] as const;
const DOCUMENTED_HOST = 'app.terraform.io';

describeWith(NEEDED, 'the guide to mirrors and registries', () => {
  let folder: string;
  /** Of the machines; the commands of the guide have `guide.emulator`. */
  let emulator: Emulator;
  let url: string;
  let registry: PrivateRegistry;
  let guide: Guide;
  let gpgHome: string;

  beforeAll(async () => {
    // Short: the sockets of the provider and of gpg are below it.
    folder = mkdtempSync(join(tmpdir(), 'n-'));
    emulator = createEmulator();
    ({ url } = await emulator.listen());
    const [certificateFile, mirror] = [join(folder, 'certificate.pem'), join(folder, 'public')];
    mkdirSync(mirror);
    gpgHome = join(folder, 'gpg');
    mkdirSync(gpgHome, { mode: 0o700 });
    registry = await startPrivateRegistry({ organization: 'acme', token: 'token', certificateFile, gpgHome, mirror });
    createKey('Releases <releases@example.com>');
    guide = await openGuide('docs/guides/publish.md', {
      // Nobody is asked for approval.
      edit: (code) => code.replace('state replace-provider', '$& -auto-approve'),
      standIns: { [DOCUMENTED_HOST]: registry.host },
      variables: {
        GNUPGHOME: gpgHome,
        TFE_TOKEN: 'token',
        CURL_CA_BUNDLE: certificateFile,
        SSL_CERT_FILE: certificateFile,
      },
    });
    await writeRelease(join(guide.folder, 'release'));
    symlinkSync(mirror, join(guide.folder, 'public'));
    await guide.follow('A mirror');
    await guide.follow('Sign the checksums');
    for (const heading of ['A private registry', 'Once', 'Each version']) await guide.follow(heading);
  });
  afterAll(async () => {
    execFileSync('gpgconf', ['--homedir', gpgHome, '--kill', 'all'], { stdio: 'ignore' });
    await guide?.close();
    await registry?.close();
    await emulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => emulator.reset());

  function createKey(name: string): void {
    const args = ['--batch', '--passphrase', '', '--quick-generate-key', name, 'rsa2048', 'sign', 'never'];
    execFileSync('gpg', ['--homedir', gpgHome, ...args], { stdio: 'ignore' });
  }

  /** A machine without Node. `installation` is the content of a block `provider_installation`. */
  function machine(source: string, installation = 'direct {}'): Promise<BareMachine> {
    const root = mkdtempSync(join(folder, 'm'));
    const variables = { SSL_CERT_FILE: join(folder, 'certificate.pem') };
    return createBareMachine({ root, url, mirror: '', source, installation, variables });
  }

  /** The content of the block `provider_installation` in which the guide names the path or URL. */
  function installationWith(documented: string, actual: string): string {
    const block = guide.blocks('hcl').find(({ code }) => code.includes(documented));
    const [, content = ''] = /^provider_installation \{\n(.*)\}\n$/s.exec(block?.code ?? '') ?? [];
    return content.replace(documented, actual);
  }

  test('a release is deployed from a folder of zips', async () => {
    const installation = installationWith('/srv/mirror', join(guide.folder, 'mirror'));
    await expectDeployment(await machine(PROVIDER_ADDRESS, installation), emulator);
  });

  test('a release is deployed from the registry, and from the network mirror that Terraform makes of it', async () => {
    const source = `${registry.host}/acme/netingress`;
    await expectDeployment(await machine(source), emulator);
    expect(await guide.follow('Use the published provider')).toMatch(
      /Installed localhost:\d+\/acme\/netingress v\S+ \(self-signed, key ID [0-9A-F]{16}\)/,
    );
    guide.write('terraform.tfstate', formatState([{ kind: 'ip_policy', name: 'office', attributes: { id: 'ipp_1' } }]));
    await guide.follow('A state with the other address');
    expect(guide.read('terraform.tfstate')).toContain(source);
    await guide.run('rm terraform.tfstate');
    await guide.follow('A network mirror');
    expect(commandsNotRun('docs/guides/publish.md')).toEqual([]);
    // Terraform cannot read a network mirror of a registry whose address has a port.
    const mirror = join(folder, 'public');
    renameSync(join(mirror, registry.host), join(mirror, DOCUMENTED_HOST));
    registry.requests.length = 0;
    const installation = installationWith('https://mirror.example.com/', `https://${registry.host}/mirror/`);
    await expectDeployment(await machine(`${DOCUMENTED_HOST}/acme/netingress`, installation), emulator);
    expect(registry.requests).toContain(`/mirror/${DOCUMENTED_HOST}/acme/netingress/${version}.json`);
    expect(registry.requests.filter((path) => !path.startsWith('/mirror/'))).toEqual([]);
  });

  test('the registry refuses to create the version again', async () => {
    const files = new Map(registry.published.files);
    await expect(guide.follow('Each version')).rejects.toThrow('returned error: 422');
    expect(guide.read('links.json')).toContain(`Version ${version} exists.`);
    expect(registry.published.files).toEqual(files);
  });

  const signByAnotherKey = (): Buffer => {
    createKey('Another <another@example.com>');
    const sums = join(guide.folder, 'release', checksumsName(version));
    const args = ['--batch', '--local-user', 'another@example.com', '--output', '-', '--detach-sign', sums];
    return execFileSync('gpg', ['--homedir', gpgHome, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  };

  test.each([
    ['another key signed the checksums', 'signature', signByAnotherKey, /authentication signature from unknown issuer/],
    ['a zip was changed', 'linux_amd64', () => Buffer.from('another zip'), /checksum/],
  ])('if %s, Terraform reports it', async (_, name, makeFile, message) => {
    const { files } = registry.published;
    const genuine = files.get(name) as Buffer;
    files.set(name, makeFile());
    try {
      expect(await failureOfInit()).toMatch(message);
    } finally {
      files.set(name, genuine);
    }
  });

  test('if there is no zip for the platform, Terraform reports it', async () => {
    const { platforms } = registry.published;
    const platform = platforms.get('linux_amd64');
    platforms.delete('linux_amd64');
    try {
      expect(await failureOfInit()).toContain('does not have a package available for your current platform');
    } finally {
      if (platform) platforms.set('linux_amd64', platform);
    }
  });

  async function failureOfInit(): Promise<string> {
    const { terraform } = await machine(`${registry.host}/acme/netingress`);
    const { status, stderr } = await terraform('init', '-no-color');
    expect(status).toBe(1);
    return stderr.replace(/[\s│╷╵]+/g, ' ');
  }
});

/** Of the files that `npm run release` writes, the zips of two platforms with manifest and checksums. */
async function writeRelease(folder: string): Promise<void> {
  mkdirSync(folder);
  const files = new Map<string, Uint8Array>([[manifestName(version), Buffer.from(manifest())]]);
  for (const platform of ['linux_amd64', 'windows_amd64'] as const)
    files.set(zipName(version, platform), readFileSync(await findOrBuildZip(platform)));
  files.set(checksumsName(version), Buffer.from(checksums(files)));
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
}
