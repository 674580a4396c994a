/**
 * Recorded events read by DuckDB: the same result as the stream, and as counting one by one. bench/spark/run.ts
 * compares a million events.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteForDuckDb } from '../../../src/archives/dialect';
import { findEventFiles } from '../../../src/command/inputs/find-event-files';
import type { AccountAccess, Backtest } from '../../../src/preview/backtest';
import { runBacktest } from '../../../src/preview/run-backtest';
import { campaignSize } from '../../fuzz';
import { countByBruteForce, formatRule, RULES } from '../../support/events/brute-force';
import { createRandomLines } from '../../support/events/random-events';
import { useFolder } from '../../support/folder';
import { compareAccount } from '../../support/preview/access';
import { testInCi, testRows } from '../../support/requirements';

const COUNT = campaignSize(6000, 100_000);

const files = useFolder();

const access = (before: readonly string[], after: readonly string[]): AccountAccess[] =>
  ['endpoints', 'agent', 'api'].flatMap((type) => compareAccount(type, { rules: before }, { rules: after }));

const CHANGE = access(RULES.before.map(formatRule), RULES.after.map(formatRule));

async function run(engine: 'stream' | 'duckdb', change = CHANGE): Promise<Backtest> {
  const context = { cwd: files.folder, signal: new AbortController().signal, stdin: () => [] as never };
  const events = await findEventFiles(context, ['.']);
  return (await runBacktest(context, { events, traffic: [] }, change, engine)) as Backtest;
}

const { write } = files;
const lines = (seed: number, count: number) => [...createRandomLines(seed, count)];
const join_ = (texts: Iterable<{ readonly text: string }>): string =>
  [...texts].map(({ text }) => `${text}\n`).join('');

test('the numbers of random events are those of the stream and of counting one by one', async () => {
  const all = lines(3, COUNT);

  const half = Math.floor(COUNT / 2);
  const [first, second] = [all.slice(0, half), all.slice(half).filter(({ truth }) => truth.kind !== 'broken')];
  await write('broken.ndjson.gz', gzipSync(join_(first)));
  await write('whole.ndjson.gz', gzipSync(join_(second)));
  const counted = countByBruteForce([...first, ...second], RULES.before, RULES.after);
  const [streamed, found] = [await run('stream'), await run('duckdb')];
  expect(found).toEqual(streamed);
  expect(found.events).toBe(counted.events);
  expect(found.unread.at(-1)).toMatch(
    new RegExp(`^${counted.invalid.toLocaleString('en-US')} recorded requests without a valid IP`),
  );
  for (const type of ['endpoints', 'agent']) {
    const restriction = found.restrictions.find((each) => each.type === type);
    expect(restriction?.requests).toBe(counted.requests.get(type));
    for (const effect of ['newly_refused', 'newly_admitted'] as const) {
      const expected = counted.effects.get(`${type} ${effect}`);
      const counts = { requests: expected?.requests, addresses: expected?.addresses.size };
      expect(restriction?.[effect]).toMatchObject(counts);
      expect(expected?.requests).toBeGreaterThan(20);
    }
  }
}, 600_000);

const event = (address: string, more = '') =>
  `{"event_type":"http_request_complete.v0","event_timestamp":"2026-05-01T10:00:00Z","object":{"conn":{"client_ip":"${address}"}}${more}}`;
/** An event of an address that the change shuts out, with more members. */
const refused = (more = '') => event('203.0.113.200', more);

const CLOSED_B = event('203.0.113.200","start_ts":"b').replace('http_request_complete', 'tcp_connection_closed');

const session = (address: string, more = '') =>
  `{"event_type":"agent_session_start.v0","event_timestamp":"2026-05-01T10:00:00Z","object":{"agent_ip":"${address}"${more}}}`;

