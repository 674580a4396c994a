import type { Kind } from '../kind';
import { commonAttributes } from './common';

export const eventSubscription: Kind = {
  name: 'event_subscription',
  plural: 'event_subscriptions',
  title: 'event subscription',
  doc: 'Sends events of the configured types to event destinations.',
  path: '/event_subscriptions',
  listKey: 'event_subscriptions',
  idPrefix: 'esb',
  audited: true,
  listFilter: true,
  errorCodes: { notFound: 5123 },
  attributes: {
    ...commonAttributes('Purpose of the subscription.'),
    sources: {
      type: 'set',
      presence: 'optional',
      identity: 'type',
      duplicateErrorCode: 5127,
      rule: 'event_source',
      examples: [
        [
          { type: 'ip_policy_created.v0' },
          {
            type: 'http_request_complete.v0',
            fields: ['conn.client_ip', 'http.response.status_code'],
            filter: 'ev.conn.server_name == "app.example.com"',
          },
        ],
        [{ type: 'ip_policy_deleted.v0' }, { type: 'tcp_connection_closed.v0', fields: ['conn.bytes_in'] }],
      ],
      doc: 'Event types to capture, each at most once.',
      elements: {
        type: {
          type: 'string',
          presence: 'required',
          format: 'event_type',
          errorCode: 238,
          doc: 'Event type with its version, for example `ip_policy_created.v0`.',
        },
        fields: {
          type: 'set',
          elements: 'string',
          presence: 'optional',
          errorCode: 239,
          doc: 'Fields to capture; all fields if unset. Traffic events only.',
        },
        filter: {
          type: 'string',
          presence: 'optional',
          emptyIsAbsent: true,
          errorCode: 5404,
          doc: 'CEL expression over `ev`. Only events for which it is true are captured. Traffic events only.',
        },
      },
    },
    destination_ids: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      ref: { kind: 'event_destination', responseName: 'destinations', onDelete: 5112, errorCode: 5103 },
      doc: 'Identifiers of the event destinations that receive the events.',
    },
  },
};
