import type { Attributes, ScalarAttribute } from '../kind';
import { commonAttributes, computedText, immutableText, optionalTextSet } from './common';

const VALIDITY = {
  type: 'string',
  presence: 'optional-computed',
  requiresReplace: 'always',
  format: 'timestamp',
} as const satisfies Partial<ScalarAttribute>;

/** `validity`: how long a certificate is valid by default, `24 hours`. */
export function sshCertificateAttributes(what: { readonly principals: string; readonly validity: string }): Attributes {
  return {
    ...commonAttributes('Holder of the certificate.'),
    ssh_certificate_authority_id: immutableText(
      'Identifier of the SSH certificate authority that signs the certificate.',
      {
        ref: {
          kind: 'ssh_certificate_authority',
          responseName: 'ssh_certificate_authority_id',
          onDelete: 'refuse',
          inUseCode: 1964,
          unknownIdCode: 1949,
        },
      },
    ),
    public_key: immutableText('Public key to sign: an authorized-keys line, RFC 4716, or PEM.', {
      format: 'ssh_public_key',
    }),
    key_type: computedText('Type of the key: `rsa`, `ecdsa` or `ed25519`.'),
    principals: optionalTextSet(what.principals, { requiresReplace: 'always' }),
    valid_after: {
      ...VALIDITY,
      examples: ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
      doc: 'Start of the validity, RFC 3339.',
      docOnChange: 'If unset, the service uses the creation time; removing it keeps the value.',
    },
    valid_until: {
      ...VALIDITY,
      examples: ['2036-01-01T00:00:00Z', '2037-01-01T00:00:00Z'],
      doc: 'End of the validity, RFC 3339.',
      docOnChange: `If unset, the service uses ${what.validity} after the start; removing it keeps the value.`,
    },
    certificate: computedText('The signed certificate as an authorized-keys line.'),
  };
}
