import { createServer } from 'node:net';
import { createGrpcServer, type GrpcServer, type GrpcServerOptions } from '../../../src/plugin/http2/grpc';
import { type Listening, listen } from '../listen';

export interface ServedGrpc extends Listening {
  readonly grpc: GrpcServer;
}

/** The plugin's gRPC server on a free port of this machine. */
export async function serveGrpc(options: GrpcServerOptions): Promise<ServedGrpc> {
  const grpc = createGrpcServer(options);
  const listening = await listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      grpc.accept(socket);
    }),
  );
  return {
    ...listening,
    grpc,
    async close() {
      await grpc.close(100);
      await listening.close();
    },
  };
}
