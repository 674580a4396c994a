/** The SQL that `events sql` prints, run by DuckDB on random events. `bench/spark` runs it on Spark. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { formatRanges, listChangeRanges } from '../../src/access-review/ranges';
import { selectDigits } from '../../src/archives/address';
import { DIALECTS } from '../../src/archives/dialect';
import { createScript } from '../../src/archives/script';
import { findEventFiles } from '../../src/command/inputs/find-event-files';
import { parseInput } from '../../src/events/parse-event';
import { EVENTS } from '../../src/model/events/event-catalog';
import { parseIp } from '../../src/model/ip/cidr';
import { findRequest } from '../../src/preview/backtest';
import { runBacktest } from '../../src/preview/run-backtest';
import type { JsonObject } from '../../src/values/json';
import { campaignSize } from '../fuzz';
import { runInProcess } from '../support/cli/run-in-process';
import { countByBruteForce, formatRule, RULES } from '../support/events/brute-force';
import { createRandom, createRandomLines, formatRandomAddress, NETWORKS } from '../support/events/random-events';
import { compareAccount, toFacts } from '../support/preview/access';
import { testInCi, testRows } from '../support/requirements';

const COUNT = campaignSize(2000, 5000);

let folder: string;
let connection: DuckDBConnection;
let result: string;
let unread: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-sql-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  [result = '', unread = ''] = await createTables();
});
afterAll(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

const lines = [...createRandomLines(7, COUNT)];
const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

/** The access to endpoints and agents, which one restriction each judges by the same rules. */
function writeAccess(): void {
  const [before, after] = (['before', 'after'] as const).map((side) => RULES[side].map(formatRule));
  const ranges = ['endpoints', 'agent'].flatMap((type) =>
    listChangeRanges(toFacts(type, { rules: before ?? [] }), toFacts(type, { rules: after ?? [] }), []).filter(
      ({ part }) => part === type,
    ),
  );
  writeFileSync(join(folder, 'access.csv'), formatRanges(ranges));
}

async function createTables(): Promise<string[]> {
  writeAccess();
  writeFileSync(join(folder, 'events.ndjson.gz'), gzipSync(lines.map(({ text }) => `${text}\n`).join('')));
  const inputs = [`--events=${join(folder, '*.ndjson.gz')}`, `--access=${join(folder, 'access.csv')}`];
  const { status, stdout } = await runInProcess(['events', 'sql', '--engine=duckdb', ...inputs]);
  expect(status).toBe(0);
  const statements = stdout.split(/;\n/).filter((statement) => statement.trim() !== '');
  for (const statement of statements.slice(0, -2)) await connection.run(statement);
  return statements.slice(-2);
}

test('the result of the query is that of counting one by one', async () => {
  const counts = countByBruteForce(lines, RULES.before, RULES.after);
  const changes = (await rows(result)).filter(([, side]) => side === 'change');
  expect(
    changes.map(([part, , effect, addresses, requests]) => [`${part} ${effect}`, Number(addresses), Number(requests)]),
  ).toEqual(
    [...counts.effects]
      .map(([key, { requests, addresses }]) => [key, addresses.size, requests])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  // Two parts, each with what is unchanged, newly refused and newly admitted.
  expect(changes).toHaveLength(6);
});

test('broken lines, events of an unknown type and requests without an address are counted as unread', async () => {
  const { unknown, broken, invalid } = countByBruteForce(lines, RULES.before, RULES.after);
  expect((await rows(unread)).map(([what, number]) => [what, Number(number)])).toEqual([
    ['events of an unknown type', unknown],
    ['lines that are not one event', broken],
    ['requests without a valid address', invalid],
  ]);
  expect(Math.min(unknown, broken, invalid)).toBeGreaterThan(20);
});

test('the requests and the last time of each address are those of counting one by one', async () => {
  const expected = [...countByBruteForce(lines, RULES.before, RULES.after).effects].flatMap(([key, { addresses }]) =>
    [...addresses].map(([address, { requests, time }]) => `${key.split(' ')[0]} ${address} ${requests} ${time}`),
  );
  const found = (await rows('SELECT part, address, requests, last_time FROM netingress_traffic')).map(
    ([part, address, requests, time]) => {
      const bytes = parseIp(String(address))?.toByteArray() ?? [];
      const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
      return `${part} ${bytes.length === 4 ? 'ipv4' : 'ipv6'} ${number.toString(16)} ${requests} ${time}`;
    },
  );
  expect(found.sort()).toEqual(expected.sort());
});

testInCi('every event type is a table, and a field of it is a column', async () => {
  for (const { type } of EVENTS) expect(await rows(`SELECT count(*) FROM ${type.replace('.', '_')}`)).toHaveLength(1);
  const [[requests] = []] = await rows('SELECT count(*) FROM http_request_complete_v0 WHERE "conn.server_port" = 443');
  const shown = lines.filter(
    ({ text, truth }) =>
      truth.kind !== 'broken' && /http_request_complete/.test(text) && /server_port":"?443/.test(text),
  );
  expect(Number(requests)).toBe(shown.length);
  expect(shown.length).toBeGreaterThan(100);
});

test('of random texts the functions accept those that are addresses, and no others', async () => {
  const random = createRandom(11);
  const texts = Array.from({ length: campaignSize(1000, 3000) }, () => {
    const [family, first] = NETWORKS[random(NETWORKS.length)] as (typeof NETWORKS)[number];
    const text = formatRandomAddress(random, { family, number: first + BigInt(random(3)) * 0x10001n });
    const at = random(text.length + 1);
    return random(2) === 0
      ? text
      : text.slice(0, at) + [':', '.', '0', 'g', 'A', '/', '\n', ''][random(8)] + text.slice(at);
  });
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts.map((text, index) => ({ index, text }))));
  const query = `SELECT index, text AS address FROM read_json('${join(folder, 'texts.json')}', columns = {index: 'INTEGER', text: 'VARCHAR'})`;
  const found = await rows(`SELECT address, digits FROM (${selectDigits(DIALECTS.duckdb, query)}) ORDER BY index`);
  const toHex = (text: string): string | null => {
    const address = parseIp(text);
    return address ? Buffer.from(address.toByteArray()).toString('hex') : null;
  };
  expect(found).toEqual(texts.map((text) => [text, toHex(text)]));
});

