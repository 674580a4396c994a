/** The provider with its own runtime on Linux, where Terraform runs without Node. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { version } from '../../../package.json';
import { IpPolicy, IpPolicyRule, NetingressProvider } from '../../../src';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { readBundle } from '../../../src/terraform/bundle';
import { installPackage, installZip } from '../../../src/terraform/mirror';
import { findProgram } from '../../support/programs';
import { type BareMachine, createBareMachine, createBusyboxRoot } from '../../support/release/bare-machine';
import { expectDeployment } from '../../support/release/deployment';
import { BUILD_MS, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith, testWith } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const platform = 'linux_amd64';

describeWith(['linux on amd64', ...PACKAGE_REQUIREMENTS], 'without Node', () => {
  let emulator: Emulator;
  let url: string;
  let folder: string;
  let zip: string;
  let unpacked: string;

  beforeAll(async () => {
    zip = await findOrBuildZip(platform);
    emulator = createEmulator();
    ({ url } = await emulator.listen());
    unpacked = mkdtempSync(join(tmpdir(), 'netingress-mirror-'));
    installPackage(unpacked, version, platform, readBundle(zip));
  });
  afterAll(async () => {
    await emulator?.close();
    if (unpacked) rmSync(unpacked, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await emulator.reset();
    // Short: the socket of the provider is below it.
    folder = mkdtempSync(join(tmpdir(), 'netingress-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const options = (mirror = unpacked) => ({ root: join(folder, 'm'), url, mirror });

  const deploys = (machine: BareMachine): Promise<void> => expectDeployment(machine, emulator);

  test('Terraform applies, plans no change, and destroys with a PATH of sh and terraform', async () => {
    await deploys(await createBareMachine(options()));
  });

  test('Terraform deploys from a packed mirror, in a folder with blanks that is reached through a symbolic link', async () => {
    const mirror = join(folder, 'a mirror');
    installZip(mirror, version, platform, zip);
    await deploys(await createBareMachine(options(mirror), { work: 'my work', path: 'a link' }));
  });

  test('variables for other programs do not reach the runtime', async () => {
    const library = join(folder, 'none.so');
    const variables = {
      LD_LIBRARY_PATH: '/lib/x86_64-linux-gnu',
      LD_PRELOAD: library,
      NODE_OPTIONS: '--require=/nonexistent.js',
      NODE_PATH: folder,
      OPENSSL_CONF: '/nonexistent/openssl.cnf',
    };
    await deploys(await createBareMachine({ ...options(), variables }));
  });

  testWith('root', 'busybox').each([
    ['and the package only', { image: false }],
    ['with the package in a folder that it searches without configuration', { image: true }],
  ])('Terraform deploys in a root with busybox %s', async (_, more) => {
    await deploys(await createBusyboxRoot(options(), more));
  });

  testWith('root', 'busybox')(
    'in a root with busybox, a synthesized stack deploys whose files lost their permissions, and its lock file stays as it is',
    async () => {
      const outdir = join(folder, 'out');
      jest.replaceProperty(process, 'env', { ...process.env, NETINGRESS_BUNDLES: dirname(zip) });
      const stack = new TerraformStack(new App({ outdir }), 'main');
      new NetingressProvider(stack, 'netingress', { platforms: [platform] });
      const policy = new IpPolicy(stack, 'office', {});
      new IpPolicyRule(stack, 'one', { ipPolicyId: policy.id, cidr: '203.0.113.0/24', action: 'allow' });
      (stack.node.root as App).synth();
      jest.restoreAllMocks();
      const synthesized = join(outdir, 'stacks', 'main');
      const files = readdirSync(synthesized, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      for (const { parentPath, name } of files) {
        // The zip is a hard link to the one of the release.
        if (!name.endsWith('.zip')) chmodSync(join(parentPath, name), 0o644);
      }
      const lock = readFileSync(join(synthesized, '.terraform.lock.hcl'), 'utf8');
      const machine = await createBusyboxRoot(options(), { stack: synthesized });
      await deploys(machine);
      expect(readFileSync(join(machine.folder, '.terraform.lock.hcl'), 'utf8')).toBe(lock);
    },
  );

  testWith('strace')(
    'only terraform, and the launcher and the loader of the package, which starts its node, are executed',
    async () => {
      const trace = join(folder, 'trace');
      const tracer = [findProgram('strace') as string, '-f', '-q', '-o', trace, '-A', '-e', 'trace=execve'];
      const machine = await createBareMachine(options(), { tracer });
      await deploys(machine);
      const lines = readFileSync(trace, 'utf8').split('\n');
      const executed = lines.flatMap((line) => /execve\("([^"]+)".*\) = 0$/.exec(line)?.[1] ?? []);
      const isExpected = (path: string) => path.endsWith('/bin/terraform') || path.includes('.terraform/providers/');
      expect(executed.filter((path) => !isExpected(path))).toEqual([]);
      const started = new Set(executed.map((path) => path.replace(/^.*\//, '')));
      const provider = `terraform-provider-netingress_v${version}`;
      expect([...started].sort()).toEqual(['ld-musl-x86_64.so.1', 'terraform', provider]);
    },
  );
});
