/** The graph of the objects after the change and the destroyed ones, each with what happens to it. Pure. */

import { graphFromObjects } from '../graph/build/from-objects';
import { markNodes } from '../graph/focus';
import type { Graph, Mark } from '../graph/graph';
import { objectKey } from '../model/object-key';
import { fromSnapshot } from '../objects/from-account';
import { markObjects } from '../objects/objects';
import { formatChange, nameCreated, TONES, VERBS } from './formats/sections';
import type { PreviewOutcome } from './outcome';
import type { PreviewReport } from './report';

export function graphFromChange(outcome: PreviewOutcome, report: PreviewReport): Graph {
  const changes = new Map(
    report.objects.map((object) => [objectKey(object.kind, object.replaced_by ?? object.id), object]),
  );
  const created = nameCreated(report.objects);
  const list = (side: 'before' | 'after') =>
    outcome.accounts.flatMap((copy, index) =>
      Object.entries(copy[side].accounts).flatMap(([name, account]) =>
        markObjects(fromSnapshot({ [name]: account }), outcome.findMarks).flatMap(({ objects }) =>
          // Copies may have accounts of one name.
          objects.map((object) => ({ ...object, account: `${index} ${name}` })),
        ),
      ),
    );
  const destroyed = list('before').filter(({ kind, id }) => changes.get(objectKey(kind, id))?.action === 'destroy');
  const unread = outcome.accounts.flatMap(({ failures }) => failures.map(({ kind }) => kind));
  const graph = graphFromObjects([...list('after'), ...destroyed], unread);
  const marked = markNodes(graph, ({ key, kind, external }): Mark | undefined => {
    const action = changes.get(key)?.action;
    if (action !== undefined) return { text: VERBS[action], tone: TONES[action] };
    return external && unread.includes(kind) ? { text: 'not read', tone: 'undecided' } : undefined;
  });
  return {
    nodes: marked.nodes.map((node) => ({
      ...node,
      location: changes.get(node.key)?.address ?? node.location,
      // In place of the attributes. The report has sensitive values as `(sensitive value)`.
      details: (changes.get(node.key)?.attributes ?? []).map(
        (each) => [each.name, formatChange(each, created)] as const,
      ),
    })),
    edges: marked.edges,
  };
}
