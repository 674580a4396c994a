/** The RPCs of actions, as bytes: what Terraform does not check must be right. */
import { createSchemaTypes } from '../../src/plugin/codec/schema-types';
import { InvokeActionEvent, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import { STREAM_RPCS } from '../../src/plugin/rpc';
import { invokeWithProgress } from '../../src/provider/actions/invoke';
import type { ActionEvent, Provider } from '../../src/provider/protocol/provider';
import { impliedType } from '../../src/provider/protocol/schema';
import type { Session } from '../../src/provider/service/session';
import { objectValue } from '../../src/values/cty-value';
import { encodeValue } from '../../src/values/encode';
import { createMemoryProvider } from '../support/plugin/memory-provider';

const memory = createMemoryProvider();
const type = impliedType(memory.schema.actions['memory_thing']?.attributes ?? []);
const config = objectValue(Object.keys(type[1]).map((name) => [name, name === 'name' ? 'hello' : null]));

async function invoke(provider: Provider, actionType = 'memory_thing'): Promise<Uint8Array[]> {
  const rpc = STREAM_RPCS.find(({ path }) => path === ProviderMethods.InvokeAction.path);
  const request = ProviderMethods.InvokeAction.request.encode({
    actionType,
    config: { msgpack: Buffer.from(encodeValue(type, config)) },
  });
  const events: Uint8Array[] = [];
  const context = {
    provider,
    types: createSchemaTypes(() => provider.schema),
    redact: (text: string) => text,
    log: () => undefined,
  };
  await rpc?.handle(context, request, async (event) => void events.push(event), new AbortController().signal);
  return events;
}

test('every event has its member, also an empty message and an end without diagnostics', async () => {
  const events = await invoke(memory);
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

describe('a run of an action', () => {
  const stop = new AbortController();
  const session = { stopSignal: () => stop.signal } as Session;

  async function collect(run: Parameters<typeof invokeWithProgress>[2]): Promise<ActionEvent[]> {
    const events: ActionEvent[] = [];
    for await (const event of invokeWithProgress(session, undefined, run)) events.push(event);
    return events;
  }

  test('sends progress while it runs, one line each, and completed once at the end', async () => {
    const events = await collect(async (_, report) => {
      report('first\nsecond');
      await new Promise((resolve) => setTimeout(resolve, 5));
      report('third');
      return [];
    });
    expect(events).toEqual([{ progress: 'first second' }, { progress: 'third' }, { completed: [] }]);
  });

  test('redacts secrets in progress and in errors', async () => {
    const events: ActionEvent[] = [];
    const redact = (text: string): string => text.replaceAll('s3cret', '[redacted]');
    const run = invokeWithProgress(session, redact, async (_, report) => {
      report('wrote s3cret');
      throw new Error('cannot store s3cret');
    });
    for await (const event of run) events.push(event);
    expect(events).toHaveLength(2);
    expect(events[0]).toEqual({ progress: 'wrote [redacted]' });
    expect(JSON.stringify(events)).not.toContain('s3cret');
  });

  test('ends with an error after an exception', async () => {
    const events = await collect(async () => {
      throw new Error('broken');
    });
    expect(events).toEqual([{ completed: [expect.objectContaining({ severity: 'error' })] }]);
  });

  test('sends no progress after StopProvider, and ends with an error', async () => {
    const events = await collect(async (_, report) => {
      stop.abort();
      report('late');
      return [];
    });
    expect(events).toEqual([{ completed: [expect.objectContaining({ summary: 'Action interrupted' })] }]);
  });
});
