/** The guide to cdktn, with packages from npm and the packed file: an app moves to cdktn, and a new one is deployed. */
import { delimiter } from 'node:path';
import { useFolder } from '../support/folder';
import { testInCi } from '../support/requirements';
import { commandsNotRun, type Guide, installNode, openGuide } from './run-guide';

jest.setTimeout(900_000);

let guide: Guide;
const tools = useFolder();
afterEach(() => guide?.close());

/** Makes the change of the app that the comment `# after …` of the command `npx cdktn synth` leaves to the reader. */
const edit = (code: string): string =>
  code.replace(/^npx cdktn synth .*# after/m, "sed -i.before 's#203.0.113.0/24#198.51.100.0/24#' main.ts && $&");

testInCi('every command of the guide works', async () => {
  const programs = [installNode(tools.folder), process.env['PATH']].join(delimiter);
  guide = await openGuide('docs/guides/cdktn.md', { installs: true, programs, edit });
  guide.write('package.json', '{"dependencies": {"cdktf": "^0.21.0"}, "devDependencies": {"cdktf-cli": "^0.21.0"}}');
  await guide.follow('Moving an app');
  expect(JSON.parse(guide.read('package.json'))).toMatchObject({
    dependencies: { cdktn: expect.any(String), constructs: expect.any(String) },
    devDependencies: { 'cdktn-cli': expect.any(String) },
  });
  expect(guide.read('package.json')).not.toContain('cdktf');
  const output = await guide.follow('A new app');
  expect(output).toContain('<!-- netingress-preview');
  expect(output).toContain('198.51.100.0/24');
  expect(guide.emulator.objects('ip_policy_rule')).toMatchObject([{ cidr: '203.0.113.0/24' }]);
  expect(commandsNotRun('docs/guides/cdktn.md')).toEqual([]);
});
