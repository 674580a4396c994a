import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Server as TlsServer } from 'node:tls';
import type { ServerCertificate } from './certificate';

export type SocketAddress =
  | { readonly network: 'unix'; readonly path: string }
  | { readonly network: 'tcp'; readonly port: number };

export interface PluginListener {
  readonly address: SocketAddress;
  /** Stops accepting connections and removes the socket folder. Synchronous, for a process that exits. */
  close(): void;
}

export interface Encryption {
  readonly certificate: ServerCertificate;
  /** PEM of the only trusted client certificate. */
  readonly clientCertificate: string;
}

export interface ListenOptions {
  readonly ports: { readonly min: number; readonly max: number };
  readonly platform: NodeJS.Platform;
  /** Undefined for connections without encryption and authentication, which need a unix socket except on Windows. */
  readonly encryption?: Encryption | undefined;
  /** Parents of the socket folder, tried in order. The default is {@link socketParents}. */
  readonly folders?: readonly string[];
}

/** The limit of macOS, 104 bytes with the final zero. Linux has 108. */
const MAX_SOCKET_PATH = 103;

/** `/tmp` is for a TMPDIR in which no socket can be made, such as one with a long path. */
export function socketParents(): readonly string[] {
  return [tmpdir(), '/tmp'];
}

/**
 * Listens on a unix socket that only this user can access. On Windows, and if that fails, it uses a free TCP port of
 * 127.0.0.1, and throws if there is none. Without encryption, except on Windows, it throws instead of using a port:
 * every user of the machine could connect to it and use the API key of the environment.
 */
export async function listen(
  onConnection: (connection: Duplex) => void,
  options: ListenOptions,
): Promise<PluginListener> {
  const create = (): Server => createServerSocket(onConnection, options.encryption);
  const parents = options.folders ?? socketParents();
  for (const parent of options.platform === 'win32' ? [] : parents) {
    const listener = await listenInFolder(create(), parent);
    if (listener) return listener;
  }
  if (options.platform === 'win32' || options.encryption) return listenOnPort(create, options.ports);
  throw new Error(
    `No unix socket can be made in ${parents.join(', ')}; expected a folder that can be written, with a path of at most ` +
      `${MAX_PARENT} bytes, on a file system with sockets. Set TMPDIR to one.`,
  );
}

/** Nagle's algorithm would hold back a response until the client has confirmed the one before, up to 40 ms later. */
const TCP_OPTIONS = { noDelay: true };

/** Loads TLS with the first connection: before the handshake it would delay each start (docs/performance.md, Start). */
function createServerSocket(onConnection: (connection: Duplex) => void, encryption: Encryption | undefined): Server {
  if (!encryption) return createServer(TCP_OPTIONS, onConnection);
  let secure: TlsServer | undefined;
  return createServer(TCP_OPTIONS, (connection) => {
    secure ??= createSecureServer(onConnection, encryption);
    secure.emit('connection', connection);
  });
}

/**
 * Pins the client's certificate. Passing it to Node as a certificate authority would be less strict, and take 50 ms at
 * each start (`tls.createSecureContext({ ca })` in Node 20), because Node then reads all public authorities.
 */
function createSecureServer(onConnection: (connection: Duplex) => void, encryption: Encryption): TlsServer {
  const { createServer: createTlsServer } = require('node:tls') as typeof import('node:tls');
  const trusted = new X509Certificate(encryption.clientCertificate).raw;
  const { certificatePem, privateKeyPem } = encryption.certificate;
  return createTlsServer(
    {
      cert: certificatePem,
      key: privateKeyPem,
      // Without this empty list, Node would read all public authorities.
      ca: [],
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2'],
    },
    (connection) => {
      // TLS has verified that the client has the private key of its certificate.
      if (connection.getPeerX509Certificate()?.raw.equals(trusted)) onConnection(connection);
      else connection.destroy();
    },
  );
}

const SOCKET = 'provider.sock';

export const SOCKET_FOLDER_PREFIX = 'tf-provider-';

/** mkdtemp makes a name unique with so many characters behind the prefix. */
const UNIQUE_LENGTH = 6;

/** The most bytes of a parent folder; of `/tmp/tf-provider-a1B2c3/provider.sock` that is `/tmp`. */
const MAX_PARENT = MAX_SOCKET_PATH - `/${SOCKET_FOLDER_PREFIX}/${SOCKET}`.length - UNIQUE_LENGTH;

async function listenInFolder(server: Server, parent: string): Promise<PluginListener | undefined> {
  if (Buffer.byteLength(parent) > MAX_PARENT) return undefined;
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    // mkdtemp sets the mode 0700: other users cannot connect before chmod either.
    folder = mkdtempSync(join(parent, SOCKET_FOLDER_PREFIX));
    const path = join(folder, SOCKET);
    await once(server.listen({ path }), 'listening');
    chmodSync(path, 0o600);
    return toListener(server, { network: 'unix', path }, remove);
  } catch {
    server.close();
    remove();
    return undefined;
  }
}

async function listenOnPort(create: () => Server, { min, max }: ListenOptions['ports']): Promise<PluginListener> {
  const count = Math.max(1, max - min + 1);
  // A random first port avoids most collisions between the providers of a run.
  const first = Math.floor(Math.random() * count);
  let code: string | undefined;
  for (let offset = 0; offset < count; offset += 1) {
    const port = min + ((first + offset) % count);
    const server = create();
    try {
      await once(server.listen({ host: '127.0.0.1', port }), 'listening');
      return toListener(server, { network: 'tcp', port }, () => undefined);
    } catch (error) {
      // Mostly the port is in use, or reserved by the system. Try the next one.
      code = (error as NodeJS.ErrnoException).code;
    }
  }
  throw new Error(`No TCP port between ${min} and ${max} of 127.0.0.1 can be used; the last error was ${code}`);
}

function toListener(server: Server, address: SocketAddress, remove: () => void): PluginListener {
  return {
    address,
    close() {
      server.close();
      remove();
    },
  };
}
