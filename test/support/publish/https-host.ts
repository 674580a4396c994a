/** A static host with TLS on a free port of this machine, with a certificate of its own. */
// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { SubjectAlternativeNameExtension } from '@peculiar/x509';
import { makeCertificate } from '../emulator/pki';
import { listen } from '../listen';

export interface HttpsHost {
  /** `localhost:PORT` */
  readonly host: string;
  readonly requests: string[];
  /** PEM file that Go programs trust by `SSL_CERT_FILE`. */
  readonly certificateFile: string;
  close(): Promise<void>;
}

/** Serves the files below `root`. Writes the certificate into `folder`. */
export async function serveFolder(root: string, folder: string): Promise<HttpsHost> {
  const day = 24 * 60 * 60 * 1000;
  const { pem, keyPem } = await makeCertificate({
    subject: 'CN=localhost',
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
    validity: { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) },
  });
  const certificateFile = join(folder, 'certificate.pem');
  writeFileSync(certificateFile, pem);
  const requests: string[] = [];
  const server = createServer({ cert: pem, key: keyPem }, ({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'https://localhost').pathname);
    requests.push(path);
    const file = join(root, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    // As static hosts do: the type follows from the extension of the file.
    const type = file.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file));
  });
  const { port, close } = await listen(server);
  return { host: `localhost:${port}`, requests, certificateFile, close };
}
