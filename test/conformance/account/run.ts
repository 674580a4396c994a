/** `npm run conformance`: the cases and the vendor's clients against an account of a service. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCLI } from 'jest';
import type { Members } from '../api';
import type { ClientFacts } from '../clients/clients';
import { type AccountReader, createReader, deleteObjects, endEarlierRuns } from './account';
import { listOpenRuns, type OpenRun, openJournal } from './journal';
import { hasMarker } from './marker';
import { type AccountRun, listPaths, listSkipped, planCases, planClients, type Result } from './plan';
import { openProxy, type ServiceAccess } from './proxy';
import { createPace } from './rate-limit';
import { formatReport } from './report';

export interface ConformanceOptions {
  readonly url: string;
  readonly key: string;
  readonly profile: 'spec' | 'ngrok';
  readonly dryRun: boolean;
  readonly accountObject?: string;
  readonly emptyAccount: boolean;
  readonly only: readonly string[];
  readonly clients: readonly ClientFacts['name'][];
  /** Limit of requests in any 60 s; undefined: none. */
  readonly requestsPerMinute: number | undefined;
  readonly journal: string;
  readonly out?: string;
}

/** Default limits. For the public service a third of what it accepts in any 60 s (docs/internals/gaps.md 1.7). */
export const REQUESTS_PER_MINUTE = { spec: undefined, ngrok: 40 } as const;

/** The command refuses to run. The message says why. */
export class Refused extends Error {}

const ROOT = resolve(__dirname, '../../..');

/**
 * Returns the exit status: 0, or 2 if a result is different, there is no result, or an object may be left. Throws
 * `Refused` before anything is written.
 */
export async function runConformance(options: ConformanceOptions, print: (text: string) => void): Promise<number> {
  const { profile, dryRun, only } = options;
  const url = checkUrl(options.url);
  const pace = createPace(options.requestsPerMinute);
  let requests = 0;
  const counted = { next: () => pace.next().then(() => void requests++) };
  const access: ServiceAccess = { url, key: options.key, pace: counted };
  const headers: Record<string, string> = profile === 'ngrok' ? { 'ngrok-version': '2' } : {};
  const reader = createReader(access, headers);
  const earlier = listOpenRuns(options.journal, url);
  const { counts, ids, absent } = await readAccount(reader, listPaths(options), earlier).catch((error: Error) => {
    if (error instanceof Refused) throw error;
    const { cause = error } = error as { cause?: unknown };
    throw new Refused(`The account at ${url} cannot be read: ${(cause as Error).message}. Check --url.`);
  });
  print(describeAccount(counts, absent));
  checkAccount(options, counts, ids);
  const chosen = { ...options, only: only.length > 0 ? only : Object.keys(counts) };
  if (dryRun) {
    print(describePlan(chosen, earlier));
    return 0;
  }
  const journal = openJournal(options.journal, url);
  const folder = mkdtempSync(join(tmpdir(), 'netingress-conformance-'));
  const proxy = await openProxy(access, journal);
  try {
    const leftEarlier = await endEarlierRuns(reader, earlier, journal);
    const run: AccountRun = {
      url: proxy.url,
      key: proxy.key,
      profile,
      clients: options.clients,
      only: chosen.only,
      objects: counts,
      results: join(folder, 'results.ndjson'),
    };
    writeFileSync(run.results, '');
    await runTests(run);
    const left = await deleteObjects(reader, { marker: journal.marker, paths: journal.paths() });
    if (left.length === 0) journal.end();
    const results = readResults(run.results);
    const report = formatReport({
      host: new URL(url).host,
      profile,
      time: new Date().toISOString(),
      version: readVersion(),
      results,
      unmarkable: listSkipped(),
      absent,
      requests,
      left: [...leftEarlier, ...left],
    });
    if (options.out === undefined) print(report);
    else writeFileSync(options.out, report);
    const isGood = results.length > 0 && results.every(({ result }) => result !== 'different');
    return isGood && left.length + leftEarlier.length === 0 ? 0 : 2;
  } finally {
    await proxy.close();
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the address without a trailing slash. Throws unless it is https, or http on this machine, because a key is
 * sent.
 */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost' || url?.hostname === '[::1]';
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new Refused(`--url is '${text}'; expected https, or http on this machine.`);
  return text.replace(/\/$/, '');
}

type Runs = readonly OpenRun[];

interface Account {
  readonly counts: Readonly<Record<string, number>>;
  readonly ids: ReadonlySet<string>;
  /** Collections that the service does not list for this key. */
  readonly absent: readonly string[];
}

/**
 * Lists the collections of the account. The objects that earlier runs left and the development domain do not count.
 * Throws `Refused` if the service does not accept the key (401), or lists no collection for it.
 */
async function readAccount(reader: AccountReader, paths: readonly string[], earlier: Runs): Promise<Account> {
  const counts: Record<string, number> = {};
  const ids = new Set<string>();
  const absent: string[] = [];
  for (const path of paths) {
    const listed = await reader.list(path);
    if ('status' in listed) {
      if (listed.status === 401) throw new Refused('The service does not accept --key.');
      absent.push(path);
      continue;
    }
    const others = listed.filter(
      (object: Members) =>
        // Every account of the public service has a development domain.
        object['is_dev'] !== true && !earlier.some(({ marker }) => hasMarker(path, object, marker)),
    );
    counts[path] = others.length;
    for (const { id } of others) ids.add(String(id));
  }
  if (Object.keys(counts).length === 0) throw new Refused('The service lists no collection for --key.');
  return { counts, ids, absent };
}

function describeAccount(counts: Account['counts'], absent: readonly string[]): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  return [
    `Objects of the account: ${total}`,
    ...found.map(([path, count]) => `  ${path}  ${count}`),
    ...absent.map((path) => `  ${path}  not available`),
  ].join('\n');
}

