/**
 * Time of a backtest of gzip NDJSON by the stream and by DuckDB, and of the same events as Parquet by DuckDB:
 * `npx tsx bench/preview/engines.ts 10000000 FOLDER`. The files in the folder are written once and used again. The exit
 * status is 1 if a limit is exceeded or if the results differ.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { findEventFiles } from '../../src/command/inputs/find-event-files';
import type { AccountAccess, Backtest } from '../../src/preview/backtest';
import { runBacktest } from '../../src/preview/run-backtest';
import { compareAccount } from '../../test/support/preview/access';
import { lineWithOwnAddress } from '../event-samples';

const [count = 1_000_000, folder = ''] = [Number(process.argv[2] ?? 1_000_000), process.argv[3]];
const targets = { gzip: 0.5, parquet: 0.1 };

const FILES = 8;

async function main(): Promise<void> {
  if (folder === '') throw new Error('No folder for the events is given; expected COUNT FOLDER');
  const [gzip, parquet] = [join(folder, `gzip-${count}`), join(folder, `parquet-${count}`)];
  await prepare(gzip, writeGzip);
  await prepare(parquet, (to) => writeParquet(gzip, to));
  const access = ['endpoints', 'agent', 'api', 'dashboard'].flatMap((type) =>
    compareAccount(type, undefined, { rules: ['allow 203.0.113.0/25', 'allow 198.51.100.0/24'] }),
  );
  const byDuckDb = await time('duckdb', gzip, access);
  const byParquet = await time('duckdb', parquet, access);
  const streamed = await time('stream', gzip, access);
  for (const { result } of [byDuckDb, byParquet]) compare(streamed.result, result);
  const ratios = { gzip: byDuckDb.seconds / streamed.seconds, parquet: byParquet.seconds / streamed.seconds };
  console.log(`${count} events in ${FILES} files, ${availableParallelism()} cores, Node ${process.version}`);
  console.log(`stream of gzip NDJSON: ${format(streamed)}`);
  console.log(
    `DuckDB of gzip NDJSON: ${format(byDuckDb)}; ${ratios.gzip.toFixed(3)} of the stream (at most ${targets.gzip})`,
  );
  console.log(
    `DuckDB of Parquet: ${format(byParquet)}; ${ratios.parquet.toFixed(3)} of the stream (at most ${targets.parquet})`,
  );
  process.exitCode = ratios.gzip > targets.gzip || ratios.parquet > targets.parquet ? 1 : 0;
}

interface Timed {
  readonly result: Backtest;
  readonly seconds: number;
  readonly processor: number;
}

async function time(engine: 'stream' | 'duckdb', path: string, access: readonly AccountAccess[]): Promise<Timed> {
  const context = { cwd: folder, signal: new AbortController().signal, stdin: () => [] as never };
  const events = await findEventFiles(context, [path]);
  const [start, startCpu] = [performance.now(), process.cpuUsage()];
  const result = await runBacktest(context, { events, traffic: [] }, access, engine);
  const { user, system } = process.cpuUsage(startCpu);
  if (result?.events !== count) throw new Error(`${engine} read ${result?.events} events of ${count}`);
  return { result, seconds: (performance.now() - start) / 1000, processor: (user + system) / 1_000_000 };
}

function format({ seconds, processor }: Timed): string {
  return `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of processor time)`;
}

/**
 * Throws if the results differ. The numbers and lists of addresses are not compared, because the stream remembers
 * 50,000 addresses only.
 */
function compare(streamed: Backtest, found: Backtest): void {
  const simplify = ({ restrictions, ...rest }: Backtest) => ({
    ...rest,
    restrictions: restrictions.map(
      ({ newly_refused: refused, newly_admitted: admitted, not_known: unknown, ...more }) => ({
        ...more,
        sides: [refused, admitted, unknown].map(({ requests }) => requests),
      }),
    ),
  });
  if (!isDeepStrictEqual(simplify(streamed), simplify(found)))
    throw new Error(`The results differ: ${JSON.stringify([simplify(streamed), simplify(found)])}`);
}

async function prepare(path: string, write: (path: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(`${path}.tmp`, { recursive: true });
  await write(`${path}.tmp`);
  renameSync(`${path}.tmp`, path);
}

async function writeGzip(path: string): Promise<void> {
  for (let file = 0; file < FILES; file++) {
    const gzip = createGzip({ level: 4 });
    const output = gzip.pipe(createWriteStream(join(path, `${file}.ndjson.gz`)));
    for (let index = file; index < count; index += FILES * 1000) {
      const lines: string[] = [];
      for (let at = index; at < Math.min(count, index + FILES * 1000); at += FILES) lines.push(lineWithOwnAddress(at));
      if (!gzip.write(lines.join(''))) await once(gzip, 'drain');
    }
    gzip.end();
    await once(output, 'finish');
  }
}

async function writeParquet(from: string, to: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (let file = 0; file < FILES; file++)
    await connection.run(
      `COPY (SELECT * FROM read_ndjson('${join(from, `${file}.ndjson.gz`)}', maximum_depth = 4)) TO '${join(to, `${file}.parquet`)}' (FORMAT parquet)`,
    );
  connection.closeSync();
}

void main();
