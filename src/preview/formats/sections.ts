/** The contents of a report as sentences, worst first, for the formats that people read. */

import { formatTraffic } from '../../access/gates';
import { formatAddressCount } from '../../model/ip/address-set';
import { formatCount, formatList, oneLine } from '../../model/text';
import type { BacktestSide } from '../backtest';
import type { PreviewReport, ReportedNetworks, ReportedObject } from '../report';
import {
  type AccessView,
  describeComplement,
  describeNamedAddress,
  formatNetworkCount,
  listAccessViews,
} from './access-views';

export interface Item {
  readonly text: string;
  readonly details: readonly string[];
}

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly items: readonly Item[];
}

const GATE_RESULTS = { passed: 'passed', failed: 'FAILED', not_decided: 'NOT DECIDED' } as const;

const MAX_NETWORKS = 10;
const MAX_OBJECTS = 100;
const MAX_STACKS = 20;
const MAX_VALUE = 80;

/** Sections without contents are omitted, except the list of unknowns. */
export function listSections(report: PreviewReport): {
  readonly result: string;
  readonly sections: readonly Section[];
} {
  const { objects, cost } = report;
  const sections: Section[] = [
    {
      id: 'refusals',
      heading: 'Would be refused',
      items: report.refusals.map((refusal) => ({
        text: `${refusal.path ?? refusal.address ?? refusal.stack}: ${[refusal.code, refusal.message].filter(Boolean).join(' ')}`,
        details: [
          ...(refusal.path !== null && refusal.address !== null
            ? [`${refusal.address} in stack ${refusal.stack}`]
            : []),
          `remedy: ${refusal.remedy}`,
          ...(refusal.request === null ? [] : [`request ${refusal.request} to the copy, status ${refusal.status}`]),
        ],
      })),
    },
    { id: 'incomplete', heading: 'Not previewed, not read or not decided', items: report.incomplete.map(plain) },
    {
      id: 'gates',
      heading: 'Gates',
      items: report.gates.map(({ gate, result, message }) => plain(`${GATE_RESULTS[result]} ${gate}: ${message}`)),
    },
    { id: 'access', heading: 'Access', items: listAccessViews(report).map(describeAccess) },
    {
      id: 'backtest',
      heading: `Backtest with ${formatCount(report.backtest?.events ?? 0, 'recorded event')}`,
      items: describeBacktest(report.backtest),
    },
    {
      id: 'dangers',
      heading: 'Dangers',
      items: report.dangers.map(({ message, remedy, object }) => ({
        text: message,
        details: [...locate(object), `remedy: ${remedy}`],
      })),
    },
    {
      id: 'objects',
      heading: `Objects: ${summarizeObjects(objects)}`,
      items: limitItems(objects.map(describeObject), MAX_OBJECTS),
    },
    {
      id: 'other_resources',
      heading: 'Other resources',
      items: report.other_resources.map(({ stack, address, actions }) =>
        plain(`${actions.join(' and ')} ${address} in ${stack}`),
      ),
    },
    {
      id: 'drift',
      heading: 'Changed outside of Terraform; this apply reverts it',
      items: report.drift.map(({ stack, address, path, change, attributes }) =>
        plain(
          `${path ?? address} in ${stack} was ${change}${attributes.length > 0 ? `: ${attributes.join(', ')}` : ''}`,
        ),
      ),
    },
    {
      id: 'never_settles',
      heading: 'Never settles: the next plan still wants',
      items: report.never_settles.map(({ stack, address, actions }) =>
        plain(`${actions.join(' and ')} ${address} in ${stack}`),
      ),
    },
    {
      id: 'cost',
      heading: 'Cost',
      items: [
        plain(
          `${formatCount(cost.requests, 'request')} (${formatCount(cost.writes, 'write')})${cost.requests_per_minute === null ? '' : `, about ${cost.minutes} min at ${cost.requests_per_minute} requests a minute`}; ${formatCount(cost.audit_events, 'audit event')}`,
        ),
      ],
    },
    { id: 'unknown', heading: 'What a copy cannot know', items: report.unknown.map(plain) },
  ];
  return {
    result: formatResult(report),
    sections: sections
      .filter(({ items }) => items.length > 0)
      .map((section) => ({ ...section, items: section.items.map(toLines) })),
  };
}

function describeBacktest(backtest: PreviewReport['backtest']): Item[] {
  if (!backtest) return [];
  const { authors_maybe_shut_out: maybeShutOut } = backtest;
  const describe = (verb: string, { requests, addresses, at_least: atLeast, top }: BacktestSide): string[] =>
    requests === 0
      ? []
      : [
          `${verb}: ${formatCount(requests, 'request')} of ${atLeast ? 'at least ' : ''}${formatCount(addresses, 'address')}`,
          ...top.map(
            (item) => `  ${item.address}: ${formatCount(item.requests, 'request')}, last at ${item.last_time}`,
          ),
        ];
  const hasAccounts = new Set(backtest.restrictions.map(({ account }) => account)).size > 1;
  return [
    ...backtest.restrictions.map(
      ({ account, type, requests, newly_refused: refused, newly_admitted: admitted, not_known: unknown }) => ({
        text: `${formatTraffic(type)}${hasAccounts ? ` at ${account}` : ''}: ${formatCount(requests, 'recorded request')}`,
        details: [
          ...describe('newly refused', refused),
          ...describe('newly admitted', admitted),
          ...describe('not decided', unknown),
        ],
      }),
    ),
    ...backtest.authors_shut_out.map(({ type, subject, credential_id: key, events, last_time: last }) =>
      plain(
        `${subject}${key === null ? '' : ` with API key ${key}`} would be shut out of ${formatTraffic(type)} (${events} changes, last at ${last})`,
      ),
    ),
    ...(maybeShutOut > 0
      ? [plain(`${formatCount(maybeShutOut, 'author')} of changes may be shut out: the events contain no address`)]
      : []),
    ...(backtest.skipped > 0 ? [plain(`${formatCount(backtest.skipped, 'record')} could not be read`)] : []),
  ];
}

