import { text } from '../resources/common';
import type { DataSource } from './data-source';

/** Provided by this provider; the API has no such operation. */
export const eventTypes: DataSource = {
  name: 'event_types',
  title: 'event types',
  doc: 'Lists the event types that a subscription can capture, with their fields. The list is part of the provider; the service is not called.',
  attributes: {
    event_types: {
      type: 'list',
      presence: 'computed',
      doc: 'All event types: traffic events first, then audit events.',
      elements: {
        type: text(
          'Event type with its version, for example `ip_policy_created.v0`: the `type` of a source of an event subscription.',
        ),
        class: text(
          '`traffic`: emitted for traffic through endpoints; a source may select fields and filter. `audit`: emitted for changes of the account.',
        ),
        fields: {
          type: 'list',
          presence: 'computed',
          doc: 'Fields of the events. A source of traffic events selects from them.',
          elements: {
            name: text('Dotted path in the event’s object: `conn.client_ip`.'),
            type: text(
              'Type of the values: `string`, `int32`, `int64`, `bool`, `timestamp`, or a list or map such as `List<string>`.',
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
