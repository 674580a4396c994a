/** Guides whose commands need an app, a file or a profile of their own: ngrok and secrets. */
import { makeCertificate } from '../support/emulator/pki';
import { testWith } from '../support/requirements';
import { documentAt, filesOf } from './documents';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

jest.setTimeout(300_000);

let guide: Guide;
afterEach(() => guide?.close());

/** The packages are linked, the emulator listens already, and nobody is asked for approval. */
const edit = (code: string): string =>
  code
    .replace(/^npm .*$/gm, '')
    .replace(/^npx netingress emulator .*$/m, '')
    .replace(/npx cdktf deploy \w+/g, '$& --auto-approve');

testWith('CAMPAIGN=full', 'bash')(
  'every command of the guide to ngrok, with the app of the first deployment',
  async () => {
    guide = await openGuide('docs/guides/ngrok.md', { profile: 'ngrok', edit });
    guide.write('main.ts', filesOf(documentAt('docs/guides/first-deploy.md'))['main.ts'] ?? '');
    guide.write('ngrok-api-key', 'any');
    const checked = await guide.follow("ngrok's public API");
    expect(checked).toContain('No check failed');
    expect(checked).toContain('3 to add');
    expect(await guide.follow('Resource types of this profile')).toContain('3 to add');
    expect(commandsNotRun('docs/guides/ngrok.md')).toEqual([]);
  },
);

testWith('CAMPAIGN=full', 'bash')('a secret that is sent, and in no state', async () => {
  guide = await openGuide('docs/guides/secrets.md', { edit });
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
