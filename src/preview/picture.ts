/** The objects of the accounts before and after the change, each with what happens to it. Pure. */
import { graphFromObjects, keyOf } from '../graph/build/from-objects';
import { markNodes } from '../graph/focus';
import type { Graph, Mark } from '../graph/graph';
import { formatChange, TONES } from './formats/sections';
import type { PreviewOutcome } from './outcome';
import type { PreviewReport, ReportOptions } from './report';

const WORDS: Readonly<Record<string, string>> = {
  create: 'created',
  change: 'changed',
  replace: 'replaced',
  destroy: 'destroyed',
};

/** Shows no values but those of the report, which has no secrets. */
export function drawChange(
  outcome: PreviewOutcome,
  report: PreviewReport,
  { createRedact }: Pick<ReportOptions, 'createRedact'>,
): Graph {
  const redact = createRedact(outcome.secrets);
  const changes = new Map(report.objects.map((object) => [keyOf(object.kind, object.id), object]));
  const list = (state: 'before' | 'after') =>
    outcome.accounts
      .flatMap((account) => Object.values(account[state].accounts))
      .flatMap(({ objects }) => Object.entries(objects))
      .flatMap(([kind, objects]) => objects.map(({ id, values }) => ({ kind, id, values })));
  const old = list('before');
  const known = new Set(old.map(({ kind, id }) => keyOf(kind, id)));
  // The new object of a replacement has another id than the report, and stands for both.
  const destroyed = old.filter(({ kind, id }) => changes.get(keyOf(kind, id))?.action === 'destroy');
  const unread = outcome.accounts.flatMap(({ failures }) => failures.map(({ kind }) => kind));
  const graph = graphFromObjects([...list('after'), ...destroyed], unread);
  const marked = markNodes(graph, ({ key, kind, external }): Mark | undefined => {
    const action = changes.get(key)?.action ?? (known.has(key) || external ? undefined : 'replace');
    if (action !== undefined) return { text: WORDS[action] ?? action, tone: TONES[action] ?? 'changed' };
    return external && unread.includes(kind) ? { text: 'not read', tone: 'undecided' } : undefined;
  });
  return {
    nodes: marked.nodes.map((node) => ({
      ...node,
      label: redact(node.label),
      badges: node.badges.map(redact),
      location: changes.get(node.key)?.address ?? redact(node.location),
      details: (changes.get(node.key)?.attributes ?? []).map((each) => [each.name, formatChange(each)] as const),
    })),
    edges: marked.edges,
  };
}
