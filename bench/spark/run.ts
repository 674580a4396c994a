/**
 * Compares the result of the same change with the same random events in five ways: counted one by one, by the preview's
 * stream and its DuckDB, and by the script of `events sql` on DuckDB and on Spark in local mode. Then compares the
 * timestamp of an event in Parquet: `npx tsx bench/spark/run.ts 1000000`. It needs Python and Java 17. Unless PYTHON
 * names a Python with pyspark, it installs pyspark from PyPI into a folder that it removes. Prints the numbers; the
 * exit status is 1 if they differ.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { reviewRestrictions } from '../../src/access/compare-accounts';
import { formatRanges, listChangeRanges } from '../../src/access-review/ranges';
import { createScript } from '../../src/archives/script';
import { findEventFiles } from '../../src/command/inputs/find-event-files';
import { runBacktest } from '../../src/preview/run-backtest';
import { countByBruteForce, formatRule, RULES } from '../../test/support/events/brute-force';
import { createRandomLines, type RandomLine } from '../../test/support/events/random-events';
import { toFacts } from '../../test/support/preview/access';

const count = Number(process.argv[2] ?? 1_000_000);
const PYSPARK = 'pyspark>=4,<5';
const PARTS = ['agent', 'endpoints'] as const;
const EFFECTS = ['newly_admitted', 'newly_refused'] as const;
const run = promisify(execFile);

/**
 * Lines for each part and effect, `endpoints newly_refused: 941 requests of 57 addresses`, and then for what was not
 * read.
 */
