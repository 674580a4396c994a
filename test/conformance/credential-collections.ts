/** API keys, tunnel credentials, SSH keys and certificates: docs/internals/event-sources.md, docs/internals/gaps.md section 2. */
import type { Api } from './api';
import { type Collection, common } from './collections';
import { publicKeyLine, publicKeyPem } from './keys';

const apiKeys: Collection = {
  path: '/api_keys',
  listKey: 'keys',
  idPrefix: 'ak',
  members: [...common, 'token'],
  once: ['token'],
  publicMembers: ['owner_id'],
  minimal: async () => ({}),
  full: async () => ({}),
  returned: () => ({ token: expect.any(String) }),
  required: {},
  immutable: {},
  codes: { emptyUpdate: 606, description: 604 },
};

const tunnelCredentials: Collection = {
  path: '/credentials',
  listKey: 'credentials',
  idPrefix: 'cr',
  members: [...common, 'token', 'acl'],
  once: ['token'],
  publicMembers: ['owner_id'],
  minimal: async () => ({}),
  full: async () => ({ acl: ['bind:*.example.com', 'bind:1.tcp.example.com:4443'] }),
  returned: ({ acl }) => ({ acl, token: expect.any(String) }),
  required: {},
  immutable: {},
  codes: { emptyUpdate: 606, description: 604 },
};

const sshPublicKeys: Collection = {
  path: '/ssh_credentials',
  listKey: 'ssh_credentials',
  idPrefix: 'sshcr',
  members: [...common, 'public_key', 'acl'],
  publicMembers: ['owner_id'],
  minimal: async () => ({ public_key: publicKeyPem() }),
  full: async () => ({ public_key: `${publicKeyLine()} user@example.com`, acl: ['*'] }),
  returned: (sent) => sent,
  required: { public_key: 611 },
  immutable: { public_key: publicKeyPem() },
  codes: { emptyUpdate: 606, description: 604 },
};

const sshCertificateAuthorities: Collection = {
  path: '/ssh_certificate_authorities',
  listKey: 'ssh_certificate_authorities',
  idPrefix: 'sshca',
  members: [...common, 'public_key', 'key_type'],
  minimal: async () => ({}),
  full: async () => ({ private_key_type: 'ecdsa', elliptic_curve: 'p384' }),
  returned: () => ({ key_type: 'ecdsa', public_key: expect.stringMatching(/^ecdsa-sha2-nistp384 AAAA/) }),
  required: {},
  immutable: { private_key_type: 'rsa', elliptic_curve: 'p256', key_size: 4096 },
  codes: {},
};

/** Returns the id of a new SSH certificate authority. */
export async function authorityId(api: Api): Promise<string> {
  return (await api.create('/ssh_certificate_authorities', {})).id;
}

const certificateMembers = [
  ...common,
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
  return {
    path: `/ssh_${of}_certificates`,
    listKey: `ssh_${of}_certificates`,
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
    codes: {},
  };
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
