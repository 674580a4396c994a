import { ACTIONS, actionType } from '../../src/model/actions';
import { createSchemaTypes } from '../../src/plugin/codec/schema-types';
import * as messages from '../../src/plugin/generated/tfplugin6';
import { InvokeActionEvent, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import type { Codec, RpcMethod } from '../../src/plugin/protobuf';
import { RPCS, type RpcContext, STREAM_RPCS } from '../../src/plugin/rpc';
import { createProvider } from '../../src/provider/create-provider';
import type { ActionEvent, Provider } from '../../src/provider/protocol/provider';
import { impliedType } from '../../src/provider/protocol/schema';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { createMemoryProvider } from '../support/plugin/memory-provider';

const { ProviderMethods: methods } = messages;
const memory = createMemoryProvider();
const type = impliedType(memory.schema.resources['memory_thing']?.attributes ?? []);
const nulls = objectValue(Object.keys(type[1]).map((name) => [name, null]));
const packed = (of: CtyType, value: CtyValue) => ({ msgpack: Buffer.from(encodeValue(of, value)) });
const unpacked = (message: messages.DynamicValue | undefined, of: CtyType = type): unknown =>
  decodeValue(of, message?.msgpack ?? Buffer.alloc(0));
const state = packed(type, Object.assign(objectValue(), nulls, { id: 'x', name: 'n' }));
const nothing = { msgpack: Buffer.from('c0', 'hex') };
const typeName = 'memory_thing';

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
/** They do not call the provider. */
const ofSchema = ['GetMetadata', 'GetProviderSchema', 'GetFunctions', 'GetResourceIdentitySchemas'];
const withoutCall = [...ofSchema, 'UpgradeResourceIdentity', 'RenewEphemeralResource'];
const calling = served.filter(([name]) => !withoutCall.includes(name));

describe('an operation', () => {
  test.each(calling)(
    '%s turns a defect of the provider into an error that names the operation',
    async (name, method) => {
      const dataSource = name.includes('Data');
      const source = Object.assign(objectValue(), { text: 'a', result: null });
      let config = state;
      if (dataSource) config = packed(['object', { text: 'string', result: 'string' }], source);
      else if (name.includes('Provider'))
        config = packed(['object', { greeting: 'string' }], objectValue([['greeting', null]]));
      const [bytes, stored] = [Buffer.from('p'), { json: Buffer.from('{}') }];
      const request = {
        ...{ typeName: dataSource ? 'memory_echo' : typeName, actionType: typeName, targetTypeName: typeName, config },
        ...{ state, currentState: state, priorState: state, rawState: stored, sourceState: stored },
        ...{ private: bytes, priorPrivate: bytes, plannedPrivate: bytes },
        ...{ name: 'shout', arguments: [packed('string', 'a')] },
      };
      const { diagnostics, error } = (await call(method as RpcMethod<object, object>, request, failing())) as {
        diagnostics?: messages.Diagnostic[];
        error?: string | messages.FunctionError;
      };
      const text = diagnostics?.[0]?.detail ?? (typeof error === 'object' ? error.text : error);
      expect(text).toContain(name);
      expect(text).toContain('Error: a bug at ***');
    },
  );

  test.each(served)('%s turns a damaged request into an error in the response', async (_, method) => {
    // Field 1 announces 2^32 - 1 bytes, of which there are none.
    const bytes = await callBytes(method.path, Buffer.from('0affffffff0f', 'hex'), memory);
    const response = (method.response as Codec<object>).decode(bytes) as {
      diagnostics?: messages.Diagnostic[];
      error?: string;
    };
    expect(response.diagnostics?.[0]?.severity ?? response.error).toBeTruthy();
  });

  const ofResources = ['ReadResource', 'PlanResourceChange', 'ApplyResourceChange'] as const;
  test.each(ofResources)('%s names an unknown type', async (name) => {
    const method = methods[name] as RpcMethod<object, { diagnostics?: readonly messages.Diagnostic[] }>;
    const response = await call(method, { typeName: 'toString' });
    const text = "The provider has no resource type 'toString'; expected one of memory_thing";
    expect(response.diagnostics?.[0]?.detail).toContain(text);
  });
});

test('after a bug in a read the state is as it was, and after one in an apply it is the prior state', async () => {
  const data = Buffer.from('p');
  const read = await call(methods.ReadResource, { typeName, currentState: state, private: data }, failing());
  expect(read).toMatchObject({ newState: state, private: data });
  const request = { typeName, priorState: state, plannedPrivate: data };
  const applied = await call(methods.ApplyResourceChange, request, failing());
  expect(applied).toMatchObject({ newState: state, private: data });
});

describe('ReadResource', () => {
  test('returns private data as the provider gives it, and null for what is gone', async () => {
    const gone: Provider = {
      ...memory,
      readResource: async () => ({ state: null, private: Buffer.from('q'), diagnostics: [] }),
    };
    const response = await call(methods.ReadResource, { typeName, currentState: state }, gone);
    expect([response.newState, response.private]).toEqual([nothing, Buffer.from('q')]);
  });

  test('reads JSON where there is no msgpack', async () => {
    const json = { json: Buffer.from('{"id":"x","name":"n"}') };
    expect((await call(methods.ReadResource, { typeName, currentState: json })).newState).toEqual(state);
  });
});

describe('identities', () => {
  const identity = { identityData: packed(['object', { id: 'string' }], objectValue([['id', 'x']])) };

  test('are what the schema says', async () => {
    const { identitySchemas } = await call(methods.GetResourceIdentitySchemas, {});
    const id = { name: 'id', type: Buffer.from('"string"'), requiredForImport: true, description: 'As in the state.' };
    expect(identitySchemas).toEqual({ memory_thing: { identityAttributes: [id] } });
  });

  test('come with what is read, planned, applied, imported and moved', async () => {
    const change = { typeName, priorState: state, config: state };
    const move = { targetTypeName: typeName, sourceState: { json: Buffer.from('{"id":"x"}') } };
    expect([
      (await call(methods.ReadResource, { typeName, currentState: state })).newIdentity,
      (await call(methods.PlanResourceChange, { ...change, proposedNewState: state })).plannedIdentity,
      (await call(methods.ApplyResourceChange, { ...change, plannedState: state })).newIdentity,
      (await call(methods.ImportResourceState, { typeName, id: 'x' })).importedResources?.[0]?.identity,
      (await call(methods.MoveResourceState, move)).targetIdentity,
    ]).toEqual([identity, identity, identity, identity, identity]);
  });

  test('are not known before a create, and import what they name', async () => {
    const create = await call(methods.PlanResourceChange, { typeName, proposedNewState: state });
    expect(create.plannedIdentity).toBeUndefined();
    const { importedResources } = await call(methods.ImportResourceState, { typeName, identity });
    expect(unpacked(importedResources?.[0]?.state)).toMatchObject({ id: 'x' });
  });

  test('are upgraded from the version that there is, and no other', async () => {
    const request = { typeName, rawIdentity: { json: Buffer.from('{"id":"x"}') } };
    expect(await call(methods.UpgradeResourceIdentity, request)).toEqual({ upgradedIdentity: identity });
    const later = await call(methods.UpgradeResourceIdentity, { ...request, version: 3 });
    expect(later.diagnostics?.[0]?.detail).toContain('version 3');
  });

  test('are kept by a destroy, which plans null with the private data', async () => {
    const response = await call(methods.PlanResourceChange, {
      ...{ typeName, priorState: state, proposedNewState: nothing },
      ...{ priorPrivate: Buffer.from('p'), priorIdentity: identity },
    });
    expect(response).toMatchObject({ plannedIdentity: identity, plannedState: nothing });
    expect(response.plannedPrivate).toEqual(Buffer.from('p'));
    expect(response.requiresReplace).toEqual([{ steps: [{ attributeName: 'name' }] }]);
  });
});

test('ephemeral resources are closed with the private data of the open response', async () => {
  const steps: string[] = [];
  const provider = createMemoryProvider({ report: (step) => steps.push(step) });
  const opened = await call(methods.OpenEphemeralResource, { typeName, config: state }, provider);
  expect(unpacked(opened.result)).toMatchObject({ id: 'thing_1' });
  expect(opened.renewAt).toBeUndefined();
  const renewed = await call(methods.RenewEphemeralResource, { typeName, private: Buffer.from('o') });
  expect(renewed).toEqual({ private: Buffer.from('o') });
  const close = { typeName, private: opened.private };
  expect(await call(methods.CloseEphemeralResource, close, provider)).toEqual({});
  expect(steps).toEqual(['close opened']);
});

describe('functions', () => {
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
    const shout = (text: string) => call(methods.CallFunction, { name: 'shout', arguments: [packed('string', text)] });
    expect(unpacked((await shout('hey')).result, 'string')).toBe('HEY');
    expect(await shout('')).toEqual({ error: { text: 'it is empty', functionArgument: 0 } });
    const none = await call(methods.CallFunction, { name: 'toString', arguments: [] });
    expect(none.error?.text).toContain("The provider has no function 'toString'; expected one of shout");
  });
});

