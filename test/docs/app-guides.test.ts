/**
 * The guides to ngrok, to secrets and to tests, whose commands need an app, files, packages or a profile of their own.
 */
import { join } from 'node:path';
import { makeCertificate } from '../support/emulator/pki';
import { linkPackages } from '../support/installed-packages';
import { testWith } from '../support/requirements';
import { documentAt, filesOf, root } from './documents';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

jest.setTimeout(300_000);

let guide: Guide;
afterEach(() => guide?.close());

testWith('CAMPAIGN=full', 'bash')(
  'every command of the guide to ngrok works with the app of the first deployment',
  async () => {
    guide = await openGuide('docs/guides/ngrok.md', { profile: 'ngrok' });
    guide.write('main.ts', filesOf(documentAt('docs/guides/first-deploy.md'))['main.ts'] ?? '');
    guide.write('ngrok-api-key', 'any');
    const checked = await guide.follow("ngrok's public API");
    expect(checked).toContain('No check failed');
    expect(checked).toContain('3 to add');
    expect(await guide.follow('Resource types of this profile')).toContain('3 to add');
    expect(commandsNotRun('docs/guides/ngrok.md')).toEqual([]);
  },
);

testWith('CAMPAIGN=full', 'bash')('the guide to secrets sends a private key, which is not in the state', async () => {
  guide = await openGuide('docs/guides/secrets.md');
  const { pem, keyPem } = await makeCertificate();
  guide.write('app-tls-certificate.pem', pem);
  guide.write('app-tls-key.pem', keyPem);
  const snippet = guide.blocks('ts').find(({ code }) => code.includes('tls_private_key'))?.code ?? '';
  guide.write(
    'main.ts',
    `import { App, TerraformStack } from 'cdktf';\nimport { NetingressProvider } from 'netingress';\n${snippet.replace(
      /^const privateKey/m,
      "const app = new App();\nconst stack = new TerraformStack(app, 'app');\nnew NetingressProvider(stack, 'netingress');\n$&",
    )}\napp.synth();\n`,
  );
  await guide.follow('Secrets that you send');
  expect(guide.emulator.objects('tls_certificate')).toHaveLength(1);
  expect(guide.read('terraform.app.tfstate')).not.toContain('PRIVATE KEY');
  expect(commandsNotRun('docs/guides/secrets.md')).toEqual([]);
});

testWith('CAMPAIGN=full', 'bash')('the first test of the guide to tests passes', async () => {
  const commands = { jest: join(root, 'node_modules/jest/bin/jest.js') };
  guide = await openGuide('docs/guides/testing.md', { commands });
  linkPackages(guide.folder, ['@swc/jest', '@swc/core']);
  expect(await guide.follow('A first test')).toMatch(/Tests: +\d+ passed/);
});

testWith('CAMPAIGN=full', 'bash')(
  'tests in HCL deploy to the emulator; those with a mock need no API key',
  async () => {
    guide = await openGuide('docs/guides/testing.md');
    expect(await guide.follow('In HCL')).toContain('3 passed, 0 failed');
    expect(guide.emulator.events().map(({ event_type }) => event_type)).toContain('ip_restriction_deleted.v0');
    const mocked = await guide.run('NETINGRESS_API_KEY= terraform test -filter=rules.tftest.hcl');
    expect(mocked).toContain('1 passed, 0 failed');
    expect(commandsNotRun('docs/guides/testing.md')).toEqual([]);
  },
);
