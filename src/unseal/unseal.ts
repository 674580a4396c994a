/** Decrypts a sealed token with a private key. Error messages quote neither the key nor the decrypted token. */
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { CliError } from '../command/context';
import { isJsonObject, type Json } from '../values/json';
import type * as Libraries from './libraries';

const EXPECTED_KEY = 'an RSA or P-256 private key as PEM or JWK';

/** Environment variable with the passphrase of an encrypted key. */
export const PASSPHRASE_VARIABLE = 'NETINGRESS_UNSEAL_PASSPHRASE';

/** Throws a {@link CliError} for all but an RSA or P-256 private key. `source` names the key in messages. */
export function parsePrivateKey(text: string, passphrase: string | undefined, source: string): KeyObject {
  const trimmed = text.trim();
  if (trimmed.includes('-----BEGIN OPENSSH PRIVATE KEY-----'))
    throw new CliError(
      `The key of ${source} is an OpenSSH private key; expected ${EXPECTED_KEY}. ` +
        'Convert a copy of the key file: `cp KEY key.pem`, then `ssh-keygen -p -m PEM -f key.pem`. Give --key key.pem.',
    );
  if (isEncrypted(trimmed) && passphrase === undefined)
    throw new CliError(`The key of ${source} is encrypted; expected its passphrase. Set ${PASSPHRASE_VARIABLE}.`);
  if (/^-----BEGIN (RSA )?PUBLIC KEY-----|^(ssh|ecdsa)-\S+ AAAA/.test(trimmed))
    throw new CliError(`The key of ${source} is a public key; expected ${EXPECTED_KEY}.`);
  let key: KeyObject;
  try {
    key = readKey(trimmed, passphrase);
  } catch {
    // Messages of the libraries may quote the key.
    const reason =
      passphrase === undefined ? 'cannot be read' : `cannot be read with the passphrase of ${PASSPHRASE_VARIABLE}`;
    throw new CliError(`The key of ${source} ${reason}; expected ${EXPECTED_KEY}.`);
  }
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' || namedCurve === 'prime256v1') return key;
  const type = namedCurve ?? key.asymmetricKeyType ?? 'unknown';
  throw new CliError(`The key of ${source} has the type ${type}; expected ${EXPECTED_KEY}.`);
}

/** PKCS#8, and the older PEM of OpenSSL, which has the mark in its second line. */
function isEncrypted(text: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text);
}

function readKey(text: string, passphrase: string | undefined): KeyObject {
  if (text.startsWith('{')) return createPrivateKey({ key: parseJwk(text), format: 'jwk' });
  return createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) });
}

function parseJwk(text: string): JsonWebKey {
  const jwk = JSON.parse(text) as Json;
  if (!isJsonObject(jwk)) throw new Error('The key is not an object');
  return jwk as JsonWebKey;
}

/** `input` is a JWE in compact form, also as a JSON string, as `terraform output -json` prints it. */
export async function decryptSealed(input: string, key: KeyObject): Promise<string> {
  const jwe = input.trim().replace(/^"(.*)"$/s, '$1');
  const algorithm = algorithmOf(jwe);
  if (algorithm === undefined)
    throw new CliError(
      'The input is not a sealed token; expected a JWE in compact serialization: five parts, separated by dots. ' +
        'Give the value of sealed_token, for example from `terraform output -raw`.',
    );
  const expected = key.asymmetricKeyType === 'rsa' ? 'RSA-OAEP-256' : 'ECDH-ES';
  if (algorithm !== expected)
    throw new CliError(
      `The token was sealed with ${algorithm}, which the key does not support; expected ${expected}. ` +
        'Give the private key of the public key in sealed_for.',
    );
  try {
    const { plaintext } = await libraries().compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [expected],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return Buffer.from(plaintext).toString('utf8');
  } catch {
    throw new CliError(
      'The token cannot be decrypted: it was sealed for another key, or it was changed; expected the private key of the ' +
        'public key in sealed_for.',
    );
  }
}

/** Undefined if the text does not have the five parts of a JWE, or no algorithm in its header. */
function algorithmOf(jwe: string): string | undefined {
  const [header = '', ...others] = jwe.split('.');
  if (others.length !== 4) return undefined;
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: unknown };
    return typeof alg === 'string' ? alg : undefined;
  } catch {
    return undefined;
  }
}

function libraries(): typeof Libraries {
  return require('./libraries') as typeof Libraries;
}
