import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { netingress, start } from '../support/cli/netingress';
import { runInProcess, startInProcess, withError } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';
import { useFolder } from '../support/folder';
import { listen } from '../support/listen';
import { endAllScripts } from '../support/script';

const files = useFolder();
const stops = new Set<() => Promise<unknown>>();
afterEach(async () => {
  endAllScripts();
  for (const stop of stops) await stop();
});

async function startEmulator(...args: string[]) {
  const running = startInProcess(['emulator', ...args]);
  const stop = (): Promise<unknown> => {
    running.stop();
    stops.delete(stop);
    return running.ended;
  };
  stops.add(stop);
  await running.printed(1);
  return { url: String(running.lines[0]), lines: running.lines, stop };
}

const get = (url: string, key?: string): Promise<Response> =>
  fetch(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  'prints its URL, writes URL and pid to the ready file, which it removes at the end, and %s ends it with status %d',
  async (signal, status) => {
    const file = join(files.folder, 'ready.json');
    const emulator = start(['emulator', '--ready-file', file]);
    await emulator.says('http://');
    // The address is printed just before the file is put there.
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
    const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify({ url, pid: emulator.pid })}\n`);
    expect(readdirSync(files.folder)).toEqual(['ready.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await get(`${url}/ip_policies`, 'any')).status).toBe(200);
    emulator.signal(signal);
    expect(await emulator.ended).toMatchObject({ status, stdout: `${url}\n`, stderr: '' });
    expect(readdirSync(files.folder)).toEqual([]);
    await expect(get(url)).rejects.toThrow();
  },
);

test('--api-key is the only accepted key, and --rate-limit limits requests', async () => {
  const { url } = await startEmulator('--api-key', 'the-key', '--rate-limit', '2/60');
  const statuses: number[] = [];
  for (const key of ['another', undefined, ...Array(3).fill('the-key')])
    statuses.push((await get(`${url}/ip_policies`, key)).status);
  expect(statuses).toEqual([403, 403, 200, 200, 429]);
});

test('--account separates accounts, and --seed with --clock repeats responses', async () => {
  const accounts = ['--account', 'blue=key-1,key-2', '--account', 'green=key-3'];
  const texts: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { url } = await startEmulator(...accounts, '--seed', 's', '--clock', '2030-01-01T00:00:00Z');
    texts.push(JSON.stringify(await createObject(url, '/api_keys', {}, { key: 'key-1' })).replaceAll(url, ''));
    const seen = await Promise.all(
      ['key-2', 'key-3', 'key-4'].map(async (key) => (await get(`${url}/api_keys`, key)).text()),
    );
    expect(seen.map((text) => (JSON.parse(text) as { keys?: object[] }).keys?.length)).toEqual([1, 0, undefined]);
  }
  expect(texts[0]).toBe(texts[1]);
});

test('--store restores the objects, and an invalid file is an error without a stack', async () => {
  const file = join(files.folder, 'state.json');
  const first = await startEmulator('--store', file);
  await createObject(first.url, '/ip_policies', { description: 'kept' });
  await first.stop();
  const second = await startEmulator('--store', file);
  expect(await (await get(`${second.url}/ip_policies`, 'key')).text()).toContain('"description":"kept"');
  await second.stop();
  writeFileSync(file, '{"version": 4}');
  const { status, stdout, stderr } = await runInProcess(['emulator', '--store', file]);
  expect([status, stdout, readFileSync(file, 'utf8')]).toEqual([1, '', '{"version": 4}']);
  expect(stderr).toContain(
    `The emulator cannot start. The state file ${file} cannot be used: The document is not a state`,
  );
  expect(stderr).not.toContain('    at ');
});

test('on other addresses than loopback it prints the control token, and --profile selects the dialect', async () => {
  const { url, lines } = await startEmulator('--host', '0.0.0.0', '--profile', 'ngrok');
  expect((await get(`${url}/_emulator/health`)).status).toBe(403);
  expect(lines.join('\n')).toMatch(/control token: control_[0-9A-Za-z]{27}$/m);
  const response = await get(`${url}/ip_policies`, 'any');
  // The profile requires the header of the API version.
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('ERR_NGROK_218')]);
});

test('a port on which an emulator listens is an error that says so, and another port in use one with advice', async () => {
  const earlier = await runInProcess(['emulator', '--port', new URL((await startEmulator()).url).port]);
  expect(earlier).toEqual(withError(1, 'An emulator that was started earlier listens there: use it, or end it.'));
  const { port, close } = await listen(createServer());
  const { stdout, ...used } = await runInProcess(['emulator', '--port', String(port)]).finally(close);
  for (const text of [`127.0.0.1:${port}`, 'EADDRINUSE', `:${port}\` shows the program that listens there.`])
    expect(used).toEqual(withError(1, text));
  expect(used.stderr).toContain('Choose another port or host.');
  expect(stdout + used.stderr).not.toContain('    at ');
});

test('a ready file that cannot be written is an error, and the emulator exits', async () => {
  const file = join(files.folder, 'missing', 'ready.json');
  expect(await netingress('emulator', '--ready-file', file)).toEqual(
    withError(1, `Cannot write the ready file ${file}`),
  );
});

test.each([
  ['--port', 'http', 'Expected a port from 0 to 65535.'],
  ['--port', '65536', 'Expected a port from 0 to 65535.'],
  ['--rate-limit', '120', 'Expected REQUESTS/SECONDS, such as 120/60.'],
  ['--rate-limit', '0/60', 'Expected REQUESTS/SECONDS, such as 120/60.'],
  ['--profile', 'other', 'Allowed choices are spec, ngrok.'],
  ['--api-key', '', 'Expected a non-empty API key.'],
  ['--clock', 'noon', 'Expected an RFC 3339 time'],
  ['--clock', '2030-02-31T00:00:00Z', 'Expected an RFC 3339 time'],
  ['--account', 'blue', 'Expected NAME=KEY[,KEY...]'],
  ['--account', 'blue=', 'Expected NAME=KEY[,KEY...]'],
])('%s %j is an error with the expected form and a hint to --help', async (option, value, says) => {
  const { status, stdout, stderr } = await runInProcess(['emulator', option, value]);
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(says)]);
  expect(stderr).toContain('(run with --help to list the options)');
});

test('--deliver writes events into a file with the id of the destination, and an invalid folder is an error at the start', async () => {
  const deliver = join(files.folder, 'events');
  const { url } = await startEmulator('--deliver', deliver);
  const log_group = { log_group_rn: 'crn:group', auth: { role: { role_rn: 'crn:role' } } };
  const { id: destination } = await createObject(url, '/event_destinations', { format: 'JSON', target: { log_group } });
  const sources = [{ type: 'ip_policy_created.v0' }];
  await createObject(url, '/event_subscriptions', { sources, destination_ids: [destination] });
  await createObject(url, '/ip_policies');
  const [line] = readFileSync(join(deliver, `${destination}.ndjson`), 'utf8').split('\n');
  expect(JSON.parse(line as string)).toMatchObject({ event_type: 'ip_policy_created.v0' });
  expect(await runInProcess(['emulator', '--deliver', join(deliver, `${destination}.ndjson`)])).toEqual(
    withError(1, 'Cannot create the delivery folder'),
  );
});
