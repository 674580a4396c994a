import type { Attributes, ScalarAttribute } from '../kind';
import {
  certificateManagementPolicy,
  certificateManagementStatus,
  commonAttributes,
  computedRef,
  computedText,
  defineKind,
  immutableText,
  optionalText,
  regions,
} from './common';

/** In the profile `ngrok`, domains have another default key type than agent ingresses. */
function policyMembers({ authority, private_key_type: keyType }: Attributes): Attributes {
  return {
    authority: authority as ScalarAttribute,
    private_key_type: {
      ...(keyType as ScalarAttribute),
      byProfile: { ngrok: { default: 'ecdsa' } },
      doc: 'Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`.',
    },
  };
}

export const domain = defineKind({
  name: 'domain',
  title: 'domain',
  doc: 'A host name reserved for your endpoints, with its TLS certificate.',
  path: '/reserved_domains',
  idPrefix: 'rd',
  naturalKey: { attributes: ['domain'], unique: true },
  filterFields: ['domain', 'region', 'cname_target', 'certificate.id', 'acme_challenge_cname_target'],
  errorCodes: { duplicate: 413 },
  conflicts: [{ attributes: ['certificate_id', 'certificate_management_policy'] }],
  attributes: {
    ...commonAttributes('Purpose of the domain.'),
    domain: immutableText(
      'Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored.',
      { format: 'domain' },
    ),
    region: {
      type: 'string',
      presence: 'optional-computed',
      requiresReplace: 'always',
      emptyIsAbsent: true,
      // The service may return an empty string for `us`.
      optionalInResponse: true,
      ...regions,
      deprecated: 'Traffic is handled globally; remove the region.',
      // The value is not cleared on removal: configuration that Terraform generates on import omits deprecated
      // attributes.
      doc: 'Region of the reservation.',
      docOnChange:
        'Unset by default; removing it keeps the value. The service may omit the region from responses, so the first value configured after an import is accepted as the current one.',
    },
    certificate_id: optionalText(
      'Identifier of the TLS certificate of the domain. Conflicts with `certificate_management_policy`. A certificate that the service issued is in `certificate` only.',
      {
        emptyIsAbsent: true,
        ref: {
          kind: 'tls_certificate',
          responseName: 'certificate',
          onDelete: 'refuse',
          // Documented for issued certificates; assumed for uploaded ones (docs/internals/gaps.md, section 1.6).
          inUseCode: 1966,
          ignoredWhile: 'certificate_management_policy',
          certifies: 'domain',
        },
        detach: { path: 'certificate', replacedBy: 'certificate_management_policy' },
      },
    ),
    certificate: {
      ...computedRef('The certificate of the domain, uploaded or issued.'),
      recomputedWhen: ['certificate_id', 'certificate_management_policy'],
    },
    certificate_management_policy: {
      ...certificateManagementPolicy,
      docOnChange: `${certificateManagementPolicy.docOnChange} If no policy is configured, the service may set one on a wildcard domain (\`letsencrypt\`, \`ecdsa\`); the provider ignores it. To remove it, configure it once and then delete it from the configuration. After an import, the first apply sends the same policy again.`,
      clearBy: 'never',
      // The service sets this policy on a wildcard domain that is created without one.
      conditionalDefault: {
        value: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
        where: { attribute: 'domain', prefix: '*.' },
      },
      detach: { path: 'certificate_management_policy' },
      attributes: policyMembers(certificateManagementPolicy.attributes),
    },
    certificate_management_status: certificateManagementStatus,
    resolves_to: {
      type: 'set',
      elements: 'string',
      elementMember: 'value',
      format: 'point_of_presence',
      presence: 'optional',
      profiles: ['ngrok'],
      examples: [['us', 'eu'], ['global']],
      doc: 'Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address of the account, also with a port. Unset: the nearest ones.',
    },
    is_dev: {
      type: 'bool',
      presence: 'computed',
      profiles: ['ngrok'],
      doc: 'Whether this is the development domain of the account, which the service created and which cannot be deleted.',
    },
    cname_target: computedText('Target of the CNAME record of the domain; null for a subdomain of the service.'),
    acme_challenge_cname_target: computedText(
      'Target of the CNAME record of `_acme-challenge.<domain>`, required for certificates of wildcard domains; null for other domains.',
    ),
  },
});
