import { commonAttributes, defineKind, optionalText, optionalTextSet, requiredText } from './common';

export const eventSubscription = defineKind({
  name: 'event_subscription',
  title: 'event subscription',
  doc: 'Sends events of the configured types to event destinations.',
  idPrefix: 'esb',
  attributes: {
    ...commonAttributes('Purpose of the subscription.'),
    // docs/internals/event-sources.md counts characters for this type only.
    description: optionalText('Purpose of the subscription. At most 255 characters.', {
      maxCharacters: 255,
      emptyIsAbsent: true,
    }),
    metadata: optionalText(
      'Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread.',
      { maxCharacters: 4096, emptyIsAbsent: true, format: 'json' },
    ),
    // The specification requires no member, so a subscription may have no sources.
    sources: {
      type: 'set',
      presence: 'optional',
      idMember: 'type',
      rule: 'event_source',
      byProfile: { spec: { rule: 'spec_event_source' } },
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
        type: requiredText('Event type with its version, for example `ip_policy_created.v0`.', {
          format: 'event_type',
          byProfile: { spec: { format: 'spec_event_type' } },
        }),
        fields: optionalTextSet(
          'Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only.',
        ),
        filter: optionalText(
          'CEL expression over `ev`. Only events for which it is true are captured. Traffic events only.',
          { emptyIsAbsent: true },
        ),
      },
    },
    destination_ids: optionalTextSet('Identifiers of the event destinations that receive the events.', {
      ref: {
        kind: 'event_destination',
        responseName: 'destinations',
        onDelete: 'refuse',
        inUseCode: 5112,
        unknownIdCode: 5103,
      },
    }),
  },
});
