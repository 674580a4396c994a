/** A preview in words. */

import { formatTraffic } from '../../access-review/gates';
import { formatCount, quoteName } from '../../model/text';
import { describeGate } from '../../report/access-part';
import {
  formatScope,
  formatStacks,
  type Item,
  type Line,
  limitItems,
  type Section,
  type Summary,
  type Tone,
  toItem,
} from '../../report/section';
import { formatList, type Words } from '../../values/words';
import type { BacktestSide } from '../backtest';
import { type ChangedAttribute, type ChangedObject, type ObjectAction, quoteObject } from '../objects';
import { isAccessUndecided, type PreviewReport } from '../report';
import { describeAccess } from './access';

export const TONES: Readonly<Record<ObjectAction, Tone>> = {
  create: 'added',
  change: 'changed',
  replace: 'removed',
  destroy: 'removed',
};

// Chosen.
const MAX_OBJECTS = 100;
const MAX_STACKS = 20;
const MAX_VALUE_CHARACTERS = 80;
const MAX_CAUSES = 5;
const SHOWN_BEFORE_DIFFERENCE = 20;

export interface PreviewedNames {
  /** Stacks of `--stack`; empty for all. */
  readonly selected?: readonly string[];
  /** A folder of `--dir`, which has no name of a stack. */
  readonly isFolder?: boolean;
}

function describeRemedies([first, ...others]: readonly Words[]): Item[] {
  return first === undefined ? [] : [toItem(`remedy: ${first}`, others)];
}

export function summarizePreview(report: PreviewReport, { selected = [], isFolder = false }: PreviewedNames): Summary {
  const { objects, cost } = report;
  const created = nameCreated(objects);
  const sections: Section[] = [
    {
      id: 'refusals',
      heading: 'Would be refused',
      items: report.refusals.map((refusal) => ({
        line: `${refusal.path ?? refusal.address ?? refusal.stack}: ${[refusal.code, refusal.message].filter(Boolean).join(' ')}`,
        tone: 'bad',
        details: [
          ...(refusal.path !== null && refusal.address !== null
            ? [toItem([{ code: refusal.address }, ` in stack ${refusal.stack}`])]
            : []),
          ...describeRemedies(refusal.remedies),
          ...(refusal.request === null
            ? []
            : [toItem(`request ${refusal.request} to the copy, status ${refusal.status}`)]),
        ],
      })),
    },
    {
      id: 'incomplete',
      heading: 'Not previewed, not read or not decided',
      items: report.incomplete.map((line) => ({ line, tone: 'undecided' })),
    },
    {
      id: 'gates',
      heading: 'Gates',
      items: report.gates.map(describeGate),
    },
    {
      id: 'access',
      heading: 'Access',
      items: report.result === 'refused' ? describeAccessLeft(report) : describeAccess(report),
    },
    {
      id: 'dangers',
      heading: 'Dangers',
      items: report.dangers.map(({ message, remedy, account, object, causes }) => ({
        ...toItem(account === null || report.accounts.length === 1 ? message : `${account}: ${message}`, [
          ...listCauses(causes),
          ...locate(object),
          `remedy: ${remedy}`,
        ]),
        tone: 'bad',
      })),
    },
    {
      id: 'backtest',
      heading: `Backtest with ${formatCount(report.backtest?.events ?? 0, 'event')}`,
      items: describeBacktest(report),
    },
    {
      id: 'objects',
      heading: `Objects: ${summarizeObjects(objects)}`,
      folded: true,
      items: limitItems(
        objects.map((object) => describeObject(object, created)),
        MAX_OBJECTS,
      ),
    },
    {
      id: 'imports',
      heading: `Imported: ${formatCount(report.imports.length, 'object')}`,
      folded: true,
      items: limitItems(
        report.imports.map(({ stack, address, path }) => toItem([{ code: path ?? address }, ` in ${stack}`])),
        MAX_OBJECTS,
      ),
    },
    {
      id: 'other_resources',
      heading: 'Other resources',
      folded: true,
      items: report.other_resources.map(({ stack, address, actions }) =>
        toItem([`${actions.join(' and ')} `, { code: address }, ` in ${stack}`]),
      ),
    },
    {
      id: 'drift',
      heading: 'Changed outside of Terraform; the apply reverts what the configuration sets',
      folded: true,
      items: report.drift.map(({ stack, address, path, change, attributes }) =>
        toItem(
          `${path ?? address} in ${stack} was ${change}${attributes.length > 0 ? `: ${attributes.join(', ')}` : ''}`,
        ),
      ),
    },
    {
      id: 'never_settles',
      heading: 'Never settles: the next plan still wants',
      folded: true,
      items: report.never_settles.map(({ stack, address, actions }) =>
        toItem([`${actions.join(' and ')} `, { code: address }, ` in ${stack}`]),
      ),
    },
    {
      id: 'cost',
      heading: 'Cost',
      folded: true,
      items: [
        toItem(
          `${formatCount(cost.requests, 'request')} (${formatCount(cost.writes, 'write')})${cost.requests_per_minute === null ? '' : `, about ${cost.minutes} min at ${cost.requests_per_minute} requests a minute`}; ${formatCount(cost.audit_events, 'audit event')}`,
        ),
      ],
    },
    {
      id: 'unknown',
      heading: 'What a copy cannot know',
      folded: true,
      items: report.unknown.map((text) => toItem(text)),
    },
  ];
  const title = selected.length === 0 ? 'Preview' : `Preview of ${selected.join(', ')}`;
  const stacks = report.stacks.flatMap(({ name, status }) => (status === 'left_out' ? [] : [name]));
  const scope = formatScope(report.accounts, isFolder ? [`folder ${stacks.join()}`] : formatStacks(stacks));
  return { title, scope, result: formatResult(report, isFolder), tone: findTone(report), sections };
}