/** Users' strings stay on one line; the indentation of details is kept. */
function toLines({ text, details }: Item): Item {
  return {
    text: oneLine(text),
    details: details.map((detail) => `${/^ */.exec(detail)?.[0] ?? ''}${oneLine(detail.trim())}`),
  };
}

function plain(text: string): Item {
  return { text, details: [] };
}

function formatResult({ result, stacks, refusals, gates, incomplete, objects }: PreviewReport): string {
  switch (result) {
    case 'applies': {
      const applied = stacks.filter(({ status }) => status === 'applied').length;
      return `Would apply: ${formatCount(applied, 'stack')}, ${summarizeObjects(objects)}.${describeLeftOut(stacks)}`;
    }
    case 'refused':
      return `Would be refused: ${refusals.length} error${refusals.length === 1 ? '' : 's'}.`;
    case 'gate_failed':
      return `Would apply, but ${gates.filter(({ result: each }) => each === 'failed').length} of ${gates.length} gates fail.`;
    case 'incomplete': {
      const undecided = gates.filter(({ result: each }) => each === 'not_decided').length;
      const parts = [
        ...(incomplete.length > 0
          ? [`${formatCount(incomplete.length, 'part')} not previewed, not read or not decided`]
          : []),
        ...(undecided > 0 ? [`${undecided} of ${formatCount(gates.length, 'gate')} not decided`] : []),
      ];
      return `Incomplete: ${parts.join(', ')}.`;
    }
  }
}

function describeLeftOut(stacks: PreviewReport['stacks']): string {
  const names = stacks.flatMap(({ name, status }) => (status === 'left_out' ? [name] : []));
  return names.length === 0 ? '' : ` Not previewed, because --stack leaves out: ${formatList(names, MAX_STACKS)}.`;
}

const VERBS = { create: 'created', change: 'changed', replace: 'replaced', destroy: 'destroyed' } as const;

function summarizeObjects(objects: readonly ReportedObject[]): string {
  const counts = Object.entries(VERBS).flatMap(([action, verb]) => {
    const count = objects.filter((object) => object.action === action).length;
    return count > 0 ? [`${count} ${verb}`] : [];
  });
  return counts.join(', ') || 'no changes';
}

function describeAccess(view: AccessView): Item {
  const { subject, before, after, newPolicies } = view;
  if (!view.isChanged && !view.isUndecided) return { text: `${subject}: the access is equal`, details: view.notes };
  return {
    text: `${subject} (${before === after ? after : `${before}, then ${after}`})`,
    details: [
      ...(view.admits === null ? [] : [view.admits]),
      ...describeNetworks('newly admitted', view.newlyAdmitted),
      ...describeNetworks('newly shut out', view.newlyShutOut),
      ...newPolicies.map(({ name, rules }) => `new policy ${name} with ${rules} rule${rules === 1 ? '' : 's'}`),
      ...view.namedAddresses.flatMap((own) => describeNamedAddress(own) ?? []),
      ...view.notes,
    ],
  };
}

function describeNetworks(label: string, changes: ReportedNetworks): string[] {
  const { networks } = changes;
  if (networks.length === 0) return [];
  const complement = describeComplement(changes);
  if (complement !== undefined) return [`${label}: ${formatNetworkCount(changes)}, ${complement}`];
  const lines = networks.slice(0, MAX_NETWORKS).map(({ cidr, addresses, causes }) => {
    const because = causes.length > 0 ? `: ${causes.slice(0, 3).join('; ')}` : '';
    return `  ${cidr} (${formatAddressCount(BigInt(addresses))})${because}`;
  });
  const more = networks.length - MAX_NETWORKS;
  return [`${label}: ${formatNetworkCount(changes)}`, ...lines, ...(more > 0 ? [`  and ${more} more networks`] : [])];
}

function locate(
  object: { readonly path: string | null; readonly address: string | null; readonly stack: string | null } | null,
): string[] {
  if (!object || (object.path ?? object.address) === null) return [];
  return [`${object.path ?? object.address}${object.stack === null ? '' : ` in stack ${object.stack}`}`];
}

function describeObject({ action, title, name, path, address, attributes }: ReportedObject): Item {
  const location = path ?? address;
  const verb = VERBS[action as keyof typeof VERBS];
  const isListed = action === 'change' || action === 'replace';
  return {
    text: `${verb} ${title} ${name}${location === null ? ' (by the service)' : ` (${location})`}`,
    details: isListed
      ? attributes.map(
          (attribute) => `${attribute.name}: ${formatValue(attribute.before)} -> ${formatValue(attribute.after)}`,
        )
      : [],
  };
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}

function limitItems(items: readonly Item[], limit: number): Item[] {
  const more = items.length - limit;
  return more > 0 ? [...items.slice(0, limit), plain(`and ${more} more`)] : [...items];
}
