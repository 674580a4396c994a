/** Write-only values are not stored, and are sent exactly when they change. */
import { generateKeyPairSync } from 'node:crypto';
import { getKind } from '../../../src/model/kinds';
import { type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { isJsonObject, type JsonObject, valueAt } from '../../../src/values/json';
import { fullConfig } from '../../support/acceptance/samples';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

const destination = 'netingress_event_destination';

/** A destination whose creds contain what is given beside the key's id. */
function destinationWith(creds: JsonObject, more: JsonObject = {}): JsonObject {
  const auth = { creds: { cloud_access_key_id: 'AK1', ...creds } };
  return { format: 'JSON', target: { log_group: { auth, log_group_rn: 'rn:log' } }, ...more };
}

const credsIn = (value: unknown): JsonObject => {
  const creds = valueAt(value, 'target.log_group.auth.creds');
  if (!isJsonObject(creds)) throw new Error('There are no creds');
  return creds;
};
const stateCreds = (state: ObjectValue): JsonObject => credsIn(plain(state));
const wo = (value: string, version?: number): JsonObject => ({
  cloud_secret_access_key_wo: value,
  ...(version !== undefined && { cloud_secret_access_key_wo_version: version }),
});

describe('validation', () => {
  const validate = async (
    values: JsonObject,
    change: (config: ObjectValue) => void = () => undefined,
    writeOnlyAllowed = true,
  ) => {
    const config = harness.config(destination, values);
    change(config);
    return (await harness.provider.validate({ mode: 'resource', type: destination, config, writeOnlyAllowed }))
      .diagnostics;
  };

  test('rejects the attribute together with its write-only variant', async () => {
    const found = await validate(destinationWith({ cloud_secret_access_key: 'a', ...wo('b') }));
    expect(found.map(({ detail }) => detail)).toEqual([
      'target.log_group.auth.creds.cloud_secret_access_key_wo is set together with cloud_secret_access_key; expected only one of them.',
    ]);
  });

  test('accepts an unknown write-only variant beside the attribute, because it may become null', async () => {
    const found = await validate(destinationWith({ cloud_secret_access_key: 'a' }), (config) => {
      const step = (value: unknown, name: string) => (value as ObjectValue)[name];
      const creds = ['target', 'log_group', 'auth', 'creds'].reduce<unknown>(step, config) as ObjectValue;
      creds['cloud_secret_access_key_wo'] = UNKNOWN;
    });
    expect(found).toEqual([]);
  });

  test('rejects a version without the write-only variant', async () => {
    const found = await validate(
      destinationWith({ cloud_secret_access_key: 'a', cloud_secret_access_key_wo_version: 1 }),
    );
    expect(found.map(({ detail }) => detail)).toEqual([
      'target.log_group.auth.creds.cloud_secret_access_key_wo_version is set without cloud_secret_access_key_wo; ' +
        'expected cloud_secret_access_key_wo, or no cloud_secret_access_key_wo_version.',
    ]);
  });

  test('rejects a nested write-only value that would be stored, without showing it', async () => {
    const found = await validate(destinationWith(wo('hunter2')), undefined, false);
    expect(found).toHaveLength(1);
    expect(found[0]?.path).toEqual(['target', 'log_group', 'auth', 'creds', 'cloud_secret_access_key_wo']);
    expect(found[0]?.detail).toContain('Terraform 1.11');
    expect(JSON.stringify(found)).not.toContain('hunter2');
    expect(await validate(destinationWith({ cloud_secret_access_key: 'a' }), undefined, false)).toEqual([]);
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
    const { planned } = await harness.plan(destination, values);
    expect(JSON.stringify(plain(planned))).not.toContain('hunter2');
    const state = await harness.applied(destination, values);
    expect(credsIn(harness.bodies.at(-1))).toEqual({ cloud_access_key_id: 'AK1', cloud_secret_access_key: 'hunter2' });
    expect(stateCreds(state)).toEqual({
      cloud_access_key_id: 'AK1',
      cloud_secret_access_key: null,
      cloud_secret_access_key_wo: null,
      cloud_secret_access_key_wo_version: 1,
    });
    expect(plain((await harness.plan(destination, values, state)).planned)).toEqual(plain(state));
    expect(plain(await harness.read(destination, state))).toEqual(plain(state));
  });

  test('is not a change without another version', async () => {
    const state = await harness.applied(destination, destinationWith(wo('one', 1)));
    expect(plain((await harness.plan(destination, destinationWith(wo('two', 1)), state)).planned)).toEqual(
      plain(state),
    );
  });

  test('is updated in place for another version', async () => {
    const state = await harness.applied(destination, destinationWith(wo('one', 1)));
    const { requiresReplace } = await harness.plan(destination, destinationWith(wo('two', 2)), state);
    expect(requiresReplace).toEqual([]);
    const after = await harness.applied(destination, destinationWith(wo('two', 2)), state);
    expect(credsIn(harness.bodies.at(-1))['cloud_secret_access_key']).toBe('two');
    expect(stateCreds(after)['cloud_secret_access_key_wo_version']).toBe(2);
  });

  test('is sent again for another version with the same value', async () => {
    const state = await harness.applied(destination, destinationWith(wo('one', 1)));
    await harness.applied(destination, destinationWith(wo('one', 2)), state);
    expect(credsIn(harness.bodies.at(-1))['cloud_secret_access_key']).toBe('one');
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
    const { requiresReplace } = await harness.plan(destination, destinationWith(wo('one')), state);
    expect(requiresReplace).toEqual([]);
    const after = await harness.applied(destination, destinationWith(wo('one')), state);
    expect(JSON.stringify(plain(after))).not.toContain('"one"');
    expect(harness.bodies.length).toBe(sent);
    // A value that differs from the known one is sent without a version.
    await harness.applied(destination, destinationWith(wo('other')), state);
    expect(credsIn(harness.bodies.at(-1))['cloud_secret_access_key']).toBe('other');
  });

  test('keeps its old version after a failed update, so that the next apply sends it again', async () => {
    const state = await harness.applied(destination, destinationWith(wo('one', 1)));
    await harness.emulator.reset();
    const { state: kept, diagnostics } = await harness.apply(destination, destinationWith(wo('two', 2)), state);
    expect(diagnostics).toHaveLength(1);
    expect(plain(kept)).toEqual(plain(state));
  });

  test('is sent with credentials that replace a role', async () => {
    const role = {
      format: 'JSON',
      target: { log_group: { auth: { role: { role_rn: 'rn' } }, log_group_rn: 'rn:log' } },
    };
    const state = await harness.applied(destination, role);
    const after = await harness.applied(destination, destinationWith(wo('one', 7)), state);
    expect(credsIn(harness.bodies.at(-1))['cloud_secret_access_key']).toBe('one');
    expect(stateCreds(after)['cloud_secret_access_key_wo_version']).toBe(7);
  });
});

describe('a secret that cannot be changed', () => {
  const type = 'netingress_tls_certificate';
  const { private_key_pem: pem, ...rest } = fullConfig(getKind('tls_certificate'), 0, { object: 0 });
  const withWriteOnly = (version?: number): JsonObject => ({
    ...rest,
    private_key_pem_wo: pem ?? null,
    ...(version !== undefined && { private_key_pem_wo_version: version }),
  });

  test('is sent on create and not stored', async () => {
    const state = await harness.applied(type, withWriteOnly(1));
    expect(harness.bodies.at(-1)?.['private_key_pem']).toBe(pem);
    expect(state['private_key_pem']).toBeNull();
    expect(state['private_key_pem_wo']).toBeNull();
    expect(state['private_key_pem_wo_version']).toBe(1);
    expect((await harness.plan(type, withWriteOnly(1), state)).requiresReplace).toEqual([]);
  });

  test('requires replacement for another version', async () => {
    const state = await harness.applied(type, withWriteOnly(1));
    expect((await harness.plan(type, withWriteOnly(2), state)).requiresReplace).toEqual([
      ['private_key_pem_wo_version'],
    ]);
  });

  test('is validated, and not shown if invalid', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replace('PRIVATE', 'PRIVAT');
    const diagnostics = await harness.validate(type, { ...withWriteOnly(), private_key_pem_wo: text });
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      'private_key_pem_wo is not a private key; expected a PEM private key without a passphrase.',
    ]);
  });
});