test('a problem of the configuration of a list is at its attribute below `config`, as Terraform has it', async () => {
  const problem = { severity: 'error', summary: 'Invalid', detail: 'It is empty.', path: ['name'] } as const;
  const provider: Provider = { ...memory, validate: async () => ({ diagnostics: [problem] }) };
  const request = { typeName, config: state };
  const { diagnostics } = await call(methods.ValidateListResourceConfig, request, provider);
  const steps = [{ attributeName: 'config' }, { attributeName: 'name' }];
  expect(diagnostics?.map(({ attribute }) => attribute)).toEqual([{ steps }]);
});

test('computed blocks and the planned private data of protocol 6.11 do not change a plan', async () => {
  const request = { typeName, config: state, proposedNewState: state };
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
  const { config } = await call(methods.GenerateResourceConfig, { typeName, state });
  expect(unpacked(config)).toMatchObject({ id: null, name: 'n' });
});

test('MoveResourceState passes the source address and returns private data', async () => {
  const source = { sourceProviderAddress: 'registry.terraform.io/a/b', sourceTypeName: 'b_thing' };
  const request = { ...source, sourceState: { json: Buffer.from('{"id":"x"}') }, targetTypeName: typeName };
  const { targetState, targetPrivate } = await call(methods.MoveResourceState, request);
  expect(unpacked(targetState)).toMatchObject({ name: 'b_thing of registry.terraform.io/a/b' });
  expect(targetPrivate).toEqual(Buffer.from('moved'));
});

