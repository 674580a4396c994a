import { createServer, type Socket } from 'node:net';
import { createGrpcServer, type GrpcServer, type GrpcServerOptions } from '../../../src/plugin/http2/grpc';
import { listen } from '../listen';

export interface ServedGrpc {
  readonly grpc: GrpcServer;
  readonly port: number;
  /** The server's side of each connection, in the order in which they were opened. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** The plugin's gRPC server on a free port of this machine. */
export async function serveGrpc(options: GrpcServerOptions): Promise<ServedGrpc> {
  const grpc = createGrpcServer(options);
  const sockets: Socket[] = [];
  const listening = await listen(
    createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      grpc.accept(socket);
    }),
  );
  return {
    grpc,
    port: listening.port,
    sockets,
    async close() {
      await grpc.close(100);
      await listening.close();
    },
  };
}
