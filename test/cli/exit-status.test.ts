/** The exit status of commands: 1 for a mistake, else 2 for a certain finding or failure, else 3 for what is not known. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decideExit } from '../../src/model/exit-status';
import { formatState, useAccount } from '../support/cli/command-line';
import { type RanInProcess, withError } from '../support/cli/run-in-process';

const cli = useAccount();
const { write } = cli;

beforeEach(async () => {
  await write('s.json', formatState([]));
  await cli.create('/ip_policies', { description: 'Offices' });
});

const run = (...args: string[]): Promise<RanInProcess> => cli.run(args, { env: { NETINGRESS_ADDRESS: '203.0.113.7' } });

test('a certain failure decides the status, also if something else is not known', () => {
  const cases = [false, true].flatMap((failed) => [false, true].map((undecided) => decideExit({ failed, undecided })));
  expect(cases).toEqual([0, 3, 2, 2]);
});

const READERS: readonly (readonly string[])[] = [
  ['drift', '--state', 's.json'],
  ['adopt', '--list'],
  ['graph', '--live'],
  ['access', 'check', '8.8.8.8'],
  ['access', 'list'],
  ['access', 'reap'],
  ['access', 'revoke', '8.8.8.8', '--policy', 'Offices'],
  ['access', 'grant', '8.8.8.8', '--policy', 'Offices', '--reason', 'r'],
  ['access', 'run', '--policy', 'Offices', '--', 'true'],
];

test.each(READERS.map((args) => [args.join(' '), args] as const))(
  '%s is 3 if the account is not read, and 1 without an API key',
  async (_, args) => {
    cli.emulator.faults.add({ match: { method: 'GET' }, do: { status: 403 } });
    const unread = await run(...args);
    expect(unread.status).toBe(3);
    if (!args.includes('access')) expect(unread.stderr).toMatch(/^Cannot read the account: /m);
    expect(unread.stderr).not.toMatch(/\n\s+at |^ok +Read the account/im);
    const before = cli.emulator.requests().length;
    delete cli.env['NETINGRESS_API_KEY'];
    const missing = /NETINGRESS_API_KEY is not set; expected an API key of the account\. Set it; .*--accounts FILE\.$/;
    expect(await run(...args)).toEqual(withError(1, missing));
    expect(cli.emulator.requests()).toHaveLength(before);
  },
);

test('a grant that the service refuses is 2, and one that it answers with 501 is 3, because it may be stored', async () => {
  const grant = ['access', 'grant', '8.8.8.8', '--policy', 'Offices', '--reason', 'r'];
  const answer = (status: number) =>
    cli.emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { status, msg: 'limit reached' } });
  answer(400);
  expect((await run(...grant)).status).toBe(2);
  cli.emulator.faults.clear();
  answer(501);
  expect((await run(...grant)).status).toBe(3);
});

test.each([
  [['--restriction', 'api'], "No restriction of the type 'api' exists", 'ip_restrictions'],
  [['--policy', 'Nowhere'], "No IP policy 'Nowhere'", 'ip_policies'],
  [['--endpoint', 'https://a.example.com'], 'No endpoint serves https://a.example.com', 'endpoints'],
])('access check %j is 1 if complete lists lack it, and 3 if they are not read', async (args, message, list) => {
  await cli.startEmulator({ profile: 'ngrok' });
  cli.env['NETINGRESS_PROFILE'] = 'ngrok';
  expect(await run('access', 'check', '8.8.8.8', ...args)).toEqual(withError(1, message));
  cli.emulator.faults.add({ match: { method: 'GET', path: `/${list}` }, do: { status: 403 } });
  expect((await run('access', 'check', '8.8.8.8', ...args)).status).toBe(3);
});

test('graph --select and adopt --objects of what is not there are 1, and 3 if a list is not read', async () => {
  await write('list.json', (await run('adopt', '--list')).stdout.replace(/ipp_\w{27}/, `ipp_${'2'.repeat(27)}`));
  const statuses = async (out: string): Promise<number[]> => [
    (await run('graph', '--live', '--select', 'nothing like this')).status,
    (await run('adopt', '--objects', 'list.json', '--out', out)).status,
  ];
  expect(await statuses('complete')).toEqual([1, 1]);
  cli.emulator.faults.add({ match: { method: 'GET', path: '/api_keys' }, do: { status: 403 } });
  expect(await statuses('incomplete')).toEqual([3, 3]);
});

test('watch is 2 after a finding, 3 after only unreadable lines, and 0 after neither', async () => {
  const event = JSON.stringify(cli.emulator.events()[0]);
  const watch = async (text: string): Promise<number> => {
    await write('e.ndjson', text);
    return (await run('watch', '--events', 'e.ndjson', '--state', 's.json')).status;
  };
  expect([await watch(`${event}\n{\n`), await watch('{"event\n'), await watch('')]).toEqual([2, 3, 0]);
});

test('a state that its backend does not return is 3, and a file that is no state is 1', async () => {
  const bin = join(cli.folder, 'bin');
  await mkdir(join(cli.folder, '.terraform'));
  await write('bin/terraform', '#!/bin/sh\necho "the backend is gone" >&2\nexit 1\n');
  await chmod(join(bin, 'terraform'), 0o755);
  cli.env['PATH'] = `${bin}:${process.env['PATH']}`;
  expect(await run('drift')).toEqual(withError(3, 'the backend is gone'));
  await write('x.json', '{}');
  expect((await run('drift', '--state', 'x.json')).status).toBe(1);
});
