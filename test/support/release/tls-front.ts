/** TLS in front of a service on this machine, with a certificate of an authority that no program trusts by default. */
// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { SubjectAlternativeNameExtension } from '@peculiar/x509';
import { caExtension, makeCertificate } from '../emulator/pki';
import { listen } from '../listen';

export interface TlsFront {
  /** `https://localhost:PORT` */
  readonly url: string;
  /** PEM of the authority. */
  readonly authority: string;
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Passes decrypted connections to the port of the URL. */
export async function startTlsFront(serviceUrl: string): Promise<TlsFront> {
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const issuer = await makeCertificate({ subject: 'CN=company authority', extensions: [caExtension], validity });
  const names = new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]);
  const { pem, keyPem } = await makeCertificate({ subject: 'CN=service', issuer, extensions: [names], validity });
  const server = createServer({ cert: pem, key: keyPem }, (socket) => {
    const service = connect(Number(new URL(serviceUrl).port), '127.0.0.1');
    for (const [from, to] of [
      [socket, service],
      [service, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  // A client that does not trust the certificate ends the connection.
  server.on('tlsClientError', () => undefined);
  const { port, close } = await listen(server);
  return { url: `https://localhost:${port}`, authority: issuer.pem, close };
}
