import type { Provider } from '../../src/engine/provider';
import { impliedType } from '../../src/engine/schema';
import * as messages from '../../src/plugin/generated/tfplugin6';
import type { Codec, Method } from '../../src/plugin/protobuf';
import { RPCS, type RpcContext } from '../../src/plugin/rpc';
import { createSchemaTypes } from '../../src/plugin/schema-types';
import { decodeValue, encodeValue } from '../../src/values/codec';
import { objectValue } from '../../src/values/value';
import { createMemoryProvider } from './helper/memory-provider';

const { ProviderMethods: methods } = messages;
const memory = createMemoryProvider();
const type = impliedType(memory.schema.resources['memory_thing']?.attributes ?? []);
const nulls = objectValue(Object.keys(type[1]).map((name) => [name, null]));
const state = { msgpack: Buffer.from(encodeValue(type, Object.assign(objectValue(), nulls, { id: 'x', name: 'n' }))) };

function contextOf(provider: Provider): RpcContext {
  return {
    provider,
    types: createSchemaTypes(() => provider.schema),
    redact: (text) => text.replaceAll('SECRET', '***'),
    log: () => undefined,
  };
}

async function callBytes(path: string, bytes: Uint8Array, provider: Provider): Promise<Uint8Array> {
  const rpc = RPCS.find((candidate) => candidate.path === path);
  if (!rpc) throw new Error(`${path} is not served`);
  return rpc.call(contextOf(provider), bytes);
}

async function call<Request, Response>(
  method: Method<Request, Response>,
  request: Request,
  provider: Provider = memory,
): Promise<Response> {
  return method.response.decode(await callBytes(method.path, method.request.encode(request), provider));
}

/** A provider every operation of which has a bug. */
function failing(): Provider {
  const fail = (): never => {
    throw new Error('a bug at SECRET');
  };
  const operations = Object.keys(memory).filter((name) => name !== 'schema');
  return {
    ...Object.fromEntries(operations.map((name) => [name, fail])),
    schema: memory.schema,
  } as unknown as Provider;
}

const served = Object.entries(methods).filter(([, { path }]) => RPCS.some((rpc) => rpc.path === path));
const withoutEngine = ['GetMetadata', 'GetProviderSchema', 'GetFunctions', 'GetResourceIdentitySchemas'];

describe('every operation', () => {
  test.each(served.filter(([name]) => !withoutEngine.includes(name)))(
    '%s turns a bug of the engine into a diagnostic',
    async (name, method) => {
      const dataSource = name.includes('Data');
      const config = dataSource
        ? {
            msgpack: Buffer.from(
              encodeValue(
                ['object', { text: 'string', answer: 'string' }],
                objectValue([
                  ['text', 'a'],
                  ['answer', null],
                ]),
              ),
            ),
          }
        : name.includes('Provider')
          ? { msgpack: Buffer.from(encodeValue(['object', { greeting: 'string' }], objectValue([['greeting', null]]))) }
          : state;
      const request = {
        typeName: dataSource ? 'memory_echo' : 'memory_thing',
        config,
        currentState: state,
        priorState: state,
        rawState: { json: Buffer.from('{}') },
        private: Buffer.from('p'),
        priorPrivate: Buffer.from('p'),
        plannedPrivate: Buffer.from('p'),
      };
      const answer = (await call(method as Method<object, object>, request, failing())) as {
        diagnostics?: messages.Diagnostic[];
        error?: string;
      };
      const text = answer.diagnostics?.[0]?.detail ?? answer.error;
      expect(text).toContain(`${name}`);
      expect(text).toContain('Error: a bug at ***');
    },
  );

  test.each(served.filter(([name]) => !['GetProviderSchema'].includes(name)))(
    '%s turns damaged requests into a diagnostic',
    async (_, method) => {
      const bytes = await callBytes(method.path, Buffer.from('0affffffff0f', 'hex'), memory);
      const answer = (method.response as Codec<object>).decode(bytes) as {
        diagnostics?: messages.Diagnostic[];
        error?: string;
      };
      expect(answer.diagnostics?.[0]?.severity ?? answer.error).toBeTruthy();
    },
  );

  test.each(['ReadResource', 'PlanResourceChange', 'ApplyResourceChange'] as const)(
    '%s names a type it does not have',
    async (name) => {
      const answer = await call(methods[name] as Method<object, { diagnostics?: readonly messages.Diagnostic[] }>, {
        typeName: 'toString',
      });
      expect(answer.diagnostics?.[0]?.detail).toContain(
        "The provider has no resource type 'toString'; it has memory_thing",
      );
    },
  );
});

describe('the truest state', () => {
  test('after a bug in a read is the state as it was, with its private data', async () => {
    const request = { typeName: 'memory_thing', currentState: state, private: Buffer.from('p') };
    const answer = await call(methods.ReadResource, request, failing());
    expect(answer).toMatchObject({ newState: state, private: Buffer.from('p') });
  });

  test('after a bug in an apply is the prior state', async () => {
    const request = { typeName: 'memory_thing', priorState: state, plannedPrivate: Buffer.from('p') };
    const answer = await call(methods.ApplyResourceChange, request, failing());
    expect(answer).toMatchObject({ newState: state, private: Buffer.from('p') });
  });
});

