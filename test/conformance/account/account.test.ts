/** `npm run conformance` against an emulator: what it refuses, and that the run after a killed one leaves nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { useFolder } from '../../support/folder';
import { type Listening, listen } from '../../support/listen';
import { testInCi } from '../../support/requirements';
import { type Ended, endAllScripts, type RunningScript, startScript } from '../../support/script';
import { openJournal } from './journal';
import { openProxy } from './proxy';
import { createPace } from './rate-limit';

const ROOT = resolve(__dirname, '../../..');
const files = useFolder();
const journalFile = (): string => join(files.folder, 'journal.ndjson');

let emulator: Emulator;
let url: string;
let headers: Record<string, string>;
beforeEach(async () => {
  emulator = createEmulator({ profile: 'ngrok', limits: { 'event_destination.per_account': 0 } });
  ({ url } = await emulator.listen());
  headers = { authorization: `Bearer ${emulator.apiKey}`, 'ngrok-version': '2', 'content-type': 'application/json' };
});
afterEach(async () => {
  endAllScripts();
  await emulator.close();
});

function start(service: string, ...args: readonly string[]): RunningScript {
  const command = ['--url', service, '--key', emulator.apiKey, '--journal', journalFile(), ...args];
  return startScript(join(ROOT, 'node_modules/.bin/tsx'), [join(ROOT, 'scripts/conformance.ts'), ...command], {
    cwd: files.folder,
    env: { PATH: process.env['PATH'], HOME: files.folder },
  });
}

const run = (...args: readonly string[]): Promise<Ended> =>
  start(url, '--requests-per-minute', '100000', ...args).ended;

const create = async (path: string, body: object): Promise<string> => {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { id: string }).id;
};

const ids = async (path: string, key: string): Promise<string[]> => {
  const body = (await (await fetch(`${url}${path}`, { headers })).json()) as Record<string, { id: string }[]>;
  return (body[key] ?? []).map(({ id }) => id);
};

testInCi(
  'an account with objects is refused unless one of them is named, an empty one unless it is said; then a dry run only reads',
  async () => {
    const { status: failed, stderr: advice } = await run('--dry-run');
    expect([failed, advice]).toEqual([1, expect.stringContaining('repeat the command with --empty-account')]);
    expect((await run('--dry-run', '--empty-account')).status).toBe(0);
    const elsewhere = await start('http://127.0.0.1:9', '--dry-run').ended;
    expect([elsewhere.status, elsewhere.stderr]).toEqual([1, expect.stringContaining('9 cannot be read')]);
    const id = await create('/ip_policies', { description: 'office' });
    const before = emulator.requests().length;
    for (const [args, problem] of [
      [[], 'The account has objects. Use an account for tests'],
      [['--empty-account'], 'The account has objects. Use an account for tests'],
      [['--account-object', `ipp_${'0'.repeat(27)}`], 'the key is that of another account'],
    ] as const) {
      const { status, stdout, stderr } = await run(...args);
      expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
      expect(stdout).toMatch(/Objects of the account: 1\n {2}\/ip_policies {2}1/);
    }
    const { status, stdout } = await run('--dry-run', '--account-object', id);
    expect(status).toBe(0);
    expect(stdout).toContain('/reserved_domains  a minimal POST returns 201 with the object, and GET returns 200');
    expect(stdout).toContain('/api_keys  create, get, update, list, delete with npm @ngrok/ngrok-api 0.11.0');
    expect(stdout).toContain('could carry no marker of the run: /event_subscriptions/{id}/sources');
    const methods = emulator
      .requests()
      .slice(before)
      .map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(existsSync(journalFile())).toBe(false);
  },
);

test('the run after a killed one deletes what that one left, also an object whose response was lost, and no others; its report counts what is not available, and has no key', async () => {
  const ofOther = { description: 'office', metadata: 'netingress-conformance-0123456789abcdef' };
  const own = await create('/ip_policies', ofOther);
  let killed: RunningScript | undefined;
  let creates = 0;
  // The service creates the second policy, and the run is killed before it gets the response.
  const relay = await relayTo(url, (method, path) => {
    creates += Number(method === 'POST' && path === '/ip_policies');
    if (creates === 2) killed?.signalGroup('SIGKILL');
    return creates < 2;
  });
  const pace = ['--requests-per-minute', '100000'];
  const args = [...pace, '--account-object', own, '--only', '/ip_policy_rules', '--only', '/event_destinations'];
  try {
    killed = start(relay.url, ...args);
    await killed.ended;
    expect((await ids('/ip_policies', 'ip_policies')).length).toBeGreaterThan(1);
    // The relay lets everything pass now.
    creates = Number.NEGATIVE_INFINITY;
    const file = join(files.folder, 'report.md');
    const second = await start(relay.url, ...args, '--out', file).ended;
    expect([second.status, second.stdout]).toEqual([0, expect.not.stringContaining('Conformance')]);
    const report = readFileSync(file, 'utf8');
    // Of each of the two collections three cases, and the operations of one client.
    expect(report).toContain('4 as documented, 0 different, 4 not available to this account.');
    expect(report).toContain('Every object of the run is deleted.');
    expect(report).not.toContain(emulator.apiKey);
  } finally {
    await relay.close();
  }
  expect(await ids('/ip_policies', 'ip_policies')).toEqual([own]);
  expect(await ids('/ip_policy_rules', 'ip_policy_rules')).toEqual([]);
  expect(readFileSync(journalFile(), 'utf8').match(/"ended":true/g)).toHaveLength(2);
});

describe('the proxy', () => {
  const open = async () => {
    const journal = openJournal(journalFile(), url);
    const access = { url, key: emulator.apiKey, pace: createPace(undefined) };
    const proxy = await openProxy(access, journal);
    const send = async (method: string, path: string, body?: object, key = proxy.key) => {
      const response = await fetch(`${proxy.url}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    };
    const close = async () => {
      await proxy.close();
      journal.close();
    };
    return { proxy, journal, send, close };
  };

  test('journals a create and the object that it made, and hides its marker', async () => {
    const { proxy, journal, send, close } = await open();
    const { body } = await send('POST', '/ip_policies', { metadata: 'mine' });
    expect(body.metadata).toBe('mine');
    expect(body.uri).toBe(`${proxy.url}/ip_policies/${body.id}`);
    expect((await send('PATCH', `/ip_policies/${body.id}`, { metadata: '' })).body).not.toHaveProperty('metadata');
    const stored = (await (await fetch(`${url}/ip_policies/${body.id}`, { headers })).json()) as { metadata: string };
    expect(stored.metadata).toBe(journal.marker);
    const lines = readFileSync(journalFile(), 'utf8').split('\n');
    expect(lines.slice(1, 3).map((line) => Object.keys(JSON.parse(line))[1])).toEqual(['create', 'created']);
    await close();
  });

  test('refuses a write to an object of others, to a collection without marker, or that enforces, and a request with another key', async () => {
    const id = await create('/ip_policies', {});
    const { send, close } = await open();
    const before = emulator.requests().length;
    for (const [method, path, body] of [
      ['DELETE', `/ip_policies/${id}`, undefined],
      ['PATCH', `/ip_policies/${id}`, { description: 'x' }],
      ['POST', `/event_subscriptions/${id}/sources`, { type: 'ip_policy_created.v0' }],
      ['POST', '/tunnels', {}],
      ['DELETE', '/ip_policies', undefined],
      ['POST', '/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [id] }],
    ] as const)
      expect(await send(method, path, body)).toMatchObject({ status: 403 });
    expect(await send('GET', '/ip_policies', undefined, emulator.apiKey)).toMatchObject({ status: 403 });
    expect(emulator.requests().length).toBe(before);
    await close();
  });
});

test('with a limit of 40, at most 40 of 130 requests are sent in any 60 s', async () => {
  let time = 0;
  const clock = {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
  const pace = createPace(40, clock);
  const sent: number[] = [];
  for (let n = 0; n < 130; n++) {
    time += n % 7;
    await pace.next();
    sent.push(time);
  }
  const tooMany = sent.filter((at, n) => n >= 40 && at - (sent[n - 40] as number) < 60_000);
  expect(tooMany).toEqual([]);
  expect(time).toBeLessThan(4 * 60_000);
});

/** Passes requests on. A response is sent only if `isAnswered` says so, after the service has made it. */
async function relayTo(service: string, isAnswered: (method: string, path: string) => boolean): Promise<Listening> {
  const relay: RequestListener = async (request, response) => {
    const { method = '', url: path = '' } = request;
    const body = await buffer(request);
    const { authorization, 'ngrok-version': version, 'content-type': type } = request.headers;
    const found = await fetch(`${service}${path}`, {
      method,
      headers: Object.entries({ authorization, 'ngrok-version': version as string, 'content-type': type }).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]),
      ),
      ...(body.length > 0 && { body }),
    });
    const text = await found.text();
    if (!isAnswered(method, path)) return;
    response.writeHead(found.status, { 'content-type': 'application/json' });
    response.end(text === '' ? undefined : text);
  };
  return listen(createServer((request, response) => void relay(request, response)));
}
