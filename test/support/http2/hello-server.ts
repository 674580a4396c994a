/** Plain HTTP/2 on the provider's connection, for clients whose requests are not gRPC, such as h2spec. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { createServerCertificate } from '../../../src/plugin/grpc/certificate';
import { Connection } from '../../../src/plugin/http2/connection';
import type { Fields } from '../../../src/plugin/http2/hpack';
import { IGNORE } from '../../../src/plugin/http2/streams';

const HEADERS: Fields = [
  [':status', '200'],
  ['content-type', 'text/plain'],
];
const TRAILERS: Fields = [['x-end', '1']];

export interface HelloServer {
  readonly port: number;
  close(): void;
}

/** Responds to each request with `hello world`, on a free port of 127.0.0.1. */
export async function serveHello(transport: 'plain' | 'tls'): Promise<HelloServer> {
  const sockets = new Set<Duplex>();
  const accept = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    new Connection(socket, (stream) => ({
      ...IGNORE,
      end() {
        stream.sendHeaders(HEADERS);
        stream.send(Buffer.from('hello '), Buffer.from('world'));
        stream.end(TRAILERS);
      },
    }));
  };
  const { certificatePem: cert, privateKeyPem: key } = createServerCertificate();
  const server =
    transport === 'tls' ? createTlsServer({ cert, key, ALPNProtocols: ['h2'] }, accept) : createServer(accept);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
