import type { CliContext } from '../context';
import type { Drawn, Part, Report } from '../report';
import type { FleetAccount } from './accounts-file';
import { type FleetWords, type KeptReport, type MergedReport, mergeReports } from './merge-reports';
import { type AccountResult, type FleetOptions, runFleet } from './run-fleet';

/** The report of one account, or the merged one of all. */
export interface AccountReport extends MergedReport {
  /** Lines on standard error before the report; with `--accounts` they are not printed. */
  readonly before?: readonly string[];
  /** The report of many accounts shows this one although its status is 0. */
  readonly isShown?: boolean;
  /** With `--accounts`, makes the report anew when all accounts are read, because they decide what it says. */
  readonly afterAll?: () => AccountReport;
}

/** `account` is undefined for the account of the environment. */
export type EachAccount = (
  read: (context: CliContext, account: FleetAccount | undefined) => Promise<AccountReport>,
) => Promise<AccountReport>;

/**
 * `words` is undefined for a command without `--accounts`. `parts` are what the format reads: with `--accounts`,
 * nothing else of a report is kept, or the objects of all accounts would be in memory at once. An account with
 * `afterAll` keeps what that function needs until all accounts are read.
 */
export function createEachAccount(
  context: CliContext,
  options: Partial<FleetOptions>,
  words: FleetWords | undefined,
  parts: readonly Part[] = [],
): EachAccount {
  return async (read) => {
    if (options.accounts === undefined || !words) return read(context, undefined);
    // A command with --accounts has the other two options, which have defaults.
    const selected = options as FleetOptions;
    const results = await runFleet<Read>(context, selected, async (accountContext, each) => {
      const found = await read(accountContext, each);
      return found.afterAll ? { value: found.afterAll, status: found.status } : keep(found, parts);
    });
    const kept = results.map((result): AccountResult<KeptReport> => {
      const { account: name, baseUrl, value } = result;
      if (typeof value === 'function') return { account: name, baseUrl, ...keep(value(), parts) };
      return result as AccountResult<KeptReport>;
    });
    return mergeReports(kept, words);
  };
}

/** The function makes the report when all accounts are read. */
type Read = KeptReport | (() => AccountReport);

function keep(
  { report, status, isShown = false }: AccountReport,
  parts: readonly Part[],
): { readonly value: KeptReport; readonly status: number } {
  return { value: { ...keepParts(report, parts), isShown }, status };
}

function keepParts(report: Report, parts: readonly Part[]): KeptReport {
  const has = (part: Part): boolean => parts.includes(part);
  return {
    ...(has('json') && { json: report.json() }),
    ...(has('summary') && { summary: report.summary() }),
    ...(has('results') && { results: report.results?.() }),
    ...(has('picture') && { picture: report.picture && keepPicture(report.picture) }),
  };
}

function keepPicture({ graph, drawing }: Drawn): Drawn {
  const kept = drawing.keep(graph());
  return { drawing, graph: () => kept };
}
