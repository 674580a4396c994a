import { createClient } from '../../../src/client';
import { API_KEY, closeAll, rejection, serveRaw } from '../../support/client/http-server';

afterEach(closeAll);

test('close ends the connection to a proxy that never responds', async () => {
  const abort = new AbortController();
  const { url: proxyUrl, sockets } = await serveRaw((socket) => socket.once('data', () => abort.abort()));
  const client = createClient({ baseUrl: 'https://api.test', apiKey: API_KEY, proxyUrl, maxRetries: 0 });
  const call = client.get('ip_policy', 'ipp_1', { signal: abort.signal });
  expect(await rejection(call)).toMatchObject({ category: 'aborted', deliveryStatus: 'no' });
  expect(sockets.size).toBe(1);
  const closed = Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await client.close();
  await closed;
  expect(sockets.size).toBe(0);
});

test('a request that is aborted while the proxy connects is not sent', async () => {
  const abort = new AbortController();
  const received: string[] = [];
  const { url: proxyUrl } = await serveRaw((socket) =>
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      if (!chunk.toString().startsWith('CONNECT')) return;
      abort.abort();
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    }),
  );
  const options = { baseUrl: 'http://api.test', allowInsecureHttp: true, maxRetries: 0 };
  const client = createClient({ ...options, apiKey: API_KEY, proxyUrl });
  const call = client.create('ip_policy', {}, { signal: abort.signal });
  expect(await rejection(call)).toMatchObject({ category: 'aborted', deliveryStatus: 'no', sideEffect: 'not_sent' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await client.close();
  expect(received.filter((text) => !text.startsWith('CONNECT'))).toEqual([]);
});
