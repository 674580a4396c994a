import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { EventError, type EventInput, type ParsedEvent, type ParseEventsOptions, parseEvents } from 'netingress/events';
import { EVENT_TYPES } from '../../src/model/events/event-types';
import { campaignSize, tries } from '../fuzz';
import { testRows } from '../support/requirements';
import { sampleEvent, WRAPPERS } from './samples';

async function read(source: EventInput, options?: ParseEventsOptions): Promise<ParsedEvent[]> {
  const results: ParsedEvent[] = [];
  for await (const result of parseEvents(source, options)) {
    // Some inputs have so many results that an expectation of each would take seconds.
    if ((result.event === undefined) === (result.error === undefined))
      throw new Error(`Line ${result.line} has both an event and an error, or neither`);
    results.push(result);
  }
  return results;
}

/** Each result as its line with the id of the event, or 'broken': `1 ev_1, 2 broken`. */
async function outline(source: EventInput, options?: ParseEventsOptions): Promise<string> {
  const outlined = (await read(source, options)).map(({ event, error, line }) => {
    if (error) expect([error.line, error instanceof EventError]).toEqual([line, true]);
    return `${line} ${event ? event.event_id : 'broken'}`;
  });
  return outlined.join(', ');
}

const small = (id: number, more: object = {}) => ({
  event_type: 'ip_policy_created.v0',
  event_id: `ev_${id}`,
  object: { id: `ipp_${id}`, ...more },
});
const text = (id: number): string => JSON.stringify(small(id));
const indented = (...values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value, null, 2)).join('\n');
const [one, two, three] = [text(1), text(2), text(3)];

/** A record of a delivery stream, as text. */
const wrapData = (data: string | Buffer): string => JSON.stringify({ data: Buffer.from(data).toString('base64') });

const mistyped = '{"event_type":"ip_policy_created.v0","event_id":"ev_1","object":{"id":5}}';

test.each([
  ['NDJSON', `${one}\n${two}\n`, '1 ev_1, 2 ev_2'],
  ['NDJSON with a mark, empty lines and other line ends', `\uFEFF${one}\r\n\r\n  \n${two}`, '1 ev_1, 4 ev_2'],
  ['a list', `[${one}, ${two}]`, '1 ev_1, 1 ev_2'],
  ['a list, one a line', `[\n${one},\n${two}\n]`, '2 ev_1, 3 ev_2'],
  ['a list over many lines', indented([small(1), small(2)]), '2 ev_1, 9 ev_2'],
  ['objects one behind the other', `${one}${two} ${three}`, '1 ev_1, 1 ev_2, 1 ev_3'],
  ['objects over many lines', indented(small(1), small(2)), '1 ev_1, 8 ev_2'],
  ['a mixture', `${one}${two}\n[${three}]\n${indented(small(4))}${one}`, '1 ev_1, 1 ev_2, 2 ev_3, 3 ev_4, 9 ev_1'],
  ['nothing', '', ''],
  ['an empty list', '[]', ''],
  ['the control message of a log group', '{"messageType":"CONTROL_MESSAGE","logEvents":[{"message":"CWL"}]}', ''],
])('%s is read', async (_, source, expected) => {
  expect(await outline(source)).toEqual(expected);
});

test.each([
  ['a cut line', `${one}\n${two.slice(0, -9)}\n${three}`, '1 ev_1, 2 broken, 3 ev_3'],
  ['a line cut where a value is due', `{"event_type":"x","object":\n${two}`, '1 broken, 2 ev_2'],
  ['several cut lines, which are one', `${one.slice(0, 30)}\n${two.slice(0, 9)}\n${three}`, '1 broken, 3 ev_3'],
  ['what is no JSON at all', `oops\n${two}`, '1 broken, 2 ev_2'],
  ['what follows an event', `${one} oops\n${two}`, '1 ev_1, 1 broken, 2 ev_2'],
  ['the end in the middle', `${one}\n${two.slice(0, -1)}`, '1 ev_1, 2 broken'],
  ['a list that does not end', `[${one},\n${two}`, '1 ev_1, 2 ev_2, 1 broken'],
  ['an element of a list', `[\n${one},\n{"a":tru},\n${three}\n]`, '2 ev_1, 3 broken, 4 ev_3'],
  ['JSON that is no event', `5\n{}\n[1]\n${text(4)}`, '1 broken, 2 broken, 3 broken, 4 ev_4'],
  ['an event over lines', `{\n "event_type": "ip\n}\n${indented(small(2))}\n${three}`, '1 broken, 4 ev_2, 11 ev_3'],
  ['an event with a field of another type', `${mistyped}\n${two}`, '1 broken, 2 ev_2'],
  ['data that is not base64', `{"Records":[{"kinesis":{"data":"***"}}]}\n${two}`, '1 broken, 2 ev_2'],
  ['data that begins like gzip', `${wrapData(Buffer.from([0x1f, 0x8b, 8, 0, 1]))}\n${two}`, '1 broken, 2 ev_2'],
  [
    'an event in 25 wrappers',
    `${Array(25)
      .fill(wrapData)
      .reduce((inner, wrap) => wrap(inner), one)}\n${two}`,
    '1 broken, 2 ev_2',
  ],
])('%s is broken, and the other records are read', async (_, source, expected) => {
  expect(await outline(source)).toEqual(expected);
});

