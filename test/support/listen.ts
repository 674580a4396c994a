/** Servers on free ports of this machine. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

export interface Listening {
  readonly port: number;
  /** For a server without TLS. */
  readonly url: string;
  /** Ends the connections too. */
  close(): Promise<void>;
}

export async function listen(server: TcpServer | Server): Promise<Listening> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** An address at which nothing listens. */
export async function findUnusedUrl(): Promise<string> {
  const { url, close } = await listen(createServer());
  await close();
  return url;
}
