/** Which certificate authorities the provider trusts, with its own Node and as a script, against TLS on this machine. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { pem } from '../../support/acceptance/samples';
import { useFolder } from '../../support/folder';
import { type PluginClient, startPlugin } from '../../support/release/plugin-client';
import { createAndReadPolicy } from '../../support/release/provider-calls';
import { startTlsFront, type TlsFront } from '../../support/release/tls-front';
import { unpackZip } from '../../support/release/unpack';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith, testRows } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const SCRIPT = join(__dirname, '../../../lib/provider/terraform-provider-netingress');
const DESCRIPTION = 'over TLS';

let emulator: Emulator;
let service: TlsFront;
let client: PluginClient | undefined;

beforeAll(async () => {
  emulator = createEmulator();
  service = await startTlsFront((await emulator.listen()).url);
});
afterAll(async () => {
  await service.close();
  await emulator.close();
});
// Before useFolder: the provider ends before its folder is removed.
afterEach(async () => {
  await client?.close();
  client = undefined;
});
const files = useFolder();
beforeEach(async () => {
  await emulator.reset();
  await files.write('authority.pem', service.authority);
  await files.write('other.pem', pem('tls-certificate-1'));
  await files.write('invalid.pem', 'not a certificate');
  await files.write('store/company.pem', service.authority);
  mkdirSync(join(files.folder, 'empty'));
});

type Variables = Readonly<Record<string, string>>;

/** Creates and reads an object; returns the errors. In the variables, `FOLDER` and `PEM`, the authority, are replaced. */
async function errorsWith(executable: string, variables: Variables): Promise<string[]> {
  const { folder } = files;
  const replaced = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace('FOLDER', folder).replace(/^PEM$/, service.authority),
  ]);
  const env = {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: folder,
    NETINGRESS_BASE_URL: service.url,
    NETINGRESS_API_KEY: emulator.apiKey,
    // Not the store of this machine.
    SSL_CERT_FILE: join(folder, 'none.pem'),
    SSL_CERT_DIR: join(folder, 'empty'),
    ...Object.fromEntries(replaced),
  };
  client = await startPlugin({ command: [executable], env, folder, timeoutMs: BUILD_MS / 2 });
  return createAndReadPolicy(client, DESCRIPTION);
}

async function expectTrust(executable: string, variables: Variables): Promise<void> {
  expect(await errorsWith(executable, variables)).toEqual([]);
  expect(emulator.objects('ip_policy')).toEqual([expect.objectContaining({ description: DESCRIPTION })]);
}

async function expectRefusal(executable: string, variables: Variables): Promise<void> {
  expect(await errorsWith(executable, variables)).toEqual([expect.stringMatching(/certificate/)]);
  expect(emulator.objects('ip_policy')).toEqual([]);
}

describeWith(['linux on amd64', ...PACKAGE_REQUIREMENTS], 'the package', () => {
  let unpacked: string;
  let launcher: string;

  beforeAll(async () => {
    unpacked = mkdtempSync(join(tmpdir(), 'netingress-package-'));
    unpackZip(await findOrBuildZip('linux_amd64'), unpacked);
    launcher = join(unpacked, `terraform-provider-netingress_v${version}`);
  });
  afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

  test.each([
    ['the file of the certificate store', { SSL_CERT_FILE: 'FOLDER/authority.pem' }],
    ['the folder of the certificate store', { SSL_CERT_DIR: 'FOLDER/store' }],
    ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: 'FOLDER/authority.pem' }],
    ['NETINGRESS_CA_CERTIFICATE_PEM', { NETINGRESS_CA_CERTIFICATE_PEM: 'PEM' }],
    ['a store beside an invalid file', { SSL_CERT_FILE: 'FOLDER/invalid.pem', SSL_CERT_DIR: 'FOLDER/store' }],
  ])('trusts an authority of %s', (_, variables: Variables) => expectTrust(launcher, variables));

  test.each([
    ['an authority that only the service knows', {}],
    ['a store without certificates', { SSL_CERT_FILE: 'FOLDER/invalid.pem' }],
  ])('does not trust %s', (_, variables: Variables) => expectRefusal(launcher, variables));
});

describeWith('linux', 'the script', () => {
  const trusted: readonly [string, Variables][] = [
    ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: 'FOLDER/authority.pem' }],
    ['NETINGRESS_CA_CERTIFICATE_PEM', { NETINGRESS_CA_CERTIFICATE_PEM: 'PEM' }],
    ['the store with --use-openssl-ca', { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: 'FOLDER/authority.pem' }],
    [
      'the store with --use-openssl-ca beside NODE_EXTRA_CA_CERTS',
      {
        NODE_OPTIONS: '--use-openssl-ca',
        SSL_CERT_FILE: 'FOLDER/authority.pem',
        NODE_EXTRA_CA_CERTS: 'FOLDER/other.pem',
      },
    ],
  ];
  testRows(trusted, { plain: 3 })('trusts an authority of %s', (_, variables) => expectTrust(SCRIPT, variables));

  testRows(
    [
      ['invalid.pem', 'without certificates'],
      ['other.pem', 'of another authority'],
      ['missing.pem', 'that does not exist'],
    ],
    { plain: 1 },
  )('starts with NODE_EXTRA_CA_CERTS %s %s, and does not trust the service', (file) =>
    expectRefusal(SCRIPT, { NODE_EXTRA_CA_CERTS: `FOLDER/${file}` }),
  );

  test('does not trust the certificate store without an option of Node', () =>
    expectRefusal(SCRIPT, { SSL_CERT_FILE: 'FOLDER/authority.pem' }));
});
