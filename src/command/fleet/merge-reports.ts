/**
 * Merges the reports of the accounts of `--accounts` into one. In words: first the accounts that have something to show
 * (another status than 0, or a remark), the worst first, then what several accounts could not check, shown or not, and
 * the advice, then the accounts that were not read, then the others in one line. As data: all in the order of the file.
 */

import { createHash } from 'node:crypto';
import { groupBy } from '../../model/arrays';
import { EXIT } from '../../model/exit-status';
import { formatCount, oneLine } from '../../model/text';
import { hasContents, type Item, type Section, type Summary, toItem } from '../../report/section';
import type { Words } from '../../values/words';
import type { Drawn, Report, Results } from '../report';
import { type AccountResult, WORST_FIRST, worstStatus } from './run-fleet';

/** Version of the JSON report of several accounts. A new major version changes or removes members. */
const VERSION = '1.0';

export interface FleetWords {
  readonly title: Words;
  /** What is said of accounts with status 2: `with differences`. */
  readonly failed: Words;
  /** What is said of accounts with status 0: `in sync`. */
  readonly done: Words;
  /** Words for the accounts in the one line at the end; default: `done`. */
  readonly rest?: Words;
  /** Advice for the accounts with status 2, shown once for all of them. */
  readonly advice?: Words;
  /** Ids of the folded sections that the merged report keeps; all others are only in the report of one account. */
  readonly folded?: readonly string[];
}

/** The parts of a report that the chosen format reads, already made; the others are undefined. */
export interface KeptReport {
  readonly json?: unknown;
  readonly summary?: Summary;
  readonly results?: Results | undefined;
  readonly picture?: Drawn | undefined;
  readonly isShown?: boolean;
}

export interface MergedReport {
  readonly report: Report;
  readonly status: number;
  /** The last line on standard error, if the status is not 0. */
  readonly message?: Words;
}

export function mergeReports(results: readonly AccountResult<KeptReport>[], words: FleetWords): MergedReport {
  const merged = () => mergeSummaries(results, words);
  const drawn = (): readonly { readonly account: string; readonly picture: Drawn }[] =>
    merged().shown.flatMap(({ account, value: { picture } }) => (picture ? [{ account, picture }] : []));
  const drawing = results.find(({ value }) => value?.picture)?.value?.picture?.drawing;
  return {
    status: worstStatus(results),
    message: summarizeFleet(results, words),
    report: {
      json: () => toFleetReport(results),
      summary: () => merged().summary,
      results: () => mergeResults(results),
      ...(drawing && {
        picture: {
          drawing,
          graph: () => drawing.merge(drawn().map((each) => ({ account: each.account, graph: each.picture.graph() }))),
        },
      }),
    },
  };
}

function mergeResults(reports: readonly AccountResult<KeptReport>[]): Results {
  const all = reports.map(({ account, value, problem }): Results => {
    if (!value?.results)
      return { results: [], failures: problem === undefined ? [] : [`${account}: ${problem}`], warnings: [] };
    const { results, failures, warnings } = value.results;
    return {
      results: results.map((result) => ({
        ...result,
        message: `${account}: ${String(result.message)}`,
        resource: `${account}/${result.resource}`,
        fingerprint: createHash('sha256').update(`${account}\n${result.fingerprint}`).digest('hex'),
      })),
      failures: failures.map((failure) => `${account}: ${String(failure)}`),
      warnings: warnings.map((warning) => `${account}: ${String(warning)}`),
    };
  });
  return {
    results: all.flatMap(({ results }) => results),
    failures: all.flatMap(({ failures }) => failures),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

function toFleetReport(results: readonly AccountResult<KeptReport>[]) {
  return {
    version: VERSION,
    exit_status: worstStatus(results),
    accounts: results.map(({ account, baseUrl, status, value, problem }) => ({
      account,
      base_url: baseUrl,
      exit_status: status,
      problem: problem ?? null,
      report: value?.json ?? null,
    })),
  };
}

function summarizeFleet(results: readonly AccountResult<unknown>[], { failed, done }: FleetWords): Words {
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

function mergeSummaries(
  results: readonly AccountResult<KeptReport>[],
  words: FleetWords,
): { readonly summary: Summary; readonly shown: readonly { readonly account: string; readonly value: KeptReport }[] } {
  const reports = results.flatMap(({ account, status, value }) =>
    value?.summary === undefined ? [] : [{ account, status, value, summary: value.summary }],
  );
  const isShown = ({ status, summary, value }: (typeof reports)[number]) =>
    status !== EXIT.done || summary.tone !== 'good' || value.isShown === true;
  const shown = reports.filter(isShown).sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  const rest = reports.filter((each) => !isShown(each)).map(({ account }) => account);
  const unread = results.flatMap(({ account, problem }) =>
    problem === undefined ? [] : [{ ...toItem(`${account}: ${oneLine(problem)}`), tone: 'undecided' as const }],
  );
  // Of all reports: an account that is not shown may have parts that were not checked, too.
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

/** Lists once, with the names of the accounts, what several accounts could not decide for the same reason. */
function listShared(
  reports: readonly { readonly account: string; readonly summary: Summary }[],
  words: FleetWords,
): ReadonlyMap<string, SharedItem> {
  const all = reports.flatMap(({ account, summary }) =>
    listSections(summary, words)
      .flatMap(({ items = [] }) => items)
      .flatMap((item) => (item.key === undefined ? [] : [{ account, key: item.key, item }])),
  );
  return new Map(
    [...groupBy(all, ({ key }) => key)].flatMap(([key, [first, ...others]]) =>
      first === undefined || others.length === 0
        ? []
        : [[key, { item: first.item, accounts: [first, ...others].map(({ account }) => account) }] as const],
    ),
  );
}

/** The result of the account, and the sections of its report without the folded ones that {@link FleetWords} omits. */
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
      items: items.filter(({ key }) => key === undefined || !shared.has(key)),
      heading: `${account}: ${section.heading}`,
    })),
  ];
}

function listSections({ sections }: Summary, { folded = [] }: FleetWords): readonly Section[] {
  return sections.filter((section) => hasContents(section) && (!section.folded || folded.includes(section.id)));
}
