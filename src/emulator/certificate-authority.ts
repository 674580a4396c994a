/** The authority that signs the certificates of operators and domains, a real one of this emulator's own (gaps.md 5.1). */
import { webcrypto } from 'node:crypto';
import type * as X509 from '@peculiar/x509';
import { timestamp } from './clock';
import { Refusal } from './refusal';
import type { State } from './state';
import { loadX509 } from './x509';

/** A client certificate as the API answers it (management-api.md, 'KubernetesOperatorCert'). */
export interface IssuedCertificate {
  readonly cert: string;
  readonly not_before: string;
  readonly not_after: string;
}

/** A certificate for serving TLS, with its key. */
export interface ServerCertificate {
  /** The leaf and the authority's own, PEM. */
  readonly certificatePem: string;
  /** PKCS#8. */
  readonly privateKeyPem: string;
}

/** An authority with a key of its own, which never leaves it. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly pem: string;
  /** Signs a PEM request for the operator `id`; refuses (400, 19001) one that is malformed or not signed by its own key. */
  issue(csr: string, id: string, now: number): Promise<IssuedCertificate>;
  /** Makes a key of that type and a certificate for the domain, wildcard or not. */
  issueForDomain(domain: string, keyType: 'rsa' | 'ecdsa', now: number): Promise<ServerCertificate>;
}

/** What differs between certificates. */
interface Leaf {
  readonly subject: string;
  readonly publicKey: X509.PublicKeyType;
  readonly usages: X509.KeyUsageFlags;
  readonly extensions: X509.Extension[];
  readonly at: number;
}

const day = 86_400_000;
/** Clients renew in the last 30 days, so it must be longer. */
const certificateDays = 90;
const authorityDays = 3650;
/** Longest common name that X.509 allows (RFC 5280 appendix A.1); a longer domain stands in the alternative names only. */
const maxCommonName = 64;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

/** The emulator's authority, made when it is first needed; one that could not be made is not kept, but tried again. */
export function authorityOf(state: State, now: number): Promise<CertificateAuthority> {
  state.authority ??= createCertificateAuthority(now).catch((error: unknown) => {
    state.authority = undefined;
    throw error;
  });
  return state.authority;
}

/** Makes an authority with a new key. */
export async function createCertificateAuthority(now: number): Promise<CertificateAuthority> {
  const x509 = await loadX509();
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
  const pem = `${root.toString('pem')}\n`;
  const sign = async ({ subject, publicKey, usages, extensions, at }: Leaf): Promise<X509.X509Certificate> =>
    x509.X509CertificateGenerator.create(
      {
        subject,
        issuer: root.subject,
        notBefore: new Date(at),
        notAfter: new Date(at + certificateDays * day),
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
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
        publicKey: await verifiedKey(x509, csr),
        usages: x509.KeyUsageFlags.digitalSignature,
        extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
        at,
      });
      return {
        cert: `${certificate.toString('pem')}\n`,
        not_before: timestamp(certificate.notBefore.getTime()),
        not_after: timestamp(certificate.notAfter.getTime()),
      };
    },
    async issueForDomain(domain, keyType, at) {
      const pair = await webcrypto.subtle.generateKey(keyType === 'rsa' ? rsa : algorithm, true, ['sign', 'verify']);
      const certificate = await sign({
        subject: domain.length <= maxCommonName ? `CN=${domain}` : '',
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
