/**
 * Certificates, domains and TCP addresses: docs/internals/event-sources.md, docs/internals/gaps.md sections 1.6 (error
 * codes), 2 and 7.
 */
import { type Collection, collection, uniqueDomain } from './collections';
import { authorityPem, certificateBody } from './keys';

const validity = ['not_before', 'not_after', 'key_usages', 'extended_key_usages'];

const certificateAuthorities = collection({
  path: '/certificate_authorities',
  idPrefix: 'ca',
  members: ['ca_pem', 'subject_common_name', ...validity],
  minimal: async () => ({ ca_pem: await authorityPem() }),
  returned: ({ ca_pem: pem }) => ({ ca_pem: pem, subject_common_name: 'Conformance CA' }),
  required: { ca_pem: 1919 },
  immutable: { ca_pem: 'anything' },
});

const tlsCertificates = collection({
  path: '/tls_certificates',
  idPrefix: 'cert',
  members: [
    'certificate_pem',
    'subject_common_name',
    'subject_alternative_names',
    'issued_at',
    ...validity,
    'private_key_type',
    'issuer_common_name',
    'serial_number',
    'subject_organization',
    'subject_organizational_unit',
    'subject_locality',
    'subject_province',
    'subject_country',
  ],
  minimal: () => certificateBody({ subject: 'CN=conformance.example.com' }),
  returned: ({ certificate_pem: pem }) => ({
    certificate_pem: pem,
    subject_common_name: 'conformance.example.com',
    issued_at: null,
  }),
  required: { certificate_pem: 1922, private_key_pem: 1901 },
  immutable: { certificate_pem: 'anything', private_key_pem: 'anything' },
  codes: { notFound: 1965 },
});

const domains = collection({
  path: '/reserved_domains',
  idPrefix: 'rd',
  members: [
    'domain',
    'region',
    'cname_target',
    'certificate',
    'certificate_management_policy',
    'certificate_management_status',
    'acme_challenge_cname_target',
  ],
  publicMembers: ['is_dev', 'resolves_to'],
  minimal: async () => ({ domain: uniqueDomain() }),
  full: async () => ({
    domain: `*.${uniqueDomain()}`,
    region: 'eu',
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
  }),
  // Section 2 of docs/internals/gaps.md has one example, `us`, which the public service answers with an empty region.
  // Other regions are assumed to be like it.
  returned: (sent, profile) => (profile === 'ngrok' ? { ...sent, region: '' } : sent),
  required: { domain: undefined },
  immutable: { domain: 'other.example.com', region: 'us' },
  codes: { emptyUpdate: 422, description: 420, metadata: 421 },
});

const tcpAddresses = collection({
  path: '/reserved_addrs',
  idPrefix: 'ra',
  members: ['addr', 'region'],
  full: async () => ({ region: 'jp' }),
  returned: ({ region }) => ({ region, addr: expect.stringMatching(/^[a-z0-9.-]+:\d+$/) }),
  immutable: { region: 'eu', addr: 'host.example.com:1' },
  codes: { emptyUpdate: 506, description: 504, metadata: 505 },
});

export const networkCollections: readonly Collection[] = [
  certificateAuthorities,
  tlsCertificates,
  domains,
  tcpAddresses,
];
