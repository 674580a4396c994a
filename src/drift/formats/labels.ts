/** Findings in words, for every format that people read. */

import { displayName } from '../../model/display-name';
import type { Json } from '../../model/json';
import { oneLine } from '../../model/text';
import type { Attribution, Finding, FindingType, Unattributed } from '../report/finding';
import type { Report } from '../report/report';

/** Which object: its address, or its kind with name or identifier. */
export function subjectOf({ address, kind, name, id }: Pick<Finding, 'address' | 'kind' | 'name' | 'id'>): string {
  if (address !== null) return address;
  return `${displayName(kind)} ${name === null ? '' : `${shownText(name)} `}${id ?? ''}`.trim();
}

/** What was found, as one line without its subject. */
export function whatOf({ type, kind, path, before, after, also, id }: Omit<Finding, 'remedy'>): string {
  switch (type) {
    case 'changed':
      return `${path}: ${shown(before)} -> ${shown(after)}`;
    case 'missing':
      return `${displayName(kind)} ${id} is gone`;
    case 'unmanaged':
      return 'is in the account and in no state';
    case 'pending':
      if (path === null) return after === null ? 'is deployed and no longer declared' : 'is declared and not deployed';
      return `${path}: ${shown(before)} -> ${shown(after)} is declared and not deployed`;
    case 'replaced':
      return `${before} was replaced by ${after}${also.length > 0 ? `, which differs in ${also.join(', ')}` : ''}`;
    case 'claimed twice':
      return `${id} is also claimed by ${also.join(' and by ')}`;
  }
}

/** Who did it, as a sentence's end; what is not known is said. */
export function whoOf({ by, unattributed }: Pick<Finding, 'by' | 'unattributed'>): string | null {
  if (by) return authorText(by);
  return unattributed === null ? null : unknownTexts[unattributed];
}

/** `ann@example.com in the dashboard at 2026-11-21T04:00:00Z (event ev_...)`. */
export function authorText(author: Attribution): string {
  return `${personText(author)} at ${author.when}${authorNotes(author)} (event ${author.event_id})`;
}

/** `ann@example.com in the dashboard`. */
export function personText({ who }: Attribution): string {
  if (!who) return 'the service itself';
  const way =
    who.source === 'Dashboard' ? 'in the dashboard' : `by API with ${who.credential ?? 'an unknown credential'}`;
  return `${cut(oneLine(who.subject))} ${way}`;
}

/** What qualifies an author; empty, or begins with a comma. */
export function authorNotes({ self, certain }: Attribution): string {
  return `${self ? ', the pipeline itself' : ''}${certain ? '' : ', or somebody before that'}`;
}

const unknownTexts: Readonly<Record<Unattributed, string | null>> = {
  'no events given': null,
  'not in events': null,
  'emits no audit events': 'unknown: this kind emits no audit events',
  'no event found': 'unknown: no event shows it',
};

/** Headings in the order of {@link Report.findings}' types. */
export const headings: Readonly<Record<FindingType, string>> = {
  changed: 'Changed',
  missing: 'Missing',
  unmanaged: 'Unmanaged',
  pending: 'Pending',
  replaced: 'Replaced',
  'claimed twice': 'Claimed twice',
};

/** How many findings there are of each type, `2 changed, 1 missing`; empty without any. */
export function foundText({ counts }: Pick<Report, 'counts'>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.map(([type, count]) => `${count} ${type}`).join(', ');
}

/** The result in one sentence. */
export function resultText(report: Report): string {
  const { result, coverage, incomplete } = report;
  const list = foundText(report);
  const covered = `${coverage.total.fraction} objects managed`;
  switch (result) {
    case 'agreement':
      return `No drift: account, states and code agree; ${covered}.`;
    case 'differences':
      return `Drift: ${list}; ${covered}.`;
    case 'incomplete':
      return `Incomplete: ${incomplete.length} not looked at${list === '' ? '' : `; found ${list}`}; ${covered} of what was read.`;
  }
}

/** A value on one line; long ones are cut, since the whole of them is in the JSON report. */
export function shown(value: Json): string {
  if (value === null) return '(none)';
  return cut(JSON.stringify(value));
}

/** A name on one line: names are users' texts, and must not write lines of their own. */
export function shownText(text: string): string {
  return cut(JSON.stringify(text));
}

const longest = 160;

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
