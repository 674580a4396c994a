/** The guide to tests: its tests in HCL pass, and need the emulator only where they say so. */
import { testWith } from '../support/requirements';
import { type Guide, openGuide } from './run-guide';

jest.setTimeout(120_000);

let guide: Guide;
afterEach(() => guide?.close());

testWith('CAMPAIGN=full', 'bash')('terraform test deploys to the emulator, and tests rules with a mock', async () => {
  guide = await openGuide('docs/guides/testing.md', {
    edit: (code) => code.replace(/^npx netingress emulator .*$/m, ''),
  });
  const output = await guide.follow('In HCL');
  expect(output).toContain('3 passed, 0 failed');
  expect(guide.emulator.events().map(({ event_type }) => event_type)).toContain('ip_restriction_deleted.v0');
  expect(await guide.run('NETINGRESS_API_KEY= terraform test -filter=rules.tftest.hcl')).toContain(
    '1 passed, 0 failed',
  );
});
