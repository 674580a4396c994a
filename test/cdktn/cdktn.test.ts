/** The built copy of the constructs for `cdktn`: its imports, exports, synthesis and deployment. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { createEmulator } from '../../src/emulator';
import { parseKindName } from '../../src/model/naming';
import { isCreatedFirst } from '../../src/model/replacement-order';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { type RunResult, run } from '../../src/terraform/run';
import { documentAt, filesOf } from '../docs/documents';
import { GO_SETTINGS } from '../support/acceptance/workspace';
import { renderedStrings, STRINGS } from '../support/constructs/rendered-strings';
import { SPEC_KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';
import { type CdktnProject, createCdktnProject } from './project';

const root = join(__dirname, '../..');
const copy = join(root, 'lib/cdktn');

let project: CdktnProject;

beforeAll(() => {
  project = createCdktnProject();
  const loaded = 'process.on("exit", () => console.log(JSON.stringify(Object.keys(require.cache))))';
  writeFileSync(join(project.folder, 'loaded.js'), loaded);
});
afterAll(() => project.remove());

/** `node_modules/cdktf/lib/index.js`, and packages of the scope `@cdktf`. */
const isOfArchivedCore = (file: string): boolean => /[/\\]@?cdktf[/\\]/.test(file);

/**
 * Runs a program in the project, or in the folder `CWD`, in an isolated environment. Throws with its output if it
 * fails.
 */
async function runs(binary: string, args: readonly string[], more: Record<string, string> = {}): Promise<RunResult> {
  const env = await isolatedEnvironment({
    folder: join(project.folder, 'run'),
    searchPath: process.env['PATH'] ?? '',
    variables: { ...GO_SETTINGS, ...more },
  });
  const result = await run(binary, args, { cwd: more['CWD'] ?? project.folder, env });
  if (result.status !== 0) throw new Error(`${binary} ${args.join(' ')}\n${result.stdout}\n${result.stderr}`);
  return result;
}

test('the entry for cdktn has the same exports as that for cdktf', () => {
  const names = (index: string): string[] => Object.keys(require(index) as object).sort();
  expect(names(join(copy, 'index.js'))).toEqual(names(join(root, 'lib/index.js')));
  expect(names(join(copy, 'index.js'))).toContain('NetingressProvider');
});

