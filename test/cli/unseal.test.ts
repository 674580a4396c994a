/** `netingress unseal`: every form of a key opens what was sealed for it, and no message shows a key or a token. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptJwe } from '../../src/model/formats/jwe';
import { parseSealingKey } from '../../src/model/formats/sealing-key';
import { netingress } from '../support/cli/netingress';
import { runInProcess, type Surroundings } from '../support/cli/run-in-process';
import { testWith } from '../support/requirements';

const TOKEN = 'ak_secret-token-of-the-test';
const PASSPHRASE = 'open sesame';

// Keys of ssh-keygen with a passphrase take a second of processor time each.
jest.setTimeout(180_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netingress-unseal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (args: readonly string[], more: Surroundings = {}) =>
  runInProcess(['unseal', ...args], { cwd: folder, ...more });

async function seal(publicKey: string): Promise<string> {
  const key = parseSealingKey(publicKey);
  if ('problem' in key) throw new Error(key.problem);
  return encryptJwe(TOKEN, key);
}

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const others = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
];
const publicPem = ({ publicKey }: { publicKey: KeyObject }): string =>
  publicKey.export({ format: 'pem', type: 'spki' }).toString();
const pkcs8 = (key: KeyObject, passphrase?: string): string =>
  key
    .export({ format: 'pem', type: 'pkcs8', ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }) })
    .toString();

/** Private keys in every form, with the public key for which a token is sealed. */
const forms: [string, string, string, string | undefined][] = [
  ['RSA as PEM', pkcs8(pairs.rsa.privateKey), publicPem(pairs.rsa), undefined],
  [
    'RSA as PKCS #1',
    pairs.rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
    publicPem(pairs.rsa),
    undefined,
  ],
  ['RSA as JWK', JSON.stringify(pairs.rsa.privateKey.export({ format: 'jwk' })), publicPem(pairs.rsa), undefined],
  ['RSA as encrypted PEM', pkcs8(pairs.rsa.privateKey, PASSPHRASE), publicPem(pairs.rsa), PASSPHRASE],
  ['P-256 as PEM', pkcs8(pairs.ec.privateKey), publicPem(pairs.ec), undefined],
  [
    'P-256 as SEC 1',
    pairs.ec.privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
    publicPem(pairs.ec),
    undefined,
  ],
  ['P-256 as JWK', JSON.stringify(pairs.ec.privateKey.export({ format: 'jwk' })), publicPem(pairs.ec), undefined],
  ['P-256 as encrypted PEM', pkcs8(pairs.ec.privateKey, PASSPHRASE), publicPem(pairs.ec), PASSPHRASE],
];

describe.each(forms)('%s', (_, privateKey, publicKey, passphrase) => {
  const env: Record<string, string> = passphrase === undefined ? {} : { NETINGRESS_UNSEAL_PASSPHRASE: passphrase };

  test('opens a token from an argument and from standard input', async () => {
    const jwe = await seal(publicKey);
    await writeFile(join(folder, 'key'), privateKey);
    expect(await run(['--key', 'key', jwe], { env })).toEqual({ status: 0, stdout: `${TOKEN}\n`, stderr: '' });
    expect(await run(['--key', 'key'], { env, stdin: `"${jwe}"\n` })).toMatchObject({ stdout: `${TOKEN}\n` });
    expect(await run(['--key', '-', jwe], { env, stdin: privateKey })).toMatchObject({ stdout: `${TOKEN}\n` });
    expect(await run([jwe], { env: { ...env, NETINGRESS_UNSEAL_KEY: privateKey } })).toMatchObject({
      stdout: `${TOKEN}\n`,
    });
  });

  test('does not open a token for another key of its type', async () => {
    for (const other of others) {
      const { status, stdout, stderr } = await run(['--key', 'key', await seal(publicPem(other))], { env });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/The token (cannot be decrypted|was sealed with)/);
      expectNoSecret(stderr, privateKey);
    }
  });
});