describe('ReadResource', () => {
  test('answers private data as the engine gives it, and null for what is gone', async () => {
    const gone: Provider = {
      ...memory,
      readResource: async () => ({ state: null, private: Buffer.from('q'), diagnostics: [] }),
    };
    const answer = await call(methods.ReadResource, { typeName: 'memory_thing', currentState: state }, gone);
    expect(answer.newState).toEqual({ msgpack: Buffer.from('c0', 'hex') });
    expect(answer.private).toEqual(Buffer.from('q'));
  });

  test('reads JSON where there is no msgpack', async () => {
    const json = { json: Buffer.from('{"id":"x","name":"n"}') };
    const answer = await call(methods.ReadResource, { typeName: 'memory_thing', currentState: json });
    expect(answer.newState).toEqual(state);
  });
});

describe('PlanResourceChange', () => {
  test('takes absent values as null: the plan of a destroy', async () => {
    const answer = await call(methods.PlanResourceChange, {
      typeName: 'memory_thing',
      priorState: state,
      proposedNewState: { msgpack: Buffer.from('c0', 'hex') },
      priorPrivate: Buffer.from('p'),
    });
    expect(answer.plannedState).toEqual({ msgpack: Buffer.from('c0', 'hex') });
    expect(answer.plannedPrivate).toEqual(Buffer.from('p'));
    expect(answer.requiresReplace).toEqual([{ steps: [{ attributeName: 'name' }] }]);
  });

  test('hands on whether the operation may be put off, and why it was', async () => {
    const deferring: Provider = {
      ...memory,
      planResource: async ({ deferralAllowed }) => ({
        planned: null,
        requiresReplace: [],
        plannedPrivate: Buffer.alloc(0),
        diagnostics: [],
        ...(deferralAllowed && { deferred: 'provider_config_unknown' }),
      }),
    };
    const request = { typeName: 'memory_thing' };
    const allowed = { ...request, clientCapabilities: { deferralAllowed: true } };
    expect((await call(methods.PlanResourceChange, allowed, deferring)).deferred).toEqual({ reason: 2 });
    expect((await call(methods.PlanResourceChange, request, deferring)).deferred).toBeUndefined();
  });
});

describe('UpgradeResourceState', () => {
  test('fills in what newer schemas added', async () => {
    const request = {
      typeName: 'memory_thing',
      version: 1,
      rawState: { json: Buffer.from('{"id":"x","name":"n","gone":1}') },
    };
    const answer = await call(methods.UpgradeResourceState, request);
    expect(answer).toEqual({ upgradedState: state });
  });

  test.each([
    ['in the form of Terraform 0.11', { flatmap: { id: 'x' } }, 'Terraform 0.11'],
    ['that is no object', { json: Buffer.from('[]') }, 'not a JSON object'],
    ['that is missing', undefined, 'no stored state'],
  ])('refuses state %s', async (_, rawState, expected) => {
    const answer = await call(methods.UpgradeResourceState, { typeName: 'memory_thing', rawState });
    expect(answer.upgradedState).toBeUndefined();
    expect(answer.diagnostics?.[0]?.detail).toContain(expected);
  });
});

describe('ApplyResourceChange', () => {
  test('saves what fits of an object that does not have the form of its schema', async () => {
    const malformed: Provider = {
      ...memory,
      applyResource: async () => ({ state: objectValue([['id', 'x']]), private: Buffer.alloc(0), diagnostics: [] }),
    };
    const answer = await call(methods.ApplyResourceChange, { typeName: 'memory_thing' }, malformed);
    expect(decodeValue(type, answer.newState?.msgpack ?? Buffer.alloc(0))).toEqual(
      Object.assign(objectValue(), nulls, { id: 'x' }),
    );
    expect(answer.diagnostics?.[0]?.detail).toContain('name: this attribute is missing');
  });
});

describe('GetProviderSchema', () => {
  test('tells types, nesting, flags and capabilities', async () => {
    const answer = await call(methods.GetProviderSchema, {});
    expect(answer.serverCapabilities).toEqual({ planDestroy: true, getProviderSchemaOptional: true });
    const schema = answer.resourceSchemas?.['memory_thing'];
    expect(schema?.version).toBe(1);
    const attribute = (name: string) => schema?.block?.attributes?.find((candidate) => candidate.name === name);
    expect(attribute('tags')).toEqual({
      name: 'tags',
      type: Buffer.from('["set","string"]'),
      description: 'In no order.',
      descriptionKind: 1,
      optional: true,
    });
    expect(attribute('rules')?.nestedType).toMatchObject({
      nesting: 2,
      attributes: [{ name: 'cidr', required: true }, { name: 'action' }],
    });
    expect(attribute('rules')?.type).toBeUndefined();
    expect(attribute('secret')?.sensitive).toBe(true);
    expect(attribute('old')).toMatchObject({ deprecated: true, deprecationMessage: 'Use name.' });
  });

  test('encodes its answer once', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => callBytes(methods.GetProviderSchema.path, Buffer.alloc(0), memory)),
    );
    expect(second).toBe(first);
  });

  test('turns a broken schema into a diagnostic', async () => {
    const attributes = [{ name: 'x', description: '' }];
    const broken = { ...memory, schema: { ...memory.schema, provider: { version: 0, description: '', attributes } } };
    const answer = await call(methods.GetProviderSchema, {}, broken);
    expect(answer.diagnostics?.[0]?.detail).toContain("Schema attribute 'x' has neither a type nor nested attributes");
  });
});

test('GetMetadata names what there is', async () => {
  expect(await call(methods.GetMetadata, {})).toMatchObject({
    resources: [{ typeName: 'memory_thing' }],
    dataSources: [{ typeName: 'memory_echo' }],
  });
});
