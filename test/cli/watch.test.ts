import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { formatState, useAccount } from '../support/cli/command-line';
import { type Started, type Surroundings, startInProcess, withError, withOutput } from '../support/cli/run-in-process';
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
  const head = { event_id: `ev_${count}`, event_type: `${type}.v0`, principal };
  const event_timestamp = `2026-11-21T04:00:${String(count).padStart(2, '0')}Z`;
  return JSON.stringify({ ...head, event_timestamp, object, ...more });
}

const changed = (description: string): string => event('ip_policy_updated', { ...office, description });

/** Runs the command with the state, until it ends or its test does. */
function start(args: readonly string[], more: Surroundings = {}): Started {
  const started = startInProcess(['watch', '--state', 'state.json', ...args], { cwd: cli.folder, ...more });
  running.push(started);
  return started;
}

const read = (started: Started): Record<string, unknown>[] =>
  started.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const afters = (started: Started): unknown[] => read(started).map(({ after }) => after);

async function watch(text: string | Uint8Array, ...args: string[]) {
  await writeFile(events, text);
  const watching = start(['--events', 'audit.ndjson', ...args]);
  return { ...(await watching.ended), findings: read(watching), afters: afters(watching) };
}

test('only an event that differs from the state is a finding, with its author', async () => {
  const author = { subject: 'ann@example.com', source: 'dashboard' };
  const found = { type: 'changed', kind: 'ip_policy', id: 'ipp_1', address: 'netingress_ip_policy.office' };
  const values = { path: 'description', before: 'office', after: 'ours' };
  expect((await watch(`${changed('office')}\n${changed('ours')}\n`)).findings).toMatchObject([
    { ...found, ...values, attribution: { author, event_id: 'ev_2' } },
  ]);
});

test('one event alone shows a changed rule set, an unmanaged object or a missing one', async () => {
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
  const [first, second] = [changed('first'), changed('second')];
  expect((await watch(`${second}\n${first}\n${second}\n`)).afters).toEqual(['second']);
});

test('lines of standard input are read as they arrive, also in pieces and of any length', async () => {
  const stdin = new PassThrough();
  const watching = start([], { stdin });
  await watching.says('Reading standard input.');
  const bytes = Buffer.from(`${changed('a')}\n${changed('ü')}\n`);
  const middle = bytes.indexOf(0xc3) + 1;
  stdin.write(bytes.subarray(0, middle));
  await watching.printed(1);
  stdin.write(bytes.subarray(middle));
  await watching.printed(2);
  // `parseEvents` reads a line of more than 1,048,576 characters in parts.
  const long = 'x'.repeat((1 << 20) + 10);
  stdin.end(`${changed(long)}\n${changed('without a line break')}`);
  await watching.ended;
  expect(afters(watching)).toEqual(['a', 'ü', long, 'without a line break']);
});

test('a file is read to its end, also compressed, and the next run with the checkpoint repeats no finding', async () => {
  const lines = [changed('a'), changed('b'), changed('c')];
  const first = await watch(gzipSync(`${lines[0]}\n${lines[1]}`), '--checkpoint', 'checkpoint.json');
  const second = await watch(lines.join('\n'), '--checkpoint', 'checkpoint.json');
  expect([first.afters, second.afters]).toEqual([['a', 'b'], ['c']]);
});

test.each([
  ['that does not exist', 'none.ndjson', 'it does not exist; expected one file. Correct --events.'],
  ['that is a folder', '.', 'it is a folder; expected one file. Correct --events.'],
])('a file %s is an error', async (_, name, message) => {
  expect(await start(['--events', name]).ended).toEqual(withError(1, message));
});

test('standard input may be compressed, and is read up to where it is cut off; the status is then 2 after a finding, else 3', async () => {
  const compressed = gzipSync(`${changed('a')}\n`);
  const readAll = (bytes: Uint8Array) => start(['--events', '-'], { stdin: Readable.from([bytes]) }).ended;
  expect(await readAll(compressed)).toEqual(withOutput(2, '"after":"a"'));
  const cutOff = 'standard input: The input is cut off';
  const found = await readAll(compressed.subarray(0, -4));
  expect([found, found]).toEqual([withOutput(2, '"after":"a"'), withError(2, cutOff)]);
  expect(await readAll(compressed.subarray(0, 20))).toEqual(withError(3, cutOff));
});

test('a line that is not an event is reported and skipped', async () => {
  const { stderr, afters: found } = await watch(`{"torn\n${changed('a')}\n{}\n`);
  expect(stderr).toMatch(/Line 1 of the new lines was skipped.*Line 3 of the new lines was skipped/s);
  expect(found).toEqual(['a']);
});

