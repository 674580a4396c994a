// Must be first: @peculiar/x509 requires it while loading.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';

export const keyTypes = {
  'ECDSA P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-512' },
  'ECDSA P-384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  'RSA 2048': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

/** Creates a key and a signing request with an empty subject, as the operator does (docs/internals/gaps.md 5.1). */
export async function createCsr(keyType: keyof typeof keyTypes = 'ECDSA P-256') {
  const algorithm = keyTypes[keyType];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const options = { name: '', keys, signingAlgorithm: algorithm };
  const request = await Pkcs10CertificateRequestGenerator.create(options, webcrypto);
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', keys.publicKey));
  return { csr: request.toString('pem'), der: Buffer.from(request.rawData), publicKey };
}
