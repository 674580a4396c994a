/** The guides to rotation, traffic policies and moves, with their commands in the order of the guide. */
import { join } from 'node:path';
import { linkPackages } from '../support/installed-packages';
import { testWith } from '../support/requirements';
import { documentAt, filesOf, root } from './documents';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

jest.setTimeout(1_200_000);

let guide: Guide;
afterEach(() => guide?.close());

const testKeys = testWith('CAMPAIGN=full', 'bash', 'ssh-keygen');
testKeys('every command of the guide to rotation works', async () => {
  const variables = { SSH_ASKPASS: './askpass', SSH_ASKPASS_REQUIRE: 'force' };
  guide = await openGuide('docs/guides/rotation.md', { variables });
  const ids = (): unknown[] => guide.emulator.objects('api_key').map(({ id }) => id);
  /** The id of the credential whose token the file contains. */
  const idIn = (text: string): string => `ak_${text.split('_')[0] ?? ''}`;

  await guide.follow('Rotate a key without an outage');
  const tokens = ['first.token', 'second.token'].map(guide.read);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(ids()).toContain(idIn(token));
  expect(await guide.follow('Tokens that only one reader can read')).toBe(tokens[1]);

  guide.write('askpass', '#!/bin/sh\necho secret\n');
  await guide.run('chmod 700 askpass && mkdir -p ~/.ssh && ssh-keygen -q -t ecdsa -b 256 -N secret -f ~/.ssh/id_ecdsa');
  await guide.follow('A key of SSH');
  expect(guide.read('key.pem')).toContain('BEGIN EC PRIVATE KEY');
  expect(await guide.run('cat ~/.ssh/id_ecdsa')).toContain('BEGIN OPENSSH PRIVATE KEY');
  expect(commandsNotRun('docs/guides/rotation.md')).toEqual([]);
});

testWith('CAMPAIGN=full', 'bash')('every command of the guide to traffic policies works', async () => {
  guide = await openGuide('docs/guides/traffic-policies.md', {
    profile: 'ngrok',
    commands: { jest: join(root, 'node_modules/jest/bin/jest.js') },
    // The exit status 3 (the answer is not known) does not end the block.
    edit: (code) => code.replace('--app cdktf.out', '$& || test $? = 3'),
  });
  await guide.follow('In TypeScript');
  expect(guide.emulator.objects('cloud_endpoint')).toHaveLength(2);
  const checked = await guide.follow('Whom an endpoint admits');
  expect(checked).toContain('198.51.100.1 is denied by https://www.example.com/admin.');
  expect(checked).toContain('It depends on: rate-limit lets the request pass.');

  linkPackages(guide.folder, ['@swc/jest', '@swc/core']);
  guide.write('jest.config.js', filesOf(documentAt('docs/guides/testing.md'))['jest.config.js'] ?? '');
  expect(await guide.run('npx jest --ci')).toMatch(/Tests: +1 passed/);
  expect(commandsNotRun('docs/guides/traffic-policies.md')).toEqual([]);
});

testWith('CAMPAIGN=full', 'bash')(
  'every command of the guide to moves works, and the moves keep the ids of the objects',
  async () => {
    guide = await openGuide('docs/guides/moves.md');
    const ids = (): unknown[] =>
      ['ip_policy', 'ip_policy_rule'].flatMap((kind) => guide.emulator.objects(kind).map(({ id }) => id));
    await guide.follow('Rename');
    const created = ids();
    expect(created).toHaveLength(2);
    const changed = await guide.follow('Write the moves');
    // The guide contains moves.ts as the command writes it.
    expect(changed).toContain('2 objects moved within a stack, 0 to another stack or resource type.');
    expect(guide.read('moves.tf')).toContain('from = netingress_ip_policy.office');

    const [importLine = '', , call = ''] = (guide.blocks('ts')[3]?.code ?? '').split('\n');
    guide.write('main.ts', `${importLine}\n${guide.read('main.ts').replace('app.synth()', `${call}\napp.synth()`)}`);
    expect(await guide.follow('Apply the moves')).toContain('Plan: 0 to add, 0 to change, 0 to destroy.');
    expect(ids()).toEqual(created);

    const lost = await guide.follow('Lost state');
    expect(lost).toContain('2 of the account imported');
    expect(lost).toContain('Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.');
    expect(lost).toContain('No drift');
    expect(ids()).toEqual(created);
    expect(commandsNotRun('docs/guides/moves.md')).toEqual([]);
  },
);
