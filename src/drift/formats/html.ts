import { escapeXml as text } from '../../graph/xml';
import { displayName } from '../../model/display-name';
import { oneLine } from '../../model/text';
import { labelOf, type Picture } from '../report/diagram';
import { FINDING_TYPES, type Finding } from '../report/finding';
import { codeText } from '../report/remedy';
import type { Report } from '../report/report';
import { COLOURS } from './colors';
import { authorNotes, headings, personText, resultText, whatOf, whoOf } from './labels';
import { toSvg } from './svg';

/**
 * The report as one page that needs nothing else: no script, no font, no address is loaded. A policy in the page forbids
 * it, so that a text of the account which looks like markup stays a text even if an escape were forgotten.
 */
export async function toHtml(report: Report, picture: Picture): Promise<string> {
  const { findings, incomplete, coverage, undone } = report;
  const label = labelFinder(picture);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drift report</title>
<style>${style}</style>
</head>
<body>
<h1>Drift report</h1>
<p class="result ${report.result}" role="status">${text(resultText(report))}</p>
<h2>Objects and their references</h2>
<p class="legend">${legend(picture)}</p>
<div class="picture">${await toSvg(picture)}</div>
${picture.left_out > 0 ? `<p>${picture.left_out} objects that agree are not drawn.</p>` : ''}
${FINDING_TYPES.map((type) => section(type, findings, label)).join('')}
${
  incomplete.length > 0
    ? `<h2>Not looked at</h2>${table(
        ['what', 'why'],
        incomplete.map(({ kind, message }) => [text(displayName(kind)), text(message)]),
      )}`
    : ''
}
${
  undone.length > 0
    ? `<h2>Made and undone in between</h2>${table(
        ['object', 'field', 'by', 'undone by'],
        undone.map((each) => undoneRow(each, label)),
      )}`
    : ''
}
<h2>Managed: ${text(coverage.total.fraction)}</h2>
${table(
  ['kind', 'managed', 'derived', 'read'],
  coverage.kinds
    .filter(({ managed, unmanaged, derived, complete }) => managed + unmanaged + derived > 0 || !complete)
    .map(({ kind, fraction, derived, complete }) => [
      text(displayName(kind)),
      text(fraction),
      String(derived),
      complete ? 'wholly' : 'in part',
    ]),
)}
<p>${report.usage.requests} requests, ${report.usage.pages} pages.</p>
</body>
</html>
`;
}

/** Names objects for people. */
type Label = (object: Pick<Finding, 'kind' | 'id' | 'name' | 'address'>) => string;

function labelFinder({ nodes }: Picture): Label {
  const names = new Map(nodes.map(({ key, name }) => [key, name]));
  return (object) => names.get(`${object.kind} ${object.id ?? object.address}`) ?? labelOf(object, names);
}

/** A row for what was found, and one below for what can be done. */
function section(type: Finding['type'], findings: readonly Finding[], label: Label): string {
  const rows = findings.filter((each) => each.type === type);
  if (rows.length === 0) return '';
  const body = rows.map((finding) => {
    const places = [finding.address, finding.id].filter((each) => each !== null).map(small);
    const object = [`<b>${text(oneLine(label(finding)))}</b>`, text(displayName(finding.kind)), ...places].join('<br>');
    return `<tbody>${cells('td', [object, text(whatOf(finding)), whoCell(finding)])}${remedyRow(finding)}</tbody>`;
  });
  const head = cells('th', ['object', 'what', 'who']);
  return `<h2>${headings[type]} (${rows.length})</h2><table class="findings"><thead>${head}</thead>${body.join('\n')}</table>\n`;
}

function remedyRow({ remedy }: Finding): string {
  const ways = [remedy.command, codeText(remedy)].filter((each) => each !== null);
  if (ways.length === 0) return '';
  return `<tr class="remedy"><td colspan="3">${ways.map((way) => `<code>${text(way)}</code>`).join('<br>or in code: ')}</td></tr>`;
}

function whoCell(finding: Finding): string {
  const { by } = finding;
  if (!by) return text(whoOf(finding) ?? '');
  return [text(`${personText(by)}${authorNotes(by)}`), small(by.when), small(by.event_id)].join('<br>');
}

/** Identifiers, addresses and times are not broken over lines. */
function small(value: string): string {
  return `<code class="id">${text(value)}</code>`;
}

function undoneRow({ kind, id, name, path, made, undone }: Report['undone'][number], label: Label): string[] {
  const person = (author: typeof made): string => `${text(personText(author))}<br>${small(author.when)}`;
  return [
    `<b>${text(oneLine(label({ kind, id, name, address: null })))}</b><br>${text(displayName(kind))}`,
    text(path ?? 'the whole object'),
    person(made),
    person(undone),
  ];
}

function legend({ nodes }: Picture): string {
  return Object.entries(COLOURS)
    .map(([finding, colour]) => {
      const count = nodes.filter((node) => node.finding === finding).length;
      return count === 0 ? '' : `<span><i style="background:${colour}"></i>${text(finding)} ${count}</span>`;
    })
    .join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>\n`;
}

function cells(tag: 'th' | 'td', row: readonly string[]): string {
  return `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
}

const style = `
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1280px;padding:0 1rem;color:#1c2430;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
.result{padding:.6rem .9rem;border-left:5px solid #888;background:#f4f5f7}
.result.agreement{border-color:#2e8b57}.result.differences{border-color:#d08700}.result.incomplete{border-color:#b3261e}
.legend span{margin-right:1rem}.legend i{display:inline-block;width:.9em;height:.9em;margin-right:.35em;border:1px solid #777;vertical-align:-.1em}
.picture{overflow:auto;border:1px solid #d5d9df;max-height:640px}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{border:1px solid #d5d9df;padding:.35rem .5rem;text-align:left;vertical-align:top;overflow-wrap:break-word}
th{background:#f4f5f7}code{font:13px ui-monospace,monospace}
.findings{table-layout:fixed}.findings th:nth-child(1){width:36%}.findings th:nth-child(2){width:36%}
.findings tbody{border-top:2px solid #aab1bc}.remedy td{background:#fafbfc}
.id{font-size:12px;color:#4a5566}
`;
