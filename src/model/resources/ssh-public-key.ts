import { acl, commonAttributes, defineKind, immutableText, owner } from './common';

export const sshPublicKey = defineKind({
  name: 'ssh_public_key',
  title: 'SSH public key',
  doc: 'A public key that authenticates clients which start tunnels over SSH.',
  path: '/ssh_credentials',
  idPrefix: 'sshcr',
  naturalKey: { attributes: ['public_key'], unique: true },
  filterFields: ['acl', 'owner_id'],
  errorCodes: { duplicate: 609 },
  attributes: {
    ...commonAttributes('Owner or purpose of the key.'),
    public_key: immutableText(
      'The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored.',
      { format: 'ssh_public_key' },
    ),
    acl,
    owner_id: owner,
  },
});
