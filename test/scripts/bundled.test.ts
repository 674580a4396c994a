/** `netingress/events` in a bundle for browsers and workers: bundled by esbuild, and run where Node does not exist. */

import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { parseEvent, parseEvents } from '../../src/events';

const root = join(__dirname, '../..');
const record = { event_type: 'ip_policy_created.v0', event_id: 'ev_1', object: { id: 'ipp_1', description: 'Bürö' } };

/** Bundles the sources, whose imports are those of the compiled files, and returns the exports of the bundle. */
function loadWithoutNode(): { readonly parseEvent: typeof parseEvent; readonly parseEvents: typeof parseEvents } {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'src/events/index.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'events',
    write: false,
  });
  const page = createContext({ TextDecoder, Uint8Array, atob, URL });
  return runInContext(`${outputFiles[0]?.text}; events`, page) as ReturnType<typeof loadWithoutNode>;
}

async function read(parse: typeof parseEvents, input: Parameters<typeof parseEvents>[0]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { event, error } of parse(input)) found.push(event ? event.event_id : error?.message);
  return found;
}

test('an event is parsed in a browser as in Node, also from two chunks and from a record of Kinesis', async () => {
  const bundle = loadWithoutNode();
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  expect(bundle.parseEvent(bytes)).toEqual(parseEvent(bytes));
  // The character ü is split between two chunks.
  const at = bytes.indexOf(0xc3) + 1;
  const data = Buffer.from(bytes).toString('base64');
  for (const parse of [bundle.parseEvents, parseEvents]) {
    expect(await read(parse, [bytes.slice(0, at), bytes.slice(at)])).toEqual(['ev_1']);
    expect(await read(parse, JSON.stringify({ Records: [{ kinesis: { data } }] }))).toEqual(['ev_1']);
  }
});

test('a record that is compressed with gzip needs Node', async () => {
  const batch = JSON.stringify({ awslogs: { data: gzipSync(JSON.stringify(record)).toString('base64') } });
  expect(await read(parseEvents, batch)).toEqual(['ev_1']);
  expect(await read(loadWithoutNode().parseEvents, batch)).toEqual([
    expect.stringContaining('its data cannot be decompressed: it is compressed with gzip, which needs Node'),
  ]);
});
