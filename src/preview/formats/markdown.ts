import { code, details, escapeMarkdown, fenced, table } from '../../graph/markdown';
import { formatAddressCount } from '../../model/ip/address-set';
import type { PreviewReport, ReportedNetworks } from '../report';
import { type AccessView, describeComplement, formatNetworkCount, listAccessViews } from './access-views';
import { toMermaid } from './mermaid';
import { listSections, type Section } from './sections';

/** Limit of a comment on GitHub; that of GitLab is larger. */
export const MAX_CHARACTERS = 65_536;

/** A pipeline finds the comment by this line and replaces it. `stacks` are the selected ones, empty for all. */
export function formatMarker(stacks: readonly string[]): string {
  const names = stacks.map((name) => name.replace(/[^\w./-]/g, '_'));
  return `<!-- netingress-preview${names.length === 0 ? '' : `: ${names.join(', ')}`} -->`;
}

const ICONS = { refused: '❌', gate_failed: '❌', incomplete: '⚠️' } as const;

/** A change that shuts somebody out, admits more than a gate has judged, or is dangerous, is never shown as harmless. */
function findIcon({ result, dangers, access, endpoints, gates }: PreviewReport): string {
  if (result !== 'applies') return ICONS[result];
  const isJudged = gates.some(({ gate }) => /^--(no-new-access|max-new-addresses)/.test(gate));
  const isChanged = [...access, ...endpoints].some(
    ({ newly_shut_out: shutOut, newly_admitted: admitted }) =>
      shutOut.networks.length > 0 || (admitted.networks.length > 0 && !isJudged),
  );
  return isChanged || dangers.length > 0 ? '⚠️' : '✅';
}

/** Sections that reviewers always see; the others are folded. */
const OPEN: readonly string[] = ['incomplete', 'refusals', 'gates', 'dangers'];
const MAX_ROWS = 20;

/**
 * One comment for all stacks. Sections are shortened, the last ones first, until the comment fits; a note says what is
 * missing.
 */
export function toMarkdown(report: PreviewReport, selected: readonly string[] = []): string {
  const { result, sections } = listSections(report);
  const mermaid = toMermaid(report);
  const title = selected.length === 0 ? 'Preview' : `Preview of ${escapeMarkdown(selected.join(', '))}`;
  const head = [formatMarker(selected), `## ${findIcon(report)} ${title}`, escapeMarkdown(result)];
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
  if (id === 'access') return renderAccess(listAccessViews(report));
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

function renderAccess(views: readonly AccessView[]): string {
  const rows = views.map((view) => [
    escapeMarkdown(view.subject),
    view.before === view.after ? view.after : `${view.before} → **${view.after}**`,
    escapeMarkdown(formatNetworkCount(view.newlyAdmitted)),
    escapeMarkdown(formatNetworkCount(view.newlyShutOut)),
    formatNamed(view),
  ]);
  return [
    '### Access',
    '',
    table(['traffic', 'restriction', 'newly admitted', 'newly shut out', '--address'], rows),
    ...views
      .filter(({ isChanged, isUndecided, notes }) => isChanged || isUndecided || notes.length > 0)
      .flatMap(({ subject, newlyAdmitted, newlyShutOut, notes }) => [
        ...notes.map((note) => `\n- ${escapeMarkdown(`${subject}: ${note}`)}`),
        ...renderNetworks(`${subject}: newly admitted`, newlyAdmitted),
        ...renderNetworks(`${subject}: newly shut out`, newlyShutOut),
      ]),
  ].join('\n');
}

function formatNamed({ namedAddresses: named }: AccessView): string {
  const changed = named.filter(({ change }) => change !== 'none');
  if (changed.length === 0) return named.length === 0 ? '' : 'unchanged';
  return changed.map(({ address, change }) => `**${address} ${change.replaceAll('_', ' ')}**`).join(', ');
}

function renderNetworks(heading: string, { networks }: ReportedNetworks): string[] {
  if (networks.length === 0) return [];
  const complement = describeComplement({ networks });
  if (complement !== undefined) return ['', `- ${escapeMarkdown(`${heading} ${complement}`)}`];
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