describe('UpgradeResourceState', () => {
  test('fills in what newer schemas added', async () => {
    const request = { typeName, version: 1, rawState: { json: Buffer.from('{"id":"x","name":"n","gone":1}') } };
    const response = await call(methods.UpgradeResourceState, request);
    expect(response).toEqual({ upgradedState: state });
  });

  test('keeps every digit of a number, wherever it was written', async () => {
    const json = '{"id":"x","size":9007199254740993,"ports":[-9007199254740993,1],"secret":"9007199254740993"}';
    const rawState = { json: Buffer.from(json) };
    const response = await call(methods.UpgradeResourceState, { typeName, version: 1, rawState });
    const upgraded = unpacked(response.upgradedState);
    const exact = { size: 2n ** 53n + 1n, ports: [-(2n ** 53n) - 1n, 1], secret: '9007199254740993' };
    expect(upgraded).toEqual(Object.assign(objectValue(), nulls, { id: 'x' }, exact));
  });

  test.each([
    ['in the form of Terraform 0.11', { flatmap: { id: 'x' } }, 'Remove the object from the state'],
    ['that is not an object', { json: Buffer.from('[]') }, 'not a JSON object'],
    ['that is missing', undefined, 'no stored state'],
    ['that is damaged', { json: Buffer.from('{"token":"hunter2') }, 'Error: The stored state is not valid JSON'],
  ])('rejects state %s', async (_, rawState, expected) => {
    const response = await call(methods.UpgradeResourceState, { typeName, rawState });
    expect(response.upgradedState).toBeUndefined();
    expect(response.diagnostics?.[0]?.detail).toContain(expected);
    expect(response.diagnostics?.[0]?.detail).not.toContain('hunter2');
  });
});

test('ApplyResourceChange saves the valid part of an object that does not match its schema', async () => {
  const malformed: Provider = {
    ...memory,
    applyResource: async () => ({ state: objectValue([['id', 'x']]), private: Buffer.alloc(0), diagnostics: [] }),
  };
  const response = await call(methods.ApplyResourceChange, { typeName }, malformed);
  expect(unpacked(response.newState)).toEqual(Object.assign(objectValue(), nulls, { id: 'x' }));
  expect(response.diagnostics?.[0]?.detail).toContain('enabled: this attribute is missing');
});