describe.each([
  ['rsa', 2048, ''],
  ['rsa', 2048, PASSPHRASE],
  ['ecdsa', 256, ''],
  ['ecdsa', 256, PASSPHRASE],
])('a key file of ssh-keygen: %s of %i bits, passphrase "%s"', (type, bits, passphrase) => {
  testWith('ssh-keygen')('opens what was sealed for its public line', async () => {
    const file = `id-${type}-${passphrase.length}`;
    execFileSync('ssh-keygen', ['-q', '-t', type, '-b', String(bits), '-N', passphrase, '-f', file], { cwd: folder });
    const jwe = await seal(await readFile(join(folder, `${file}.pub`), 'utf8'));
    const env: Record<string, string> = passphrase === '' ? {} : { NETINGRESS_UNSEAL_PASSPHRASE: passphrase };
    expect(await run(['--key', file, jwe], { env })).toEqual({ status: 0, stdout: `${TOKEN}\n`, stderr: '' });
    if (passphrase === '') return;
    expect((await run(['--key', file, jwe])).stderr).toContain('is encrypted; expected its passphrase');
    const wrong = await run(['--key', file, jwe], { env: { NETINGRESS_UNSEAL_PASSPHRASE: 'wrong' } });
    expect(wrong.stderr).toContain('cannot be read with the passphrase');
  });
});

testWith('ssh-keygen')('an OpenSSH key that cannot decrypt is refused with its type', async () => {
  const file = join(folder, 'ed25519');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  const { status, stderr } = await run(['--key', file, await seal(publicPem(pairs.ec))]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('has the type ssh-ed25519; expected an RSA or P-256')]);
  expectNoSecret(stderr, await readFile(file, 'utf8'));
});

test('the built command line opens a token', async () => {
  await writeFile(join(folder, 'key'), pkcs8(pairs.ec.privateKey));
  const jwe = await seal(publicPem(pairs.ec));
  expect(await netingress('unseal', '--key', join(folder, 'key'), jwe)).toMatchObject({
    status: 0,
    stdout: `${TOKEN}\n`,
    stderr: '',
  });
});

describe('an error names what was expected', () => {
  const ecKey = pkcs8(pairs.ec.privateKey);
  const cases: [string, string, string, string][] = [
    ['no JWE', ecKey, 'a.b.c', 'expected a JWE in compact serialization'],
    ['no JSON in the header', ecKey, 'a.b.c.d.e', 'expected a JWE in compact serialization'],
    ['a changed JWE', ecKey, 'changed', 'it was sealed for another key, or it was changed'],
    ['a public key', publicPem(pairs.ec), 'whole', 'is a public key; expected an RSA or P-256 private key'],
    ['no key', 'no key', 'whole', 'cannot be read; expected an RSA or P-256 private key'],
    ['a signature key', pkcs8(generateKeyPairSync('ed25519').privateKey), 'whole', 'has the type ed25519'],
    ['half a JWK', '{"kty":"EC"}', 'whole', 'cannot be read'],
  ];
  test.each(cases)('%s', async (_, key, input, message) => {
    const jwe = await seal(publicPem(pairs.ec));
    const parts = jwe.split('.');
    const given =
      input === 'whole'
        ? jwe
        : input === 'changed'
          ? [...parts.slice(0, 4), 'AAAAAAAAAAAAAAAAAAAAAA'].join('.')
          : input;
    const { status, stdout, stderr } = await run([given], { env: { NETINGRESS_UNSEAL_KEY: key } });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
    expectNoSecret(stderr, key);
  });

  test('no key at all, a missing file, and both inputs from standard input', async () => {
    expect((await run(['a.b.c.d.e'])).stderr).toContain('expected --key FILE');
    expect((await run(['--key', 'missing', 'a.b.c.d.e'])).stderr).toContain('Cannot read the private key from missing');
    expect((await run(['--key', '-', '-'])).stderr).toContain('Several files are read from standard input');
  });
});

function expectNoSecret(message: string, key: string): void {
  expect(message).not.toContain(TOKEN);
  for (const line of key.split('\n'))
    if (line.length > 20 && !line.startsWith('---')) expect(message).not.toContain(line);
}
