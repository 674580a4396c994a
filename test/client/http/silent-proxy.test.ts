/** A client whose request is aborted while its proxy has not yet connected it. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createClient } from '../../../src/client';
import { API_KEY, rejection } from '../../support/client/http-server';

let proxy: Server;
const sockets = new Set<Socket>();

beforeEach(async () => {
  proxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
});

test('close ends the connection to a proxy that never responds', async () => {
  const client = createClient({
    baseUrl: 'https://api.test',
    apiKey: API_KEY,
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    maxRetries: 0,
  });
  const abort = new AbortController();
  proxy.on('connection', (socket: Socket) => socket.once('data', () => abort.abort()));
  const call = client.get('ip_policy', 'ipp_1', { signal: abort.signal });
  expect(await rejection(call)).toMatchObject({ category: 'aborted', deliveryStatus: 'no' });
  expect(sockets.size).toBe(1);
  const closed = Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await client.close();
  await closed;
  expect(sockets.size).toBe(0);
});

test('a request that is aborted while the proxy connects is never sent', async () => {
  const abort = new AbortController();
  const client = createClient({
    baseUrl: 'http://api.test',
    allowInsecureHttp: true,
    apiKey: API_KEY,
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    maxRetries: 0,
  });
  const received: string[] = [];
  proxy.on('connection', (socket: Socket) => {
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      if (!chunk.toString().startsWith('CONNECT')) return;
      abort.abort();
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    });
  });
  const call = client.create('ip_policy', {}, { signal: abort.signal });
  expect(await rejection(call)).toMatchObject({ category: 'aborted', deliveryStatus: 'no', sideEffect: 'not_sent' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await client.close();
  expect(received.filter((text) => !text.startsWith('CONNECT'))).toEqual([]);
});
