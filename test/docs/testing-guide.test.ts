/** The guide to tests: its tests pass, and those in HCL need the emulator only where they say so. */
import { linkPackages } from '../support/installed-packages';
import { testWith } from '../support/requirements';
import { root } from './documents';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

jest.setTimeout(300_000);

let guide: Guide;
afterEach(() => guide?.close());

/** Removes the commands of npm and the start of the emulator: the packages are linked, and the emulator listens already. */
const edit = (code: string): string => code.replace(/^npm .*$/gm, '').replace(/^npx netingress emulator .*$/m, '');

testWith('CAMPAIGN=full', 'bash')('the first test of the guide passes', async () => {
  const commands = { jest: `${root}/node_modules/jest/bin/jest.js` };
  guide = await openGuide('docs/guides/testing.md', { edit, commands });
  linkPackages(guide.folder, ['@swc/jest', '@swc/core']);
  expect(await guide.follow('A first test')).toMatch(/Tests: +\d+ passed/);
});

testWith('CAMPAIGN=full', 'bash')('terraform test deploys to the emulator, and tests rules with a mock', async () => {
  guide = await openGuide('docs/guides/testing.md', { edit });
  expect(await guide.follow('In HCL')).toContain('3 passed, 0 failed');
  expect(guide.emulator.events().map(({ event_type }) => event_type)).toContain('ip_restriction_deleted.v0');
  expect(await guide.run('NETINGRESS_API_KEY= terraform test -filter=rules.tftest.hcl')).toContain(
    '1 passed, 0 failed',
  );
  expect(commandsNotRun('docs/guides/testing.md')).toEqual([]);
});
