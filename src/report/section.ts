import { formatList, type Words } from '../values/words';

/**
 * A part that machines read, such as an address or a command. HTML sets it apart, and Markdown if it has no `|` and
 * no backtick.
 */
export interface Code {
  readonly code: string;
}

/** A line. The writers escape it: a string of a user adds no line, no markup and no control character. */
export type Line = Words | Code | readonly (Words | Code)[];

/**
 * How an item or a result looks on a page. `good` is for what was checked: what was not is `undecided`. `added`,
 * `changed` and `removed` say what happens, not whether that is welcome.
 */
export type Tone = 'good' | 'attention' | 'bad' | 'undecided' | 'added' | 'changed' | 'removed';

/** The tone that a reader must see first is at the front. */
export const SEVERITY: readonly Tone[] = ['bad', 'removed', 'changed', 'attention', 'added', 'undecided', 'good'];

export interface Item {
  readonly line: Line;
  readonly tone?: Tone;
  /** Equal for items of several accounts that say the same, which a merged report has once. */
  readonly key?: string;
  readonly details?: readonly Item[];
}

export interface Table {
  readonly head: readonly Words[];
  readonly rows: readonly (readonly Line[])[];
}

/** A heading with a table, with a list, or with a list below a table. Writers omit a section without contents. */
export interface Section {
  /**
   * The attribute `id` of the section on a page; Markdown does not show it. The report of several accounts selects
   * folded sections by it.
   */
  readonly id: string;
  readonly heading: Words;
  readonly table?: Table;
  readonly items?: readonly Item[];
  /**
   * Closed until a reader opens it, in Markdown and on a page. Text shows it like the others. The report of several
   * accounts has it only if the command names its `id`.
   */
  readonly folded?: true;
}

export interface Summary {
  readonly title: Words;
  /** The account and the stacks that the report is about. A terminal shows the command instead. */
  readonly scope?: Words;
  readonly result: Words;
  readonly tone: Extract<Tone, 'good' | 'attention' | 'bad' | 'undecided'>;
  /** The most important one is the first. */
  readonly sections: readonly Section[];
}

/** `Account https://api.example.com · stacks access, network`. */
export function formatScope(accounts: readonly string[], sources: readonly string[]): string {
  const account =
    accounts.length === 0 ? [] : [`${accounts.length === 1 ? 'Account' : 'Accounts'} ${listNames(accounts)}`];
  return [...account, ...(sources.length === 0 ? [] : [listNames(sources)])].join(' · ');
}

/** `stack access`, `stacks access, network`; no source for none. */
export function formatStacks(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${names.length === 1 ? 'stack' : 'stacks'} ${listNames(names)}`];
}

/** Chosen, so that the line stays readable; the others are counted. */
const MAX_NAMES = 20;

function listNames(names: readonly string[]): string {
  return formatList(names, MAX_NAMES);
}

export function hasContents({ items = [], table }: Section): boolean {
  return items.length > 0 || (table?.rows.length ?? 0) > 0;
}

export function toItem(line: Line, details: readonly Line[] = []): Item {
  return details.length === 0 ? { line } : { line, details: details.map((detail) => ({ line: detail })) };
}

export function limitItems(items: readonly Item[], max: number): readonly Item[] {
  const more = items.length - max;
  return more > 0 ? [...items.slice(0, max), { line: `and ${more.toLocaleString('en')} more` }] : items;
}
