/** One report for many accounts: first what differs, then what was not read, then the rest in one line. */
import { EXIT } from '../../model/exit-status';
import { formatCount, oneLine } from '../../model/text';
import { toHtml } from '../../report/html';
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import { hasContents, type Section, type Summary, toItem } from '../../report/section';
import { toText } from '../../report/text';
import { type AccountResult, WORST_FIRST, worstStatus } from './run-fleet';

const VERSION = '1.0';

export interface FleetWords {
  /** `Drift`. */
  readonly title: string;
  /** What is said of accounts with status 2, such as `differ`, and of those with status 0, such as `in sync`. */
  readonly failed: string;
  readonly done: string;
  readonly marker?: string;
}

/** Formats the reports of the accounts. `summarize` returns the report of one account in words. */
export async function formatFleet<Value>(
  results: readonly AccountResult<Value>[],
  format: 'text' | 'markdown' | 'html' | 'json',
  words: FleetWords,
  {
    summarize,
    toReport,
  }: { readonly summarize: (value: Value) => Summary; readonly toReport: (value: Value) => unknown },
): Promise<string> {
  if (format === 'json') return toJson(toFleetReport(results, toReport));
  const summary = mergeSummaries(results, words, summarize);
  if (format === 'text') return toText(summary);
  return format === 'html'
    ? toHtml(summary)
    : toMarkdown(summary, words.marker === undefined ? {} : { marker: words.marker });
}

/** The JSON report. */
export function toFleetReport<Value>(results: readonly AccountResult<Value>[], toReport: (value: Value) => unknown) {
  return {
    version: VERSION,
    exit_status: worstStatus(results),
    accounts: results.map(({ account, baseUrl, status, value, problem }) => ({
      account,
      base_url: baseUrl,
      exit_status: status,
      problem: problem ?? null,
      report: value === undefined ? null : toReport(value),
    })),
  };
}

/** One sentence with the number of accounts of each kind. */
export function summarizeFleet(results: readonly AccountResult<unknown>[], { failed, done }: FleetWords): string {
  const count = (status: number, isRead: boolean) =>
    results.filter((each) => each.status === status && (each.problem === undefined) === isRead).length;
  const unread = results.filter(({ problem }) => problem !== undefined).length;
  const parts = [
    [count(EXIT.failed, true), failed],
    [count(EXIT.undecided, true) + count(EXIT.error, true), 'incomplete'],
    [unread, 'not read'],
    [count(EXIT.done, true), done],
  ] as const;
  const found = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${formatCount(results.length, 'account')}: ${found.join(', ')}.`;
}

function mergeSummaries<Value>(
  results: readonly AccountResult<Value>[],
  words: FleetWords,
  summarize: (value: Value) => Summary,
): Summary {
  const reports = results.flatMap(({ account, status, value }) =>
    value === undefined ? [] : [{ account, status, summary: summarize(value) }],
  );
  const isShown = ({ status, summary }: (typeof reports)[number]) => status !== EXIT.done || summary.tone !== 'good';
  const shown = reports.filter(isShown).sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  const rest = reports.filter((each) => !isShown(each)).map(({ account }) => account);
  const unread = results.flatMap(({ account, problem }) =>
    problem === undefined ? [] : [{ ...toItem(`${account}: ${oneLine(problem)}`), tone: 'undecided' as const }],
  );
  const sections: Section[] = [
    ...shown.flatMap(({ account, summary }) => describeAccount(account, summary)),
    { id: 'not_read', heading: 'Accounts that were not read', items: unread },
    { id: 'rest', heading: `Accounts ${words.done}`, items: rest.length === 0 ? [] : [toItem(rest.join(', '))] },
  ];
  const tone = shown.some(({ status }) => status !== EXIT.undecided)
    ? 'attention'
    : shown.length + unread.length > 0
      ? 'undecided'
      : 'good';
  return {
    title: `${words.title}: ${formatCount(results.length, 'account')}`,
    result: summarizeFleet(results, words),
    tone,
    sections,
  };
}

/** The result of the account, and what is open in its own report. */
function describeAccount(account: string, { result, tone, sections }: Summary): Section[] {
  return [
    { id: 'account', heading: account, items: [{ line: result, tone }] },
    ...sections
      .filter((section) => hasContents(section) && !section.folded)
      .map((section) => ({ ...section, heading: `${account}: ${section.heading}` })),
  ];
}
