import { ENDPOINT_ATTRIBUTES } from '../endpoint';
import { KINDS, READ_ONLY_KINDS } from '../kinds';
import { computedText, requiredText } from '../resources/common';
import type { DataSource } from './data-source';
import { listDataSource, objectDataSource } from './kinds';

export type { DataSource } from './data-source';
export { listDataSource, objectDataSource } from './kinds';

export const boundEndpoints: DataSource = {
  name: 'kubernetes_operator_bound_endpoints',
  doc: 'Reads the endpoints that are bound to a Kubernetes operator, which makes them available in its cluster.',
  attributes: {
    kubernetes_operator_id: requiredText('Identifier of the Kubernetes operator.', { idOf: 'kubernetes_operator' }),
    endpoints: {
      type: 'list',
      presence: 'computed',
      elements: ENDPOINT_ATTRIBUTES,
      doc: 'Bound endpoints in the order of the service.',
    },
  },
};

export const eventTypes: DataSource = {
  name: 'event_types',
  doc: 'Lists the event types that a subscription can capture, with their fields. The list is part of the provider, so no request reads it; with `account_object`, that object is read first.',
  attributes: {
    event_types: {
      type: 'list',
      presence: 'computed',
      doc: 'All event types of the profile: traffic events first, then audit events.',
      elements: {
        type: computedText(
          'Event type with its version, for example `ip_policy_created.v0`: the `type` of a source of an event subscription.',
        ),
        class: computedText(
          '`traffic`: emitted for traffic through endpoints; a source may select fields and filter. `audit`: emitted when an object of certain types is created, updated or deleted, and when an agent session starts or stops.',
        ),
        fields: {
          type: 'list',
          presence: 'computed',
          doc: 'Fields of the events. A source of traffic events selects from them.',
          elements: {
            name: computedText('Dotted path in the event’s object: `conn.client_ip`.'),
            type: computedText(
              'Type of the values: `string`, `int32`, `int64`, `bool` or `boolean` (the same), `timestamp`, or a list or map such as `List<string>`.',
            ),
            filterable: {
              type: 'bool',
              presence: 'computed',
              doc: 'Whether a source may use the field in its `filter`, as `ev.<name>`.',
            },
          },
        },
      },
    },
  },
};

export const DATA_SOURCES: readonly DataSource[] = [
  boundEndpoints,
  eventTypes,
  ...[...KINDS, ...READ_ONLY_KINDS].flatMap((kind) => [objectDataSource(kind), listDataSource(kind)]),
];

export function getDataSource(name: string): DataSource {
  const found = DATA_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`No data source is named '${name}'`);
  return found;
}