test('complete JSON lines inside an event do not end it', async () => {
  const more = { sources: [{ type: 'x' }], names: ['a'], numbers: [5], none: [{}] };
  const source = JSON.stringify(small(1, more), null, 1).replace(/\[\s*\{\s*"type": "x"\s*\}/, '[\n{"type": "x"}');
  expect(source).toContain('\n{"type": "x"}\n');
  expect((await read(source)).map(({ event }) => event)).toEqual([small(1, more)]);
});

test('unchecked, fields may have any type', async () => {
  expect(await outline(mistyped, { check: false })).toEqual('1 ev_1');
});

testRows([2, 1, 4], { plain: 1 })(
  'a damaged line of a list with the indent %d loses at most one record',
  async (indent) => {
    const records = [1, 2, 3].map((id) => small(id, { sources: [5, {}, { a: [] }], target: { a: { b: 6 } } }));
    const lines = JSON.stringify(records, null, indent).split('\n');
    const lost: string[] = [];
    for (const [index, line] of lines.entries()) {
      for (const damaged of [[], [line.slice(0, -2)], [`${line} oops`], [`${line.slice(0, -1)}\u0001`]]) {
        const found = await outline([...lines.slice(0, index), ...damaged, ...lines.slice(index + 1)].join('\n'));
        if ((found.match(/ev_/g) ?? []).length < 2) lost.push(`${line} -> ${damaged}: ${found}`);
      }
    }
    expect(lost).toEqual([]);
  },
);

describe.each(Object.entries(WRAPPERS))('%s', (_, wrap) => {
  test('is unwrapped from a string and from parsed JSON, with several events in one record', async () => {
    const wrapped = wrap([text(1), text(2) + text(3), `${text(4)}\n${text(5)}`]);
    const ids = ['ev_1', 'ev_2', 'ev_3', 'ev_4', 'ev_5'];
    expect(await outline(wrapped)).toBe(ids.map((id) => `1 ${id}`).join(', '));
    const outlined = ['1 ev_0', ...ids.map((id) => `2 ${id}`)].join(', ');
    expect(await outline(`${text(0)}\n${JSON.stringify(wrapped)}`)).toBe(outlined);
    expect((await read(JSON.stringify(wrapped, null, 2))).map(({ event }) => event?.event_id)).toEqual(ids);
  });

  test('reports its broken content with the line of the wrapper', async () => {
    const source = `\n${JSON.stringify(wrap([text(1), '{"event_type":', text(3)]))}`;
    expect(await outline(source)).toEqual('2 ev_1, 2 broken, 2 ev_3');
  });
});

const event = fc
  .integer({ min: 0, max: 999 })
  .map((id) => ({ id, value: sampleEvent(EVENT_TYPES[id % EVENT_TYPES.length] as string, id) }));
const written = fc.record({ event, indent: fc.constantFrom(0, 1, 2), end: fc.constantFrom('\n', '\r\n', '', '\n\n') });

test('the same events are read wherever chunks end, as bytes and as strings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { maxLength: 6 }),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 20 }),
      async (parts, asList, cuts) => {
        const texts = parts.map(({ event: { value }, indent }) => JSON.stringify(value, null, indent));
        const source = asList ? `[${texts.join(',\n')}]` : texts.map((each, n) => each + parts[n]?.end).join('');
        const whole = await read(source);
        expect(whole.map(({ event: found }) => found)).toEqual(parts.map(({ event: { value } }) => value));
        const bytes = Buffer.from(source);
        const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const pieces = [0, ...at].map((start, n) => bytes.subarray(start, at[n] ?? bytes.length));
        expect(await read(Readable.from(pieces))).toEqual(whole);
        expect(await read(new Blob(pieces).stream())).toEqual(whole);
        const letters = [0, ...at].map((start, n) => source.slice(start, at[n] ?? source.length));
        expect(await read(letters)).toEqual(whole);
      },
    ),
    tries(60),
  );
});

