/** What is said about boxes, in every format. */
import { groupBy } from '../model/group-by';
import { counted } from '../model/text';
import { rankOfKind } from './build/kinds';
import { type Box, kindTitle } from './layout/collapse';
import type { Section } from './layout/layout';

/** Names that a title lists; more are nobody's reading. */
const MAX_NAMES = 40;

/** Everything about a box: whole names, places and facts, a line each. */
export function formatBoxTitle({ label, note, nodes, parts }: Box): string {
  const [node, second] = nodes;
  if (!node) return label;
  if (second) return [label, ...lines(nodes.map((each) => `${each.label} (${each.location})`))].join('\n');
  const description = node.details.find(([name]) => name === 'description')?.[1];
  const about = description === undefined || description === label ? [] : [description];
  const own = parts.map((part) => [part.category, part.label].filter((word) => word !== undefined).join(' '));
  return [label, ...about, note, node.location, ...lines(own)].join('\n');
}

function lines(texts: readonly string[]): string[] {
  const more = texts.length - MAX_NAMES;
  return more > 0 ? [...texts.slice(0, MAX_NAMES), `and ${more.toLocaleString('en')} more`] : [...texts];
}

/** How many objects of which kinds: `4 IP restrictions · 12 IP policies · 300 IP policy rules`. */
export function formatHeading({ items, alone }: Section<Box>): string {
  const nodes = items.flatMap(({ nodes: own, parts }) => [...own, ...parts]);
  const kinds = [...groupBy(nodes, ({ kind }) => kind)].sort(([a], [b]) => rankOfKind(a) - rankOfKind(b));
  if (alone && kinds.length > 2) return `Others · ${counted(nodes.length, 'object')}`;
  return kinds.map(([kind, group]) => counted(group.length, kindTitle(kind))).join(' · ');
}