type Numbers = readonly string[];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-spark-'));
  try {
    const events = join(folder, 'events');
    mkdirSync(events);
    const expected = await printTimed('one by one', () => writeAndCount(events));
    // The backtest describes what it does not read in sentences, so only its other lines are compared.
    const ofPreview = expected.slice(0, PARTS.length * EFFECTS.length);
    writeFileSync(join(folder, 'access.csv'), formatRanges(PARTS.flatMap((part) => compare(part))));
    const python = process.env['PYTHON'] ?? (await installSpark(folder));
    await writeParquet(folder);
    const results = [
      [await printTimed('stream', () => backtest(events, 'stream')), ofPreview],
      [await printTimed('DuckDB, preview', () => backtest(events, 'duckdb')), ofPreview],
      [await printTimed('DuckDB, events sql', () => runOnDuckDb(folder)), expected],
      [await printTimed('Spark, events sql', () => runOnSpark(folder, python)), expected],
      [await printTimed('DuckDB, Parquet', () => readParquet(folder, askDuckDb, 'duckdb')), TRAFFIC],
      [
        await printTimed('Spark, Parquet', () => readParquet(folder, (sql) => askSpark(folder, python, sql), 'spark')),
        TRAFFIC,
      ],
    ] as const;
    process.exitCode = results.every(([numbers, wanted]) => numbers.join() === wanted.join()) ? 0 : 1;
    console.log(process.exitCode === 0 ? 'All numbers are equal.' : 'The numbers differ.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printTimed(name: string, compute: () => Promise<Numbers>): Promise<Numbers> {
  const start = performance.now();
  const numbers = await compute();
  console.log(
    `${name} (${((performance.now() - start) / 1000).toFixed(1)} s):\n${numbers.map((each) => `  ${each}`).join('\n')}`,
  );
  return numbers;
}

const facts = (part: string, side: keyof typeof RULES) => toFacts(part, { rules: RULES[side].map(formatRule) });

const compare = (part: string) =>
  listChangeRanges(facts(part, 'before'), facts(part, 'after'), []).filter((range) => range.part === part);

async function writeAndCount(folder: string): Promise<Numbers> {
  const perFile = Math.min(100_000, Math.ceil(count / 4));
  const counting = countByBruteForce(writeLines(folder, perFile), RULES.before, RULES.after);
  const { events, unknown, broken, invalid, effects } = counting;
  console.log(`${count} lines with ${events} events`);
  return [
    ...PARTS.flatMap((part) =>
      EFFECTS.map((effect) => {
        const side = effects.get(`${part} ${effect}`);
        return format(part, effect, side?.requests ?? 0, side?.addresses.size ?? 0);
      }),
    ),
    `events of an unknown type: ${unknown}`,
    `lines that are not one event: ${broken}`,
    `requests without a valid address: ${invalid}`,
  ];
}

/** Writes the random events, and yields each line. Every second file is in a subfolder. */
function* writeLines(folder: string, perFile: number): Generator<RandomLine> {
  let texts: string[] = [];
  let file = 0;
  mkdirSync(join(folder, 'later'));
  const write = (): void => {
    const name = file % 2 === 0 ? `${file}.ndjson.gz` : join('later', `${file}.ndjson.gz`);
    if (texts.length > 0) writeFileSync(join(folder, name), gzipSync(texts.join('')));
    file++;
    texts = [];
  };
  for (const line of createRandomLines(1, count)) {
    texts.push(`${line.text}\n`);
    yield line;
    if (texts.length === perFile) write();
  }
  write();
}

function format(part: string, effect: string, requests: unknown, addresses: unknown): string {
  return `${part} ${effect}: ${requests} requests of ${addresses} addresses`;
}

async function backtest(folder: string, engine: 'stream' | 'duckdb'): Promise<Numbers> {
  const context = { cwd: folder, signal: new AbortController().signal, stdin: () => [] as never };
  const events = await findEventFiles(context, [folder]);
  const access = PARTS.flatMap((part) =>
    reviewRestrictions(facts(part, 'before'), facts(part, 'after'))
      .filter(({ type }) => type === part)
      .map((change) => ({ account: 'https://api.example.com', ...change })),
  );
  const result = await runBacktest(context, { events, traffic: [] }, access, engine);
  return (result?.restrictions ?? []).flatMap(({ type, ...sides }) =>
    EFFECTS.map((effect) => format(type, effect, sides[effect].requests, sides[effect].addresses)),
  );
}

async function runOnDuckDb(folder: string): Promise<Numbers> {
  return readResult(await askDuckDb(createScript('duckdb', inputs(folder, 'events/**/*.ndjson.gz'))));
}

/** The rows of each statement with a result of several columns: one without a result has the column `Count`. */
async function askDuckDb(sql: string): Promise<unknown[][][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const results: unknown[][][] = [];
  for (const statement of sql.split(';\n').filter((each) => each.trim() !== '')) {
    const reader = await connection.runAndReadAll(statement);
    if (reader.columnCount > 1) results.push(reader.getRowsJson() as unknown[][]);
  }
  connection.closeSync();
  return results;
}

const inputs = (folder: string, events: string) => ({
  events: join(folder, events),
  access: join(folder, 'access.csv'),
});

/** The last two results are the judged requests and what was not read. */
function readResult(results: readonly (readonly (readonly unknown[])[])[]): Numbers {
  const [judged = [], unread = []] = results.slice(-2);
  const changes = judged.flatMap(([part, side, result, addresses, requests]) =>
    side === 'change' && result !== 'unchanged' ? [format(String(part), String(result), requests, addresses)] : [],
  );
  return [...changes, ...unread.map(([what, number]) => `${what}: ${number}`)];
}

async function runOnSpark(folder: string, python: string): Promise<Numbers> {
  return readResult(await askSpark(folder, python, createScript('spark', inputs(folder, 'events'))));
}

/** The rows of each statement with a result that is not empty. */
async function askSpark(folder: string, python: string, sql: string): Promise<unknown[][][]> {
  const script = join(folder, 'spark.sql');
  writeFileSync(script, sql);
  const { stdout } = await run(python, [join(__dirname, 'run_sql.py'), script], {
    maxBuffer: 2 ** 28,
    env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' },
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('[['));
  return lines.map((line) => JSON.parse(line) as unknown[][]);
}

/** One instant in each type of column that `event_timestamp` can have. */
const TIMES = {
  text: "'2026-01-02T03:04:05.678Z'",
  with_zone: "TIMESTAMPTZ '2026-01-02 03:04:05.678+00'",
  without_zone: "TIMESTAMP '2026-01-02 03:04:05.678'",
};
const TRAFFIC = Object.keys(TIMES).map((type) => `${type}: 203.0.113.7,endpoints,1,2026-01-02T03:04:05.678Z`);

async function writeParquet(folder: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const [type, time] of Object.entries(TIMES)) {
    mkdirSync(join(folder, type));
    await connection.run(
      [
        `COPY (SELECT 'http_request_complete.v0' AS event_type, ${time} AS event_timestamp,`,
        `{'conn': {'client_ip': '203.0.113.7'}} AS object) TO '${join(folder, type, 'a.parquet')}' (FORMAT parquet)`,
      ].join(' '),
    );
  }
  connection.closeSync();
}

/** The rows of `netingress_traffic` for each type of column. */
async function readParquet(
  folder: string,
  ask: (sql: string) => Promise<unknown[][][]>,
  engine: 'duckdb' | 'spark',
): Promise<Numbers> {
  const rows: string[] = [];
  for (const type of Object.keys(TIMES)) {
    const script = createScript(engine, inputs(folder, `${type}/*.parquet`));
    const traffic = (await ask(`${script}SELECT * FROM netingress_traffic;\n`)).at(-1) ?? [];
    rows.push(...traffic.map((row) => `${type}: ${row.join()}`));
  }
  return rows;
}

async function installSpark(folder: string): Promise<string> {
  const venv = join(folder, 'venv');
  await run('python3', ['-m', 'venv', venv]);
  const python = join(venv, 'bin', 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', PYSPARK], { maxBuffer: 2 ** 26 });
  return python;
}

void main();
