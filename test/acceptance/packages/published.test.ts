/** The zips of a release, published with `netingress provider publish` and installed by Terraform without Node. */
import { copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { version } from '../../../package.json';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { PROVIDER_ADDRESS, zipName } from '../../../src/terraform/mirror';
import { PLATFORMS } from '../../../src/terraform/platforms';
import { runInProcess } from '../../support/cli/run-in-process';
import { type HttpsHost, serveFolder } from '../../support/publish/https-host';
import { writeKey, writeRelease } from '../../support/publish/release-folder';
import { type BareMachine, createBareMachine } from '../../support/release/bare-machine';
import { expectDeployment } from '../../support/release/deployment';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

describeWith(['linux on amd64', ...PACKAGE_REQUIREMENTS], 'a published release', () => {
  let folder: string;
  let release: string;
  let out: string;
  let emulator: Emulator;
  let url: string;
  let host: HttpsHost;
  let key: string;

  beforeAll(async () => {
    // Short: the socket of the provider is below it.
    folder = mkdtempSync(join(tmpdir(), 'netingress-'));
    release = join(folder, 'release');
    writeRelease(release);
    for (const platform of ['linux_amd64', 'linux_arm64', 'windows_amd64'] as const)
      replaceFile(await findOrBuildZip(platform), join(release, zipName(version, platform)));
    key = await writeKey(folder, 'release');
    emulator = createEmulator();
    ({ url } = await emulator.listen());
  });
  afterAll(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await emulator.reset();
    out = mkdtempSync(join(folder, 'o'));
    host = await serveFolder(out, folder);
  });
  afterEach(() => host.close());

  async function publish(...args: string[]): Promise<void> {
    const { status, stderr } = await runInProcess(
      ['provider', 'publish', '--release', release, '--out', out, ...args],
      {
        cwd: folder,
      },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining(`${version} for ${PLATFORMS.join(', ')}`)]);
  }

  function machine(source: string, installation: string): Promise<BareMachine> {
    const root = mkdtempSync(join(folder, 'm'));
    const variables = { SSL_CERT_FILE: host.certificateFile };
    return createBareMachine({ root, url, mirror: '', source, installation, variables });
  }

  test('is deployed from a registry over TLS, with the signature of the release', async () => {
    const source = `${host.host}/platform/netingress`;
    await publish('--to', 'registry', '--source', source, '--sign', key);
    await expectDeployment(await machine(source, 'direct {}'), emulator);
    expect(installed()).toEqual([zipName(version, 'linux_amd64')]);
  });

  test('is deployed from a network mirror over TLS', async () => {
    await publish('--to', 'network-mirror');
    const mirror = `network_mirror {\n    url = "https://${host.host}/"\n  }`;
    await expectDeployment(await machine(PROVIDER_ADDRESS, mirror), emulator);
    expect(installed()).toEqual([zipName(version, 'linux_amd64')]);
  });

  /** Names of the zips that Terraform downloaded. */
  function installed(): string[] {
    return [...new Set(host.requests.filter((path) => path.endsWith('.zip')).map((path) => basename(path)))];
  }
});

/** A hard link where that is possible: the zips are large. */
function replaceFile(from: string, to: string): void {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
