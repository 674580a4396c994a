import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Listening {
  readonly port: number;
  /** For a server without TLS. */
  readonly url: string;
  /** The open connections, also those of tunnels. */
  readonly sockets: ReadonlySet<Socket>;
  /** Ends the connections too. */
  close(): Promise<void>;
}

/** Listens to a server of TCP, TLS, HTTP or HTTPS. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An address at which nothing listens. */
export async function findUnusedUrl(): Promise<string> {
  const { url, close } = await listen(createServer());
  await close();
  return url;
}
