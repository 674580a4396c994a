import type { Picture } from '../picture';
import { COLOURS } from './colours';
import { BOX, type Box, type Line, layOut } from './layout';
import { escapeXml as text } from './xml';

/** The picture as SVG: one box an object with its name, kind and finding, an arrow to each object it refers to. */
export async function toSvg(picture: Picture): Promise<string> {
  const { boxes, lines, width, height } = await layOut(picture);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Objects and their references">` +
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#7a8494"/></marker></defs>' +
    `${lines.map(drawLine).join('')}${boxes.map(drawBox).join('')}</svg>`
  );
}

function drawLine({ points }: Line): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return `<path class="reference" d="${path}" fill="none" stroke="#7a8494" marker-end="url(#arrow)"/>`;
}

function drawBox({ key, kind, name, address, finding, x, y }: Box): string {
  const [left, top] = [x - BOX.width / 2, y - BOX.height / 2];
  const title = [address ?? key, finding].join(': ');
  return (
    `<g class="object" data-finding="${text(finding)}"><title>${text(title)}</title>` +
    `<rect x="${left}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="5" fill="${COLOURS[finding]}" stroke="#5a6475"/>` +
    `<text x="${left + 8}" y="${top + 18}" font-family="system-ui,sans-serif" font-size="12">${text(short(name, 26))}</text>` +
    `<text x="${left + 8}" y="${top + 35}" font-family="system-ui,sans-serif" font-size="10.5" fill="#48505e">${text(short(`${kind}: ${finding}`, 32))}</text></g>`
  );
}

/** By characters and not by units of UTF-16, half of which no page can show. */
function short(name: string, most: number): string {
  const letters = [...name.replace(/\s+/g, ' ')];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
}
