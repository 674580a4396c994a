import { escapeXml, fillPage } from '../../graph/text';
import { displayName } from '../../model/composites';
import { oneLine } from '../../model/text';
import { FINDING_TYPES, type Finding } from '../compare/finding';
import { formatCodeChange } from '../compare/remedy';
import { type Diagram, labelObject } from '../report/diagram';
import type { Report } from '../report/report';
import { COLORS, formatFindingType, toSvg } from './diagram';
import {
  formatAttribution,
  formatAttributionNotes,
  formatAuthor,
  formatCredential,
  formatFinding,
  formatResult,
  HEADINGS,
  listLiveGrants,
} from './labels';
import { HTML, STYLES } from './page/generated/assets';

/**
 * The report as a page without scripts, fonts or external resources. Its content security policy forbids them, so that
 * markup in users' strings stays harmless even if an escape were missing.
 */
export async function toHtml(report: Report, diagram: Diagram): Promise<string> {
  const { findings, incomplete, coverage, reverted_changes: reverted } = report;
  const label = labelFinder(diagram);
  return fillPage(HTML, {
    styles: `<style>${STYLES}</style>`,
    result: report.result,
    summary: escapeXml(formatResult(report)),
    legend: legend(diagram),
    diagram: await toSvg(diagram),
    omitted: diagram.omitted > 0 ? `<p>${diagram.omitted} objects without findings are not drawn.</p>` : '',
    findings: FINDING_TYPES.map((type) => findingSection(type, findings, label)).join(''),
    incomplete: section(
      HEADINGS.not_checked,
      ['resource type', 'reason'],
      incomplete.map(({ kind, message }) => [escapeXml(displayName(kind)), escapeXml(message)]),
    ),
    reverted: section(
      HEADINGS.reverted,
      ['object', 'field', 'changed by', 'reverted by'],
      reverted.map((change) => revertedRow(change, label)),
    ),
    fraction: escapeXml(coverage.total.fraction),
    coverage: table(
      ['resource type', 'managed', 'need no configuration', 'read'],
      coverage.kinds
        .filter(({ managed, unmanaged, derived, complete }) => managed + unmanaged + derived > 0 || !complete)
        .map(({ kind, fraction, derived, complete }) => [
          escapeXml(displayName(kind)),
          escapeXml(fraction),
          String(derived),
          complete ? 'complete' : 'incomplete',
        ]),
    ),
    grants: list(HEADINGS.grants, listLiveGrants(report)),
    credentials: list(HEADINGS.credentials, report.credentials.map(formatCredential)),
    requests: String(report.usage.requests),
    pages: String(report.usage.pages),
  });
}

type Label = (object: Pick<Finding, 'kind' | 'id' | 'name' | 'address'>) => string;

function labelFinder({ nodes }: Diagram): Label {
  const names = new Map(nodes.map(({ key, name }) => [key, name]));
  return (object) => names.get(`${object.kind} ${object.id ?? object.address}`) ?? labelObject(object, names);
}

/** A table with three rows for each finding: the object, the finding with its author, and the remedy. */
function findingSection(type: Finding['type'], findings: readonly Finding[], label: Label): string {
  const rows = findings.filter((finding) => finding.type === type);
  if (rows.length === 0) return '';
  const body = rows.map((finding) => {
    const row = cells('td', [escapeXml(formatFinding(finding)), authorCell(finding)]);
    return `<tbody>${objectRow(finding, label)}${row}${remedyRow(finding)}</tbody>`;
  });
  const head = cells('th', ['finding', 'author']);
  return `<h2>${HEADINGS[type]} (${rows.length})</h2><table class="findings"><thead>${head}</thead>${body.join('\n')}</table>\n`;
}

/** The name, with the resource type, address and id below it. The row is as wide as the table, so that they fit. */
function objectRow(finding: Finding, label: Label): string {
  const name = `<b>${escapeXml(oneLine(label(finding)))}</b>`;
  const ids = [finding.address, finding.id].filter((text) => text !== null).map(small);
  const type = escapeXml(displayName(finding.kind));
  return `<tr class="object"><td colspan="2">${name}<br>${[type, ...ids].join(' ')}</td></tr>`;
}

function remedyRow({ remedy }: Finding): string {
  const remedies = [remedy.command, formatCodeChange(remedy)].filter((text) => text !== null);
  if (remedies.length === 0) return '';
  const code = remedies.map((text) => `<code>${escapeXml(text)}</code>`).join('<br>or in code: ');
  return `<tr class="remedy"><td colspan="2">${code}</td></tr>`;
}

function authorCell(finding: Finding): string {
  const { attribution } = finding;
  if (!attribution) return escapeXml(formatAttribution(finding) ?? '');
  const author = `${formatAuthor(attribution)}${formatAttributionNotes(attribution)}`;
  return `${escapeXml(author)}<br>${small(attribution.occurred_at)} ${small(attribution.event_id)}`;
}

/** Keeps ids, addresses and times on one line. */
function small(value: string): string {
  return `<code class="id">${escapeXml(value)}</code>`;
}

function revertedRow(change: Report['reverted_changes'][number], label: Label): string[] {
  const { kind, id, name, path, changed, reverted } = change;
  const author = (event: typeof changed): string => `${escapeXml(formatAuthor(event))}<br>${small(event.occurred_at)}`;
  return [
    `<b>${escapeXml(oneLine(label({ kind, id, name, address: null })))}</b><br>${escapeXml(displayName(kind))}`,
    escapeXml(path ?? 'the whole object'),
    author(changed),
    author(reverted),
  ];
}

function legend({ nodes }: Diagram): string {
  return Object.entries(COLORS)
    .map(([finding, color]) => {
      const count = nodes.filter((node) => node.finding === finding).length;
      return count === 0
        ? ''
        : `<span><i style="background:${color}"></i>${escapeXml(formatFindingType(finding))} ${count}</span>`;
    })
    .join(' ');
}

function section(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `<h2>${heading}</h2>${table(head, rows)}`;
}

function list(heading: string, lines: readonly string[]): string {
  const items = lines.map((line) => `<li>${escapeXml(line)}</li>`);
  return items.length === 0 ? '' : `<h2>${heading}</h2><ul>${items.join('\n')}</ul>\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>\n`;
}

function cells(tag: 'th' | 'td', row: readonly string[]): string {
  return `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
}
