/**
 * API keys, tunnel credentials, SSH keys and certificates: docs/internals/event-sources.md, docs/internals/gaps.md
 * sections 1.6 (error codes), 2 and 7.
 */
import type { Api } from './api';
import { type Collection, collection } from './collections';
import { publicKeyLine, publicKeyPem } from './keys';

const apiKeys = collection({
  path: '/api_keys',
  listKey: 'keys',
  idPrefix: 'ak',
  members: ['token'],
  once: ['token'],
  publicMembers: ['owner_id'],
  returned: () => ({ token: expect.any(String) }),
  codes: { emptyUpdate: 606, description: 604, metadata: 605 },
});

const tunnelCredentials = collection({
  path: '/credentials',
  idPrefix: 'cr',
  members: ['token', 'acl'],
  once: ['token'],
  publicMembers: ['owner_id'],
  full: async () => ({ acl: ['bind:*.example.com', 'bind:1.tcp.example.com:4443'] }),
  returned: ({ acl }) => ({ acl, token: expect.any(String) }),
  codes: { emptyUpdate: 606, description: 604, metadata: 605 },
});

const sshPublicKeys = collection({
  path: '/ssh_credentials',
  idPrefix: 'sshcr',
  members: ['public_key', 'acl'],
  publicMembers: ['owner_id'],
  minimal: async () => ({ public_key: publicKeyPem() }),
  full: async () => ({ public_key: `${publicKeyLine()} user@example.com`, acl: ['*'] }),
  required: { public_key: 611 },
  immutable: { public_key: publicKeyPem() },
  codes: { emptyUpdate: 606, description: 604, metadata: 605 },
});

const sshCertificateAuthorities = collection({
  path: '/ssh_certificate_authorities',
  idPrefix: 'sshca',
  members: ['public_key', 'key_type'],
  full: async () => ({ private_key_type: 'ecdsa', elliptic_curve: 'p384' }),
  returned: () => ({ key_type: 'ecdsa', public_key: expect.stringMatching(/^ecdsa-sha2-nistp384 AAAA/) }),
  immutable: { private_key_type: 'rsa', elliptic_curve: 'p256', key_size: 4096 },
});

export async function authorityId(api: Api): Promise<string> {
  return (await api.create('/ssh_certificate_authorities', {})).id;
}

const certificateMembers = [
  'public_key',
  'key_type',
  'ssh_certificate_authority_id',
  'principals',
  'valid_after',
  'valid_until',
  'certificate',
];

const validity = { valid_after: '2030-01-01T00:00:00Z', valid_until: '2031-01-01T00:00:00Z' };
const otherValidity = { valid_after: '2032-01-01T00:00:00Z', valid_until: '2033-01-01T00:00:00Z' };

function sshCertificates(of: 'host' | 'user', idPrefix: string, more: Record<string, object>): Collection {
  return collection({
    path: `/ssh_${of}_certificates`,
    idPrefix,
    members: [...certificateMembers, ...Object.keys(more)],
    minimal: async (api) => ({ ssh_certificate_authority_id: await authorityId(api), public_key: publicKeyPem() }),
    full: async (api) => ({
      ssh_certificate_authority_id: await authorityId(api),
      public_key: publicKeyLine(),
      principals: ['one.example.com', 'two'],
      ...validity,
      ...more,
    }),
    returned: (sent) => ({
      ...sent,
      principals: expect.arrayContaining(['one.example.com', 'two']),
      key_type: 'ed25519',
      certificate: expect.stringMatching(/^ssh-ed25519-cert-v01@openssh\.com AAAA/),
    }),
    required: { ssh_certificate_authority_id: undefined, public_key: 1952 },
    immutable: {
      ssh_certificate_authority_id: `sshca_${'0'.repeat(27)}`,
      public_key: publicKeyPem(),
      principals: ['other'],
      ...otherValidity,
      ...more,
    },
  });
}

const sshHostCertificates = sshCertificates('host', 'shcrt', {});

const sshUserCertificates = sshCertificates('user', 'sucrt', {
  critical_options: { 'force-command': '/bin/date' },
  extensions: { 'permit-agent-forwarding': '' },
});

export const credentialCollections: readonly Collection[] = [
  apiKeys,
  tunnelCredentials,
  sshPublicKeys,
  sshCertificateAuthorities,
  sshHostCertificates,
  sshUserCertificates,
];
