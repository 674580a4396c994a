/** Creates the server certificate of a provider process; node:crypto cannot create certificates. */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { bits, element, octets, oid, sequence, set, time, unsigned, utf8 } from './der';

export interface ServerCertificate {
  readonly der: Uint8Array;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const OIDS = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectAltName: '2.5.29.17',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
};

/** The clock may be set back before Terraform checks the certificate. */
const BACKDATED_MS = 30_000;
/** Longer than any run; checked only when Terraform connects. */
const LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000;

/** Uses P-256, since an RSA key takes 150 ms, and `localhost`, the only name that Terraform accepts. */
export function createServerCertificate(now: Date = new Date()): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const name = sequence(set(sequence(oid(OIDS.commonName), utf8('localhost'))));
  const dnsName = element(0x82, Buffer.from('localhost'));
  const extensions = sequence(
    sequence(oid(OIDS.subjectAltName), octets(sequence(dnsName))),
    sequence(oid(OIDS.extendedKeyUsage), octets(sequence(oid(OIDS.serverAuth)))),
  );
  const toBeSigned = sequence(
    element(0xa0, unsigned(Buffer.from([2]))), // version 3
    unsigned(randomBytes(16)),
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - BACKDATED_MS)), time(new Date(now.getTime() + LIFETIME_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
  const der = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)));
  return {
    der,
    certificatePem: new X509Certificate(der).toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
