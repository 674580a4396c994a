/** What SSH host and user certificates share (event-sources.md; gaps.md section 2). */
import type { Attributes } from '../kind';
import { createdAt, description, id, metadata, text, uri } from './common';

/** The attributes of a certificate; `principals` and the default validity differ between host and user. */
export function sshCertificateAttributes(what: { readonly principals: string; readonly validity: string }): Attributes {
  return {
    id,
    uri,
    created_at: createdAt,
    description: description('Whom the certificate is for. At most 255 bytes.'),
    metadata,
    ssh_certificate_authority_id: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      ref: {
        kind: 'ssh_certificate_authority',
        responseName: 'ssh_certificate_authority_id',
        onDelete: 1964,
        errorCode: 1949,
      },
      doc: 'Identifier of the SSH certificate authority that signs. Another authority needs a new certificate.',
    },
    public_key: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'ssh_public_key',
      equality: 'ssh_key',
      errorCode: 1952,
      doc: 'The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate.',
    },
    key_type: text('Type of the key: `rsa`, `ecdsa` or `ed25519`.'),
    principals: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      requiresReplace: 'always',
      doc: `${what.principals} Other principals need a new certificate.`,
    },
    valid_after: {
      type: 'string',
      presence: 'optional-computed',
      requiresReplace: 'always',
      format: 'timestamp',
      equality: 'timestamp',
      errorCode: 241,
      examples: ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
      doc: 'Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last.',
    },
    valid_until: {
      type: 'string',
      presence: 'optional-computed',
      requiresReplace: 'always',
      format: 'timestamp',
      equality: 'timestamp',
      errorCode: 241,
      examples: ['2036-01-01T00:00:00Z', '2037-01-01T00:00:00Z'],
      doc: `End of the validity, RFC 3339. The service takes ${what.validity} after the start if not given; removing it keeps the last.`,
    },
    certificate: text('The signed certificate as an authorized-keys line.'),
  };
}
