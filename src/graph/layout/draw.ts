/** Draws a layout as SVG without external resources, for light and dark backgrounds. */
import { escapeXml } from '../../report/markup';
import { fitText } from '../text';
import { BOX, type Cluster, type KindSection, type Layout, type LinkLine, type Point } from './box';

export interface BoxContent {
  readonly label: string;
  readonly note: string;
  /** Lines for pointers and screen readers. */
  readonly title: string;
  readonly classes: readonly string[];
  /** Contains several objects: drawn with a second sheet behind it. */
  readonly stacked?: boolean;
}

export interface DrawOptions<Item> {
  readonly name: string;
  readonly content: (item: Item) => BoxContent;
  readonly heading: (section: KindSection<Item>) => string;
  readonly styles: { readonly light: string; readonly dark: string };
}

const FONT_SIZES = { label: 13, note: 11, heading: 12 } as const;

/** Estimated width of bold letters relative to regular ones. */
const BOLD_FACTOR = 1.1;

const TEXT_INSET = 14;

const COMMON_STYLE =
  'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#1c2430}' +
  `.label{font-size:${FONT_SIZES.label}px;font-weight:600}.note{font-size:${FONT_SIZES.note}px;fill:#505a6b}` +
  `.heading{font-size:${FONT_SIZES.heading}px;font-weight:600;fill:#505a6b}` +
  '.ground{fill:#f4f6f8;stroke:#e1e5ea}.sheet{fill:#fff;stroke:#aab3c0}.behind{fill:#fff;stroke:#aab3c0}' +
  '.external .sheet{stroke-dasharray:4 3}.reference{fill:none;stroke:#7a8494;stroke-width:1.3}.belongs{stroke-dasharray:1 3;stroke-linecap:round}' +
  '.tip{fill:#7a8494}.frame{fill:none;stroke:#b9c2ce}';

const DARK_STYLE =
  'text{fill:#e6eaf0}.note,.heading{fill:#a6b0bf}.ground{fill:#151b24;stroke:#2a3340}' +
  '.sheet,.behind{fill:#1f2733;stroke:#4b5768}.reference{stroke:#8b96a7}.tip{fill:#8b96a7}.frame{stroke:#3a4656}';

export function drawSvg<Item>(
  { sections, width, height }: Layout<Item>,
  { name, content, heading, styles }: DrawOptions<Item>,
): string {
  const drawn = sections.map((section) => {
    const clusters = section.clusters.map((cluster) => drawCluster(cluster, content));
    return `<g class="section" ${moveTo(section)}>${drawGround(section, heading(section))}\n${clusters.join('')}</g>\n`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(name)}">\n` +
    `<style>${COMMON_STYLE}${styles.light}@media(prefers-color-scheme:dark){${DARK_STYLE}${styles.dark}}</style>\n` +
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0.5L8 4L0 7.5z"/></marker></defs>\n' +
    `${drawn.join('')}</svg>\n`
  );
}

function moveTo({ x, y }: Point): string {
  return `transform="translate(${x} ${y})"`;
}

function drawGround({ width, height }: KindSection<unknown>, heading: string): string {
  const shown = fitText(heading, (width - 2 * TEXT_INSET) / BOLD_FACTOR, FONT_SIZES.heading);
  return (
    `<title>${escapeXml(heading)}</title><path class="ground" d="${roundedRectangle(0, 0, width, height, 10)}"/>` +
    `<text class="heading" x="${TEXT_INSET}" y="25">${escapeXml(shown)}</text>`
  );
}

function drawCluster<Item>(cluster: Cluster<Item> & Point, content: (item: Item) => BoxContent): string {
  const frames = cluster.frames.map(
    ({ x, y, width, height }) => `<path class="frame" d="${roundedRectangle(x, y, width, height, 9)}"/>\n`,
  );
  const boxes = cluster.boxes.map(({ item, x, y }) => drawBox(content(item), { x, y }));
  return `<g ${moveTo(cluster)}>\n${[...frames, ...cluster.lines.map(drawLine), ...boxes].join('')}</g>\n`;
}

function drawLine({ belongs, points }: LinkLine): string {
  const kind = belongs ? 'reference belongs' : 'reference';
  const tip = belongs ? '' : ' marker-end="url(#arrow)"';
  return `<path class="${kind}" d="${smooth(points)}"${tip}/>\n`;
}

function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const steps = rest.map((point, index) => {
    const previous = points[index] ?? first;
    const middle = Math.round((previous.x + point.x) / 2);
    return `C${middle} ${previous.y} ${middle} ${point.y} ${point.x} ${point.y}`;
  });
  return `M${first.x} ${first.y}${steps.join('')}`;
}

function drawBox({ label, note, title, classes, stacked }: BoxContent, { x, y }: Point): string {
  const [left, top] = [x - BOX.width / 2, y - BOX.height / 2];
  const room = BOX.width - TEXT_INSET - 10;
  const behind = stacked
    ? `<path class="behind" d="${roundedRectangle(left + 5, top + 5, BOX.width, BOX.height, 6)}"/>`
    : '';
  return (
    `<g class="${['object', ...classes].join(' ')}"><title>${escapeXml(title)}</title>${behind}` +
    `<rect class="sheet" x="${left}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="6"/>` +
    `<path class="edge" d="M${left + 6} ${top}a6 6 0 0 0 -6 6v${BOX.height - 12}a6 6 0 0 0 6 6z"/>` +
    `<text class="label" x="${left + TEXT_INSET}" y="${top + 20}">${escapeXml(fitText(label, room / BOLD_FACTOR, FONT_SIZES.label))}</text>` +
    `<text class="note" x="${left + TEXT_INSET}" y="${top + 37}">${escapeXml(fitText(note, room, FONT_SIZES.note))}</text></g>\n`
  );
}

function roundedRectangle(x: number, y: number, width: number, height: number, r: number): string {
  return (
    `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}
