/** The RPCs of actions, as bytes: what Terraform does not check must be right. */
import { ACTIONS, actionType } from '../../src/model/actions';
import { createSchemaTypes } from '../../src/plugin/codec/schema-types';
import { InvokeActionEvent, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import { RPCS, STREAM_RPCS } from '../../src/plugin/rpc';
import type { RpcContext } from '../../src/plugin/rpc/rpc';
import { createProvider } from '../../src/provider/create-provider';
import type { ActionEvent, Provider } from '../../src/provider/protocol/provider';
import { impliedType } from '../../src/provider/protocol/schema';
import { objectValue } from '../../src/values/cty-value';
import { encodeValue } from '../../src/values/encode';
import { createMemoryProvider } from '../support/plugin/memory-provider';

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
  const streams: (readonly ActionEvent[])[] = [[], [{ progress: 'one' }], [{ diagnostics: [] }, { progress: 'late' }]];
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
