import fs, { appendFile, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { formatState, useAccount } from '../support/cli/command-line';
import { type Started, type Surroundings, startInProcess } from '../support/cli/run-in-process';
import { connectApi } from '../support/emulator/api';
import { findUnusedUrl, type Listening, listen } from '../support/listen';

const office = { id: 'ipp_1', description: 'office', metadata: null };
const rules = { '10.0.0.0/8': { action: 'allow' }, '192.0.2.1': { action: 'deny' } };
const stateWith = (policy: object): string =>
  formatState([
    { kind: 'ip_policy', name: 'office', attributes: policy },
    { kind: 'ip_policy_rules', name: 'rules', attributes: { id: 'ipp_1', ip_policy_id: 'ipp_1', rules } },
  ]);

let events: string;
let running: Started[] = [];
let count = 0;
let server: Listening | undefined;

afterEach(async () => {
  for (const each of running) each.stop();
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
  await server?.close();
  server = undefined;
});
const cli = useAccount();
beforeEach(async () => {
  events = join(cli.folder, 'audit.ndjson');
  await cli.write('state.json', stateWith(office));
  count = 0;
});

function event(type: string, object: object, more: object = {}): string {
  count += 1;
  const principal = { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard', credential: null };
  const time = `2026-11-21T04:00:${String(count).padStart(2, '0')}Z`;
  return JSON.stringify({
    event_id: `ev_${count}`,
    event_type: `${type}.v0`,
    event_timestamp: time,
    principal,
    object,
    ...more,
  });
}

const changed = (description: string): string => event('ip_policy_updated', { ...office, description });

/** Runs the command with the state, until it ends or its test does. */
function start(args: readonly string[], more: Surroundings = {}): Started {
  const started = startInProcess(['watch', '--state', 'state.json', ...args], { cwd: cli.folder, ...more });
  running.push(started);
  return started;
}

const watch = (...more: string[]): Started => start(['--events', 'audit.ndjson', ...more]);

const read = (started: Started): Record<string, unknown>[] =>
  started.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const afters = (started: Started): unknown[] => read(started).map(({ after }) => after);

test('only an event that differs from the state is a finding, with its author', async () => {
  const watching = watch();
  await watching.says('Watching');
  await appendFile(events, `${changed('office')}\n${changed('ours')}\n`);
  await watching.printed(1);
  expect(read(watching)).toMatchObject([
    {
      type: 'changed',
      kind: 'ip_policy',
      id: 'ipp_1',
      address: 'netingress_ip_policy.office',
      path: 'description',
      before: 'office',
      after: 'ours',
      attribution: { author: { subject: 'ann@example.com', source: 'dashboard' }, event_id: 'ev_2' },
    },
  ]);
});

test('one event is enough to find any type of difference', async () => {
  const rule = { id: 'ipr_1', cidr: '172.16.0.0/12', action: 'allow', ip_policy: { id: 'ipp_1', uri: '' } };
  const lines = [
    event('ip_policy_rule_created', rule),
    event('ip_policy_rule_deleted', { ...rule, id: 'ipr_2', cidr: '192.0.2.1/32', action: 'deny' }),
    event('ip_policy_rule_created', { ...rule, id: 'ipr_3', cidr: '10.0.0.0/8' }),
    event('api_key_created', { id: 'ak_9', description: 'mine' }),
    event('ip_policy_deleted', office),
    event('agent_session_start', { session: { id: 's' } }),
  ];
  const watching = start(['--events', '-'], { stdin: lines.join('\n') });
  await watching.ended;
  expect(read(watching).map(({ type, kind, path, id }) => [type, kind, path, id])).toEqual([
    ['changed', 'ip_policy_rules', 'rules["172.16.0.0/12"]', 'ipp_1'],
    ['changed', 'ip_policy_rules', 'rules["192.0.2.1"]', 'ipp_1'],
    ['unmanaged', 'api_key', null, 'ak_9'],
    ['missing', 'ip_policy', null, 'ipp_1'],
  ]);
});

test('repeated and late events are skipped', async () => {
  const first = changed('first');
  const second = changed('second');
  await writeFile(events, `${second}\n${first}\n${second}\n`);
  const watching = watch('--once');
  await watching.ended;
  expect(afters(watching)).toEqual(['second']);
});

test('a file is followed through renaming, truncating and lines that come in pieces', async () => {
  await writeFile(events, `${changed('a')}\n`);
  const watching = watch();
  await watching.printed(1);
  const pieces = `${changed('ü')}\n`;
  const bytes = Buffer.from(pieces);
  const middle = bytes.indexOf(0xc3) + 1;
  await appendFile(events, bytes.subarray(0, middle));
  await appendFile(events, bytes.subarray(middle));
  await watching.printed(2);
  await appendFile(events, changed('without a line break'));
  await rename(events, `${events}.1`);
  await writeFile(events, `${changed('after renaming')}\n`);
  await watching.printed(4);
  await truncate(events, 0);
  await appendFile(events, `${changed('t')}\n`);
  await watching.printed(5);
  expect(afters(watching)).toEqual(['a', 'ü', 'without a line break', 'after renaming', 't']);
});

/** More than is read at once. */
const long = 'x'.repeat((1 << 20) + 10);

test('a line of any length is one line: with --once, when it grows, and when its file is replaced', async () => {
  await writeFile(events, [changed(long), changed('b'), changed('c')].map((line) => `${line}\n`).join(''));
  const once = watch('--once');
  await once.ended;
  expect(afters(once)).toEqual([long, 'b', 'c']);
  const watching = watch();
  await watching.printed(3);
  await appendFile(events, `${changed(long)}\n${changed('e')}`);
  await rename(events, `${events}.1`);
  await writeFile(events, `${changed('f')}\n`);
  await watching.printed(6);
  expect(afters(watching).slice(3)).toEqual([long, 'e', 'f']);
  watching.stop();
  expect((await watching.ended).stderr).not.toContain('left out');
});

test('with --once the last record needs no line break, and one that is torn is left to the next run', async () => {
  await writeFile(events, `${changed('a')}\n${changed('b')}`);
  const torn = changed('c');
  const first = watch('--once', '--checkpoint', 'checkpoint.json');
  await first.ended;
  await appendFile(events, `\n${torn.slice(0, 30)}`);
  const second = watch('--once', '--checkpoint', 'checkpoint.json');
  expect((await second.ended).stderr).not.toContain('left out');
  await appendFile(events, `${torn.slice(30)}\n`);
  const third = watch('--once', '--checkpoint', 'checkpoint.json');
  await third.ended;
  expect([first, second, third].map(afters)).toEqual([['a', 'b'], [], ['c']]);
});

test('a run goes on where the one before stopped, after several rotations, with each file in its order', async () => {
  await writeFile(events, `${changed('a')}\n`);
  const first = watch('--once', '--checkpoint', 'checkpoint.json');
  await first.ended;
  const rotated = [2, 1].map((number) => join(cli.folder, `audit.ndjson.${number}`));
  await appendFile(events, `${changed('b')}\n`);
  await rename(events, rotated[0] as string);
  await writeFile(events, `${changed('c')}\n`);
  await rename(events, rotated[1] as string);
  await writeFile(events, `${changed('d')}\n`);
  // A rotated file keeps the time of its last line.
  for (const [index, file] of rotated.entries()) await utimes(file, 1_000_000 + index, 1_000_000 + index);
  const second = watch('--once', '--checkpoint', 'checkpoint.json');
  await second.ended;
  expect([...afters(first), ...afters(second)]).toEqual(['a', 'b', 'c', 'd']);
  expect((await cli.read('checkpoint.json')).length).toBeLessThan(2000);
});

test('a file that was truncated and has grown again between two runs is read from its start', async () => {
  await writeFile(events, `${changed('a')}\n`);
  const first = watch('--once', '--checkpoint', 'checkpoint.json');
  await first.ended;
  await truncate(events);
  await appendFile(events, `${changed('a longer line than the one before')}\n${changed('c')}\n`);
  const second = watch('--once', '--checkpoint', 'checkpoint.json');
  await second.ended;
  expect(afters(second)).toEqual(['a longer line than the one before', 'c']);
});

test('a folder in place of the file is an error', async () => {
  const { status, stderr } = await start(['--once', '--events', '.']).ended;
  expect([status, stderr]).toEqual([1, expect.stringContaining('folder; expected a file')]);
});

test.each([
  ['a pattern', '*.ndjson', 'no file has this name; expected one file, no pattern'],
  ['a compressed file', 'audit.ndjson.gz', 'it is gzip data; expected a file that grows by lines of JSON'],
])('%s in place of the file is an error', async (_, name, message) => {
  await writeFile(join(cli.folder, 'audit.ndjson.gz'), gzipSync(`${changed('a')}\n`));
  const { status, stderr } = await start(['--events', name]).ended;
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('standard input may be compressed, and is read up to where it is cut off', async () => {
  const compressed = gzipSync(`${changed('a')}\n`);
  const whole = await start(['--events', '-'], { stdin: Readable.from([compressed]) }).ended;
  expect([whole.status, whole.stdout]).toEqual([2, expect.stringContaining('"after":"a"')]);
  const cut = await start(['--events', '-'], { stdin: Readable.from([compressed.subarray(0, -4)]) }).ended;
  expect([cut.status, cut.stderr]).toEqual([3, expect.stringContaining('standard input: The input is cut off')]);
});

test('a line that is not an event is reported and skipped', async () => {
  await writeFile(events, `{"torn\n${changed('a')}\n{}\n`);
  const watching = watch('--once');
  expect((await watching.ended).stderr).toMatch(
    /Line 1 of the new lines was skipped.*Line 3 of the new lines was skipped/s,
  );
  expect(afters(watching)).toEqual(['a']);
});

test('later events are compared with a changed state', async () => {
  const watching = watch();
  await watching.says('Watching');
  await cli.write('state.json', stateWith({ ...office, description: 'ours' }));
  await appendFile(events, `${changed('ours')}\n${changed('theirs')}\n`);
  await watching.printed(1);
  expect(read(watching)).toMatchObject([{ before: 'ours', after: 'theirs' }]);
});

test('changes with a key of --own-key are not findings', async () => {
  const principal = { id: 'usr_bot', subject: 'deploy', source: 'API', credential: { id: 'ak_ci', uri: '' } };
  await writeFile(events, `${event('ip_policy_updated', { ...office, description: 'x' }, { principal })}\n`);
  const watching = watch('--once', '--own-key', 'ak_ci');
  await watching.ended;
  expect(watching.lines).toEqual([]);
});

test('the events of an emulator are evaluated as they arrive', async () => {
  const watching = start(['--emulator', cli.url]);
  await watching.says('Watching');
  const { sendAsUser } = connectApi(cli.emulator);
  await sendAsUser('POST', '/ip_policies', { description: 'by hand' }, { subject: 'bob@example.com' });
  await watching.printed(1);
  expect(read(watching)).toMatchObject([
    { type: 'unmanaged', name: 'by hand', attribution: { author: { subject: 'bob@example.com' } } },
  ]);
});

test('--emulator --once ends after the events that exist, and a checkpoint goes on after the last of them', async () => {
  const create = (description: string) => cli.create('/ip_policies', { description });
  const watchOnce = async (): Promise<unknown[]> => {
    const watching = start(['--emulator', cli.url, '--once', '--checkpoint', 'c.json']);
    await watching.ended;
    return read(watching).map(({ name }) => name);
  };
  await create('first');
  await create('second');
  expect(await watchOnce()).toEqual(['first', 'second']);
  await create('third');
  expect(await watchOnce()).toEqual(['third']);
  expect(await watchOnce()).toEqual([]);
});

/** Returns the address of a server whose responses the test writes. */
async function serve(respond: (response: ServerResponse, request: number) => void): Promise<string> {
  let requests = 0;
  server = await listen(
    createServer((_, response) => {
      requests += 1;
      respond(response, requests);
    }),
  );
  return server.url;
}

const eventStream = { 'Content-Type': 'text/event-stream' };

test('a broken connection is reported once and made again; a refusal after it is an error', async () => {
  const url = await serve((response, request) => {
    if (request === 1) response.writeHead(200, eventStream).end('retry: 1\n\n');
    else if (request < 4) response.writeHead(503).end();
    else response.writeHead(403, { 'Content-Type': 'application/json' }).end('{}');
  });
  const watching = start(['--emulator', url]);
  const { status, stderr } = await watching.ended;
  expect(status).toBe(1);
  expect(stderr.match(/is interrupted/g)).toHaveLength(1);
  expect(stderr).toContain('status 403. Set NETINGRESS_CONTROL_TOKEN');
});

test('the control token of the environment is sent', async () => {
  const tokens: (string | undefined)[] = [];
  const url = await serve((response) => {
    tokens.push(response.req.headers.authorization);
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end();
  });
  const watchWith = (token: string) =>
    start(['--emulator', url, '--once'], { env: { NETINGRESS_CONTROL_TOKEN: token } }).ended;
  await watchWith('two');
  const broken = await watchWith('se\ncret');
  expect(tokens).toEqual(['Bearer two']);
  expect(broken).toMatchObject({ status: 1, stderr: expect.not.stringContaining('cret') });
});

test('an emulator that is not there is named with the reason', async () => {
  const url = await findUnusedUrl();
  for (const more of [[], ['--once']])
    expect(await start(['--emulator', url, ...more]).ended).toEqual({
      status: 1,
      stdout: '',
      stderr: `Cannot read the events of the emulator at ${url}: nothing listens there.`,
    });
});

test('with --once a file that does not exist is an error, and without it is waited for', async () => {
  expect(await watch('--once').ended).toMatchObject({ status: 1, stderr: expect.stringContaining('audit.ndjson') });
  const waiting = watch();
  await waiting.says('Waiting for audit.ndjson, which does not exist yet.');
  await writeFile(events, `${changed('a')}\n`);
  await waiting.printed(1);
});

test('a file that is renamed while a run looks for it is found under its new name', async () => {
  await writeFile(events, `${changed('a')}\n`);
  await watch('--once', '--checkpoint', 'checkpoint.json').ended;
  await appendFile(events, `${changed('b')}\n`);
  const { stat } = fs;
  let isRenamed = false;
  const spy = jest.spyOn(fs, 'stat').mockImplementation((async (path: string, options: never) => {
    const found = await stat(path, options);
    if (path === events && !isRenamed) {
      isRenamed = true;
      await rename(events, join(cli.folder, 'audit.ndjson.1'));
    }
    return found;
  }) as never);
  try {
    const second = watch('--once', '--checkpoint', 'checkpoint.json');
    await second.ended;
    expect(afters(second)).toEqual(['b']);
  } finally {
    spy.mockRestore();
  }
});

test.each([
  [
    'an inode that is a word',
    { position: { of: 'file', inode: 'x', offset: 0, start: { bytes: 0, sha256: '' } } },
    'position.inode',
  ],
  [
    'a negative offset',
    { position: { of: 'file', inode: '1', offset: -1, start: { bytes: 0, sha256: '' } } },
    'position.offset',
  ],
  ['an object without event', { objects: [['ip_policy ipp_1', {}]] }, 'objects.0.1.event_id'],
  ['an unknown member', { more: 1 }, 'Unrecognized key'],
  ['another version', { version: 2 }, 'not a checkpoint of this version'],
  ['no end', '{"version":3,', 'not a checkpoint of this version: the file'],
])('a checkpoint with %s is refused', async (_, wrong, problem) => {
  await cli.write('c.json', typeof wrong === 'string' ? wrong : { version: 3, objects: [], events: [], ...wrong });
  await writeFile(events, '');
  expect(await watch('--once', '--checkpoint', 'c.json').ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(problem),
  });
});

test('a missing source is an error', async () => {
  expect(await start([]).ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No events to watch; expected --events FILE or --emulator URL.'),
  });
});
