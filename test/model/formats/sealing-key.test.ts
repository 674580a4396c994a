/** Public keys for which tokens are encrypted: every common notation, and no key that is made for something else. */
import { generateKeyPairSync } from 'node:crypto';
import { parseSealingKey } from '../../../src/model/formats/sealing-key';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const pem = ec.export({ format: 'pem', type: 'spki' }).toString();
const pkcs1 = rsa.export({ format: 'pem', type: 'pkcs1' }).toString();

const result = (text: string): string => {
  const parsed = parseSealingKey(text);
  return 'problem' in parsed ? parsed.problem : parsed.algorithm;
};

test.each([
  ['as it is written', pem, 'ECDH-ES'],
  ['after attributes of a bag', `Bag Attributes\n    friendlyName: ci\n${pem}`, 'ECDH-ES'],
  ['on one line', pem.replaceAll('\n', ' '), 'ECDH-ES'],
  ['in PKCS #1, on one line', pkcs1.replaceAll('\n', ''), 'RSA-OAEP-256'],
])('PEM is read %s', (_, text, algorithm) => {
  expect(result(text)).toBe(algorithm);
});

const jwk = (key: typeof ec, more: object): string => JSON.stringify({ ...key.export({ format: 'jwk' }), ...more });

test.each([
  [jwk(ec, { use: 'enc', alg: 'ECDH-ES+A256KW' }), 'ECDH-ES'],
  [jwk(ec, { key_ops: [] }), 'ECDH-ES'],
  [jwk(ec, { key_ops: ['deriveBits'] }), 'ECDH-ES'],
  [jwk(rsa, { alg: 'RSA-OAEP-256', key_ops: ['wrapKey'] }), 'RSA-OAEP-256'],
  [jwk(ec, { use: 'sig' }), "is a key for the use 'sig'"],
  [jwk(ec, { alg: 'ES256' }), "is a key for the algorithm 'ES256', not ECDH-ES"],
  [jwk(rsa, { alg: 'RS256' }), "is a key for the algorithm 'RS256', not RSA-OAEP-256"],
  [jwk(ec, { key_ops: ['verify'] }), 'is a key for the operations ["verify"]'],
  [jwk(rsa, { key_ops: 'encrypt' }), 'is a key for the operations "encrypt"'],
])('a JWK is used only for what it is made for: %s', (text, expected) => {
  expect(result(text)).toBe(expected);
});
