/** Endpoint selectors of an operator's binding: conditions over `endpoint` (gaps.md section 5.5). */

import { boundEndpoints } from '../data-sources/bound-endpoints';
import type { Attributes, ObjectsAttribute } from '../kind';
import { type Condition, compileCondition } from './cel';
import type { CelType, ConditionProblem, Vocabulary } from './vocabulary';

/** All fields of an endpoint (management-api.md 'Endpoint'), with their types. */
export const ENDPOINT_SELECTOR: Vocabulary = {
  root: 'endpoint',
  grammar: 'standard',
  fields: celFields((boundEndpoints.attributes['endpoints'] as ObjectsAttribute).elements),
};

function celFields(attributes: Attributes, prefix = ''): Record<string, CelType> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, CelType][] => {
      const path = `${prefix}${name}`;
      if (attribute.type === 'object') return Object.entries(celFields(attribute.attributes, `${path}.`));
      const types = {
        string: 'string',
        number: 'int',
        bool: 'bool',
        list: 'list<string>',
        set: 'list<string>',
      } as const;
      return attribute.type === 'map' ? [] : [[path, types[attribute.type]]];
    }),
  );
}

/** Compiles a selector, or says why it is none. `true` selects every endpoint. */
export function compileSelector(expression: string): Condition | { readonly problem: ConditionProblem } {
  return compileCondition(ENDPOINT_SELECTOR, expression);
}
