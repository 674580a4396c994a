/** Where the provider listens, and whom it lets in (terraform/rules 1.2 and 1.3). */
import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Server as TlsServer } from 'node:tls';
import type { ServerCertificate } from './certificate';

/** An address that Terraform can connect to. */
export type Address =
  | { readonly network: 'unix'; readonly path: string }
  | { readonly network: 'tcp'; readonly port: number };

/** An open door. */
export interface Listener {
  readonly address: Address;
  /** Lets nobody in any more and removes the socket with its folder. Synchronous, for a process that exits; may be repeated. */
  close(): void;
}

/** Both sides' certificates of encrypted connections. */
export interface Encryption {
  readonly certificate: ServerCertificate;
  /** PEM of the only certificate that a client may have. */
  readonly clientCertificate: string;
}

/** Which addresses may be used, and how. */
export interface ListenOptions {
  readonly ports: { readonly min: number; readonly max: number };
  readonly platform: NodeJS.Platform;
  /** Without it connections are not encrypted, and everybody who can reach the address is let in. */
  readonly encryption?: Encryption | undefined;
  /** Folder for sockets; the system's folder for temporary files unless given. */
  readonly folder?: string;
}

/** The least of what systems allow (macOS: 104 bytes with the final zero); longer paths are cut off silently. */
const MAX_SOCKET_PATH = 103;

/**
 * Accepts connections on a unix socket that only this user can reach, or, on Windows and where no such socket can be
 * made, on a free TCP port of 127.0.0.1. What arrives at `onConnection` is decrypted and comes from the right client.
 */
export async function listen(onConnection: (connection: Duplex) => void, options: ListenOptions): Promise<Listener> {
  const create = (): Server => createServerSocket(onConnection, options.encryption);
  const folder = options.platform === 'win32' ? undefined : createSocketFolder(options.folder ?? tmpdir());
  if (folder === undefined) return listenOnPort(create, options.ports);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const server = create();
  try {
    const path = join(folder, 'provider.sock');
    await bind(server, { path });
    chmodSync(path, 0o600);
    return toListener(server, { network: 'unix', path }, remove);
  } catch {
    // Some file systems hold no sockets.
    server.close();
    remove();
    return listenOnPort(create, options.ports);
  }
}

/**
 * Hands each connection to TLS, which is loaded and set up with the first one: that is a third of what a start would cost
 * beyond an empty process, and Terraform must hear the address before it can connect.
 */
function createServerSocket(onConnection: (connection: Duplex) => void, encryption: Encryption | undefined): Server {
  if (!encryption) return createServer(onConnection);
  let secure: TlsServer | undefined;
  return createServer((connection) => {
    secure ??= createSecureServer(onConnection, encryption);
    secure.emit('connection', connection);
  });
}

/**
 * TLS that pins the client's certificate. Giving it to Node as the authority to check against would cost 50 ms at each
 * start, for Node then reads all the public authorities too; and comparing it is stricter.
 */
function createSecureServer(onConnection: (connection: Duplex) => void, encryption: Encryption): TlsServer {
  // require, because it loads when it is needed.
  const { createServer: createTlsServer } = require('node:tls') as typeof import('node:tls');
  const trusted = new X509Certificate(encryption.clientCertificate).raw;
  const { certificatePem, privateKeyPem } = encryption.certificate;
  return createTlsServer(
    {
      cert: certificatePem,
      key: privateKeyPem,
      ca: [],
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2'],
    },
    (connection) => {
      // TLS has made sure that the client holds the key of the certificate that it showed, if it showed one.
      if (connection.getPeerX509Certificate()?.raw.equals(trusted)) onConnection(connection);
      else connection.destroy();
    },
  );
}

/** A folder of mode 0700, or undefined if none can be made whose sockets have short enough paths. */
function createSocketFolder(parent: string): string | undefined {
  const prefix = join(parent, 'tf-provider-');
  if (Buffer.byteLength(join(`${prefix}XXXXXX`, 'provider.sock')) > MAX_SOCKET_PATH) return undefined;
  try {
    return mkdtempSync(prefix);
  } catch {
    return undefined;
  }
}

async function listenOnPort(create: () => Server, { min, max }: ListenOptions['ports']): Promise<Listener> {
  const count = Math.max(1, max - min + 1);
  // Providers of one run start one after the other: a random start spares most of them a port that is taken.
  const first = Math.floor(Math.random() * count);
  for (let tried = 0; tried < count; tried += 1) {
    const port = min + ((first + tried) % count);
    const server = create();
    try {
      await bind(server, { host: '127.0.0.1', port });
      return toListener(server, { network: 'tcp', port }, () => undefined);
    } catch {
      // Taken by somebody else; the next one may be free.
    }
  }
  throw new Error(`No TCP port between ${min} and ${max} of 127.0.0.1 is free`);
}

function bind(
  server: Server,
  where: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function toListener(server: Server, address: Address, remove: () => void): Listener {
  return {
    address,
    close() {
      server.close();
      remove();
    },
  };
}
