/**
 * Time to parse events, as a ratio to `JSON.parse` of the same lines, memory, and the time of a regular expression for
 * which backtracking engines take years: `npm run bench:events`. Measurements alternate, so that other load affects
 * them alike; medians are compared. The exit status is 1 if a limit is exceeded.
 */
import { compileFilter, type ParseEventsOptions, parseEvents } from 'netingress/events';
import { mixedEvent } from './event-samples';
import { median, timed } from './harness';

const ROUNDS = 11;
const EVENTS = 200_000;
/** Ratios, and milliseconds. */
const LIMITS = { typed: 3, unchecked: 1.4, memory: 1.25, patternMs: 50 };

async function main(): Promise<void> {
  const [few, many] = [await heapWhileReading(10_000), await heapWhileReading(1_000_000)];
  const lines = Array.from({ length: EVENTS }, (_, index) => JSON.stringify(mixedEvent(index)));
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const times: Record<'bare' | 'typed' | 'unchecked', number[]> = { bare: [], typed: [], unchecked: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await timeReading(() => {
      let events = 0;
      for (const line of lines) if (JSON.parse(line)) events++;
      return events;
    });
    const typed = await timeReading(() => read(chunks));
    const unchecked = await timeReading(() => read(chunks, { check: false }));
    // The first round warms up.
    if (round === 0) continue;
    times.bare.push(bare);
    times.typed.push(typed);
    times.unchecked.push(unchecked);
  }
  const patternMs = timePattern();
  const base = median(times.bare);
  const [typed, unchecked] = [median(times.typed) / base, median(times.unchecked) / base];
  const memory = many / few;
  print('events read and typed, to JSON.parse', typed, LIMITS.typed);
  print('events read unchecked, to JSON.parse', unchecked, LIMITS.unchecked);
  print('heap at 1,000,000 events, to 10,000', memory, LIMITS.memory);
  print('(a+)+$ on 5,000 letters, in ms', patternMs, LIMITS.patternMs);
  console.log(
    `${EVENTS} mixed events of ${Math.round(bytes.length / EVENTS)} bytes from chunks of 64 KiB; JSON.parse ${base.toFixed(0)} ms; ` +
      `heap ${formatMebibytes(few)} and ${formatMebibytes(many)}; medians of ${ROUNDS} rounds; Node ${process.version}`,
  );
  const missed =
    typed > LIMITS.typed || unchecked > LIMITS.unchecked || memory > LIMITS.memory || patternMs > LIMITS.patternMs;
  process.exitCode = missed ? 1 : 0;
}

/** Milliseconds to filter one event whose 5,000 letters do not match at their end. */
function timePattern(): number {
  const filter = compileFilter('ev.conn.client_ip.matches("(a+)+$")');
  const object = { conn: { client_ip: `${'a'.repeat(5000)}!` } };
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    if (filter({ event_type: 'http_request_complete.v0', object }))
      throw new Error('The pattern matched; expected not');
    return performance.now() - start;
  });
  return median(times.slice(1));
}

/** Collects garbage, which would otherwise be counted as heap in use. */
function collectGarbage(): void {
  if (!global.gc) throw new Error('Garbage cannot be collected; expected node --expose-gc, as in npm run bench:events');
  global.gc();
}

/** Returns the milliseconds in which all events are read; `countEvents` returns how many it read. */
async function timeReading(countEvents: () => number | Promise<number>): Promise<number> {
  collectGarbage();
  let events = 0;
  const time = await timed(async () => {
    events = await countEvents();
  });
  if (events !== EVENTS) throw new Error(`Read ${events} events of ${EVENTS}`);
  return time;
}

async function read(source: Iterable<Buffer>, options?: ParseEventsOptions): Promise<number> {
  let events = 0;
  for await (const { event } of parseEvents(source, options)) if (event) events++;
  return events;
}

/**
 * Largest heap in bytes of ten measurements after garbage collection, while the events are streamed. `events` is a
 * multiple of 1,000.
 */
async function heapWhileReading(events: number): Promise<number> {
  let largest = 0;
  let seen = 0;
  for await (const { error } of parseEvents(stream(events))) {
    if (error) throw error;
    seen++;
    if (seen % (events / 10) !== 0) continue;
    collectGarbage();
    largest = Math.max(largest, process.memoryUsage().heapUsed);
  }
  if (seen !== events) throw new Error(`Read ${seen} events of ${events}`);
  return largest;
}

/** Events in chunks of 60,000 bytes, most of which end within an event. */
async function* stream(events: number): AsyncGenerator<Buffer> {
  const lines = Array.from({ length: 1000 }, (_, index) => `${JSON.stringify(mixedEvent(index))}\n`).join('');
  const block = Buffer.from(lines);
  for (let made = 0; made < events; made += 1000) {
    for (let at = 0; at < block.length; at += 60_000) yield block.subarray(at, at + 60_000);
  }
}

function formatMebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function print(what: string, value: number, limit: number): void {
  console.log(`${what}: ${value.toFixed(2)} (at most ${limit})`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
