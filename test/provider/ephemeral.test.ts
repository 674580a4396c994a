import { type ObjectValue, UNKNOWN } from '../../src/values/cty-value';
import type { JsonObject } from '../../src/values/json';
import { createHarness, type Harness, plain } from '../support/provider/harness';
import { configOfSchema } from '../support/provider/values';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

const types = [
  ['netingress_api_key', 'api_key', {}],
  ['netingress_tunnel_credential', 'tunnel_credential', { acl: ['bind:*.example.com'] }],
] as const;

const configOf = (type: string, values: JsonObject): ObjectValue =>
  configOfSchema(harness.provider.schema.ephemeralResources[type], values);
const open = (type: string, values: JsonObject) =>
  harness.provider.openEphemeral({ type, config: configOf(type, values), deferralAllowed: false });

test('an API key and a tunnel credential, whose secrets only a create returns, can be ephemeral, and nothing else', () => {
  expect(Object.keys(harness.provider.schema.ephemeralResources)).toEqual(types.map(([type]) => type));
});

describe.each(types)('%s', (type, kind, more) => {
  test('is created with its inputs, returns its secret, and is deleted', async () => {
    const values = { description: 'for a run', metadata: 'm', ...more };
    const { result, private: opened, diagnostics } = await open(type, values);
    expect(diagnostics).toEqual([]);
    const [object] = harness.emulator.objects(kind);
    expect(object).toMatchObject(values);
    expect(plain(result)).toMatchObject({ id: object?.['id'], ...values });
    expect(String(result?.['token']).length).toBeGreaterThan(20);
    expect(Buffer.from(opened).toString()).not.toContain(String(result?.['token']));
    expect(await harness.provider.closeEphemeral({ type, private: opened })).toEqual({ diagnostics: [] });
    expect(harness.emulator.objects(kind)).toEqual([]);
  });

  test('may be deleted already on close, and is also closed after an interruption', async () => {
    const first = await open(type, {});
    await harness.emulator.reset();
    expect(await harness.provider.closeEphemeral({ type, private: first.private })).toEqual({ diagnostics: [] });
    const second = await open(type, {});
    harness.provider.stop();
    await harness.provider.closeEphemeral({ type, private: second.private });
    expect(harness.emulator.objects(kind)).toEqual([]);
  });

  test('whose secret was lost with the response is an error that names the object; nothing is deleted', async () => {
    harness.loseResponse(/^POST /);
    const { result, diagnostics } = await open(type, { description: 'for a run' });
    const ids = harness.emulator.objects(kind).map(({ id }) => id);
    expect([result, ids.length]).toEqual([null, 1]);
    const detail = expect.stringContaining(`/${ids[0]}\nat the service's API`);
    expect(diagnostics).toMatchObject([{ severity: 'error', detail }]);
    expect(harness.requests().filter((request) => request.startsWith('DELETE'))).toEqual([]);
  });

  test('that the service rejects is an error, and leaves no object', async () => {
    const { result, diagnostics } = await open(type, { description: 'x'.repeat(256) });
    expect(result).toBeNull();
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
    expect(harness.emulator.objects(kind)).toEqual([]);
  });

  test('is validated', async () => {
    const validate = async (description: string | symbol) => {
      const config = configOf(type, { description } as JsonObject);
      const request = { mode: 'ephemeral', type, config, writeOnlyAllowed: false } as const;
      return (await harness.provider.validate(request)).diagnostics;
    };
    const detail = 'description is 256 bytes long; expected at most 255 bytes of UTF-8.';
    expect(await validate('x'.repeat(256))).toMatchObject([{ path: ['description'], detail }]);
    expect(await validate(UNKNOWN)).toEqual([]);
  });
});
