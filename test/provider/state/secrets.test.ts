import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type * as Decrypt from 'jose/jwe/compact/decrypt' with { 'resolution-mode': 'import' };
import { formatSshKey, parseSshPublicKey } from '../../../src/model/formats/ssh-key';
import { getKind, KINDS } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import * as sealing from '../../../src/model/variants/sealed-attributes';
import { IMPORT_MARKER } from '../../../src/provider/state/import-marker';
import { type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../src/values/json';
import { fullConfig } from '../../support/acceptance/samples';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { configOfSchema, withChanges } from '../../support/provider/values';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

describe('write-only values', () => {
  const destination = 'netingress_event_destination';

  /** A destination whose creds contain what is given beside the key's id. */
  function destinationWith<Value>(creds: Readonly<Record<string, Value>>, more: JsonObject = {}) {
    const auth = { creds: { cloud_access_key_id: 'AK1', ...creds } };
    return { format: 'JSON', target: { log_group: { auth, log_group_rn: 'rn:log' } }, ...more };
  }

  const credsIn = (value: unknown): JsonObject => {
    const creds = valueAt(value, 'target.log_group.auth.creds');
    if (!isJsonObject(creds)) throw new Error('There are no creds');
    return creds;
  };
  const sentSecret = (): Json | undefined => credsIn(harness.bodies.at(-1))['cloud_secret_access_key'];
  const wo = (value: string, version?: number): JsonObject => ({
    cloud_secret_access_key_wo: value,
    ...(version !== undefined && { cloud_secret_access_key_wo_version: version }),
  });

  describe('validation', () => {
    const validate = async (creds: Readonly<Record<string, unknown>>, writeOnlyAllowed = true) => {
      const config = configOfSchema(harness.provider.schema.resources[destination], destinationWith(creds));
      const request = { mode: 'resource', type: destination, config, writeOnlyAllowed } as const;
      return (await harness.provider.validate(request)).diagnostics;
    };

    test('rejects the attribute together with its write-only variant, unless this is unknown and may become null', async () => {
      const both = (secret: unknown) => ({ cloud_secret_access_key: 'a', cloud_secret_access_key_wo: secret });
      expect((await validate(both('b'))).map(({ detail }) => detail)).toEqual([
        'target.log_group.auth.creds.cloud_secret_access_key_wo is set together with cloud_secret_access_key; expected only one of them.',
      ]);
      expect(await validate(both(UNKNOWN))).toEqual([]);
    });

    test('rejects a version without the write-only variant', async () => {
      const creds = { cloud_secret_access_key: 'a', cloud_secret_access_key_wo_version: 1 };
      expect((await validate(creds)).map(({ detail }) => detail)).toEqual([
        'target.log_group.auth.creds.cloud_secret_access_key_wo_version is set without cloud_secret_access_key_wo; ' +
          'expected cloud_secret_access_key_wo, or no cloud_secret_access_key_wo_version.',
      ]);
    });

    test('rejects a nested write-only value that would be stored, without showing it', async () => {
      const found = await validate(wo('hunter2'), false);
      const path = ['target', 'log_group', 'auth', 'creds', 'cloud_secret_access_key_wo'];
      expect(found).toMatchObject([{ path, detail: expect.stringContaining('Terraform 1.11') }]);
      expect(JSON.stringify(found)).not.toContain('hunter2');
      expect(await validate({ cloud_secret_access_key: 'a' }, false)).toEqual([]);
    });

    test('requires one of both on create', async () => {
      const without = await harness.plan(destination, destinationWith({}));
      expect(without.diagnostics.map(({ detail }) => detail)).toEqual([
        'target.log_group.auth.creds.cloud_secret_access_key is not set; expected a value, which is required to create the object.',
      ]);
      expect((await harness.plan(destination, destinationWith(wo('b')))).diagnostics).toEqual([]);
    });
  });

  describe('a secret that is updated in place', () => {
    test('is sent on create and is neither in plan nor in state', async () => {
      const values = destinationWith(wo('hunter2', 1));
      expect(JSON.stringify(plain((await harness.plan(destination, values)).planned))).not.toContain('hunter2');
      const state = await harness.applied(destination, values);
      const id = { cloud_access_key_id: 'AK1' };
      expect(credsIn(harness.bodies.at(-1))).toEqual({ ...id, cloud_secret_access_key: 'hunter2' });
      expect(credsIn(plain(state))).toEqual({
        ...{ ...id, cloud_secret_access_key: null },
        ...{ cloud_secret_access_key_wo: null, cloud_secret_access_key_wo_version: 1 },
      });
      expect(plain((await harness.plan(destination, values, state)).planned)).toEqual(plain(state));
      expect(plain(await harness.read(destination, state))).toEqual(plain(state));
    });

    test('is updated in place, and sent, for another version, and not a change without one', async () => {
      const state = await harness.applied(destination, destinationWith(wo('one', 1)));
      const same = await harness.plan(destination, destinationWith(wo('two', 1)), state);
      expect(plain(same.planned)).toEqual(plain(state));
      for (const value of ['two', 'one']) {
        const { requiresReplace } = await harness.plan(destination, destinationWith(wo(value, 2)), state);
        expect(requiresReplace).toEqual([]);
        const after = await harness.applied(destination, destinationWith(wo(value, 2)), state);
        expect([sentSecret(), credsIn(plain(after))['cloud_secret_access_key_wo_version']]).toEqual([value, 2]);
      }
    });

    test('is not sent with other changes, except of its own object, which the service may replace as a whole', async () => {
      const state = await harness.applied(destination, destinationWith(wo('one')));
      await harness.applied(destination, destinationWith(wo('one'), { description: 'new' }), state);
      expect(harness.bodies.at(-1)).toEqual({ description: 'new' });
      await harness.applied(destination, destinationWith({ ...wo('one'), cloud_access_key_id: 'AK2' }), state);
      expect(credsIn(harness.bodies.at(-1))).toEqual({ cloud_access_key_id: 'AK2', cloud_secret_access_key: 'one' });
    });

    test('is removed from the state without a replacement when the write-only variant is used instead', async () => {
      const state = await harness.applied(destination, destinationWith({ cloud_secret_access_key: 'one' }));
      const sent = harness.bodies.length;
      expect((await harness.plan(destination, destinationWith(wo('one')), state)).requiresReplace).toEqual([]);
      const after = await harness.applied(destination, destinationWith(wo('one')), state);
      expect(JSON.stringify(plain(after))).not.toContain('"one"');
      expect(harness.bodies.length).toBe(sent);
      // A value that differs from the known one is sent without a version.
      await harness.applied(destination, destinationWith(wo('other')), state);
      expect(sentSecret()).toBe('other');
    });

    test('keeps its old version after a failed update, so that the next apply sends it again', async () => {
      const state = await harness.applied(destination, destinationWith(wo('one', 1)));
      await harness.emulator.reset();
      const { state: kept, diagnostics } = await harness.apply(destination, destinationWith(wo('two', 2)), state);
      expect([diagnostics.length, plain(kept)]).toEqual([1, plain(state)]);
    });

    test('is sent with credentials that replace a role', async () => {
      const auth = { role: { role_rn: 'rn' } };
      const role = { format: 'JSON', target: { log_group: { auth, log_group_rn: 'rn:log' } } };
      const state = await harness.applied(destination, role);
      const after = await harness.applied(destination, destinationWith(wo('one', 7)), state);
      expect([sentSecret(), credsIn(plain(after))['cloud_secret_access_key_wo_version']]).toEqual(['one', 7]);
    });
  });

  describe('a secret that cannot be changed', () => {
    const type = 'netingress_tls_certificate';
    const { private_key_pem: pem = null, ...rest } = fullConfig(getKind('tls_certificate'), 0, { object: 0 });
    const version = (n: number): JsonObject => ({ ...rest, private_key_pem_wo: pem, private_key_pem_wo_version: n });

    test('is sent on create and not stored, and requires replacement for another version', async () => {
      const state = await harness.applied(type, version(1));
      expect(harness.bodies.at(-1)?.['private_key_pem']).toBe(pem);
      const stored = { private_key_pem: null, private_key_pem_wo: null, private_key_pem_wo_version: 1 };
      expect(state).toMatchObject(stored);
      expect((await harness.plan(type, version(1), state)).requiresReplace).toEqual([]);
      const changed = await harness.plan(type, version(2), state);
      expect(changed.requiresReplace).toEqual([['private_key_pem_wo_version']]);
    });

    test('is validated, and not shown if invalid', async () => {
      const { privateKey } = generateKeyPairSync('ed25519');
      const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replace('PRIVATE', 'PRIVAT');
      const diagnostics = await harness.validate(type, { ...version(1), private_key_pem_wo: text });
      const detail = 'private_key_pem_wo is not a private key; expected a PEM private key without a passphrase.';
      expect(diagnostics.map((each) => each.detail)).toEqual([detail]);
    });
  });
});

describe('sealed values', () => {
  const { compactDecrypt } = require('jose/jwe/compact/decrypt') as typeof Decrypt;

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'spki' }).toString();
  const jwkOf = (key: KeyObject): string => JSON.stringify(key.export({ format: 'jwk' }));
  function opensshOf(key: KeyObject): string {
    const parsed = parseSshPublicKey(pemOf(key));
    if (!parsed) throw new Error('The key has no OpenSSH form');
    return `${formatSshKey(parsed)} ci@example.com`;
  }

  const forms: [title: string, publicKey: string, privateKey: KeyObject, algorithm: 'RSA-OAEP-256' | 'ECDH-ES'][] = [
    ['RSA as PEM', pemOf(rsa.publicKey), rsa.privateKey, 'RSA-OAEP-256'],
    ['RSA as JWK', jwkOf(rsa.publicKey), rsa.privateKey, 'RSA-OAEP-256'],
    ['RSA as OpenSSH line', opensshOf(rsa.publicKey), rsa.privateKey, 'RSA-OAEP-256'],
    ['P-256 as PEM', pemOf(ec.publicKey), ec.privateKey, 'ECDH-ES'],
    ['P-256 as OpenSSH line', opensshOf(ec.publicKey), ec.privateKey, 'ECDH-ES'],
  ];

  const decrypt = async (jwe: Json | undefined, key: KeyObject): Promise<string> =>
    Buffer.from((await compactDecrypt(String(jwe), key)).plaintext).toString();

  const { SEALED_FOR } = sealing;
  const sealable = KINDS.filter(sealing.hasSealableAttribute);
  const types = sealable.map(({ name }) => `netingress_${name}`);

  test('each kind whose token is returned only on create can be sealed', () => {
    expect(types).toEqual(KINDS.filter(sealing.returnsSecretOnCreate).map(({ name }) => `netingress_${name}`));
    expect(types).toContain('netingress_api_key');
    for (const { attributes } of sealable) {
      const added = [SEALED_FOR, ...sealing.sealableNames(attributes).map(sealing.sealedName)];
      expect(Object.keys(expandAttributes(attributes))).toEqual(expect.arrayContaining(added));
      expect(Object.keys(attributes)).not.toContain(SEALED_FOR);
    }
  });

  const stranger = {
    'RSA-OAEP-256': generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    'ECDH-ES': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  };
  const sealedFor = { [SEALED_FOR]: pemOf(ec.publicKey) };

  describe.each(types)('%s', (type) => {
    /** The new state, and the token in the response to the create. */
    const createdToken = async (values: JsonObject): Promise<{ state: JsonObject; token: string }> => {
      const state = await harness.applied(type, values);
      return { state: plain(state) as JsonObject, token: String(harness.tokens.at(-1)) };
    };

    test.each(forms)('is sealed for %s', async (_, key, privateKey, algorithm) => {
      const { state, token } = await createdToken({ description: 'sealed', [SEALED_FOR]: key });
      expect(token.length).toBeGreaterThan(20);
      expect(state['token']).toBeNull();
      expect(JSON.stringify(state)).not.toContain(token);
      const [header = '', ...rest] = String(state['sealed_token']).split('.');
      expect(rest).toHaveLength(4);
      expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: algorithm, enc: 'A256GCM' });
      expect(await decrypt(state['sealed_token'], privateKey)).toBe(token);
      await expect(decrypt(state['sealed_token'], stranger[algorithm])).rejects.toThrow();
    });

    test('is not sealed without a key', async () => {
      const { state, token } = await createdToken({ description: 'not sealed' });
      expect(state).toMatchObject({ token, sealed_token: null, [SEALED_FOR]: null });
    });

    test.each<[string, Readonly<Record<string, string | symbol>>, unknown[]]>([
      ['null and the sealed one as known after apply with a key', sealedFor, [null, UNKNOWN]],
      ['known after apply and the sealed one as null without a key', {}, [UNKNOWN, null]],
      ['known after apply like the sealed one while the key is unknown', { [SEALED_FOR]: UNKNOWN }, [UNKNOWN, UNKNOWN]],
    ])('plans the token as %s', async (_, values, expected) => {
      const config = configOfSchema(harness.provider.schema.resources[type], values);
      const { planned, diagnostics } = await harness.plan(type, config);
      expect([planned?.['token'], planned?.['sealed_token'], diagnostics]).toEqual([...expected, []]);
    });

    test('has no changes after an apply, also with the key in another notation', async () => {
      const state = await harness.applied(type, sealedFor);
      for (const key of [pemOf(ec.publicKey), jwkOf(ec.publicKey), opensshOf(ec.publicKey)]) {
        const { planned, requiresReplace } = await harness.plan(type, { [SEALED_FOR]: key }, state);
        expect([plain(planned), requiresReplace]).toEqual([plain(state), []]);
      }
    });

    test('keeps the sealed token through reads and updates, none of which sends the public key', async () => {
      const state = await harness.applied(type, { ...sealedFor, description: 'a' });
      expect(plain(await harness.read(type, state))).toEqual(plain(state));
      const updated = await harness.applied(type, { ...sealedFor, description: 'b' }, state);
      expect(plain(updated)).toEqual({ ...(plain(state) as JsonObject), description: 'b' });
      expect(harness.bodies).toEqual([{ description: 'a' }, { description: 'b' }]);
    });

    test.each<[string, JsonObject, JsonObject]>([
      ['another key', sealedFor, { [SEALED_FOR]: pemOf(rsa.publicKey) }],
      ['no key any more', sealedFor, {}],
      ['a key for a token that the state contains', {}, sealedFor],
    ])('is replaced for %s', async (_, before, after) => {
      const state = await harness.applied(type, before);
      expect((await harness.plan(type, after, state)).requiresReplace).toEqual([[SEALED_FOR]]);
    });

    test('after an import has neither form of the token, and takes a key without a replacement', async () => {
      const created = await harness.applied(type, { description: 'a' });
      const state = await harness.imported(type, String(created['id']));
      expect(plain(state)).toMatchObject({ token: null, sealed_token: null, [SEALED_FOR]: null });
      const values = { description: 'a', ...sealedFor };
      const planned = await harness.plan(type, values, state, IMPORT_MARKER);
      expect(planned.requiresReplace).toEqual([]);
      const adopted = await harness.applied(type, values, planned.planned);
      expect(plain(adopted)).toMatchObject({ ...values, token: null, sealed_token: null });
    });

    test('a lost response leaves no token in state and errors', async () => {
      harness.loseResponse(/^POST/);
      const { state, diagnostics } = await harness.apply(type, sealedFor);
      expect([state, diagnostics.map(({ severity }) => severity), harness.tokens.length]).toEqual([null, ['error'], 1]);
      expect(JSON.stringify(diagnostics)).not.toContain(harness.tokens[0]);
    });

    test('a key that cannot be used in the apply is an error, and neither form of the token is stored', async () => {
      const { planned } = await harness.plan(type, sealedFor);
      const config = harness.config(type, { [SEALED_FOR]: 'no key' });
      const { state, diagnostics } = await harness.provider.applyResource({
        ...{ type, config, prior: null, plannedPrivate: new Uint8Array() },
        planned: withChanges(planned as ObjectValue, { [SEALED_FOR]: 'no key' }),
      });
      expect(plain(state)).toMatchObject({ token: null, sealed_token: null });
      const detail = expect.stringContaining(`'${String(state?.['id'])}' was created, and its token was discarded`);
      expect(diagnostics).toMatchObject([{ severity: 'error', path: [SEALED_FOR], detail }]);
    });
  });

  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const signature = generateKeyPairSync('ed25519').publicKey;
  test.each([
    ['no key', 'no key', 'is not a public key'],
    ['an empty string', '', 'is not a public key'],
    ['a private key', rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'is a private key'],
    ['a private JWK', jwkOf(ec.privateKey), 'is a private key'],
    ['a symmetric JWK', '{"kty":"oct","k":"c2VjcmV0"}', 'is a private key'],
    ['half a JWK', '{"kty":"EC","crv":"P-256"}', 'is not a public key'],
    ['a short RSA key', pemOf(short), 'an RSA key of 1024 bits'],
    ['another curve', pemOf(curve), 'the curve secp384r1'],
    ['a signature key', pemOf(signature), 'a key of the type ed25519'],
    ['an OpenSSH signature key', opensshOf(signature), 'a key of the type ssh-ed25519'],
    ['two keys', pemOf(ec.publicKey) + pemOf(rsa.publicKey), 'contains 2 PEM blocks'],
  ])('%s is refused in the validation, without showing it', async (_, key, problem) => {
    const diagnostics = await harness.validate('netingress_api_key', { [SEALED_FOR]: key });
    expect(diagnostics).toMatchObject([{ severity: 'error', path: [SEALED_FOR] }]);
    const [{ detail } = { detail: '' }] = diagnostics;
    expect(detail).toContain(problem);
    expect(detail).toContain('expected an RSA public key of at least 2048 bits or a P-256 public key, as PEM');
    // The value may be a private key.
    for (const part of key.match(/[\w+/]{8,}/g) ?? []) expect(detail).not.toContain(part);
  });
});
