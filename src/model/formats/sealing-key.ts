import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { parsePem } from './pem';
import { parseSshFields, parseSshPublicKey } from './ssh-key';

export interface SealingKey {
  readonly key: KeyObject;
  /** Key management algorithm of a JWE (RFC 7518 section 4.1). */
  readonly algorithm: 'RSA-OAEP-256' | 'ECDH-ES';
}

export const EXPECTED_SEALING_KEY =
  'an RSA public key of at least 2048 bits or a P-256 public key, as PEM (BEGIN PUBLIC KEY), as JWK, or as OpenSSH line ' +
  '(ssh-rsa AAAA..., ecdsa-sha2-nistp256 AAAA...)';

/** RFC 7518 section 4.3. */
const MIN_RSA_BITS = 2048;

/**
 * The problem follows the name of the attribute. The value may be a private key, so only what a key says about itself
 * is quoted: its type, size, exponent, curve, use, algorithm, operations, or the label of its PEM block.
 */
export function parseSealingKey(text: string): SealingKey | { readonly problem: string } {
  const trimmed = text.trim();
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(trimmed)) return { problem: 'is a private key' };
  try {
    if (trimmed.startsWith('{')) return parseJwk(trimmed);
    if (trimmed.includes('-----BEGIN ')) return parsePemKey(trimmed);
    return parseOpenSshKey(trimmed);
  } catch {
    // Of JSON.parse or of Node; the message may quote a part of the text.
    return { problem: 'is not a public key' };
  }
}

/** An invalid string is returned unchanged. */
export function canonicalPublicKey(text: string): string {
  const parsed = parseSealingKey(text);
  return 'problem' in parsed ? text : parsed.key.export({ format: 'der', type: 'spki' }).toString('base64');
}

function parseJwk(text: string): SealingKey | { readonly problem: string } {
  const jwk = JSON.parse(text) as Json;
  if (!isJsonObject(jwk)) return { problem: 'is not a public key' };
  if ('d' in jwk || jwk['kty'] === 'oct') return { problem: 'is a private key' };
  if (jwk['use'] !== undefined && jwk['use'] !== 'enc')
    return { problem: `is a key for the use '${String(jwk['use'])}'` };
  const parsed = toSealingKey(createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }));
  return ('problem' in parsed ? undefined : findPurposeProblem(jwk, parsed)) ?? parsed;
}

/** Operations of a public key that is used as the algorithm needs it (RFC 7517 section 4.3). */
const KEY_OPERATIONS = { 'RSA-OAEP-256': ['encrypt', 'wrapKey'], 'ECDH-ES': ['deriveKey', 'deriveBits'] } as const;

/** Web Crypto exports a public key for ECDH without operations. */
function findPurposeProblem(
  { alg, key_ops: ops }: JsonObject,
  { algorithm }: SealingKey,
): { problem: string } | undefined {
  const isForAlgorithm = alg === algorithm || (algorithm === 'ECDH-ES' && String(alg).startsWith('ECDH-ES+'));
  if (alg !== undefined && !isForAlgorithm)
    return { problem: `is a key for the algorithm '${String(alg)}', not ${algorithm}` };
  if (ops === undefined || (Array.isArray(ops) && ops.length === 0)) return undefined;
  const usable: readonly unknown[] = KEY_OPERATIONS[algorithm];
  if (Array.isArray(ops) && (ops as readonly Json[]).some((operation) => usable.includes(operation))) return undefined;
  return { problem: `is a key for the operations ${JSON.stringify(ops)}` };
}

function parsePemKey(text: string): SealingKey | { readonly problem: string } {
  const [block, ...others] = parsePem(text);
  if (others.length > 0) return { problem: `contains ${others.length + 1} PEM blocks` };
  if (!block) return { problem: 'is not complete PEM' };
  // Node also reads the key of a certificate, whose expiry and purpose nothing would check.
  if (block.label !== 'PUBLIC KEY' && block.label !== 'RSA PUBLIC KEY')
    return { problem: `is a PEM block ${block.label}` };
  // The key is read from the bytes: Node does not read PEM on one line, as it is in some environment variables.
  const type = block.label === 'PUBLIC KEY' ? 'spki' : 'pkcs1';
  return toSealingKey(createPublicKey({ key: block.der, format: 'der', type }));
}

function parseOpenSshKey(text: string): SealingKey | { readonly problem: string } {
  const parsed = parseSshPublicKey(text);
  if (!parsed) return { problem: 'is not a public key' };
  const [, first, second] = parseSshFields(parsed.body) ?? [];
  if (parsed.type === 'ssh-rsa' && first && second) {
    const [e, n] = [first, second].map((field) => field.toString('base64url')) as [string, string];
    return toSealingKey(createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }));
  }
  if (parsed.type !== 'ecdsa-sha2-nistp256' || !second) return { problem: `is a key of the type ${parsed.type}` };
  const [x, y] = [second.subarray(1, 33), second.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ];
  return toSealingKey(createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }));
}

function toSealingKey(key: KeyObject): SealingKey | { readonly problem: string } {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      if (modulusLength < MIN_RSA_BITS) return { problem: `is an RSA key of ${modulusLength} bits` };
      // Encryption with the exponent 1 changes nothing.
      if (publicExponent < 3n) return { problem: `is an RSA key with the exponent ${publicExponent}` };
      return { key, algorithm: 'RSA-OAEP-256' };
    case 'ec':
      if (namedCurve !== 'prime256v1') return { problem: `is a key of the curve ${namedCurve ?? 'without a name'}` };
      return { key, algorithm: 'ECDH-ES' };
    default:
      return { problem: `is a key of the type ${key.asymmetricKeyType ?? 'secret'}` };
  }
}
