/** A user deploys an adopted app with the CDKTF command line, and supplies the secrets of its README. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { run } from '../../src/terraform/run';
import { providerVariables } from '../support/acceptance/workspace';
import { useAccount } from '../support/cli/command-line';
import { start } from '../support/cli/netingress';
import { linkDependencies } from '../support/installed-packages';
import { testInCi } from '../support/requirements';
import { endAllScripts } from '../support/script';
import { seedSpecKinds } from './seed';

const packageRoot = join(__dirname, '../..');

afterEach(endAllScripts);
const cli = useAccount();

testInCi(
  'cdktf deploy imports all objects with the dependencies of package.json, and supplied secrets change nothing',
  async () => {
    const { emulator, folder: root, url } = cli;
    await seedSpecKinds(emulator);
    const folder = join(root, 'app');
    const { status } = await start(['adopt', '--out', folder], providerVariables(url, 'key'), root).ended;
    expect(status).toBe(0);
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
    const env = await isolatedEnvironment({ folder: root, searchPath: process.env['PATH'] ?? '', variables });
    const cdktf = async (...args: string[]): Promise<string> => {
      const program = join(folder, 'node_modules/cdktf-cli/bundle/bin/cdktf');
      const ended = await run(process.execPath, [program, ...args], { cwd: folder, env });
      if (ended.status !== 0)
        throw new Error(`cdktf ${args.join(' ')} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`);
      return ended.stdout;
    };
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
