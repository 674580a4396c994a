import { code, details, escapeMarkdown, fenced, table } from '../../graph/markdown';
import { formatAddressCount } from '../../model/ip/address-set';
import { formatTraffic } from '../dangers';
import type { PreviewReport, ReportedAccess, ReportedNetworks } from '../report';
import { toMermaid } from './mermaid';
import { formatEnforcement, formatNetworkCount, isAccessChanged, listSections, type Section } from './sections';

/** Limit of a comment on GitHub; that of GitLab is larger. */
export const MAX_CHARACTERS = 65_536;

/** A pipeline finds the comment by this line and replaces it. */
export const MARKER = '<!-- netingress-preview -->';

const ICONS = { applies: '✅', refused: '❌', gate_failed: '❌', incomplete: '⚠️' } as const;
/** Sections that reviewers always see; the others are folded. */
const OPEN: readonly string[] = ['incomplete', 'refusals', 'gates', 'dangers'];
const MAX_ROWS = 20;

/**
 * One comment for all stacks. Sections are shortened, the last ones first, until the comment fits; a note says what is
 * missing.
 */
export function toMarkdown(report: PreviewReport): string {
  const { result, sections } = listSections(report);
  const mermaid = toMermaid(report);
  const head = [MARKER, `## ${ICONS[report.result]} Preview`, escapeMarkdown(result)];
  const picture = mermaid === undefined ? [] : [fenced(mermaid.trimEnd().split('\n'), 'mermaid')];
  const render = (items: number): string[] => sections.map((section) => renderSection(report, section, items));
  for (const items of [Number.POSITIVE_INFINITY, 200, 50, 20, 5]) {
    const text = join([...head, ...arrange(sections, render(items), picture)]);
    if (text.length <= MAX_CHARACTERS) return text;
  }
  return shorten(join([...head, ...arrange(sections, render(5), [])]));
}

/** The picture follows what reviewers must see first. */
function arrange(sections: readonly Section[], rendered: readonly string[], picture: readonly string[]): string[] {
  const index = sections.findIndex(({ id }) => !OPEN.includes(id));
  const at = index < 0 ? rendered.length : index;
  return [...rendered.slice(0, at), ...picture, ...rendered.slice(at)];
}

function join(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

/** Cuts at the end of a line; the note also ends a folded section. */
function shorten(text: string): string {
  const note = '\n\n</details>\n\n_Shortened. The JSON report is complete._\n';
  const kept = text.slice(0, MAX_CHARACTERS - note.length);
  return `${kept.slice(0, kept.lastIndexOf('\n'))}${note}`;
}

function renderSection(report: PreviewReport, section: Section, limit: number): string {
  const { id, heading, items } = section;
  if (id === 'access') return renderAccess(report.access);
  const shown = items.slice(0, limit);
  const more = items.length - shown.length;
  const lines = [
    ...shown.flatMap((item) => [
      `- ${escapeMarkdown(item.text)}`,
      ...item.details.map((detail) => `  - ${escapeMarkdown(detail.trim())}`),
    ]),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  return OPEN.includes(id)
    ? [`### ${escapeMarkdown(heading)}`, '', ...lines].join('\n')
    : details(heading, lines.join('\n'));
}

function renderAccess(access: readonly ReportedAccess[]): string {
  const rows = access.map((restriction) => [
    formatTraffic(restriction.type),
    restriction.before === restriction.after
      ? formatEnforcement(restriction.after)
      : `${formatEnforcement(restriction.before)} → **${formatEnforcement(restriction.after)}**`,
    escapeMarkdown(formatNetworkCount(restriction.newly_admitted)),
    escapeMarkdown(formatNetworkCount(restriction.newly_shut_out)),
    formatOwn(restriction),
  ]);
  return [
    '### Access',
    '',
    table(['traffic', 'restriction', 'newly admitted', 'newly shut out', 'you'], rows),
    ...access
      .filter(isAccessChanged)
      .flatMap(({ type, newly_admitted: admitted, newly_shut_out: shutOut }) => [
        ...renderNetworks(`${formatTraffic(type)}: newly admitted`, admitted),
        ...renderNetworks(`${formatTraffic(type)}: newly shut out`, shutOut),
      ]),
  ].join('\n');
}

function formatOwn({ own_addresses: own }: ReportedAccess): string {
  const changed = own.filter(({ change }) => change !== 'none');
  if (changed.length === 0) return own.length === 0 ? 'unknown' : 'unchanged';
  return changed
    .map(({ address, change }) => `**${address} ${change === 'admitted' ? 'admitted' : 'shut out'}**`)
    .join(', ');
}

function renderNetworks(heading: string, { networks }: ReportedNetworks): string[] {
  if (networks.length === 0) return [];
  const rows = networks
    .slice(0, MAX_ROWS)
    .map(({ cidr, addresses, causes }) => [
      code(cidr),
      formatAddressCount(BigInt(addresses)),
      escapeMarkdown(causes.slice(0, 3).join('; ')),
    ]);
  const more = networks.length - rows.length;
  const note = more > 0 ? `\n\nand ${more} more networks` : '';
  return ['', details(heading, `${table(['network', 'addresses', 'because'], rows)}${note}`)];
}