/** Rows of a query on the views that `events sql` prints for the files. */
async function ask(events: string, query: string, timeZone = 'UTC'): Promise<readonly unknown[][]> {
  writeAccess();
  const inputs = { events: join(folder, events), access: join(folder, 'access.csv') };
  const instance = await DuckDBInstance.create(':memory:');
  const asked = await instance.connect();
  try {
    await asked.run(`SET TimeZone = '${timeZone}'`);
    for (const statement of createScript('duckdb', inputs).split(/;\n/).slice(0, -2)) await asked.run(statement);
    return (await asked.runAndReadAll(query)).getRowsJson() as unknown[][];
  } finally {
    asked.closeSync();
    instance.closeSync();
  }
}

test('an event of any type has the part and the address that the preview finds', async () => {
  const types = [...EVENTS.map(({ type }) => type), 'newer.v1', 'agent_session_start.v1', 'agent_session'];
  const place = (client: string, agent: string): object[] => [
    { object: { conn: { client_ip: client } } },
    { object: { conn: { client_ip: client }, agent_ip: agent } },
    { object: { conn: { client_ip: 7 }, agent_ip: agent } },
    { object: { conn: { client_ip: null }, 'conn.client_ip': client, agent_ip: agent } },
    { object: { conn: {}, 'conn.client_ip': client } },
    { object: { conn: null, 'conn.client_ip': client } },
    { object: { 'conn.client_ip': client, agent_ip: agent } },
    { object: { agent_ip: agent } },
    { object: null, 'conn.client_ip': client, 'object.agent_ip': agent },
    { 'conn.client_ip': client, 'object.agent_ip': agent },
    { 'object.conn.client_ip': client, agent_ip: agent },
    { conn: { client_ip: client } },
    {},
  ];
  const events = types.flatMap((type, index) =>
    place('', '').map((_, at) => ({ event_type: type, ...place(`10.1.${index}.${at}`, `10.2.${index}.${at}`)[at] })),
  );
  writeFileSync(join(folder, 'places.ndjson'), events.map((event) => JSON.stringify(event)).join('\n'));
  const found = await ask('places.ndjson', 'SELECT part, address FROM netingress_request_events');
  const expected = events.flatMap((event) => {
    const request = findRequest(parseInput(event, false) as unknown as JsonObject);
    return request ? [`${request.part} ${request.address}`] : [];
  });
  expect(found.map((row) => row.join(' ')).sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(types.length * 4);
});

testRows(
  [
    ['texts', "'2026-05-01T10:00:00.5Z'", '2026-05-01T10:00:00.5Z'],
    ['timestamps', "TIMESTAMP '2026-05-01 10:00:00.5'", '2026-05-01T10:00:00.500Z'],
    ['timestamps of nanoseconds', "TIMESTAMP_NS '2026-05-01 10:00:00.5'", '2026-05-01T10:00:00.500Z'],
    ['timestamps of seconds', "TIMESTAMP_S '2026-05-01 10:00:00'", '2026-05-01T10:00:00.000Z'],
    ['instants', "TIMESTAMPTZ '2026-05-01 12:00:00.5+02'", '2026-05-01T10:00:00.500Z'],
  ],
  { plain: 2 },
)('the last time of a Parquet file with %s is that of the preview', async (_, value, time) => {
  const parquet = mkdtempSync(join(folder, 'parquet-'));
  await connection.run(
    `COPY (SELECT 'http_request_complete.v0' AS event_type, ${value} AS event_timestamp, {conn: {client_ip: '203.0.113.200'}} AS object) TO '${join(parquet, 'a.parquet')}' (FORMAT parquet)`,
  );
  const context = { cwd: parquet, signal: new AbortController().signal, stdin: () => [] as never };
  const access = compareAccount('endpoints', { rules: ['allow 203.0.113.0/24'] }, { rules: [] });
  const recorded = { events: await findEventFiles(context, ['.']), traffic: [] };
  const [restriction] = (await runBacktest(context, recorded, access, 'duckdb'))?.restrictions ?? [];
  const sql = 'SELECT address, requests, last_time FROM netingress_traffic';
  expect(await ask(join(basename(parquet), '*.parquet'), sql, 'Asia/Tokyo')).toEqual([['203.0.113.200', '1', time]]);
  expect(restriction?.newly_refused.top).toEqual([{ address: '203.0.113.200', requests: 1, last_time: time }]);
});

test('a Parquet file without times is read', async () => {
  await connection.run(
    `COPY (SELECT 'http_request_complete.v0' AS event_type, '203.0.113.200' AS "conn.client_ip") TO '${join(folder, 'b.parquet')}' (FORMAT parquet)`,
  );
  expect(await ask('b.parquet', 'SELECT address, last_time FROM netingress_traffic')).toEqual([['203.0.113.200', '']]);
});

test.each([
  ['-', 'standard input'],
  ["a'b.ndjson", 'a quote'],
])('--events %s is refused', async (path, problem) => {
  const { status, stdout, stderr } = await runInProcess(['events', 'sql', '--engine=spark', '--events', path]);
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(problem)]);
});