test('every valid line between broken lines is read, and consecutive broken lines are reported once, at the first', async () => {
  const good = event.map(({ value }) => ({ line: JSON.stringify(value), id: value['event_id'] }));
  // Cut short, so that no other line of the row completes it.
  const bad = fc.tuple(event, fc.double({ min: 0.1, max: 0.9, noNaN: true })).map(([{ value }, part]) => {
    const whole = JSON.stringify(value);
    return { line: whole.slice(0, Math.ceil(part * (whole.length - 2))), id: undefined };
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(good, bad), { maxLength: 12 }), async (lines) => {
      const expected = lines.flatMap(({ id }, n) => {
        if (id !== undefined) return [`${n + 1} ${id}`];
        return n > 0 && lines[n - 1]?.id === undefined ? [] : [`${n + 1} broken`];
      });
      expect(await outline(lines.map(({ line }) => line).join('\n'))).toBe(expected.join(', '));
    }),
    tries(200),
  );
});

test('random text in pieces is read as the same text whole, and throws nothing', async () => {
  const marks = fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', ',', ':', text(1), '{"data":"e30="}');
  const pieces = fc.oneof(fc.string(), marks);
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
      expect(await outline(parts)).toEqual(await outline(parts.join('')));
    }),
    tries(300),
  );
});

test('the first event of a list on one line of more than 1 MB is returned before the list is complete, and the line after it is read', async () => {
  const PARTS = campaignSize(25, 200);
  const thousand = `${one},`.repeat(1000);
  let given = 0;
  async function* list(): AsyncGenerator<string> {
    yield '[';
    for (; given < PARTS; given++) yield thousand;
    yield `${text(2)}]\n${text(3)}`;
  }
  let [events, last, givenAtFirst] = [0, '', 0];
  for await (const { event: found, line } of parseEvents(list(), { check: false })) {
    if (events === 0) givenAtFirst = given;
    events++;
    last = `${line} ${found?.event_id}`;
  }
  expect([events, last]).toEqual([PARTS * 1000 + 2, '2 ev_3']);
  expect(givenAtFirst).toBeLessThan(PARTS);
});

describe('hostile input', () => {
  const levels = 100_000;
  const tiny = '{"event_type":""}';
  const zipped = (content: string): string => JSON.stringify({ data: gzipSync(content).toString('base64') });
  test.each([
    ['lists in a line', `${'['.repeat(levels)}${']'.repeat(levels)}`, 'it is nested deeper than 500 levels'],
    ['objects', `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`, 'it is nested deeper than 500 levels'],
    ['lists that do not end', '['.repeat(2_000_000), 'it is nested deeper than 500 levels'],
    ['tiny records on one line', `[${`${tiny},`.repeat(51_000)}${tiny}]`, 'it contains more than 50000 records'],
    ['data of more than 16 MiB', zipped('\n'.repeat(17 * 1024 * 1024)), 'its data cannot be decompressed'],
    ['tiny records in compressed data', zipped(`${tiny}\n`.repeat(51_000)), 'it contains more than 50000 records'],
  ])('%s are a broken record, and the next line is read', async (_, line, problem) => {
    const results = await read(`${line}\n${text(1)}\n`);
    expect(results.at(-2)?.error?.message).toContain(problem);
    expect(results.at(-1)?.event?.event_id).toBe('ev_1');
    expect(results.length).toBeLessThan(50_100);
  });

  testRows(['[', '\n'], { plain: 1 })(
    'a small archive of nothing but %j ends the input with an error',
    async (character) => {
      const megabytes = gzipSync(Buffer.alloc(1024 * 1024, character));
      const archive = Buffer.concat(Array.from({ length: 65 }, () => megabytes));
      await expect(read(archive)).rejects.toThrow(/^The input has no record in 67108864 characters up to line \d+\.$/);
      expect(archive.length).toBeLessThan(100_000);
    },
  );
});

test('the input is released when the reader stops', async () => {
  let closed = false;
  let given = 0;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield `${text(given++)}\n`;
    } finally {
      closed = true;
    }
  }
  for await (const { event: found } of parseEvents(endless())) if (found?.event_id === 'ev_5') break;
  expect([closed, given < 10]).toEqual([true, true]);
});

test('an error of the input is thrown after the events before it', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield `${text(1)}\n`;
    throw new Error('gone');
  }
  const events = parseEvents(failing());
  expect((await events.next()).value).toMatchObject({ event: { event_id: 'ev_1' } });
  await expect(events.next()).rejects.toThrow('gone');
});

test('next() may be called before the previous call has resolved', async () => {
  const events = parseEvents(Readable.from([`${text(1)}\n`, `${text(2)}\n`]));
  const results = await Promise.all([events.next(), events.next(), events.next()]);
  expect(results.map(({ value }) => value?.event?.event_id)).toEqual(['ev_1', 'ev_2', undefined]);
});

test('an input that has thrown is not read again, and its open record is not an event', async () => {
  let reads = 0;
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        reads++;
        if (reads > 1) throw new Error('gone');
        return { done: false, value: '{"event_id":' };
      },
    }),
  };
  const events = parseEvents(source);
  await expect(events.next()).rejects.toThrow('gone');
  const over = { done: true, value: undefined };
  expect([await events.next(), await events.next(), reads]).toEqual([over, over, 2]);
});
