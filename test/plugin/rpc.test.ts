import { ACTIONS, actionType } from '../../src/model/actions';
import { createSchemaTypes } from '../../src/plugin/codec/schema-types';
import * as messages from '../../src/plugin/generated/tfplugin6';
import { InvokeActionEvent, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import type { Codec, RpcMethod } from '../../src/plugin/protobuf';
import { RPCS, type RpcContext, STREAM_RPCS } from '../../src/plugin/rpc';
import { createProvider } from '../../src/provider/create-provider';
import type { ActionEvent, Provider } from '../../src/provider/protocol/provider';
import { impliedType } from '../../src/provider/protocol/schema';
import { type ObjectValue, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { createMemoryProvider } from '../support/plugin/memory-provider';

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
  return rpc.handle(contextOf(provider), bytes);
}

async function call<Request, Response>(
  method: RpcMethod<Request, Response>,
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
const withoutEngine = [
  'GetMetadata',
  'GetProviderSchema',
  'GetFunctions',
  'GetResourceIdentitySchemas',
  'UpgradeResourceIdentity',
  'RenewEphemeralResource',
];

describe('every operation', () => {
  test.each(served.filter(([name]) => !withoutEngine.includes(name)))(
    '%s turns a defect of the provider into a diagnostic',
    async (name, method) => {
      const dataSource = name.includes('Data');
      const config = dataSource
        ? {
            msgpack: Buffer.from(
              encodeValue(
                ['object', { text: 'string', result: 'string' }],
                objectValue([
                  ['text', 'a'],
                  ['result', null],
                ]),
              ),
            ),
          }
        : name.includes('Provider')
          ? { msgpack: Buffer.from(encodeValue(['object', { greeting: 'string' }], objectValue([['greeting', null]]))) }
          : state;
      const request = {
        typeName: dataSource ? 'memory_echo' : 'memory_thing',
        actionType: 'memory_thing',
        config,
        currentState: state,
        priorState: state,
        rawState: { json: Buffer.from('{}') },
        private: Buffer.from('p'),
        priorPrivate: Buffer.from('p'),
        plannedPrivate: Buffer.from('p'),
        state,
        sourceState: { json: Buffer.from('{}') },
        targetTypeName: 'memory_thing',
        name: 'shout',
        arguments: [{ msgpack: Buffer.from(encodeValue('string', 'a')) }],
      };
      const response = (await call(method as RpcMethod<object, object>, request, failing())) as {
        diagnostics?: messages.Diagnostic[];
        error?: string | messages.FunctionError;
      };
      const text =
        response.diagnostics?.[0]?.detail ??
        (typeof response.error === 'object' ? response.error.text : response.error);
      expect(text).toContain(`${name}`);
      expect(text).toContain('Error: a bug at ***');
    },
  );

  test.each(served)('%s turns a damaged request into a diagnostic', async (_, method) => {
    // Field 1 announces 2^32 - 1 bytes, of which there are none.
    const bytes = await callBytes(method.path, Buffer.from('0affffffff0f', 'hex'), memory);
    const response = (method.response as Codec<object>).decode(bytes) as {
      diagnostics?: messages.Diagnostic[];
      error?: string;
    };
    expect(response.diagnostics?.[0]?.severity ?? response.error).toBeTruthy();
  });

  test.each(['ReadResource', 'PlanResourceChange', 'ApplyResourceChange'] as const)(
    '%s names a type it does not have',
    async (name) => {
      const response = await call(
        methods[name] as RpcMethod<object, { diagnostics?: readonly messages.Diagnostic[] }>,
        {
          typeName: 'toString',
        },
      );
      expect(response.diagnostics?.[0]?.detail).toContain(
        "The provider has no resource type 'toString'; expected one of memory_thing",
      );
    },
  );
});

describe('the truest state', () => {
  test('after a bug in a read is the state as it was, with its private data', async () => {
    const request = { typeName: 'memory_thing', currentState: state, private: Buffer.from('p') };
    const response = await call(methods.ReadResource, request, failing());
    expect(response).toMatchObject({ newState: state, private: Buffer.from('p') });
  });

  test('after a bug in an apply is the prior state', async () => {
    const request = { typeName: 'memory_thing', priorState: state, plannedPrivate: Buffer.from('p') };
    const response = await call(methods.ApplyResourceChange, request, failing());
    expect(response).toMatchObject({ newState: state, private: Buffer.from('p') });
  });
});

describe('ReadResource', () => {
  test('returns private data as the provider gives it, and null for what is gone', async () => {
    const gone: Provider = {
      ...memory,
      readResource: async () => ({ state: null, private: Buffer.from('q'), diagnostics: [] }),
    };
    const response = await call(methods.ReadResource, { typeName: 'memory_thing', currentState: state }, gone);
    expect(response.newState).toEqual({ msgpack: Buffer.from('c0', 'hex') });
    expect(response.private).toEqual(Buffer.from('q'));
  });

  test('reads JSON where there is no msgpack', async () => {
    const json = { json: Buffer.from('{"id":"x","name":"n"}') };
    const response = await call(methods.ReadResource, { typeName: 'memory_thing', currentState: json });
    expect(response.newState).toEqual(state);
  });
});

describe('identities', () => {
  const identity = {
    identityData: { msgpack: Buffer.from(encodeValue(['object', { id: 'string' }], objectValue([['id', 'x']]))) },
  };

  test('are what the schema says', async () => {
    const { identitySchemas } = await call(methods.GetResourceIdentitySchemas, {});
    expect(identitySchemas).toEqual({
      memory_thing: {
        identityAttributes: [
          { name: 'id', type: Buffer.from('"string"'), requiredForImport: true, description: 'As in the state.' },
        ],
      },
    });
  });

  test('come with what is read, planned, applied, imported and moved', async () => {
    const read = await call(methods.ReadResource, { typeName: 'memory_thing', currentState: state });
    expect(read.newIdentity).toEqual(identity);
    const change = { typeName: 'memory_thing', priorState: state, config: state };
    const plan = await call(methods.PlanResourceChange, { ...change, proposedNewState: state });
    expect(plan.plannedIdentity).toEqual(identity);
    const applied = await call(methods.ApplyResourceChange, { ...change, plannedState: state });
    expect(applied.newIdentity).toEqual(identity);
    const { importedResources } = await call(methods.ImportResourceState, { typeName: 'memory_thing', id: 'x' });
    expect(importedResources?.[0]?.identity).toEqual(identity);
    const move = { targetTypeName: 'memory_thing', sourceState: { json: Buffer.from('{"id":"x"}') } };
    expect((await call(methods.MoveResourceState, move)).targetIdentity).toEqual(identity);
  });

  test('are not known before a create, and kept by a destroy', async () => {
    const create = await call(methods.PlanResourceChange, { typeName: 'memory_thing', proposedNewState: state });
    expect(create.plannedIdentity).toBeUndefined();
    const nothing = { msgpack: Buffer.from('c0', 'hex') };
    const destroy = await call(methods.PlanResourceChange, {
      typeName: 'memory_thing',
      priorState: state,
      proposedNewState: nothing,
      priorIdentity: identity,
    });
    expect(destroy.plannedIdentity).toEqual(identity);
  });

  test('import what they name', async () => {
    const { importedResources } = await call(methods.ImportResourceState, { typeName: 'memory_thing', identity });
    expect((decodeValue(type, importedResources?.[0]?.state?.msgpack ?? Buffer.alloc(0)) as ObjectValue)['id']).toBe(
      'x',
    );
  });

  test('are upgraded from the version that there is, and no other', async () => {
    const request = { typeName: 'memory_thing', rawIdentity: { json: Buffer.from('{"id":"x"}') } };
    expect(await call(methods.UpgradeResourceIdentity, request)).toEqual({ upgradedIdentity: identity });
    const later = await call(methods.UpgradeResourceIdentity, { ...request, version: 3 });
    expect(later.diagnostics?.[0]?.detail).toContain('version 3');
  });
});

describe('ephemeral resources', () => {
  test('are closed with the private data of the open response', async () => {
    const steps: string[] = [];
    const provider = createMemoryProvider({ report: (step) => steps.push(step) });
    const opened = await call(methods.OpenEphemeralResource, { typeName: 'memory_thing', config: state }, provider);
    expect((decodeValue(type, opened.result?.msgpack ?? Buffer.alloc(0)) as ObjectValue)['id']).toBe('thing_1');
    expect(opened.renewAt).toBeUndefined();
    const renewed = await call(methods.RenewEphemeralResource, { typeName: 'memory_thing', private: Buffer.from('o') });
    expect(renewed).toEqual({ private: Buffer.from('o') });
    const close = { typeName: 'memory_thing', private: opened.private };
    expect(await call(methods.CloseEphemeralResource, close, provider)).toEqual({});
    expect(steps).toEqual(['close opened']);
  });
});

describe('functions', () => {
  const text = (value: string) => [{ msgpack: Buffer.from(encodeValue('string', value)) }];

  test('have the same signatures in both responses', async () => {
    const signature = {
      parameters: [{ name: 'text', type: Buffer.from('"string"'), description: 'Any text.', descriptionKind: 1 }],
      return: { type: Buffer.from('"string"') },
      summary: 'Louder',
      description: 'The text in capitals; an empty one is an error.',
      descriptionKind: 1,
    };
    expect(await call(methods.GetFunctions, {})).toEqual({ functions: { shout: signature } });
    expect((await call(methods.GetProviderSchema, {})).functions).toEqual({ shout: signature });
  });

  test('return a result, or an error with the index of the argument, also 0', async () => {
    const { result } = await call(methods.CallFunction, { name: 'shout', arguments: text('hey') });
    expect(decodeValue('string', result?.msgpack ?? Buffer.alloc(0))).toBe('HEY');
    const wrong = await call(methods.CallFunction, { name: 'shout', arguments: text('') });
    expect(wrong).toEqual({ error: { text: 'it is empty', functionArgument: 0 } });
    const none = await call(methods.CallFunction, { name: 'toString', arguments: [] });
    expect(none.error?.text).toContain("The provider has no function 'toString'; expected one of shout");
  });
});

test('a problem of the configuration of a list is at its attribute below `config`, as Terraform has it', async () => {
  const problem = { severity: 'error', summary: 'Invalid', detail: 'It is empty.', path: ['name'] } as const;
  const provider: Provider = { ...memory, validate: async () => ({ diagnostics: [problem] }) };
  const request = { typeName: 'memory_thing', config: state };
  const { diagnostics } = await call(methods.ValidateListResourceConfig, request, provider);
  expect(diagnostics?.map(({ attribute }) => attribute)).toEqual([
    { steps: [{ attributeName: 'config' }, { attributeName: 'name' }] },
  ]);
});

test('computed blocks and the planned private data of protocol 6.11 do not change a plan', async () => {
  const request = { typeName: 'memory_thing', config: state, proposedNewState: state };
  const clientCapabilities = { writeOnlyAttributesAllowed: true };
  const planned = await call(methods.PlanResourceChange, {
    ...request,
    clientCapabilities: { ...clientCapabilities, storePlannedPrivate: true, computedBlocksAllowed: true },
    plannedPrivate: Buffer.from('{"of":"the first plan"}'),
  });
  expect(planned.diagnostics ?? []).toEqual([]);
  expect(planned).toEqual(await call(methods.PlanResourceChange, { ...request, clientCapabilities }));
});

test('GenerateResourceConfig returns a configuration', async () => {
  const { config } = await call(methods.GenerateResourceConfig, { typeName: 'memory_thing', state });
  expect(decodeValue(type, config?.msgpack ?? Buffer.alloc(0))).toMatchObject({ id: null, name: 'n' });
});

test('MoveResourceState passes the source address and returns private data', async () => {
  const { targetState, targetPrivate } = await call(methods.MoveResourceState, {
    sourceProviderAddress: 'registry.terraform.io/a/b',
    sourceTypeName: 'b_thing',
    sourceState: { json: Buffer.from('{"id":"x"}') },
    targetTypeName: 'memory_thing',
  });
  const moved = decodeValue(type, targetState?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
  expect(moved['name']).toBe('b_thing of registry.terraform.io/a/b');
  expect(targetPrivate).toEqual(Buffer.from('moved'));
});

describe('PlanResourceChange', () => {
  test('decodes absent values as null: the plan of a destroy', async () => {
    const response = await call(methods.PlanResourceChange, {
      typeName: 'memory_thing',
      priorState: state,
      proposedNewState: { msgpack: Buffer.from('c0', 'hex') },
      priorPrivate: Buffer.from('p'),
    });
    expect(response.plannedState).toEqual({ msgpack: Buffer.from('c0', 'hex') });
    expect(response.plannedPrivate).toEqual(Buffer.from('p'));
    expect(response.requiresReplace).toEqual([{ steps: [{ attributeName: 'name' }] }]);
  });
});

describe('UpgradeResourceState', () => {
  test('fills in what newer schemas added', async () => {
    const request = {
      typeName: 'memory_thing',
      version: 1,
      rawState: { json: Buffer.from('{"id":"x","name":"n","gone":1}') },
    };
    const response = await call(methods.UpgradeResourceState, request);
    expect(response).toEqual({ upgradedState: state });
  });

  test('keeps every digit of a number, wherever it was written', async () => {
    const json = '{"id":"x","size":9007199254740993,"ports":[-9007199254740993,1],"secret":"9007199254740993"}';
    const rawState = { json: Buffer.from(json) };
    const response = await call(methods.UpgradeResourceState, { typeName: 'memory_thing', version: 1, rawState });
    const upgraded = decodeValue(type, response.upgradedState?.msgpack ?? Buffer.alloc(0));
    const exact = { size: 2n ** 53n + 1n, ports: [-(2n ** 53n) - 1n, 1], secret: '9007199254740993' };
    expect(upgraded).toEqual(Object.assign(objectValue(), nulls, { id: 'x' }, exact));
  });

  test.each([
    ['in the form of Terraform 0.11', { flatmap: { id: 'x' } }, 'Remove the object from the state'],
    ['that is not an object', { json: Buffer.from('[]') }, 'not a JSON object'],
    ['that is missing', undefined, 'no stored state'],
    ['that is damaged', { json: Buffer.from('{"token":"hunter2') }, 'Error: The stored state is not valid JSON'],
  ])('rejects state %s', async (_, rawState, expected) => {
    const response = await call(methods.UpgradeResourceState, { typeName: 'memory_thing', rawState });
    expect(response.upgradedState).toBeUndefined();
    expect(response.diagnostics?.[0]?.detail).toContain(expected);
    expect(response.diagnostics?.[0]?.detail).not.toContain('hunter2');
  });
});

describe('ApplyResourceChange', () => {
  test('saves the valid part of an object that does not match its schema', async () => {
    const malformed: Provider = {
      ...memory,
      applyResource: async () => ({ state: objectValue([['id', 'x']]), private: Buffer.alloc(0), diagnostics: [] }),
    };
    const response = await call(methods.ApplyResourceChange, { typeName: 'memory_thing' }, malformed);
    expect(decodeValue(type, response.newState?.msgpack ?? Buffer.alloc(0))).toEqual(
      Object.assign(objectValue(), nulls, { id: 'x' }),
    );
    expect(response.diagnostics?.[0]?.detail).toContain('enabled: this attribute is missing');
  });
});

describe('GetProviderSchema', () => {
  test('contains types, nesting, flags and capabilities', async () => {
    const response = await call(methods.GetProviderSchema, {});
    expect(response.serverCapabilities).toEqual({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
      generateResourceConfig: true,
    });
    const schema = response.resourceSchemas?.['memory_thing'];
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

  test('turns a broken schema into a diagnostic', async () => {
    const attributes = [{ name: 'x', description: '' }];
    const broken = { ...memory, schema: { ...memory.schema, provider: { version: 0, description: '', attributes } } };
    const response = await call(methods.GetProviderSchema, {}, broken);
    expect(response.diagnostics?.[0]?.detail).toContain(
      "Schema attribute 'x' has neither a type nor nested attributes",
    );
  });
});

test('GetMetadata lists all type names', async () => {
  expect(await call(methods.GetMetadata, {})).toMatchObject({
    resources: [{ typeName: 'memory_thing' }],
    dataSources: [{ typeName: 'memory_echo' }],
    ephemeralResources: [{ typeName: 'memory_thing' }],
    listResources: [{ typeName: 'memory_thing' }],
    actions: [{ typeName: 'memory_thing' }],
    functions: [{ name: 'shout' }],
  });
});

/** The RPCs of actions, as bytes: what Terraform does not check must be right. */
describe('actions', () => {
  const memory = createMemoryProvider();
  const type = impliedType(memory.schema.actions['memory_thing']?.attributes ?? []);
  const config = objectValue(Object.keys(type[1]).map((name) => [name, name === 'name' ? 'hello' : null]));

  function contextOf(provider: Provider): RpcContext {
    return {
      provider,
      types: createSchemaTypes(() => provider.schema),
      redact: (text: string) => text,
      log: () => undefined,
    };
  }

  async function invoke(
    provider: Provider,
    name = 'memory_thing',
    msgpack = encodeValue(type, config),
  ): Promise<Uint8Array[]> {
    const rpc = STREAM_RPCS.find(({ path }) => path === ProviderMethods.InvokeAction.path);
    const request = ProviderMethods.InvokeAction.request.encode({
      actionType: name,
      config: { msgpack: Buffer.from(msgpack) },
    });
    const events: Uint8Array[] = [];
    await rpc?.handle(
      contextOf(provider),
      request,
      async (event) => void events.push(event),
      new AbortController().signal,
    );
    return events;
  }

  test('every event has its member, also an empty message and an end without diagnostics', async () => {
    const events = await invoke(memory);
    // Field 1 (`progress`) and field 2 (`completed`), each with the length of its message.
    expect(events.map((event) => Buffer.from(event).toString('hex'))).toEqual([
      '0a00',
      `0a07${Buffer.from([10, 5]).toString('hex')}${Buffer.from('hello').toString('hex')}`,
      '1200',
    ]);
  });

  test('an exception and an unknown action end the stream with an error', async () => {
    const broken: Provider = {
      ...memory,
      // biome-ignore lint/correctness/useYield: it fails before the first event
      async *invokeAction() {
        throw new Error('broken');
      },
    };
    for (const events of [await invoke(broken), await invoke(memory, 'memory_none')]) {
      expect(events).toHaveLength(1);
      expect(InvokeActionEvent.decode(events[0] as Uint8Array).completed?.diagnostics).toHaveLength(1);
    }
  });

  test('the stream ends with the first result, and one without a result ends with an error', async () => {
    const streams: (readonly ActionEvent[])[] = [
      [],
      [{ progress: 'one' }],
      [{ diagnostics: [] }, { progress: 'late' }],
    ];
    const ends: [events: number, errorsOfEachEnd: number[], lastIsEnd: boolean][] = [];
    for (const stream of streams) {
      const events = await invoke({
        ...memory,
        async *invokeAction() {
          yield* stream;
        },
      });
      const decoded = events.map((event) => InvokeActionEvent.decode(event));
      const results = decoded.flatMap(({ completed }) => (completed ? [completed.diagnostics?.length ?? 0] : []));
      ends.push([decoded.length, results, decoded.at(-1)?.completed !== undefined]);
    }
    expect(ends).toEqual([
      [1, [1], true],
      [2, [1], true],
      [1, [0], true],
    ]);
  });

  test('a configuration that cannot be decoded ends the stream with an error', async () => {
    const events = await invoke(memory, 'memory_thing', Uint8Array.of(0xc1));
    expect(events).toHaveLength(1);
    expect(InvokeActionEvent.decode(events[0] as Uint8Array).completed?.diagnostics).toHaveLength(1);
  });

  test('the schema of every action has a block, which Terraform reads without a check', async () => {
    const rpc = RPCS.find(({ path }) => path === ProviderMethods.GetProviderSchema.path);
    const provider = createProvider({
      environment: {},
      connect: () => {
        throw new Error('A schema needs no service');
      },
    });
    const bytes = await rpc?.handle(contextOf(provider), new Uint8Array());
    const { actionSchemas = {} } = ProviderMethods.GetProviderSchema.response.decode(bytes as Uint8Array);
    expect(Object.keys(actionSchemas).sort()).toEqual(ACTIONS.map(actionType).sort());
    for (const { schema } of Object.values(actionSchemas)) expect(schema?.block?.attributes?.length).toBeGreaterThan(0);
  });

  test('a validation names the action as type_name, a plan as action_type', async () => {
    const message = { msgpack: Buffer.from(encodeValue(type, config)) };
    const call = async (path: string, request: Uint8Array): Promise<Uint8Array> =>
      (await RPCS.find((rpc) => rpc.path === path)?.handle(contextOf(memory), request)) as Uint8Array;
    const { ValidateActionConfig, PlanAction } = ProviderMethods;
    const validation = ValidateActionConfig.request.encode({ typeName: 'memory_thing', config: message });
    const plan = PlanAction.request.encode({ actionType: 'memory_thing', config: message });
    const validated = ValidateActionConfig.response.decode(await call(ValidateActionConfig.path, validation));
    const planned = PlanAction.response.decode(await call(PlanAction.path, plan));
    expect([validated.diagnostics ?? [], planned.diagnostics ?? [], planned.deferred]).toEqual([[], [], undefined]);
  });
});
