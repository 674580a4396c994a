/** Deploys the first app of the README with the built package. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { type RunResult, run } from '../../src/terraform/run';
import { commandsOf } from './check-shell';
import { documentAt, filesOf, root } from './documents';

jest.setTimeout(120_000);

const readme = documentAt('README.md');
const modules = join(root, 'node_modules');
let folder: string;
let emulator: Emulator;

beforeAll(() => {
  emulator = createEmulator();
  folder = mkdtempSync(join(tmpdir(), 'netingress-first-app-'));
  mkdirSync(join(folder, 'node_modules'));
  // The packages that the README installs.
  for (const name of ['cdktf', 'constructs', 'cdktf-cli', 'tsx'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  symlinkSync(root, join(folder, 'node_modules/netingress'));
  for (const [name, text] of Object.entries(filesOf(readme))) writeFileSync(join(folder, name), text);
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the README has two files and the commands to deploy them', () => {
  expect(Object.keys(filesOf(readme))).toEqual(['main.ts', 'cdktf.json']);
  const commands = readme.blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
  const lines = commands.map(({ words }) => words.join(' '));
  expect(lines).toEqual(
    expect.arrayContaining([
      'npm install netingress cdktf constructs',
      'npm install --save-dev cdktf-cli tsx',
      'npx cdktf deploy access',
    ]),
  );
});

test('the first app deploys', async () => {
  const { url } = await emulator.listen();
  // `npx` of the app finds tsx without asking a registry.
  const searchPath = [join(modules, '.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const variables = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'any', npm_config_offline: 'true' };
  const env = await isolatedEnvironment({ folder: join(folder, 'run'), searchPath, variables });
  const cdktf = (...args: string[]): Promise<RunResult> =>
    run(process.execPath, [join(modules, 'cdktf-cli/bundle/bin/cdktf'), ...args], { cwd: folder, env });
  const { status, stdout, stderr } = await cdktf('deploy', 'access', '--auto-approve');
  expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  const [office] = emulator.objects('ip_policy');
  expect(office).toMatchObject({ description: 'Who may reach the dashboard' });
  expect(emulator.objects('ip_policy_rule')).toMatchObject([{ cidr: '203.0.113.0/24', action: 'allow' }]);
  expect(emulator.objects('ip_restriction')).toMatchObject([
    { type: 'dashboard', enforced: true, ip_policies: [{ id: office?.['id'] }] },
  ]);
});
