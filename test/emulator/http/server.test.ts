import { createServer } from 'node:http';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { sendRaw as send } from '../../support/emulator/raw-request';
import { listen } from '../../support/listen';

let emulator: Emulator;
beforeEach(() => {
  emulator = createEmulator();
});
afterEach(() => emulator.close());

const auth = { authorization: 'Bearer key' };
const json = { ...auth, 'content-type': 'application/json' };

test('the emulator listens on a free loopback port, uses the host of the request in URIs, and releases the port', async () => {
  const { url } = await emulator.listen();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const created = JSON.parse((await send(`${url}/ip_policies`, 'POST', json, '{}')).body) as { uri: string };
  expect(created.uri).toMatch(new RegExp(`^${url}/ip_policies/ipp_`));
  const named = await send(`${url}/ip_policies`, 'GET', { ...auth, host: 'service.local:8080' });
  expect(JSON.parse(named.body)).toMatchObject({ uri: 'http://service.local:8080/ip_policies' });
  await emulator.close();
  await expect(send(`${url}/ip_policies`, 'GET', auth)).rejects.toThrow('ECONNREFUSED');
  await expect(emulator.listen()).resolves.toBeDefined();
});

test('the URL opens the page in a browser, and is not found by a client of the API', async () => {
  const { url } = await emulator.listen();
  const page = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } });
  expect([page.url, page.headers.get('content-type')]).toEqual([`${url}/_emulator/`, 'text/html; charset=utf-8']);
  for (const accept of ['*/*', 'application/json'])
    expect((await fetch(url, { headers: { accept } })).status).toBe(404);
  expect((await send(`${url}/`, 'POST', { ...json, accept: 'text/html' }, '{}')).status).toBe(404);
});

test('a body above 1 MiB is rejected with 413, a body of 1 MiB is read', async () => {
  const { url } = await emulator.listen();
  const size = 1024 * 1024;
  expect((await send(`${url}/ip_policies`, 'POST', json, Buffer.alloc(size + 1, 32))).status).toBe(413);
  const spaces = `{}${' '.repeat(size - 2)}`;
  expect((await send(`${url}/ip_policies`, 'POST', json, spaces)).status).toBe(201);
});

test('a GET with a body is rejected with 400 and ERR_211', async () => {
  const { url } = await emulator.listen();
  const response = await send(`${url}/ip_policies`, 'GET', { ...json, 'content-length': '2' }, '{}');
  expect(JSON.parse(response.body)).toMatchObject({ status_code: 400, error_code: 'ERR_211' });
});

test('a 204 response has no body and no content type', async () => {
  const { url } = await emulator.listen();
  const { id } = JSON.parse((await send(`${url}/ip_policies`, 'POST', json, '{}')).body) as { id: string };
  const response = await fetch(`${url}/ip_policies/${id}`, { method: 'DELETE', headers: auth });
  expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([204, '', null]);
});

test('the error names a port that is in use, and the emulator can listen on another port', async () => {
  const { port, close } = await listen(createServer());
  try {
    await expect(emulator.listen({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
    await expect(emulator.listen()).resolves.toBeDefined();
  } finally {
    await close();
  }
});

test('listen rejects while the emulator listens', async () => {
  await emulator.listen();
  await expect(emulator.listen()).rejects.toThrow('listens already');
});

test('close ends keep-alive connections', async () => {
  const { url } = await emulator.listen();
  await (await fetch(`${url}/_emulator/health`)).text();
  // Otherwise it would wait for the end of the connection, longer than a test may take.
  await emulator.close();
});
