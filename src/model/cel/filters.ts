import { ENDPOINT_ATTRIBUTES } from '../endpoint';
import type { EventFieldType } from '../events/field-types';
import { TRAFFIC_EVENTS } from '../events/traffic';
import type { Attributes, Kind } from '../kind';
import { type CompiledCondition, compileCondition } from './cel';
import { listFilterFields } from './filter-fields';
import type { CelType, ConditionProblem, Vocabulary } from './vocabulary';

const CEL_TYPES: Readonly<Record<EventFieldType, CelType>> = {
  bool: 'bool',
  boolean: 'bool',
  string: 'string',
  int32: 'int',
  int64: 'int',
  timestamp: 'timestamp',
  'List<string>': 'list<string>',
  'List<Map<string, any>>': 'list<map<string, dyn>>',
  'Map<string, string>': 'map<string, string>',
  'Map<string, List<string>>': 'map<string, list<string>>',
};

const EVENT_FILTERS: ReadonlyMap<string, Vocabulary> = new Map(
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

export function compileEventFilter(
  type: keyof typeof TRAFFIC_EVENTS,
  expression: string,
): CompiledCondition | { readonly problem: ConditionProblem } {
  return compileCondition(EVENT_FILTERS.get(type) as Vocabulary, expression);
}

export const ENDPOINT_SELECTOR: Vocabulary = {
  root: 'endpoint',
  grammar: 'standard',
  fields: celFields(ENDPOINT_ATTRIBUTES),
};

function celFields(attributes: Attributes, prefix = ''): Record<string, CelType> {
  const types = { string: 'string', number: 'int', bool: 'bool', list: 'list<string>', set: 'list<string>' } as const;
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, CelType][] => {
      const path = `${prefix}${name}`;
      if (attribute.type === 'object') return Object.entries(celFields(attribute.attributes, `${path}.`));
      return attribute.type === 'map' ? [] : [[path, types[attribute.type]]];
    }),
  );
}

export function compileSelector(expression: string): CompiledCondition | { readonly problem: ConditionProblem } {
  return compileCondition(ENDPOINT_SELECTOR, expression);
}

const TIMESTAMP_FIELDS = ['created_at', 'not_before', 'not_after', 'started_at'];

export function listFilterVocabulary(
  kind: Pick<Kind, 'attributes' | 'filterFields'>,
  refuse?: Vocabulary['refuse'],
): Vocabulary {
  const fields = listFilterFields(kind).map((path): [string, CelType] => {
    const attribute = kind.attributes[path];
    if (attribute?.type === 'set' || attribute?.type === 'list') return [path, 'list<string>'];
    if (attribute?.type === 'bool') return [path, 'bool'];
    return [path, TIMESTAMP_FIELDS.includes(path) ? 'timestamp' : 'string'];
  });
  return {
    root: 'obj',
    grammar: 'list',
    fields: Object.fromEntries(fields),
    ...(refuse && { refuse }),
  };
}