/** Empty if nothing was written. It is one case: Terraform may also make independent writes in another order. */
function describeAccessLeft(report: PreviewReport): Item[] {
  const items = report.objects.length === 0 ? [] : describeAccess(report);
  return items.length === 0 ? [] : [{ line: LEFT_BY_REFUSED, tone: 'attention' }, ...items];
}

const LEFT_BY_REFUSED =
  'after the refused apply, which keeps what it wrote before, the account may be left so, compared with now:';

const RESULT_TONES = { refused: 'bad', gate_failed: 'bad', incomplete: 'undecided' } as const;

/** A change that surely admits or shuts out somebody, or is dangerous, has the tone `attention` even if it applies. */
function findTone({ result, dangers, access, endpoints }: PreviewReport): Summary['tone'] {
  if (result !== 'applies') return RESULT_TONES[result];
  const isChanged = [...access, ...endpoints].some(
    (part) => part.newly_admitted.networks.length + part.newly_shut_out.networks.length > 0,
  );
  return isChanged || dangers.length > 0 ? 'attention' : 'good';
}

function describeBacktest({ backtest, accounts }: PreviewReport): Item[] {
  if (!backtest) return [];
  const { authors_maybe_shut_out: maybeShutOut } = backtest;
  const describe = (verb: string, tone: Tone, { requests, addresses, at_least: atLeast, top }: BacktestSide): Item[] =>
    requests === 0
      ? []
      : [
          {
            ...toItem(
              `${verb}: ${formatCount(requests, 'request')} of ${atLeast ? 'at least ' : ''}${formatCount(addresses, 'address')}`,
              top.map(
                (item) =>
                  `${item.address}: ${formatCount(item.requests, 'request')}${item.last_time === '' ? '' : `, last at ${item.last_time}`}`,
              ),
            ),
            tone,
          },
        ];
  return [
    ...backtest.restrictions.map(
      ({ account, type, requests, newly_refused: refused, newly_admitted: admitted, not_known: unknown }) => ({
        line: `${formatTraffic(type)}${accounts.length > 1 ? ` of ${account}` : ''}: ${formatCount(requests, 'recorded request')}`,
        details: [
          ...describe('newly refused', 'removed', refused),
          ...describe('newly admitted', 'attention', admitted),
          ...describe('not decided', 'undecided', unknown),
        ],
      }),
    ),
    ...backtest.authors_shut_out.map(
      ({ type, accounts: of, id, subject, credential_id: key, events, last_time: last }): Item => ({
        line: `${quoteName(subject, id)}${key === null ? '' : ` with API key ${key}`} would be shut out of ${formatTraffic(type)}${accounts.length > 1 ? ` of ${of.join(' and ')}` : ''} (${formatCount(events, 'change')}, last at ${last})`,
        tone: 'removed',
      }),
    ),
    ...(maybeShutOut > 0
      ? [toItem(`${formatCount(maybeShutOut, 'author')} of changes may be shut out: the events contain no address`)]
      : []),
  ];
}

function formatResult(report: PreviewReport, isFolder: boolean): string {
  const { result, stacks, refusals, gates, incomplete } = report;
  switch (result) {
    case 'applies': {
      const applied = stacks.filter(({ status }) => status === 'applied').length;
      return `Would apply: ${formatCount(applied, isFolder ? 'folder' : 'stack')}, ${summarizeChanges(report)}.${describeLeftOut(stacks)}`;
    }
    case 'refused':
      return `Would be refused: ${refusals.length} error${refusals.length === 1 ? '' : 's'}.`;
    case 'gate_failed': {
      const isWhole = stacks.every(({ status }) => status === 'applied' || status === 'left_out');
      const failed = gates.filter(({ result: each }) => each === 'failed').length;
      return `${isWhole ? 'Would apply, but' : 'Incomplete, and'} ${formatGates(failed, gates.length)} ${failed === 1 ? 'fails' : 'fail'}.`;
    }
    case 'incomplete': {
      const undecided = gates.filter(({ result: each }) => each === 'not_decided').length;
      const isUndecided = [...report.access, ...report.endpoints].some(isAccessUndecided);
      const parts = [
        ...(incomplete.length > 0
          ? [`${formatCount(incomplete.length, 'part')} not previewed, not read or not decided`]
          : []),
        // A gate is about the access.
        ...(undecided > 0 ? [`${formatGates(undecided, gates.length)} not decided`] : []),
        ...(undecided === 0 && isUndecided ? ['access not decided'] : []),
      ];
      return `Incomplete: ${parts.join(', ')}.`;
    }
  }
}

