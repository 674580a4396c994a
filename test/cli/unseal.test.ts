/** `netingress unseal`: the forms of a key that open what was sealed for it, and messages, which show no key and no token. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { encryptJwe } from '../../src/model/formats/jwe';
import { parseSealingKey } from '../../src/model/formats/sealing-key';
import { useCommandLine } from '../support/cli/command-line';
import { netingress } from '../support/cli/netingress';
import type { Surroundings } from '../support/cli/run-in-process';
import { describeRows, testWith } from '../support/requirements';

const TOKEN = 'ak_secret-token-of-the-test';
const PASSPHRASE = 'open sesame';

const cli = useCommandLine({ forAll: true });

const run = (args: readonly string[], more: Surroundings = {}) => cli.run(['unseal', ...args], more);

async function seal(publicKey: string): Promise<string> {
  const key = parseSealingKey(publicKey);
  if ('problem' in key) throw new Error(key.problem);
  return encryptJwe(TOKEN, key);
}

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pairs = { rsa: rsa(), ec: ec() };
const others = [rsa(), ec()];
const publicPem = ({ publicKey }: { publicKey: KeyObject }): string =>
  publicKey.export({ format: 'pem', type: 'spki' }).toString();
const pkcs8 = (key: KeyObject, more: object = {}): string =>
  key.export({ format: 'pem', type: 'pkcs8', ...more }).toString();

/** Private keys in the accepted forms, with the public key for which a token is sealed. */
const forms = Object.entries(pairs).flatMap(([name, pair]): [string, string, string, string?][] => {
  const { privateKey } = pair;
  const older = privateKey.export({ format: 'pem', type: name === 'rsa' ? 'pkcs1' : 'sec1' }).toString();
  const encrypted = pkcs8(privateKey, { cipher: 'aes-256-cbc', passphrase: PASSPHRASE });
  return [
    [`${name} as PEM`, pkcs8(privateKey), publicPem(pair)],
    [`${name} as an older PEM`, older, publicPem(pair)],
    [`${name} as JWK`, JSON.stringify(privateKey.export({ format: 'jwk' })), publicPem(pair)],
    [`${name} as encrypted PEM`, encrypted, publicPem(pair), PASSPHRASE],
  ];
});

describe.each(forms)('%s', (_, privateKey, publicKey, passphrase) => {
  const env: Record<string, string> = passphrase === undefined ? {} : { NETINGRESS_UNSEAL_PASSPHRASE: passphrase };

  test('opens a token from an argument and from standard input', async () => {
    const jwe = await seal(publicKey);
    await cli.write('key', privateKey);
    expect(await run(['--key', 'key', jwe], { env })).toEqual({ status: 0, stdout: `${TOKEN}\n`, stderr: '' });
    expect(await run(['--key', 'key'], { env, stdin: `"${jwe}"\n` })).toMatchObject({ stdout: `${TOKEN}\n` });
    expect((await run(['--key', '-', jwe], { env, stdin: privateKey })).stdout).toBe(`${TOKEN}\n`);
    expect((await run([jwe], { env: { ...env, NETINGRESS_UNSEAL_KEY: privateKey } })).stdout).toBe(`${TOKEN}\n`);
  });

  test('does not open a token for another key, of its type or the other one', async () => {
    await cli.write('key', privateKey);
    for (const other of others) {
      const { status, stdout, stderr } = await run(['--key', 'key', await seal(publicPem(other))], { env });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/The token (cannot be decrypted|was sealed with)/);
      expectNoSecret(stderr, privateKey);
    }
  });
});

describeRows(
  [
    ['ecdsa', 256, PASSPHRASE],
    ['ecdsa', 256, ''],
    ['rsa', 2048, ''],
    ['rsa', 2048, PASSPHRASE],
  ] as const,
  { plain: 1 },
)('a key file of ssh-keygen: %s of %i bits, passphrase "%s"', (type, bits, passphrase) => {
  testWith('ssh-keygen')(
    'is refused; a copy that the advice converts opens what was sealed for its public line',
    async () => {
      const file = `id-${type}-${passphrase.length}`;
      const generate = ['-q', '-t', type, '-b', String(bits), '-N', passphrase, '-f', file];
      execFileSync('ssh-keygen', generate, { cwd: cli.folder });
      const original = await cli.read(file);
      const jwe = await seal(await cli.read(`${file}.pub`));
      const env: Record<string, string> = passphrase === '' ? {} : { NETINGRESS_UNSEAL_PASSPHRASE: passphrase };
      const refused = await run(['--key', file, jwe], { env });
      const message = `The key of ${file} is an OpenSSH private key; expected an RSA or P-256 private key`;
      expect(refused).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining(message) });
      expectNoSecret(refused.stderr, original);

      const [copy = '', convert = ''] = [...refused.stderr.matchAll(/`([^`]+)`/g)].map(([, command]) => command);
      const commands = `${copy.replace('KEY', file)}\n${convert} -P '${passphrase}' -N '${passphrase}'`;
      execFileSync('sh', ['-ec', commands], { cwd: cli.folder, stdio: 'ignore' });
      expect(await run(['--key', 'key.pem', jwe], { env })).toEqual({ status: 0, stdout: `${TOKEN}\n`, stderr: '' });
      expect(await cli.read(file)).toBe(original);
      if (passphrase === '') return;
      expect((await run(['--key', 'key.pem', jwe])).stderr).toContain('is encrypted; expected its passphrase');
      const wrong = await run(['--key', 'key.pem', jwe], { env: { NETINGRESS_UNSEAL_PASSPHRASE: 'wrong' } });
      expect(wrong.stderr).toContain('cannot be read with the passphrase');
    },
  );
});

test('the built command line opens a token', async () => {
  await cli.write('key', pkcs8(pairs.ec.privateKey));
  const jwe = await seal(publicPem(pairs.ec));
  const opened = await netingress('unseal', '--key', join(cli.folder, 'key'), jwe);
  expect(opened).toMatchObject({ status: 0, stdout: `${TOKEN}\n`, stderr: '' });
});

describe('an error says what is wrong with the key or the token', () => {
  const ecKey = pkcs8(pairs.ec.privateKey);
  const withOtherTag = (jwe: string): string => [...jwe.split('.').slice(0, 4), 'A'.repeat(22)].join('.');
  const whole = (jwe: string): string => jwe;
  test.each<[string, string, (jwe: string) => string, string]>([
    ['no JWE', ecKey, () => 'a.b.c', 'expected a JWE in compact serialization'],
    ['no JSON in the header', ecKey, () => 'a.b.c.d.e', 'expected a JWE in compact serialization'],
    ['a changed JWE', ecKey, withOtherTag, 'it was sealed for another key, or it was changed'],
    ['a public key', publicPem(pairs.ec), whole, 'is a public key; expected an RSA or P-256 private key'],
    ['no key', 'no key', whole, 'cannot be read; expected an RSA or P-256 private key'],
    ['a signature key', pkcs8(generateKeyPairSync('ed25519').privateKey), whole, 'has the type ed25519'],
    ['half a JWK', '{"kty":"EC"}', whole, 'cannot be read'],
  ])('%s', async (_, key, change, message) => {
    const given = change(await seal(publicPem(pairs.ec)));
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
