import { formatCount } from '../model/text';
import type { KindSection } from './layout/box';
import { type Box, countByKind } from './layout/collapse';

/** Chosen: the title of a box has at most so many lines of objects or parts. */
const MAX_NAMES = 40;

/**
 * Several lines, which are not shortened to the width of the box. For one object: its label, its description if that is
 * another text, note, location and parts. For several objects: the label of the box, then the label and location of
 * each.
 */
export function formatBoxTitle({ label, note, nodes, parts }: Box): string {
  const [node, second] = nodes;
  if (!node) return label;
  if (second)
    return [label, ...limitLines(nodes.map((sibling) => `${sibling.label} (${sibling.location})`))].join('\n');
  const description = node.details.find(([name]) => name === 'description')?.[1];
  const about = description === undefined || description === label ? [] : [description];
  const partLines = parts.map((part) => [part.category, part.label].filter((word) => word !== undefined).join(' '));
  return [label, ...about, note, node.location, ...limitLines(partLines)].join('\n');
}

function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - MAX_NAMES;
  return more > 0 ? [...lines.slice(0, MAX_NAMES), `and ${more.toLocaleString('en')} more`] : [...lines];
}

/**
 * `4 IP restrictions · 12 IP policies · 300 IP policy rules`. In the section of kinds without references,
 * more than two kinds have only their sum: `Others · 9 objects`.
 */
export function formatHeading({ items, isAlone: alone }: KindSection<Box>): string {
  const nodes = items.flatMap((box) => [...box.nodes, ...box.parts]);
  const counts = countByKind(nodes);
  if (alone && counts.length > 2) return `Others · ${formatCount(nodes.length, 'object')}`;
  return counts.map(({ text }) => text).join(' · ');
}
