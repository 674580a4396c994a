/**
 * The guides to packages with their own Node, and to runners: what a release contains is installed and placed as they
 * say.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { PROVIDER_ADDRESS, zipName } from '../../../src/terraform/mirror';
import { root } from '../../docs/documents';
import { commandsNotRun, type Guide, openGuide } from '../../docs/run-guide';
import { BUILD_MS, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { testWith } from '../../support/requirements';

jest.setTimeout(3 * BUILD_MS);

let guide: Guide;
afterEach(() => guide?.close());

const GUIDE = 'docs/guides/without-node.md';

testWith(
  'linux on amd64',
  'bash',
  ...PACKAGE_REQUIREMENTS,
)('every command of the guides works, from the build of a release on', async () => {
  const edit = (code: string): string => {
    // The release is built in the checkout.
    if (code.includes('npm run release'))
      return code
        .replace('npm run', `HOME='${process.env['HOME']}' npm --prefix '${root}' run`)
        .replace('--out dist', '--out "$PWD/dist"');
    return code.replace(/@netingress\/(provider-[\w-]+)@[\d.]+/g, '"$PWD/dist/npm/@netingress/$1"');
  };
  guide = await openGuide(GUIDE, { installs: true, edit });
  const has = (path: string): boolean => existsSync(join(guide.folder, path));
  await guide.follow('Build a release');
  await guide.run('npm install netingress cdktf constructs tsx');

  const [first] = guide.blocks('ts');
  guide.write('main.ts', `import { App } from 'cdktf';\nconst app = new App();\n${first?.code}app.synth();\n`);
  await guide.follow('With HCL');
  const packed = (mirror: string, platform: 'linux_amd64' | 'windows_amd64'): string =>
    `${mirror}/${PROVIDER_ADDRESS}/${zipName(version, platform)}`;
  const unpacked = `${PROVIDER_ADDRESS}/${version}/linux_amd64/terraform-provider-netingress_v${version}`;
  expect(has(`terraform.d/plugins/${unpacked}`)).toBe(true);
  expect([has(packed('mirror', 'linux_amd64')), has(packed('mirror', 'windows_amd64'))]).toEqual([true, true]);

  await guide.follow('With CDKTF');
  await guide.run('npx tsx main.ts');
  expect(has(packed('cdktf.out/stacks/production/terraform.d/plugins', 'linux_amd64'))).toBe(true);

  await guide.follow('Runners', 'docs/guides/runners.md');
  expect(has(`image/usr/local/share/terraform/plugins/${unpacked}`)).toBe(true);
  expect(commandsNotRun('docs/guides/runners.md', 'docs/guides/without-node.md')).toEqual([]);
});