describe('GetProviderSchema', () => {
  test('contains types, nesting, flags and capabilities', async () => {
    const response = await call(methods.GetProviderSchema, {});
    const capabilities = { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: true };
    expect(response.serverCapabilities).toEqual({ ...capabilities, generateResourceConfig: true });
    const schema = response.resourceSchemas?.['memory_thing'];
    expect(schema?.version).toBe(1);
    const attribute = (name: string) => schema?.block?.attributes?.find((candidate) => candidate.name === name);
    const type = Buffer.from('["set","string"]');
    const tags = { name: 'tags', type, description: 'In no order.', descriptionKind: 1, optional: true };
    expect(attribute('tags')).toEqual(tags);
    const attributes = [{ name: 'cidr', required: true }, { name: 'action' }];
    expect(attribute('rules')?.nestedType).toMatchObject({ nesting: 2, attributes });
    expect(attribute('rules')?.type).toBeUndefined();
    expect(attribute('secret')?.sensitive).toBe(true);
    expect(attribute('old')).toMatchObject({ deprecated: true, deprecationMessage: 'Use name.' });
  });

  test('turns a broken schema into a diagnostic', async () => {
    const attributes = [{ name: 'x', description: '' }];
    const broken = { ...memory, schema: { ...memory.schema, provider: { version: 0, description: '', attributes } } };
    const response = await call(methods.GetProviderSchema, {}, broken);
    const text = "Schema attribute 'x' has neither a type nor nested attributes";
    expect(response.diagnostics?.[0]?.detail).toContain(text);
  });
});

test('GetMetadata lists all type names', async () => {
  expect(await call(methods.GetMetadata, {})).toMatchObject({
    resources: [{ typeName }],
    dataSources: [{ typeName: 'memory_echo' }],
    ephemeralResources: [{ typeName }],
    listResources: [{ typeName }],
    actions: [{ typeName }],
    functions: [{ name: 'shout' }],
  });
});

describe('actions', () => {
  const config = Object.assign(objectValue(), nulls, { name: 'hello' });

  async function invoke(provider: Provider, actionType = typeName, message = packed(type, config)): Promise<Buffer[]> {
    const { path, request } = ProviderMethods.InvokeAction;
    const bytes = request.encode({ actionType, config: message });
    const events: Buffer[] = [];
    const rpc = STREAM_RPCS.find((each) => each.path === path);
    const send = async (event: Uint8Array): Promise<void> => void events.push(Buffer.from(event));
    await rpc?.handle(contextOf(provider), bytes, send, new AbortController().signal);
    return events;
  }
  const completed = (event: Buffer | undefined) => InvokeActionEvent.decode(event ?? Buffer.alloc(0)).completed;

  test('every event has its member, also an empty message and an end without diagnostics', async () => {
    const events = await invoke(memory);
    // Field 1 (`progress`) and field 2 (`completed`), each with the length of its message.
    const hello = `0a070a05${Buffer.from('hello').toString('hex')}`;
    expect(events.map((event) => event.toString('hex'))).toEqual(['0a00', hello, '1200']);
  });

  test('an exception, an unknown action and an undecodable configuration end the stream with an error', async () => {
    const broken: Provider = {
      ...memory,
      // biome-ignore lint/correctness/useYield: it fails before the first event
      async *invokeAction() {
        throw new Error('broken');
      },
    };
    const unknown = await invoke(memory, 'memory_none');
    const undecodable = await invoke(memory, typeName, { msgpack: Buffer.of(0xc1) });
    for (const events of [await invoke(broken), unknown, undecodable]) {
      expect(events).toHaveLength(1);
      expect(completed(events[0])?.diagnostics).toHaveLength(1);
    }
  });

  test('the stream ends with the first result, and one without a result ends with an error', async () => {
    const none: ActionEvent[] = [];
    const ends: unknown[] = [];
    for (const stream of [none, [{ progress: 'one' }], [{ diagnostics: [] }, { progress: 'late' }]]) {
      async function* invokeAction(): AsyncGenerator<ActionEvent> {
        yield* stream;
      }
      const events = await invoke({ ...memory, invokeAction });
      ends.push(events.map((event) => completed(event) && (completed(event)?.diagnostics?.length ?? 0)));
    }
    // The number of errors of each end; undefined for a message of progress.
    expect(ends).toEqual([[1], [undefined, 1], [0]]);
  });

  test('the schema of every action has a block, which Terraform reads without a check', async () => {
    const provider = createProvider({
      environment: {},
      connect: () => {
        throw new Error('A schema needs no service');
      },
    });
    const { actionSchemas = {} } = await call(methods.GetProviderSchema, {}, provider);
    expect(Object.keys(actionSchemas).sort()).toEqual(ACTIONS.map(actionType).sort());
    for (const { schema } of Object.values(actionSchemas)) expect(schema?.block?.attributes?.length).toBeGreaterThan(0);
  });

  test('a validation names the action as type_name, a plan as action_type', async () => {
    const message = packed(type, config);
    const validated = await call(methods.ValidateActionConfig, { typeName, config: message });
    const planned = await call(methods.PlanAction, { actionType: typeName, config: message });
    expect([validated.diagnostics ?? [], planned.diagnostics ?? [], planned.deferred]).toEqual([[], [], undefined]);
  });
});
