import type { Kind } from '../kind';
import { acl, commonAttributes } from './common';

export const sshPublicKey: Kind = {
  name: 'ssh_public_key',
  plural: 'ssh_public_keys',
  title: 'SSH public key',
  doc: 'A public key that authenticates clients which start tunnels over SSH.',
  path: '/ssh_credentials',
  listKey: 'ssh_credentials',
  idPrefix: 'sshcr',
  naturalKey: { attributes: ['public_key'], unique: true },
  audited: true,
  listFilter: true,
  filterFields: ['acl'],
  errorCodes: { duplicate: 609, emptyUpdate: 606, missing: 611 },
  attributes: {
    ...commonAttributes('Owner or purpose of the key.', { description: 604, metadata: 605 }),
    public_key: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'ssh_public_key',
      equality: 'ssh_key',
      errorCode: 612,
      emptyErrorCode: 611,
      doc: 'The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored.',
    },
    acl,
  },
};