const FORMS: readonly (readonly [string, string | Buffer])[] = [
  ['a member that appears twice', refused(',"object":{"conn":{"client_ip":"192.0.2.1"}}')],
  ['an address that appears twice', event('203.0.113.200","client_ip":"192.0.2.1')],
  ['a type that appears twice', refused(',"event_type":"newer.v1"')],
  ['an escaped name', event('192.0.2.1', ',"\\u006fbject":{"conn":{"client_ip":"203.0.113.200"}}')],
  ['an escaped address', event('\\u0032\\u0030\\u0033.0.113.200')],
  ['a comma before a bracket', `${refused()}\n${refused(',')}`],
  ['a number that is not JSON', `${refused(',"n": [1, nan]')}\n${refused()}`],
  ['a lone surrogate', refused(',"n":"\\ud800"')],
  ['a start that appears twice', `${event('203.0.113.200","start_ts":"a","start_ts":"b')}\n${CLOSED_B}`],
  ['an escaped start', `${event('203.0.113.200","start_ts":"\\u0062')}\n${CLOSED_B}`],
  ['a start in its own column', `${refused().replace(/\}\}$/, '},"conn.start_ts":"b"}}')}\n${CLOSED_B}`],
  ['a timestamp of another form', refused().replace('2026-05-01T10:00:00Z', 'May 1, 2026 10:00 UTC')],
  ['a day that does not exist', refused().replace('05-01', '02-30')],
  ['an hour that does not exist', refused().replace('T10', 'T24')],
  ['a second that does not exist', refused().replace('10:00:00', '10:00:60')],
  ['no timestamp', refused().replace('"event_timestamp":"2026-05-01T10:00:00Z",', '')],
  ['a timestamp that is a number', refused().replace('"2026-05-01T10:00:00Z"', '7')],
  ['a record over several lines', refused().replaceAll(',', ',\n')],
  ['a list', `[${refused()},\n${event('203.0.113.7')}]`],
  ['two records in a line', refused() + event('203.0.113.201')],
  ['wrapped records', JSON.stringify({ Records: [{ kinesis: { data: btoa(refused()) } }] })],
  ['lines that end with a carriage return', `${refused()}\r\n${refused()}\r\n`],
  ['a byte that is not UTF-8', Buffer.from(refused(',"n":"\xff"'), 'latin1')],
  ['a control character', `${refused()}\u0001rest\n${refused()}`],
  // Longer than the `max_line_size` of `src/archives/dialect.ts`.
  ['a long line', refused(`,"n":"${'x'.repeat(2_100_000)}"`)],
  ['a mark of the byte order', `\ufeff${refused()}`],
  ['a mark of the byte order in the middle', `${refused()}\n\ufeff${event('203.0.113.201')}`],
  ['an archive that is cut off', gzipSync(`${refused()}\n`.repeat(5000)).subarray(0, -200)],
  ['an archive with a wrong checksum', Buffer.concat([gzipSync(refused()).subarray(0, -8), Buffer.alloc(8)])],
  ['two archives in one', Buffer.concat([gzipSync(`${refused()}\n`), gzipSync(event('203.0.113.7'))])],
  ['a request of an unknown type', refused().replace('complete.v0', 'complete.v1')],
  ['a session with an address of a client', session('192.0.2.1', ',"conn":{"client_ip":"203.0.113.200"}')],
  ['a newer type without an address', `${refused()}\n{"event_type":"newer.v1","object":{"x":1}}`],
  ['a comma before a bracket and NaN in a text', refused(',"n":"a, } \\" :nan,]"')],
  ['a member that appears in a text', refused(',"n":"\\"object\\", \\"conn\\""')],
  ['an empty file', ''],
  ['a file of empty lines', '\n\n'],
  ['no event', '{"a":1}\n[]\n'],
];

/** What DuckDB finds, which is what the stream finds. */
async function runBoth(change = CHANGE): Promise<Backtest> {
  const found = await run('duckdb', change);
  expect(found).toEqual(await run('stream', change));
  return found;
}

testRows(FORMS, { plain: 3 })('%s is read as the stream reads it', async (_, content) => {
  await write('other.ndjson', `${refused()}\n\n${event('198.51.100.7')}`);
  await write('tested', content);
  expect((await runBoth()).restrictions[0]?.newly_refused.requests).toBeGreaterThan(0);
});

