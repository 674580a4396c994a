/** The authority that signs the operators' client certificates, a real one of this emulator's own (gaps.md 5.1). */
import { webcrypto } from 'node:crypto';
import type * as X509 from '@peculiar/x509';
import { timestamp } from './clock';
import { Refusal } from './refusal';

/** A client certificate as the API answers it (management-api.md, 'KubernetesOperatorCert'). */
export interface IssuedCertificate {
  readonly cert: string;
  readonly not_before: string;
  readonly not_after: string;
}

/** An authority with a key of its own, which never leaves it. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly pem: string;
  /** Signs a PEM request for the operator `id`; refuses (400, 19001) one that is malformed or not signed by its own key. */
  issue(csr: string, id: string, now: number): Promise<IssuedCertificate>;
}

const day = 86_400_000;
/** Clients renew in the last 30 days, so it must be longer. */
const certificateDays = 90;
const authorityDays = 3650;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Makes an authority with a new key. The library is loaded here, since most emulators never issue a certificate. */
export async function createCertificateAuthority(now: number): Promise<CertificateAuthority> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=Network Ingress Emulator CA',
      notBefore: new Date(now - day),
      notAfter: new Date(now + authorityDays * day),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    webcrypto,
  );
  return {
    pem: `${root.toString('pem')}\n`,
    async issue(csr, id, issuedAt) {
      const publicKey = await verifiedKey(x509, csr);
      const [notBefore, notAfter] = [new Date(issuedAt), new Date(issuedAt + certificateDays * day)];
      const certificate = await x509.X509CertificateGenerator.create(
        {
          subject: `CN=${id}`,
          issuer: root.subject,
          notBefore,
          notAfter,
          publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: algorithm,
          extensions: [
            new x509.BasicConstraintsExtension(false, undefined, true),
            new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
            new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
            await x509.SubjectKeyIdentifierExtension.create(publicKey),
            await x509.AuthorityKeyIdentifierExtension.create(root),
          ],
        },
        webcrypto,
      );
      return {
        cert: `${certificate.toString('pem')}\n`,
        not_before: timestamp(notBefore.getTime()),
        not_after: timestamp(notAfter.getTime()),
      };
    },
  };
}

async function verifiedKey(x509: typeof X509, csr: string): Promise<X509.PublicKey> {
  let why = 'its signature does not match its key';
  try {
    const request = new x509.Pkcs10CertificateRequest(csr);
    if (await request.verify(webcrypto)) return request.publicKey;
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  throw new Refusal(400, 19001, `binding.csr cannot be signed: ${why}.`);
}
