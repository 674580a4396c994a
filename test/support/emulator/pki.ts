// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;
const algorithms = { ecdsa, rsa, ed25519: { name: 'Ed25519' } } as const;

export type KeyType = keyof typeof algorithms;

/** A certificate with its key, which can sign others. */
export interface Made {
  readonly pem: string;
  readonly keyPem: string;
  readonly certificate: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface Wanted {
  readonly subject?: string;
  /** Must have an ECDSA key. */
  readonly issuer?: Made;
  readonly keyType?: KeyType;
  readonly serialNumber?: string;
  readonly extensions?: readonly x509.Extension[];
  /** Alternative names. */
  readonly dnsNames?: readonly string[];
  readonly validity?: { readonly notBefore?: Date; readonly notAfter?: Date };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** From yesterday to tomorrow, for connections. */
export const VALID_NOW = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };

/** By default it is valid from 2030 to 2031 and self-signed. */
export async function makeCertificate(wanted: Wanted = {}): Promise<Made> {
  const {
    subject = 'CN=test',
    issuer,
    keyType = 'ecdsa',
    serialNumber = '0a1b2c',
    extensions = [],
    dnsNames = [],
    validity: { notBefore = new Date('2030-01-01T00:00:00Z'), notAfter = new Date('2031-01-01T12:30:15Z') } = {},
  } = wanted;
  const generated = await webcrypto.subtle.generateKey(algorithms[keyType], true, ['sign', 'verify']);
  const keys = generated as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      serialNumber,
      notBefore,
      notAfter,
      publicKey: keys.publicKey,
      signingKey: (issuer?.keys ?? keys).privateKey,
      signingAlgorithm: issuer ? ecdsa : algorithms[keyType],
      extensions: [...extensions, ...alternativeNames(dnsNames)],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    pem: `${certificate.toString('pem')}\n`,
    keyPem: x509.PemConverter.encode(key, 'PRIVATE KEY'),
    certificate,
    keys,
  };
}

/** The body of a create of a TLS certificate. */
export async function certificateBody(wanted: Wanted = {}) {
  const { pem, keyPem } = await makeCertificate(wanted);
  return { certificate_pem: pem, private_key_pem: keyPem };
}

export const keyTypes = {
  'ECDSA P-256': { ...ecdsa, hash: 'SHA-512' },
  'ECDSA P-384': { ...ecdsa, namedCurve: 'P-384', hash: 'SHA-384' },
  'RSA 2048': rsa,
} as const;

/** Creates a key and a signing request with an empty subject, as the operator does (docs/internals/gaps.md 5.1). */
export async function createCsr(keyType: keyof typeof keyTypes = 'ECDSA P-256') {
  const algorithm = keyTypes[keyType];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const options = { name: '', keys, signingAlgorithm: algorithm };
  const request = await x509.Pkcs10CertificateRequestGenerator.create(options, webcrypto);
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', keys.publicKey));
  return { csr: request.toString('pem'), der: Buffer.from(request.rawData), publicKey };
}

function alternativeNames(names: readonly string[]): x509.Extension[] {
  const items = names.map((value) => ({ type: 'dns', value }) as const);
  return items.length > 0 ? [new x509.SubjectAlternativeNameExtension(items)] : [];
}

export const caExtension = new x509.BasicConstraintsExtension(true, undefined, true);
