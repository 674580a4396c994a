import { escapeXml } from './markup';
import { renderPage } from './page';
import { hasContents, type Item, type Line, type Section, type Summary, type Table } from './section';
import { formatLine, partsOf } from './text';

/** A picture as `graph/` draws it, with the rules of its colors. */
export interface Picture {
  readonly heading: string;
  readonly markup: string;
  readonly styles: string;
}

/** The picture follows the sections that are open. */
export function toHtml(summary: Summary, picture: Picture | undefined): string {
  const sections = summary.sections.filter(hasContents);
  const [open, folded] = [false, true].map((isFolded) =>
    sections.filter((section) => (section.folded ?? false) === isFolded).map(writeSection),
  ) as [string[], string[]];
  const drawing =
    picture === undefined
      ? []
      : [`<section class="card"><h2>${escapeXml(picture.heading)}</h2>${picture.markup}</section>`];
  return renderPage({
    title: formatLine(summary.title),
    ...(picture && { styles: picture.styles }),
    body: `<header>
<h1>${escapeLine(summary.title)}</h1>
${summary.scope ? `<p class="scope">${escapeLine(summary.scope)}</p>\n` : ''}<p class="result tone-${summary.tone}" role="status">${escapeLine(summary.result)}</p>
</header>
<main>
${[...open, ...drawing, ...folded].join('\n')}
</main>`,
  });
}

function writeSection({ id, heading, table, items = [], folded }: Section): string {
  const title = `<h2>${escapeLine(heading)}</h2>`;
  const content = `${table ? writeTable(table) : ''}${items.length > 0 ? `<ul class="items">${writeItems(items)}</ul>` : ''}`;
  return folded
    ? `<details class="card" id="${id}"><summary>${title}</summary>${content}</details>`
    : `<section class="card" id="${id}">${title}${content}</section>`;
}

function writeItems(items: readonly Item[]): string {
  return items
    .map(({ line, tone, details = [] }) => {
      const inner = details.length === 0 ? '' : `<ul>${writeItems(details)}</ul>`;
      return `<li${tone === undefined ? '' : ` class="tone-${tone}"`}><span class="line">${escapeLine(line)}</span>${inner}</li>`;
    })
    .join('\n');
}

function writeTable({ head, rows }: Table): string {
  const write = (tag: string, cells: readonly Line[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeLine(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => write('td', row)).join('\n');
  return `<div class="scroll"><table><thead>${write('th', head)}</thead><tbody>${body}</tbody></table></div>`;
}

function escapeLine(line: Line): string {
  return partsOf(line)
    .map((part) =>
      typeof part === 'string' ? escapeXml(formatLine(part)) : `<code>${escapeXml(formatLine(part))}</code>`,
    )
    .join('');
}
