/** One report for many accounts: first what differs, then what was not read, then the rest in one line. */
import { groupBy } from '../../model/arrays';
import { EXIT } from '../../model/exit-status';
import { formatCount, oneLine } from '../../model/text';
import { toJson } from '../../report/json';
import { hasContents, type Item, type Section, type Summary, toItem } from '../../report/section';
import { type AccountResult, WORST_FIRST, worstStatus } from './run-fleet';

const VERSION = '1.0';

export interface FleetWords {
  /** `Drift`. */
  readonly title: string;
  /** What is said of accounts with status 2, such as `with differences`, and of those with status 0, such as `in sync`. */
  readonly failed: string;
  readonly done: string;
  /** What is said of the accounts in one line; default: `done`. */
  readonly rest?: string;
  /** What to do about the accounts with status 2, once for all of them. */
  readonly advice?: string;
  /** Ids of the folded sections that the merged report keeps; all others are only in the report of one account. */
  readonly folded?: readonly string[];
}

/** The parts of a report that a command writes itself. */
export interface FleetParts<Value, Format extends string> {
  /** The report of one account in words. */
  readonly summarize: (value: Value) => Summary;
  /** Whether an account with status 0 is shown too: a preview shows what changes. */
  readonly isShown?: (value: Value) => boolean;
  /** The JSON report of one account. */
  readonly toReport: (value: Value) => unknown;
  /** Writes the merged report of the accounts that are shown, with their picture. */
  readonly write: (
    summary: Summary,
    format: Format,
    shown: readonly { readonly account: string; readonly value: Value }[],
  ) => Promise<string> | string;
}

/** Formats the reports of the accounts. */
export async function formatFleet<Value, Format extends string>(
  results: readonly AccountResult<Value>[],
  format: Format,
  words: FleetWords,
  { toReport, write, ...parts }: FleetParts<Value, Exclude<Format, 'json'>>,
): Promise<string> {
  if (format === 'json') return toJson(toFleetReport(results, toReport));
  const { summary, shown } = mergeSummaries(results, words, parts);
  return write(summary, format as Exclude<Format, 'json'>, shown);
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

/** The report of all accounts in words, and the accounts that it shows. */
export function mergeSummaries<Value>(
  results: readonly AccountResult<Value>[],
  words: FleetWords,
  { summarize, isShown: isShownToo = () => false }: Pick<FleetParts<Value, string>, 'summarize' | 'isShown'>,
): { readonly summary: Summary; readonly shown: readonly { readonly account: string; readonly value: Value }[] } {
  const reports = results.flatMap(({ account, status, value }) =>
    value === undefined ? [] : [{ account, status, value, summary: summarize(value) }],
  );
  const isShown = ({ status, summary, value }: (typeof reports)[number]) =>
    status !== EXIT.done || summary.tone !== 'good' || isShownToo(value);
  const shown = reports.filter(isShown).sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  const rest = reports.filter((each) => !isShown(each)).map(({ account }) => account);
  const unread = results.flatMap(({ account, problem }) =>
    problem === undefined ? [] : [{ ...toItem(`${account}: ${oneLine(problem)}`), tone: 'undecided' as const }],
  );
  // An account in sync has no section of its own, and may have parts that were not checked, too.
  const shared = listShared(reports, words);
  const sections: Section[] = [
    ...shown.flatMap(({ account, summary }) => describeAccount(account, summary, words, shared)),
    {
      id: 'not_checked',
      heading: 'Not checked in several accounts',
      items: [...shared.values()].map(({ item, accounts }) => ({
        ...item,
        details: [toItem(accounts.join(', ')), ...(item.details ?? [])],
      })),
    },
    {
      id: 'advice',
      heading: 'Remedies',
      items:
        words.advice !== undefined && shown.some((each) => each.status === EXIT.failed) ? [toItem(words.advice)] : [],
    },
    { id: 'not_read', heading: 'Accounts that were not read', items: unread },
    {
      id: 'rest',
      heading: `Accounts ${words.rest ?? words.done}`,
      items: rest.length === 0 ? [] : [toItem(rest.join(', '))],
    },
  ];
  const status = worstStatus(results);
  const isGood = status === EXIT.done && shown.every(({ summary }) => summary.tone === 'good');
  const tone = status === EXIT.undecided ? 'undecided' : isGood ? 'good' : 'attention';
  const summary = {
    title: `${words.title}: ${formatCount(results.length, 'account')}`,
    result: summarizeFleet(results, words),
    tone,
    sections,
  } as const;
  return { summary, shown };
}

interface SharedItem {
  readonly item: Item;
  readonly accounts: readonly string[];
}

const keyOf = (item: Item): string => JSON.stringify(item);

/** What is not decided for the same reason in several accounts is listed once, with their names. */
function listShared(
  reports: readonly { readonly account: string; readonly summary: Summary }[],
  words: FleetWords,
): ReadonlyMap<string, SharedItem> {
  const all = reports.flatMap(({ account, summary }) =>
    listSections(summary, words)
      .flatMap(({ items = [] }) => items)
      .filter(({ tone }) => tone === 'undecided')
      .map((item) => ({ account, item })),
  );
  return new Map(
    [...groupBy(all, ({ item }) => keyOf(item))].flatMap(([key, [first, ...others]]) =>
      first === undefined || others.length === 0
        ? []
        : [[key, { item: first.item, accounts: [first, ...others].map(({ account }) => account) }] as const],
    ),
  );
}

/** The result of the account, and what is open in its own report. */
function describeAccount(
  account: string,
  summary: Summary,
  words: FleetWords,
  shared: ReadonlyMap<string, SharedItem>,
): Section[] {
  const { result, tone, scope } = summary;
  return [
    { id: 'account', heading: account, items: [{ ...toItem(result, scope ? [scope] : []), tone }] },
    ...listSections(summary, words).map(({ items = [], ...section }) => ({
      ...section,
      items: items.filter((item) => !shared.has(keyOf(item))),
      heading: `${account}: ${section.heading}`,
    })),
  ];
}

function listSections({ sections }: Summary, { folded = [] }: FleetWords): readonly Section[] {
  return sections.filter((section) => hasContents(section) && (!section.folded || folded.includes(section.id)));
}
