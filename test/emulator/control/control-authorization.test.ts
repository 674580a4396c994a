/**
 * Who reaches the controls: on loopback programs on this machine, and no page of another origin that a browser on it
 * shows; on another address whoever has the token.
 */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { sendRaw } from '../../support/emulator/raw-request';

let emulator: Emulator;
let url: string;
beforeEach(async () => {
  emulator = createEmulator();
  ({ url } = await emulator.listen());
});
afterEach(() => emulator.close());

const send = (method: string, path: string, headers: Record<string, string>) =>
  sendRaw(`${url}${path}`, method, headers);
const port = () => new URL(url).port;

test.each<[string, () => Record<string, string>]>([
  ['a program', () => ({})],
  ['a program that says localhost', () => ({ host: `localhost:${port()}` })],
  ['a program that says [::1]', () => ({ host: `[::1]:${port()}` })],
  ['the emulator’s own page', () => ({ origin: url, 'sec-fetch-site': 'same-origin' })],
  ['an address typed into the browser', () => ({ 'sec-fetch-site': 'none' })],
])('%s reaches them', async (_who, headers) => {
  const { status, body } = await send('GET', '/_emulator/health', headers());
  expect([status, JSON.parse(body)]).toEqual([200, { status: 'ok', profile: 'spec' }]);
});

test.each<[string, () => Record<string, string>, string]>([
  ['a page of another origin', () => ({ origin: 'https://evil.example' }), "origin 'https://evil.example'"],
  ['a page of another port of this machine', () => ({ origin: 'http://127.0.0.1:1' }), "origin 'http://127.0.0.1:1'"],
  ['a page without origin', () => ({ origin: 'null' }), "origin 'null'"],
  ['an image of another site', () => ({ 'sec-fetch-site': 'cross-site' }), 'another origin'],
  ['a name that was made to mean this machine', () => ({ host: 'evil.example' }), "has the host 'evil.example'"],
  [
    'the same, with the page’s own origin',
    () => ({ host: 'evil.example', origin: 'http://evil.example' }),
    'evil.example',
  ],
  ['a name that begins like this machine', () => ({ host: '127.0.0.1.evil.example' }), 'has the host'],
  ['a name that ends like this machine', () => ({ host: 'evil-localhost' }), 'has the host'],
])('%s does not, and changes nothing', async (_who, headers, says) => {
  emulator.faults.add({ do: { status: 500 } });
  const responses = [
    await send('GET', '/_emulator/state', headers()),
    await send('DELETE', '/_emulator/faults', headers()),
  ];
  const refused = { status: 403, body: expect.stringContaining(says) };
  expect(responses).toEqual([refused, refused]);
  expect(emulator.faults.list()).toHaveLength(1);
});

test('the response of a control has no Access-Control-Allow-Origin, so a page of another origin cannot read it', async () => {
  const { headers } = await fetch(`${url}/_emulator/health`);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('paths that lead to files elsewhere are no controls', async () => {
  const paths = ['/../package.json', '/%2e%2e/package.json', '//etc/passwd', '/state/../..'];
  for (const path of paths) expect((await send('GET', `/_emulator${path}`, {})).status).toBe(404);
});

test('on another address than loopback the controls refuse an empty token, the API key and a part of the token, and accept the token; the service accepts the API key', async () => {
  const other = createEmulator();
  const listening = await other.listen({ host: '0.0.0.0' });
  const status = async (path: string, key: string) =>
    (await fetch(`${listening.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  const { apiKey, controlToken } = other;
  expect(controlToken).toMatch(/^control_[0-9A-Za-z]{27}$/);
  try {
    for (const key of ['', apiKey, controlToken.slice(0, -1)]) expect(await status('/_emulator/health', key)).toBe(403);
    expect(await status('/_emulator/health', controlToken)).toBe(200);
    expect(await status('/ip_policies', apiKey)).toBe(200);
  } finally {
    await other.close();
  }
});