testRows(['back\\slash.ndjson', 'C:\\archive\\events.ndjson', "a'quote.ndjson"], { plain: 1 })(
  'a file named %s is read',
  async (name) => {
    await write(name, refused());
    expect(await runBoth()).toMatchObject({ events: 1, unread: [] });
  },
);

testInCi('a file of several batches has every line once, compressed or not', async () => {
  const text = Array.from(
    { length: 30_000 },
    (_, index) => `${event(`203.0.${index >> 8}.${index & 255}`, `,"n":"${'é'.repeat(index % 700)}"`)}\n`,
  ).join('');
  await write('plain', text);
  await write('packed', gzipSync(text));
  expect((await runBoth()).events).toBe(60_000);
});

async function copyTo(name: string, query: string, format: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (${query}) TO ${quoteForDuckDb(join(files.folder, name))} (FORMAT ${format})`);
  connection.closeSync();
}

test('archives of Zstandard are read, and one that is cut off is named', async () => {
  const format = `csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\u0001', COMPRESSION zstd`;
  await copyTo('a.zst', `SELECT '${refused()}' FROM range(1000)`, format);
  expect(await runBoth()).toMatchObject({ events: 1000, unread: [] });
  await write('cut.zst', readFileSync(join(files.folder, 'a.zst')).subarray(0, -20));
  expect((await runBoth()).unread).toEqual([expect.stringContaining('cut.zst')]);
});

test('authors of changes are those of the stream', async () => {
  const principal = (subject: string) => ({ id: `usr_${subject}`, subject, source: 'API', credential: { id: 'ak_1' } });
  const author = (subject: string, event_timestamp: string) => {
    const head = { event_type: 'ip_policy_rule_updated.v0', event_timestamp };
    return JSON.stringify({ ...head, principal: principal(subject), object: { id: 'ipr_1' } });
  };
  const [first, second] = ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'] as const;
  await write('a', [author('b', second), author('a', first)].join('\n'));
  await write('b', [author('b', first), author('b', first)].join('\n'));
  expect((await runBoth(access(['allow 203.0.113.0/24'], []))).authors_shut_out).toMatchObject([
    { subject: 'a', events: 1 },
    { subject: 'b', events: 3, last_time: second },
  ]);
});

testInCi('more addresses than a stream remembers are counted exactly', async () => {
  const change = access(['allow 10.0.0.0/8'], []);
  const text = Array.from(
    { length: 60_000 },
    (_, index) => `${event(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)}\n`,
  );
  await write('many', text.join(''));
  const { restrictions } = await run('duckdb', change);
  expect(restrictions[0]?.newly_refused).toMatchObject({ requests: 60_000, addresses: 60_000, at_least: false });
});

