import { createdAt, defineKind, id, requiredText, uri } from './common';

export const serviceUser = defineKind({
  name: 'service_user',
  title: 'service user',
  doc: 'A user for programs, which owns API keys, tunnel credentials and SSH public keys and cannot log in. Deleting it deletes them. Only administrators manage service users.',
  profiles: ['ngrok'],
  olderCollection: { path: '/bot_users', listKey: 'bot_users' },
  idPrefix: 'service',
  // docs/internals/gaps.md, section 8, has the sources of `service_` and `bot_`. Persons have `usr_` (section 2). That
  // service users may have it is assumed, so the id of a person is accepted where one of a service user is expected.
  otherIdPrefixes: ['bot', 'usr'],
  naturalKey: { attributes: ['name'], unique: true },
  errorCodes: { duplicate: 4112 },
  conflictStatus: 400,
  attributes: {
    id,
    uri,
    created_at: createdAt,
    name: requiredText('Name of the service user, unique in the account.'),
    active: {
      type: 'bool',
      presence: 'optional',
      default: true,
      doc: 'Whether the credentials of the service user are accepted. Default: `true`.',
    },
  },
});