test.each([
  ['--state', ['--state', 'state.json'], 'state.json'],
  ['the selected workspace', [], 'cdktf.out/stacks/access/terraform.tfstate.d/staging/terraform.tfstate'],
])('later events are compared with a changed state of %s', async (_, args, state) => {
  await cli.writeApp({ access: { terraform: { backend: { local: { path: 'access.tfstate' } } } } });
  await cli.write(state, stateWith(office));
  const stdin = new PassThrough();
  const env = { TF_WORKSPACE: 'staging' };
  const watching = startInProcess(['watch', '--events', '-', ...args], { cwd: cli.folder, stdin, env });
  running.push(watching);
  await watching.says('Reading');
  await cli.write(state, stateWith({ ...office, description: 'ours' }));
  stdin.end(`${changed('ours')}\n${changed('theirs')}\n`);
  await watching.ended;
  expect(read(watching)).toMatchObject([{ before: 'ours', after: 'theirs' }]);
});

test('changes with a key of --own-key are not findings', async () => {
  const principal = { id: 'usr_bot', subject: 'deploy', source: 'API', credential: { id: 'ak_ci', uri: '' } };
  const text = event('ip_policy_updated', { ...office, description: 'x' }, { principal });
  expect((await watch(text, '--own-key', 'ak_ci')).findings).toEqual([]);
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
const refuse = (response: ServerResponse, body = '{}') =>
  void response.writeHead(403, { 'Content-Type': 'application/json' }).end(body);

test('a broken connection is reported once and made again; a refusal after it is an error, with the message of the emulator', async () => {
  const url = await serve((response, request) => {
    if (request === 1) response.writeHead(200, eventStream).end('retry: 1\n\n');
    else if (request < 4) response.writeHead(503).end();
    else refuse(response, '{"msg":"The host is wrong."}');
  });
  const ended = await start(['--emulator', url]).ended;
  const refusal =
    'status 403: The host is wrong. Set NETINGRESS_CONTROL_TOKEN to its control token if it does not listen on loopback;';
  expect(ended).toEqual(withError(1, refusal));
  expect(ended.stderr.match(/is interrupted/g)).toHaveLength(1);
});

test('a message without an id and without an event leaves the checkpoint as it is', async () => {
  const checkpoint = '{"version":4,"last":"ev_5","objects":[],"events":[]}';
  await cli.write('c.json', checkpoint);
  const url = await serve((response, request) => {
    if (request === 1) response.writeHead(200, eventStream).end('retry: 1\n\n: still here\n\n');
    else refuse(response);
  });
  expect((await start(['--emulator', url, '--checkpoint', 'c.json']).ended).stderr).toContain(
    'status 403. Set NETINGRESS_CONTROL_TOKEN',
  );
  expect(JSON.parse(await cli.read('c.json'))).toEqual(JSON.parse(checkpoint));
});

test('events are not missed if the connection breaks before the first of them', async () => {
  await cli.create('/ip_policies', { description: 'before' });
  const connect = async (response: ServerResponse, request: number): Promise<void> => {
    const last = response.req.headers['last-event-id'];
    const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': String(last) }) };
    const { body } = await cli.emulator.fetch(new Request('http://service.test/_emulator/events', { headers }));
    response.writeHead(200, eventStream);
    for await (const chunk of body ?? []) {
      response.write(chunk);
      if (request === 1) break;
    }
    await cli.create('/ip_policies', { description: 'in between' });
    response.end();
  };
  const watching = start(['--emulator', await serve((response, request) => void connect(response, request))]);
  await watching.printed(1);
  expect(read(watching)).toMatchObject([{ name: 'in between' }]);
});

test('the control token of the environment is sent; one that no header can contain is an error that does not show it', async () => {
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

test.each([
  ['an event of an emulator without id', { last: 1 }, 'last: '],
  ['an object without event', { objects: [['ip_policy ipp_1', {}]] }, 'objects.0.1.event_id'],
  ['an unknown member', { more: 1 }, 'Unrecognized key'],
  ['another version', { version: 3 }, 'not a checkpoint of this version'],
  ['no end', '{"version":4,', 'not a checkpoint of this version: the file'],
])('a checkpoint with %s is refused', async (_, wrong, problem) => {
  await cli.write('c.json', typeof wrong === 'string' ? wrong : { version: 4, objects: [], events: [], ...wrong });
  expect(await watch('', '--checkpoint', 'c.json')).toEqual(withError(1, problem));
});

test('a checkpoint that cannot be written is one sentence, before an event is read if its folder does not exist', async () => {
  const unwritable = await watch(changed('a'), '--checkpoint', 'no/c.json');
  expect([unwritable, unwritable.findings]).toEqual([withError(1, 'Its folder does not exist.'), []]);
  await cli.write('c.json.tmp/file', '');
  expect(await watch('{}', '--checkpoint', 'c.json')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Cannot write the checkpoint .*c\.json: .*\.$/m),
  });
});
