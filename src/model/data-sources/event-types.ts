import type { DataSource } from './data-source';

/** event-sources.md: every event type with its fields; read from this provider, not from the service. */
export const eventTypes: DataSource = {
  name: 'event_types',
  title: 'event types',
  doc: 'The event types that a subscription can capture, with their fields. Known to the provider itself: the service is not asked.',
  attributes: {
    event_types: {
      type: 'list',
      presence: 'computed',
      doc: 'All event types: traffic events first, then audit events.',
      elements: {
        type: {
          type: 'string',
          presence: 'computed',
          doc: 'The type with its version, as `sources` of an event subscription take it: `ip_policy_created.v0`.',
        },
        class: {
          type: 'string',
          presence: 'computed',
          doc: '`traffic`: emitted by traffic through endpoints; a source may choose fields and filter. `audit`: by changes of the account.',
        },
        fields: {
          type: 'list',
          presence: 'computed',
          doc: 'The fields that its events carry; of a traffic event those that a source can choose from.',
          elements: {
            name: { type: 'string', presence: 'computed', doc: 'Dotted path in the event’s object: `conn.client_ip`.' },
            type: {
              type: 'string',
              presence: 'computed',
              doc: 'Type of its values: `string`, `int32`, `int64`, `bool`, `timestamp`, or a list or map such as `List<string>`.',
            },
            filterable: {
              type: 'bool',
              presence: 'computed',
              doc: 'Whether the `filter` of a source may use it, as `ev.<name>`.',
            },
          },
        },
      },
    },
  },
};
