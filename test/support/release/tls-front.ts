/** TLS in front of a service on this machine, with a certificate of an authority that no program trusts by default. */
import { connect, createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { caExtension, makeCertificate, VALID_NOW } from '../emulator/pki';
import { listen } from '../listen';

export interface TlsFront {
  /** `https://localhost:PORT` */
  readonly url: string;
  /** PEM of the authority. */
  readonly authority: string;
  close(): Promise<void>;
}

/** Passes decrypted connections to the port of `serviceUrl` on this machine. The certificate is for `hosts`. */
export async function startTlsFront(serviceUrl: string, hosts: readonly string[] = ['localhost']): Promise<TlsFront> {
  const validity = VALID_NOW;
  const issuer = await makeCertificate({ subject: 'CN=company authority', extensions: [caExtension], validity });
  const { pem, keyPem } = await makeCertificate({ subject: 'CN=service', issuer, dnsNames: hosts, validity });
  const secureContext = createSecureContext({ cert: pem, key: keyPem });
  const server = createServer((raw) => {
    const socket = new TLSSocket(raw, { isServer: true, secureContext });
    const service = connect(Number(new URL(serviceUrl).port), '127.0.0.1');
    // A reset of the service's connection is one of the client's, without the alert that ends TLS.
    service.on('error', () => raw.resetAndDestroy());
    // A client that does not trust the certificate ends the connection.
    for (const each of [socket, raw]) each.on('error', () => service.destroy());
    socket.on('close', () => service.destroy());
    socket.pipe(service).pipe(socket);
  });
  const { port, close } = await listen(server);
  return { url: `https://localhost:${port}`, authority: issuer.pem, close };
}
