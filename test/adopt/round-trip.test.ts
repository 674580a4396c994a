/** Adopted code is compiled, planned and applied by the real tools, without changes at the service. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { groupBy } from '../../src/model/arrays';
import { RULE_SET_TYPE } from '../../src/model/composites/rule-set';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { installScript } from '../../src/terraform/mirror';
import { readWithHashVersion } from '../../src/terraform/provider-build';
import { run } from '../../src/terraform/run';
import { campaignSize, isFullCampaign } from '../fuzz';
import { providerInProcess } from '../support/acceptance/provider-in-process';
import { GO_SETTINGS, providerVariables } from '../support/acceptance/workspace';
import { useAccount } from '../support/cli/command-line';
import { start } from '../support/cli/netingress';
import { withError } from '../support/cli/run-in-process';
import { linkDependencies } from '../support/installed-packages';
import { SPEC_KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';
import { endAllScripts } from '../support/script';
import { seedLockOuts, seedMany, seedSpecKinds } from './seed';

const packageRoot = join(__dirname, '../..');
const searchPath = process.env['PATH'] ?? '';
const objects = campaignSize(100, 1000);
let root: string;
let emulator: Emulator;
let url: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-adopt-'));
  emulator = createEmulator();
  await seedSpecKinds(emulator);
  await seedLockOuts(emulator);
  const seeded = SPEC_KINDS.reduce((sum, { name }) => sum + emulator.objects(name).length, 0);
  await seedMany(emulator, objects - seeded);
  ({ url } = await emulator.listen());
});
afterAll(async () => {
  endAllScripts();
  await emulator.close();
  await rm(root, { recursive: true, force: true });
});

async function ok(program: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await run(program, [...args], { cwd, env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

async function adopt(folder: string, ...args: string[]): Promise<void> {
  const { ended } = start(['adopt', '--out', folder, ...args], providerVariables(url, 'key'), root);
  expect(await ended).toEqual(withError(0, 'Next steps: '));
}

type Summary = Readonly<Record<'add' | 'change' | 'import' | 'remove', number>>;

function summaryOf(json: string): Summary {
  const lines = json.split('\n').filter((line) => line !== '');
  const messages = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly changes?: Summary });
  const last = messages.filter(({ type }) => type === 'change_summary').at(-1)?.changes;
  if (!last) throw new Error(`Terraform summed nothing up:\n${json}`);
  return { add: last.add, change: last.change, import: last.import, remove: last.remove };
}

/** Plans, applies and plans again; expects only imports, of as many resources as the numbers by type say. */
async function takeOver(folder: string, env: Record<string, string>, counts: Record<string, number>): Promise<void> {
  const nothing = { add: 0, change: 0, import: 0, remove: 0 };
  const imported = { ...nothing, import: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  const terraform = (await findBinary(searchPath)) ?? 'terraform';
  const writes = (): number => emulator.requests().filter(({ method }) => method !== 'GET').length;
  await ok(terraform, ['init', '-no-color'], folder, env);
  const provider = await providerInProcess({ env });
  // CI starts the installed provider.
  if (!isFullCampaign) provider.use();
  const before = writes();
  expect(summaryOf(await ok(terraform, ['plan', '-json', '-out=plan.bin'], folder, env))).toEqual(imported);
  expect(summaryOf(await ok(terraform, ['apply', '-json', 'plan.bin'], folder, env))).toEqual(imported);
  expect(summaryOf(await ok(terraform, ['plan', '-json'], folder, env))).toEqual(nothing);
  expect(writes()).toBe(before);
  await provider.close();
}

/** All objects but the certificates that the service issued, with one rule set for each policy instead of its rules. */
function expectedResources(): Record<string, number> {
  const policies = new Set(emulator.objects('ip_policy_rule').map(({ ip_policy }) => JSON.stringify(ip_policy)));
  const counts = SPEC_KINDS.filter(({ name }) => name !== 'ip_policy_rule').map(({ name }): [string, number] => [
    `netingress_${name}`,
    emulator.objects(name).filter(({ issued_at }) => name !== 'tls_certificate' || issued_at === null).length,
  ]);
  return { ...Object.fromEntries(counts), [RULE_SET_TYPE]: policies.size };
}

testInCi(
  `${objects} objects of every kind become an app that compiles, imports them all, and then plans no changes`,
  async () => {
    const folder = join(root, 'ts');
    await adopt(folder);
    linkDependencies(folder);
    const variables = { ...providerVariables(url), ...GO_SETTINGS };
    const env = await isolatedEnvironment({ folder: root, searchPath, variables });
    await ok(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--outDir', 'built'], folder, env);
    await ok(process.execPath, ['built/main.js'], folder, env);
    const stack = join(folder, 'cdktf.out/stacks/ingress');
    const synthesized = JSON.parse(await readFile(join(stack, 'cdk.tf.json'), 'utf8')) as {
      resource: Record<string, object>;
    };
    const counts = Object.fromEntries(
      Object.entries(synthesized.resource).map(([type, named]) => [type, Object.keys(named).length]),
    );
    expect(counts).toEqual(expectedResources());
    const biome = join(packageRoot, 'node_modules/.bin/biome');
    const formatter = { indentStyle: 'space', lineWidth: 100 };
    const settings = { root: true, formatter, javascript: { formatter: { quoteStyle: 'single' } } };
    await writeFile(join(folder, 'biome.json'), JSON.stringify(settings));
    await ok(biome, ['format', 'main.ts', 'adopted', 'package.json', 'tsconfig.json', 'cdktf.json'], folder, env);
    await takeOver(stack, env, counts);
  },
);

test('the same account becomes formatted Terraform configuration that imports it all, and then plans no changes', async () => {
  const folder = join(root, 'hcl');
  await adopt(folder, '--format', 'hcl');
  const mirror = join(root, 'mirror');
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  installScript(mirror, readWithHashVersion(join(packageRoot, 'lib/provider/terraform-provider-netingress'), version));
  await mkdir(join(root, 'env'));
  const env = await isolatedEnvironment({
    folder: join(root, 'env'),
    searchPath,
    mirror,
    variables: { ...providerVariables(url), ...GO_SETTINGS },
  });
  expect(await ok((await findBinary(searchPath)) ?? 'terraform', ['fmt', '-check', '-diff'], folder, env)).toBe('');
  const main = await readFile(join(folder, 'main.tf'), 'utf8');
  const byType = groupBy([...main.matchAll(/^resource "(\w+)" "/gm)], ([, type]) => String(type));
  const counts = Object.fromEntries([...byType].map(([type, all]) => [type, all.length]));
  expect(counts).toEqual(expectedResources());
  await takeOver(folder, env, counts);
});

describe('a user who supplies the secrets of the README', () => {
  const cli = useAccount();

  testInCi(
    'cdktf deploy imports all objects with the dependencies of package.json, and supplied secrets change nothing',
    async () => {
      const { emulator, folder: root, url } = cli;
      await seedSpecKinds(emulator);
      const folder = join(root, 'app');
      expect((await start(['adopt', '--out', folder], providerVariables(url, 'key'), root).ended).status).toBe(0);
      linkDependencies(folder);
      const readme = await readFile(join(folder, 'README.md'), 'utf8');
      const key = await readFile(join(packageRoot, 'test/fixtures/tls-key-1.pem'), 'utf8');
      const secrets = [...readme.matchAll(/`(TF_VAR_\w+)`/g)].map(([, name]): [string, string] => [
        String(name),
        String(name).endsWith('_pem') ? key : 'supplied',
      ]);
      const [, resources] = /expect: (\d+) to import/.exec(readme) ?? [];
      expect([secrets.length > 2, Number(resources) > 40]).toEqual([true, true]);
      const variables = { ...providerVariables(url), ...Object.fromEntries(secrets) };
      const env = await isolatedEnvironment({ folder: root, searchPath, variables });
      const program = join(folder, 'node_modules/cdktf-cli/bundle/bin/cdktf');
      const cdktf = (...args: string[]) => ok(process.execPath, [program, ...args], folder, env);
      const deployed = await cdktf('deploy', 'ingress', '--auto-approve');
      expect(deployed).toContain(`${resources} to import, 0 to add, 0 to change, 0 to destroy.`);
      expect(await cdktf('diff', 'ingress')).toContain('Your infrastructure matches the configuration.');
      const state = await readFile(join(folder, 'terraform.ingress.tfstate'), 'utf8');
      expect(state).not.toMatch(/supplied|PRIVATE KEY/);
      // The command line does not always print Terraform's last lines, so the test reads the state.
      const { resources: stated } = JSON.parse(state) as { resources: { mode: string }[] };
      expect(stated.filter(({ mode }) => mode === 'managed')).toHaveLength(Number(resources));
    },
  );
});