/** `the gate`, `all 3 gates`, `1 of 3 gates`. */
function formatGates(count: number, all: number): Words {
  if (count < all) return `${count} of ${all} gates`;
  return all === 1 ? 'the gate' : `all ${all} gates`;
}

function describeLeftOut(stacks: PreviewReport['stacks']): Words {
  const names = stacks.flatMap(({ name, status }) => (status === 'left_out' ? [name] : []));
  return names.length === 0 ? '' : ` Not previewed, because --stack leaves out: ${formatList(names, MAX_STACKS)}.`;
}

export const VERBS = { create: 'created', change: 'changed', replace: 'replaced', destroy: 'destroyed' } as const;

/** An import alone changes the state, and no object. */
function summarizeChanges({ objects, imports, other_resources: others }: PreviewReport): Words {
  if (imports.length === 0) return summarizeObjects(objects);
  const imported = `${imports.length} imported`;
  if (objects.length > 0) return `${summarizeObjects(objects)}, ${imported}`;
  return others.length > 0 ? imported : `${imported}; nothing else changes`;
}

function summarizeObjects(objects: readonly ChangedObject[]): Words {
  const counts = Object.entries(VERBS).flatMap(([action, verb]) => {
    const count = objects.filter((object) => object.action === action).length;
    return count > 0 ? [`${count} ${verb}`] : [];
  });
  return counts.join(', ') || 'no changes';
}

function listCauses(causes: PreviewReport['dangers'][number]['causes']): Words[] {
  const lines = causes.slice(0, MAX_CAUSES).map((cause) => [`cause: ${cause.rule}`, ...locate(cause)].join(', '));
  const more = causes.length - MAX_CAUSES;
  return more > 0 ? [...lines, `and ${formatCount(more, 'more rule')}`] : lines;
}

function locate(
  object: { readonly path: string | null; readonly address: string | null; readonly stack: string | null } | null,
): string[] {
  if (!object || (object.path ?? object.address) === null) return [];
  return [`${object.path ?? object.address}${object.stack === null ? '' : ` in stack ${object.stack}`}`];
}

/** Returns the construct or address of each object by the id that only the copy has: `ipp_copy` -> `access/office`. */
export function nameCreated(objects: readonly ChangedObject[]): ReadonlyMap<string, string> {
  return new Map(
    objects.flatMap(({ action, id, replaced_by, path, address }) => {
      const location = path ?? address;
      const idInCopy = action === 'create' ? id : replaced_by;
      return idInCopy !== null && location !== null ? [[idInCopy, location] as const] : [];
    }),
  );
}

function describeObject(
  { action, kind, title, id, name, path, address, attributes }: ChangedObject,
  created: ReadonlyMap<string, string>,
): Item {
  const location = path ?? address;
  const isListed = action === 'change' || action === 'replace';
  const line: Line = [
    `${VERBS[action]} ${title} ${name === location ? '' : `${quoteObject({ kind, id, name })} `}`,
    ...(location === null ? ['(by the service)'] : ['(', { code: location }, ')']),
  ];
  return {
    ...toItem(
      line,
      isListed ? attributes.map((attribute) => `${attribute.name}: ${formatChange(attribute, created)}`) : [],
    ),
    tone: TONES[action],
  };
}

export function formatChange({ before, after }: ChangedAttribute, created: ReadonlyMap<string, string>): string {
  const lines = [formatValue(before, created), formatValue(after, created)] as const;
  const isLong = lines.every(({ length }) => length > MAX_VALUE_CHARACTERS);
  const start = isLong ? Math.max(0, countEqual(...lines) - SHOWN_BEFORE_DIFFERENCE) : 0;
  return lines.map((line) => cut(line, start)).join(' -> ');
}

/** How many characters at the start are equal: `ab`, `ac` -> 1. */
function countEqual(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

function cut(line: string, start: number): string {
  const end = start + MAX_VALUE_CHARACTERS;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${line.length > end ? '…' : ''}`;
}

function formatValue(value: unknown, created: ReadonlyMap<string, string>): string {
  const show = (_: string, part: unknown) => (typeof part === 'string' ? (created.get(part) ?? part) : part);
  return JSON.stringify(value ?? null, show).replace(/\s+/g, ' ');
}