function checkAccount(
  { accountObject, emptyAccount }: ConformanceOptions,
  counts: Account['counts'],
  ids: Account['ids'],
): void {
  const isEmpty = Object.values(counts).every((count) => count === 0);
  if (isEmpty && !emptyAccount && accountObject === undefined)
    throw new Refused('The account is empty; if you mean this account, repeat the command with --empty-account.');
  if (isEmpty && emptyAccount) return;
  if (accountObject === undefined)
    throw new Refused(
      'The account has objects. Use an account for tests; if this is one, repeat the command with --account-object and the id of any of its objects.',
    );
  if (!ids.has(accountObject))
    throw new Refused(
      `The account has no object ${accountObject}; the key is that of another account than --account-object.`,
    );
}

function describePlan(options: ConformanceOptions, earlier: Runs): string {
  const namePaths = ({ paths }: OpenRun): string => paths.join(', ') || 'nothing';
  return [
    ...earlier.map((run) => `Would delete what the run ${run.marker} left in ${namePaths(run)}.`),
    'Would create, read, change and delete objects of its own, and enforce nothing:',
    ...planCases(options).flatMap(({ path, cases }) => cases.map(({ title }) => `  ${path}  ${title}`)),
    ...planClients(options).flatMap(({ facts, services }) =>
      services.map(({ path }) => `  ${path}  create, get, update, list, delete with ${facts.package}`),
    ),
    `Would skip, because an object could carry no marker of the run: ${listSkipped().join(', ')}.`,
  ].join('\n');
}

/** Runs the tests in this process, so that they cannot outlive the proxy and the journal. */
async function runTests(run: AccountRun): Promise<void> {
  process.env['NETINGRESS_CONFORMANCE_RUN'] = JSON.stringify(run);
  const argv = { $0: '', _: ['test/conformance/conformance.test.ts'], runInBand: true, silent: true, reporters: [] };
  await runCLI(argv as unknown as Parameters<typeof runCLI>[0], [ROOT]);
}

function readResults(file: string): Result[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Result);
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}
