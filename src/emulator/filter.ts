/** The `filter` parameter of lists: as much of it as the emulator serves, the rest refused by name. */
import { type JsonObject, valueAt } from '../model/json';
import type { Kind } from '../model/kind';
import { compileCondition } from './condition';
import type { Query } from './query';
import { Refusal } from './refusal';

const always: readonly string[] = ['id', 'created_at', 'description', 'metadata'];

/**
 * The filter of a list request. Served are comparisons of a filterable member with a text, joined by `&&` and `||`;
 * everything else is refused with 250 (gaps.md 1.3), so that no filter is ever ignored.
 */
export function readFilter(kind: Kind, query: Query): (answer: JsonObject) => boolean {
  const text = query.get('filter');
  if (text === undefined) return () => true;
  const condition = compileCondition('obj', text);
  if ('problem' in condition) throw refused(text, condition.problem);
  const filterable = [...always, ...(kind.filterFields ?? [])];
  for (const { path, operator } of condition.clauses) {
    if (!filterable.includes(path)) throw refused(text, `obj.${path} is not one of ${filterable.join(', ')}`);
    const attribute = kind.attributes[path];
    if (attribute?.type === 'set' || attribute?.type === 'list')
      throw refused(text, `obj.${path} is a list, and no comparison with a list is served`);
    if (operator !== '==') throw refused(text, `${operator} is not served; compare with ==`);
  }
  return (answer) => condition.test((path) => valueAt(answer, path) ?? '');
}

function refused(text: string, why: string): Refusal {
  return new Refusal(
    400,
    250,
    `The filter '${text}' cannot be served: ${why}. This emulator serves comparisons such as obj.description == "text", joined by && and ||.`,
  );
}
