import type { Attributes, Kind, ScalarAttribute } from '../kind';
import {
  certificateManagementPolicy,
  certificateManagementStatus,
  computedRef,
  createdAt,
  description,
  id,
  metadata,
  regions,
  text,
  uri,
} from './common';

/** The members of a domain's policy: another code for the authority than agent ingresses have, and another default. */
function policyMembers({ authority, private_key_type: keyType }: Attributes): Attributes {
  return {
    authority: { ...(authority as ScalarAttribute), errorCode: 435 },
    private_key_type: {
      ...(keyType as ScalarAttribute),
      byProfile: { ngrok: { default: 'ecdsa' } },
      doc:
        'Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the ' +
        'profile `ngrok` `ecdsa`.',
    },
  };
}

/** event-sources.md `domain_*.v0`; gaps.md section 2, `/reserved_domains`. */
export const domain: Kind = {
  name: 'domain',
  plural: 'domains',
  title: 'domain',
  doc: 'A host name reserved for your endpoints, with the certificate that it is served with.',
  path: '/reserved_domains',
  listKey: 'reserved_domains',
  idPrefix: 'rd',
  naturalKey: { attributes: ['domain'], unique: true },
  audited: true,
  listFilter: true,
  filterFields: ['domain', 'region', 'cname_target', 'certificate.id', 'acme_challenge_cname_target'],
  errorCodes: { duplicate: 413, emptyUpdate: 422 },
  conflicts: [{ attributes: ['certificate_id', 'certificate_management_policy'], errorCode: 434 }],
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('What the domain is used for. At most 255 bytes.', 420),
    metadata: { ...metadata, errorCode: 421 },
    domain: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'domain',
      equality: 'hostname',
      errorCode: 448,
      doc:
        'The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do ' +
        'not matter. Another name needs a new domain.',
    },
    region: {
      type: 'string',
      presence: 'optional-computed',
      requiresReplace: 'always',
      emptyIsAbsent: true,
      // gaps.md section 2: `us` is sent and an empty text answered.
      optionalInResponse: true,
      ...regions,
      errorCode: 400,
      changeErrorCode: 451,
      deprecated: 'Traffic is handled globally; leave the region out.',
      // Not cleared by removal: Terraform leaves deprecated attributes out of the configuration it generates on import.
      doc:
        'Region of the reservation; not set by default, and kept when removed. Another region needs a new domain; ' +
        'but as the service may not answer it, the first one that is given for a domain that exists already, such as ' +
        'an imported one, is taken as the one it has.',
    },
    certificate_id: {
      type: 'string',
      presence: 'optional',
      emptyIsAbsent: true,
      ref: {
        kind: 'tls_certificate',
        responseName: 'certificate',
        onDelete: 1966,
        ignoredWhile: 'certificate_management_policy',
      },
      detach: { path: 'certificate', replacedBy: 'certificate_management_policy', errorCode: 436 },
      doc:
        'Identifier of the TLS certificate to serve the domain with. Not together with ' +
        '`certificate_management_policy`; what the service attached by itself stands in `certificate`.',
    },
    certificate: {
      ...computedRef('The certificate that the domain is served with, uploaded or issued.'),
      recomputedWhen: ['certificate_id', 'certificate_management_policy'],
    },
    certificate_management_policy: {
      ...certificateManagementPolicy,
      doc:
        `${certificateManagementPolicy.doc} A wildcard domain may get one from the service by itself (\`letsencrypt\`, ` +
        '`ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After ' +
        'an import of such a domain the first apply of a declared one sets the same once more.',
      clearBy: 'never',
      // gaps.md section 2: a wildcard domain that was created without a policy comes back with this one.
      serverDefault: {
        value: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
        where: { attribute: 'domain', prefix: '*.' },
      },
      detach: { path: 'certificate_management_policy' },
      attributes: policyMembers(certificateManagementPolicy.attributes),
    },
    certificate_management_status: certificateManagementStatus,
    cname_target: text('Target for the CNAME record of the domain; null for a subdomain of the service.'),
    acme_challenge_cname_target: text(
      'Target for the CNAME record of `_acme-challenge.<domain>`, needed for certificates of wildcard domains; null for others.',
    ),
  },
};