describe('Parquet', () => {
  const columns =
    "{event_type: 'VARCHAR', event_timestamp: 'VARCHAR', principal: 'JSON', object: 'STRUCT(conn STRUCT(client_ip VARCHAR), agent_ip VARCHAR)'}";

  const copy = (query: string, name = 'events.parquet') => copyTo(name, query, 'parquet');
  const copyRequests = (columns: string, more = '') => copy(`SELECT ${REQUEST}, ${columns}${more}`);
  const REQUEST = "'http_request_complete.v0' AS event_type";
  /** Expects this many events, all of them read, and requests that the change refuses. */
  async function expectRefused(
    events: number,
    requests: number,
    last_time: unknown = expect.anything(),
  ): Promise<void> {
    const restrictions = [{ newly_refused: { requests, top: [{ last_time }] } }, {}, {}];
    expect(await run('duckdb')).toMatchObject({ events, unread: [], restrictions });
  }

  test('nested columns have the numbers of the same events in NDJSON', async () => {
    const addresses = ['203.0.113.200', '203.0.113.201', '203.0.113.201', '198.51.100.7', 'x'];
    const texts = addresses.map((address) => event(address));
    const started = session('203.0.113.200').replace('00Z', '00+02:00');
    const audit =
      '{"event_type":"ip_policy_created.v0","event_timestamp":"2026-05-01T10:00:00Z","principal":{"id":"usr_1"},"object":{}}';
    const file = join(files.folder, 'events.ndjson');
    const withoutAddress = session('')
      .replace('"agent_ip":""', '')
      .replace('"object"', '"principal":{"id":"usr_2"},"object"');
    await write('events.ndjson', [...texts, started, withoutAddress, audit].join('\n'));
    const streamed = await run('stream');
    await copy(`SELECT * FROM read_ndjson('${file}', columns = ${columns})`);
    rmSync(file);
    expect(await run('duckdb')).toEqual(streamed);
    expect(streamed.restrictions[0]?.newly_refused.requests).toBe(3);
  });

  const STAMP = "TIMESTAMP '2026-05-01 10:00:00.5' AS event_timestamp";
  test('columns of dotted names are fields', async () => {
    await copyRequests(`${STAMP}, '203.0.113.200' AS "conn.client_ip" FROM range(7)`);
    await expectRefused(7, 7, '2026-05-01T10:00:00.500Z');
  });

  const CONN = '{conn: {client_ip: client_ip, start_ts: start_ts}}';

  testRows(
    [
      ['a text', "start || 'Z' AS start_ts", `${CONN} AS object`],
      ['a time', 'CAST(start AS TIMESTAMP) AS start_ts', `${CONN} AS object`],
      ['an instant', 'CAST(start AS TIMESTAMPTZ) AS start_ts', `${CONN} AS object`],
      ['a column', "start || 'Z' AS start_ts", 'client_ip AS "conn.client_ip", start_ts AS "conn.start_ts"'],
      ['JSON', "start || 'Z' AS start_ts", `CAST(${CONN} AS JSON) AS object`],
      ['JSON beside a text', `CAST('"' || start || '"' AS JSON) AS start_ts`, `${CONN} AS object`],
    ],
    { plain: 2 },
  )('two events of a connection are one request if its start is %s', async (_, start, object) => {
    const events = ['http_request_complete.v0', 'tcp_connection_closed.v0'].map(
      (type, index) =>
        `SELECT '${type}' AS event_type, '203.0.113.200' AS client_ip, '2026-05-01T10:00:0' || i AS start FROM range(${index}, 3) AS t(i)`,
    );
    const all = `${events.join(' UNION ALL ')} UNION ALL SELECT 'tcp_connection_closed.v0', '203.0.113.200', NULL`;
    await copy(`SELECT event_type, ${object} FROM (SELECT event_type, client_ip, ${start} FROM (${all}))`);
    expect(await run('duckdb')).toMatchObject({ events: 6, restrictions: [{ requests: 4 }, {}, {}] });
    await expectRefused(6, 4);
  });

  testRows(
    [
      'back\\slash',
      'a[1]*?.parquet',
      "a'quote.parquet",
      '{a,b}$(id)%s\n.parquet',
      // DuckDB must not read folders such as `event_type=other` as columns of the events.
      'event_type=other/events.parquet',
      'conn.client_ip=x/object=y/events.parquet',
    ],
    { plain: 3 },
  )('the name %j is that of one file', async (name) => {
    mkdirSync(dirname(join(files.folder, name)), { recursive: true });
    await copy("SELECT 'http_request_complete.v0' AS event_type, '203.0.113.200' AS \"conn.client_ip\"", name);
    expect(await run('duckdb')).toMatchObject({ events: 1, unread: [] });
  });

  /** Names of columns, and of members of a structure, that could break the SQL or be taken for another column. */
  const NAMES = [
    ...['"', "'", "'); DROP TABLE counted; --", '"); DROP TABLE counted; --', '") FROM counted; --', "']"],
    ...['a.b', 'object.conn.client_ip', 'conn.client_ip.x', '$.object.conn', 'line', 'filename', 'counted', 'rowid'],
    ...['back\\slash', '\n', '\u0001', ' ', '\u202egnp', 'select', 'x'.repeat(10_000)],
  ];

  testRows(
    NAMES.map((name) => [JSON.stringify(name).slice(0, 30), name] as const),
    { plain: 2 },
  )('a column and a member named %s change nothing', async (_, name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    await copyRequests(
      `{conn: {client_ip: '203.0.113.200', ${quoted}: 1}, ${quoted}: 'x'} AS object, 'y' AS ${quoted}`,
    );
    await expectRefused(1, 1);
  });

  test.each([
    ['the object is JSON', `JSON '{"conn":{"client_ip":"203.0.113.200"}}' AS object`],
    ['a member of the object is JSON', `{conn: JSON '{"client_ip":"203.0.113.200"}'} AS object`],
    ['the object is a map', `MAP {'conn.client_ip': '203.0.113.200'} AS object`],
    [
      'the address is in a structure, beside columns without values',
      `NULL::JSON AS "conn.client_ip", {conn: {client_ip: '203.0.113.200'}} AS object`,
    ],
  ])('addresses count if %s', async (_, object) => {
    await copyRequests(`${STAMP}, ${object} FROM range(3)`);
    await expectRefused(3, 3, '2026-05-01T10:00:00.500Z');
  });

  test.each([
    ['a text', `'203.0.113.200' AS "conn.client_ip"`],
    ['JSON', `JSON '{"conn":{"client_ip":"203.0.113.200"}}' AS object`],
  ])('times do not depend on the time zone of DuckDB if the address is in %s', async (_, address) => {
    await copyRequests(`TIMESTAMPTZ '2026-05-01 10:00:00+00' AS event_timestamp, ${address}`);
    const create = DuckDBInstance.create.bind(DuckDBInstance);
    const inTokyo = jest.spyOn(DuckDBInstance, 'create').mockImplementation(async (...options) => {
      const instance = await create(...options);
      await (await instance.connect()).run("SET GLOBAL TimeZone = 'Asia/Tokyo'");
      return instance;
    });
    try {
      await expectRefused(1, 1, '2026-05-01T10:00:00.000Z');
      expect(inTokyo).toHaveBeenCalled();
    } finally {
      inTokyo.mockRestore();
    }
  });

  test('authors in columns of dotted names are counted', async () => {
    const change = access(['allow 203.0.113.0/24'], []);
    await copy(
      `SELECT 'ip_policy_created.v0' AS event_type, '2026-05-0' || i || 'T10:00:00Z' AS event_timestamp, 'usr_1' AS "principal.id", 'ci' AS "principal.subject", 'API' AS "principal.source" FROM range(1, 4) AS t(i)`,
    );
    expect((await run('duckdb', change)).authors_shut_out).toMatchObject([
      { id: 'usr_1', subject: 'ci', events: 3, last_time: '2026-05-03T10:00:00Z' },
    ]);
  });

  const client = 'it has no column with the addresses of 1 request; expected object.conn.client_ip';
  const agent = 'it has no column with the addresses of 2 requests; expected object.agent_ip';
  testRows(
    [
      ['1 AS a', 'it has no column event_type'],
      ["'x' AS event_type WHERE false", 'it contains no event'],
      [`${REQUEST}, '{}' AS object`, 'its column object is a text'],
      [`${REQUEST}, {conn: '{"client_ip":"203.0.113.200"}'} AS object`, 'its column object.conn is a text'],
      [`'ip_policy_created.v0' AS event_type, '{"id":"usr_1"}' AS principal`, 'its column principal is a text'],
      [`${REQUEST}, '203.0.113.200' AS conn_client_ip`, client],
      [`${REQUEST}, 3405803976::UINTEGER AS "conn.client_ip"`, client],
      [`'agent_session_start.v0' AS event_type FROM range(2)`, agent],
      ['CAST(NULL AS VARCHAR) AS event_type', '1 row'],
      [
        `${REQUEST}, {'conn': {'client_ip': unnest(['203.0.113.7', 'x', NULL])}} AS object`,
        '2 recorded requests without a valid IP address',
      ],
    ],
    { plain: 4 },
  )('what is not read of a file with the rows of %s is named', async (query, problem) => {
    await copy(`SELECT ${query}`);
    expect((await run('duckdb')).unread).toEqual([expect.stringContaining(problem)]);
  });

  test('a file that is not complete is named', async () => {
    await write('cut.parquet', 'PAR1 and nothing else');
    expect((await run('duckdb')).unread).toEqual([expect.stringMatching(/^cut.parquet cannot be read: /)]);
  });
});