testInCi('a project with module resolution node10 compiles, including declarations', async () => {
  const options = { module: 'commonjs', moduleResolution: 'node10', strict: true, skipLibCheck: false, noEmit: true };
  const compilerOptions = { ...options, target: 'es2022', types: ['node'] };
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  await runs(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.']);
});

test('the app of the guide and OnChange are synthesized', async () => {
  const guide = filesOf(documentAt('docs/guides/cdktn.md'))['main.ts'] ?? '';
  const watch = `[${JSON.stringify(STRINGS).slice(1, -1)}, '"$' + office.id + '\\\\']`;
  const change = `new OnChange(stack, 'hook', { watch: { it: ${watch} }, command: 'true' });\n`;
  const source = guide
    .replace('{ IpPolicy,', '{ OnChange, IpPolicy,')
    .replace('app.synth()', () => `${change}app.synth()`);
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  writeFileSync(join(project.folder, 'guide.js'), outputText);
  const outdir = join(project.folder, 'guide');
  const { stdout } = await runs(process.execPath, ['-r', './loaded.js', 'guide.js'], { CDKTF_OUTDIR: outdir });
  expect((JSON.parse(stdout) as string[]).filter(isOfArchivedCore)).toEqual([]);
  const { resource } = JSON.parse(readFileSync(join(outdir, 'stacks/access/cdk.tf.json'), 'utf8')) as {
    resource: Record<string, Record<string, { triggers: object }>>;
  };
  const hooks = Object.values(resource['null_resource'] ?? {});
  expect(hooks.map(({ triggers }) => triggers)).toEqual([{ it: renderedStrings('netingress_ip_policy.office.id') }]);
  expect(Object.keys(resource).sort()).toEqual([
    'netingress_ip_policy',
    'netingress_ip_policy_rule',
    'netingress_ip_restriction',
    'null_resource',
  ]);
});

testInCi(
  'app.synth() installs the provider; the stack with every kind of the specification is deployed, replaced where others name it, has an empty plan, and is destroyed',
  async () => {
    const outdir = join(project.folder, 'out');
    const synth = await runs(process.execPath, ['-r', './loaded.js', 'main.js'], { CDKTF_OUTDIR: outdir });
    const files = JSON.parse(synth.stdout) as string[];
    expect(files).toContain(join(copy, 'index.js'));
    expect(files.filter(isOfArchivedCore)).toEqual([]);

    const stack = join(outdir, 'stacks', 'access');
    expect(readdirSync(join(stack, 'terraform.d/plugins/terraform.local/netingress/netingress'))).toHaveLength(1);
    const lock = readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');
    const { resource } = JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8')) as {
      resource: Readonly<Record<string, object>>;
    };
    const binary = await findBinary(process.env['PATH'] ?? '');
    if (binary === undefined) throw new Error('Neither terraform nor tofu is on the PATH');
    const emulator = createEmulator();
    try {
      const { url } = await emulator.listen();
      const service = { CWD: stack, NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'cdktn-key' };
      const deployed = (): string[] =>
        SPEC_KINDS.map(({ name }) => name).filter((name) => emulator.objects(name).length > 0);
      await runs(binary, ['init', '-no-color'], service);
      expect(readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8')).toBe(lock);
      await runs(binary, ['apply', '-auto-approve', '-no-color'], service);
      expect(deployed()).toEqual(SPEC_KINDS.map(({ name }) => name));
      await runs(binary, ['plan', '-detailed-exitcode', '-no-color'], service);
      // What others name is created first, with what it owns, or the service would refuse to delete it.
      const replaced = Object.entries(resource)
        .filter(([type]) => isCreatedFirst(parseKindName(type) ?? ''))
        .flatMap(([type, blocks]) => Object.keys(blocks).map((name) => `-replace=${type}.${name}`));
      expect(replaced.length).toBeGreaterThan(4);
      await runs(binary, ['apply', '-auto-approve', '-no-color', ...replaced], service);
      await runs(binary, ['plan', '-detailed-exitcode', '-no-color'], service);
      await runs(binary, ['destroy', '-auto-approve', '-no-color'], service);
      expect(deployed()).toEqual([]);
    } finally {
      await emulator.close();
    }
  },
);

describe('features that the CDKTF library checks', () => {
  const old = { terraform: '>=1.5.7' };
  const known = { terraform: '>=1.11.0', opentofu: '>=1.11.0' };
  const certificate = `new netingress.TlsCertificate(stack, 'x', {
    certificatePem: core.Fn.file('a'), privateKeyPemWo: core.Fn.file('b') });`;
  const restriction = `const policies = [netingress.IpAllowList.fromDescription(stack, 'p', 'offices')];
    new netingress.AccessRestriction(stack, 'x', {
      restricts: 'api', policies, enforced: true, mustAdmit: ['203.0.113.7'] });`;
  const features: readonly [feature: string, body: string, says: RegExp][] = [
    ['ephemeral resources', "new netingress.EphemeralApiKey(stack, 'x');", /requires terraform >=1\.10\.0/],
    ['write-only attributes', certificate, /write-only attributes requires terraform >=1\.11\.0/],
    ['provider functions', restriction, /provider functions requires terraform >=1\.8\.0/],
  ];
  const ephemeral = `const key = new netingress.EphemeralApiKey(stack, 'x', { description: 'run' });
    if (!core.TerraformEphemeralResource.isTerraformEphemeralResource(key)) throw new Error('not of the CDKTF library');
    new core.TerraformOutput(stack, 'hcl', { value: Buffer.from(core.Testing.synthHcl(stack)).toString('hex') });`;
  const call = `new core.TerraformOutput(stack, 'x', { value:
    core.TerraformProviderFunction.invoke('netingress', 'cidr_canonical', ['2001:DB8:0::/32']) });`;

  const apps: Readonly<Record<string, { readonly body: string; readonly targetVersions: object }>> = {
    ...Object.fromEntries(features.map(([feature, body]) => [`${feature} of old`, { body, targetVersions: old }])),
    ...Object.fromEntries(features.map(([feature, body]) => [feature, { body, targetVersions: known }])),
    ephemeral: { body: ephemeral, targetVersions: known },
    call: { body: call, targetVersions: known },
  };
  const folderOf = (name: string): string => join(project.folder, name);
  let errors: Readonly<Record<string, string>>;

  // In one process: it takes longer to load the CDKTF library than to synthesize the apps.
  beforeAll(async () => {
    const sources = Object.entries(apps).map(([name, { body, targetVersions }]) => {
      const options = JSON.stringify({ outdir: folderOf(name), context: { targetVersions } });
      return `try {
        const app = new core.App(${options});
        const stack = new core.TerraformStack(app, 'features');
        new netingress.NetingressProvider(stack, 'netingress');
        ${body}
        app.synth();
      } catch (error) {
        errors['${name}'] = String(error);
      }`;
    });
    const source = `const core = require('cdktn');
      const netingress = require('netingress/cdktn');
      const errors = {};
      ${sources.join('\n')}
      require('node:fs').writeFileSync('errors.json', JSON.stringify(errors));`;
    writeFileSync(join(project.folder, 'features.js'), source);
    await runs(process.execPath, ['features.js']);
    errors = JSON.parse(readFileSync(join(project.folder, 'errors.json'), 'utf8')) as typeof errors;
  });

  const synthesized = (name: string): string =>
    errors[name] ?? readFileSync(join(folderOf(name), 'stacks/features/cdk.tf.json'), 'utf8');

  test.each(features)('%s need target versions that have them', (feature, _, says) => {
    expect(synthesized(`${feature} of old`)).toMatch(says);
    expect(Object.keys(JSON.parse(synthesized(feature)) as object)).toContain('terraform');
  });

  test('an ephemeral resource is one of the CDKTF library, and is rendered as HCL', () => {
    const { output } = JSON.parse(synthesized('ephemeral')) as { output: { hcl: { value: string } } };
    const hcl = Buffer.from(output.hcl.value, 'hex').toString('utf8');
    expect(hcl).toMatch(/ephemeral "netingress_api_key" "x" \{\s+description = "run"/);
  });

  test('a provider function is called with the class of the CDKTF library', () => {
    expect(JSON.parse(synthesized('call'))).toMatchObject({
      output: { x: { value: `\${provider::netingress::cidr_canonical("2001:DB8:0::/32")}` } },
    });
  });
});
