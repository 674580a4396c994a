/** Events with every field that the catalogue knows, and what destinations wrap around them. */
import { gzipSync } from 'node:zlib';
import { findEventType } from '../../src/model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../../src/model/events/field-types';

const values: Readonly<Record<EventFieldType, (name: string) => unknown>> = {
  bool: () => true,
  boolean: () => false,
  string: (name) => `a ${name} ü`,
  int32: (name) => name.length,
  int64: (name) => name.length * 2 ** 40,
  timestamp: () => '2026-01-01T00:00:00.123Z',
  'List<string>': (name) => [name, 'b'],
  'List<Map<string, any>>': () => [{ message: 'x', level: 3 }],
  'Map<string, string>': () => ({ 'permit-pty': '' }),
  'Map<string, List<string>>': () => ({ Accept: ['*/*'], 'X.Y': [] }),
};

function objectOf(fields: readonly EventField[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { name, type } of fields) {
    const steps = name.split('.');
    let here = object;
    for (const [index, step] of steps.slice(0, -1).entries()) {
      const list = LIST_MEMBERS.includes(steps.slice(0, index + 1).join('.'));
      here[step] ??= list ? [{}] : {};
      here = (list ? (here[step] as unknown[])[0] : here[step]) as Record<string, unknown>;
    }
    here[steps.at(-1) as string] = values[type](name);
  }
  return object;
}

/** An event of the type; `id` distinguishes several. The object of an unknown type has no fields. */
export function sampleEvent(type: string, id = 1): Record<string, unknown> & { event_type: string; object: object } {
  return {
    event_id: `ev_${id}`,
    event_type: type,
    event_timestamp: '2026-01-01T00:00:00Z',
    account_id: 'ac_1',
    principal: { id: 'usr_1', subject: 'a@example.com', source: 'API', credential: { id: 'ak_1', uri: '' } },
    object: objectOf(findEventType(type)?.fields ?? []),
  };
}

export type Members = Record<string, unknown>;

/** The object with its fields beside each other, under dotted names. */
function flatten(object: Members, names: ReadonlySet<string>, prefix = ''): Members {
  return Object.fromEntries(
    Object.entries(object).flatMap(([member, value]): [string, unknown][] => {
      const name = `${prefix}${member}`;
      const isField = names.has(name) || typeof value !== 'object' || value === null || Array.isArray(value);
      return isField ? [[name, value]] : Object.entries(flatten(value as Members, names, `${name}.`));
    }),
  );
}

/** The same event, as the three forms of delivery. */
export function formsOf({ object, ...envelope }: Members & { object: object }): object[] {
  const fields = findEventType(String(envelope['event_type']))?.fields ?? [];
  const dotted = flatten(object as Members, new Set(fields.map(({ name }) => name)));
  const named = Object.entries(dotted).map(([name, value]) => [`object.${name}`, value]);
  return [
    { ...envelope, object },
    { ...envelope, object: dotted },
    { ...envelope, ...Object.fromEntries(named) },
  ];
}

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

/** How the destinations hand texts over, by name. */
export const WRAPPERS: Readonly<Record<string, (texts: readonly string[]) => object>> = {
  'records of a data stream': (texts) => ({
    Records: texts.map((text, n) => ({ eventID: `shard:${n}`, kinesis: { partitionKey: 'a', data: base64(text) } })),
  }),
  'a response of a data stream': (texts) => ({
    Records: texts.map((text, n) => ({ SequenceNumber: String(n), Data: base64(text), PartitionKey: 'a' })),
    MillisBehindLatest: 0,
  }),
  'records of a delivery stream': (texts) => ({
    invocationId: 'x',
    records: texts.map((text, n) => ({ recordId: String(n), data: base64(`${text}\n`) })),
  }),
  'a batch of a log group': (texts) => ({ awslogs: { data: logBatch(texts) } }),
  'a batch of a log group in a data stream': (texts) => ({ Records: [{ kinesis: { data: logBatch(texts) } }] }),
  'a response of a log group': (texts) => ({ events: texts.map((message) => ({ timestamp: 1, message })) }),
};

function logBatch(texts: readonly string[]): string {
  const logEvents = texts.map((message, n) => ({ id: String(n), timestamp: 1, message }));
  const batch = { messageType: 'DATA_MESSAGE', owner: '1', logGroup: 'events', logStream: 'x', logEvents };
  return base64(gzipSync(JSON.stringify(batch)));
}
