/** Filters of event sources: conditions over `ev`, the object of a traffic event (gaps.md section 4.3). */

import { CEL_TYPES } from '../events/field-types';
import { TRAFFIC_EVENTS } from '../events/traffic';
import { type Condition, compileCondition } from './cel';
import type { ConditionProblem, Vocabulary } from './vocabulary';

const vocabularies: ReadonlyMap<string, Vocabulary> = new Map(
  Object.entries(TRAFFIC_EVENTS).map(([type, { fields }]): [string, Vocabulary] => [
    type,
    {
      root: 'ev',
      grammar: 'standard',
      fields: Object.fromEntries(fields.map(({ name, type: fieldType }) => [name, CEL_TYPES[fieldType]])),
      usable: fields.filter(({ filterable }) => filterable).map(({ name }) => name),
    },
  ]),
);

/** Compiles the filter of a source of the traffic event type, or says why it is none. Other types have no filters. */
export function compileEventFilter(
  type: keyof typeof TRAFFIC_EVENTS,
  expression: string,
): Condition | { readonly problem: ConditionProblem } {
  return compileCondition(vocabularies.get(type) as Vocabulary, expression);
}
