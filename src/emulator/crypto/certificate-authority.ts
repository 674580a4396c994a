import { createPublicKey, webcrypto } from 'node:crypto';
import { formatTimestamp } from '../../model/time';
import { createEd25519Key, encodeEd25519Key, type SeededRandom } from './random';
import { CertificateError, loadX509 } from './x509';
import type * as X509 from './x509-library';

export interface CertificateAuthority {
  readonly pem: string;
  /**
   * Signs a PEM request for the operator `id`; rejects an invalid one with a {@link CertificateError}. `now` is in
   * milliseconds.
   */
  issue(
    csr: string,
    id: string,
    now: number,
  ): Promise<{ readonly cert: string; readonly not_before: string; readonly not_after: string }>;
  /** The certificate is the PEM of the leaf and of the authority; the key is PKCS#8. */
  issueForDomain(
    domain: string,
    keyType: 'rsa' | 'ecdsa',
    now: number,
  ): Promise<{ readonly certificatePem: string; readonly privateKeyPem: string }>;
}

interface Leaf {
  readonly subject: string;
  /** The serial number is derived from this and the time. */
  readonly purpose: string;
  readonly publicKey: X509.PublicKeyType;
  readonly usages: X509.KeyUsageFlags;
  readonly extensions: X509.Extension[];
  readonly at: number;
}

const DAY_MS = 86_400_000;
/** More than `RENEWAL_MS` of certificate-provisioning.ts, so that a domain renews before the end. */
const CERTIFICATE_DAYS = 90;
/** RFC 5280 appendix A.1. */
const MAX_COMMON_NAME_LENGTH = 64;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Its keys and signatures are reproducible from the seed. */
const ED25519 = { name: 'Ed25519' } as const;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

export interface AuthorityHolder {
  readonly random: SeededRandom;
  authority: Promise<CertificateAuthority> | undefined;
}

export function getCertificateAuthority(holder: AuthorityHolder): Promise<CertificateAuthority> {
  holder.authority ??= createCertificateAuthority(holder.random).catch((error: unknown) => {
    holder.authority = undefined;
    throw error;
  });
  return holder.authority;
}

async function createCertificateAuthority(random: SeededRandom): Promise<CertificateAuthority> {
  const x509 = await loadX509();
  const keys = await deriveAuthorityKeys(random);
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: deriveSerialNumber(random, 'authority'),
      name: 'CN=Network Ingress Emulator CA',
      // CLOCK_RANGE of service/state/clock.ts starts then, and ends 90 days or more before `notAfter`.
      notBefore: new Date(0),
      notAfter: new Date(Date.UTC(9999, 11, 31)),
      signingAlgorithm: ED25519,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    webcrypto,
  );
  const pem = `${root.toString('pem')}\n`;
  const sign = async ({ subject, purpose, publicKey, usages, extensions, at }: Leaf): Promise<X509.X509Certificate> =>
    x509.X509CertificateGenerator.create(
      {
        serialNumber: deriveSerialNumber(random, `${purpose} ${at}`),
        subject,
        issuer: root.subject,
        notBefore: new Date(at),
        notAfter: new Date(at + CERTIFICATE_DAYS * DAY_MS),
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ED25519,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(usages, true),
          ...extensions,
          await x509.SubjectKeyIdentifierExtension.create(publicKey),
          await x509.AuthorityKeyIdentifierExtension.create(root),
        ],
      },
      webcrypto,
    );
  return {
    pem,
    async issue(csr, id, at) {
      const certificate = await sign({
        subject: `CN=${id}`,
        purpose: csr,
        publicKey: await verifyRequest(x509, csr),
        usages: x509.KeyUsageFlags.digitalSignature,
        extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
        at,
      });
      return {
        cert: `${certificate.toString('pem')}\n`,
        not_before: formatTimestamp(certificate.notBefore.getTime()),
        not_after: formatTimestamp(certificate.notAfter.getTime()),
      };
    },
    async issueForDomain(domain, keyType, at) {
      const pair = await webcrypto.subtle.generateKey(keyType === 'rsa' ? RSA : ECDSA, true, ['sign', 'verify']);
      const certificate = await sign({
        purpose: domain,
        subject: domain.length <= MAX_COMMON_NAME_LENGTH ? `CN=${domain}` : '',
        publicKey: pair.publicKey,
        usages: x509.KeyUsageFlags.digitalSignature | (keyType === 'rsa' ? x509.KeyUsageFlags.keyEncipherment : 0),
        extensions: [
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: domain }]),
        ],
        at,
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', pair.privateKey);
      return {
        certificatePem: `${certificate.toString('pem')}\n${pem}`,
        privateKeyPem: x509.PemConverter.encode(key, 'PRIVATE KEY'),
      };
    },
  };
}

async function deriveAuthorityKeys(random: SeededRandom): Promise<webcrypto.CryptoKeyPair> {
  const seed = random.bytes('authority key', 32);
  const spki = createPublicKey(createEd25519Key(seed)).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', encodeEd25519Key(seed), ED25519, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, ED25519, true, ['verify']),
  };
}

/** Positive (RFC 5280 section 4.1.2.2), and without a leading zero byte, so that it keeps 16 bytes. */
function deriveSerialNumber(random: SeededRandom, purpose: string): string {
  const bytes = random.bytes(`serial ${purpose}`, 16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function verifyRequest(x509: typeof X509, csr: string): Promise<X509.PublicKey> {
  let reason = 'its signature does not match its key';
  try {
    const request = new x509.Pkcs10CertificateRequest(csr);
    if (await request.verify(webcrypto)) return request.publicKey;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new CertificateError(reason);
}
