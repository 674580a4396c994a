/** The authority that signs the certificates of operators and domains, a real one of this emulator's own (gaps.md 5.1). */
import { createPublicKey, webcrypto } from 'node:crypto';
import { ApiProblem } from '../http/api-problem';
import type { State } from '../state/state';
import { CLOCK_RANGE, timestamp } from '../time/clock';
import { ed25519Key, ed25519Pkcs8 } from './ed25519';
import type { Randomness } from './random';
import { loadX509 } from './x509';
import type * as X509 from './x509-library';

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
  /** What its serial number is drawn for, together with the time. */
  readonly purpose: string;
  readonly publicKey: X509.PublicKeyType;
  readonly usages: X509.KeyUsageFlags;
  readonly extensions: X509.Extension[];
  readonly at: number;
}

const day = 86_400_000;
/** Clients renew in the last 30 days, so it must be longer. */
const certificateDays = 90;
/** Longest common name that X.509 allows (RFC 5280 appendix A.1); a longer domain stands in the alternative names only. */
const maxCommonName = 64;
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Of the authority itself: its keys and signatures follow from the seed. */
const ed25519 = { name: 'Ed25519' } as const;
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

/** The emulator's authority, made when it is first needed; one that could not be made is not kept, but tried again. */
export function authorityOf(state: State): Promise<CertificateAuthority> {
  state.authority ??= createCertificateAuthority(state.random).catch((error: unknown) => {
    state.authority = undefined;
    throw error;
  });
  return state.authority;
}

/** The authority whose key the randomness has; valid at whatever time the clock is put to, so it too is always the same. */
export async function createCertificateAuthority(random: Randomness): Promise<CertificateAuthority> {
  const x509 = await loadX509();
  const keys = await authorityKeys(random);
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(random, 'authority'),
      name: 'CN=Network Ingress Emulator CA',
      notBefore: new Date(CLOCK_RANGE.first),
      // What is issued at the clock's last moment outlives that.
      notAfter: new Date(Date.UTC(9999, 11, 31)),
      signingAlgorithm: ed25519,
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
        serialNumber: serialNumber(random, `${purpose} ${at}`),
        subject,
        issuer: root.subject,
        notBefore: new Date(at),
        notAfter: new Date(at + certificateDays * day),
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ed25519,
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
      const pair = await webcrypto.subtle.generateKey(keyType === 'rsa' ? rsa : ecdsa, true, ['sign', 'verify']);
      const certificate = await sign({
        purpose: domain,
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

async function authorityKeys(random: Randomness): Promise<webcrypto.CryptoKeyPair> {
  const seed = random.bytes('authority key', 32);
  const spki = createPublicKey(ed25519Key(seed)).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', ed25519Pkcs8(seed), ed25519, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, ed25519, true, ['verify']),
  };
}

/** Positive and of full length, as serial numbers must be (RFC 5280 section 4.1.2.2). */
function serialNumber(random: Randomness, purpose: string): string {
  const bytes = random.bytes(`serial ${purpose}`, 16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function verifiedKey(x509: typeof X509, csr: string): Promise<X509.PublicKey> {
  let why = 'its signature does not match its key';
  try {
    const request = new x509.Pkcs10CertificateRequest(csr);
    if (await request.verify(webcrypto)) return request.publicKey;
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  throw new ApiProblem(400, 19001, `binding.csr cannot be signed: ${why}.`);
}
