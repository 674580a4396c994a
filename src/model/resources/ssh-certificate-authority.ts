import { commonAttributes, computedText, defineKind, optionalText } from './common';

export const sshCertificateAuthority = defineKind({
  name: 'ssh_certificate_authority',
  title: 'SSH certificate authority',
  doc: 'A key pair of the service that signs SSH host and user certificates. The private key never leaves the service.',
  idPrefix: 'sshca',
  attributes: {
    ...commonAttributes('Purpose of the authority.'),
    private_key_type: optionalText('Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`.', {
      requiresReplace: 'always',
      default: 'ed25519',
      enum: ['rsa', 'ecdsa', 'ed25519'],
      responseName: 'key_type',
    }),
    elliptic_curve: optionalText(
      'Curve of an `ecdsa` key: `p256`, `p384` or `p521`. The service uses `p256` if unset. No response contains it.',
      {
        requiresReplace: 'always',
        omittedFromResponses: 'always',
        enum: ['p256', 'p384', 'p521'],
        allowedOnlyWith: { attribute: 'private_key_type', value: 'ecdsa' },
      },
    ),
    key_size: {
      type: 'number',
      presence: 'optional',
      requiresReplace: 'always',
      omittedFromResponses: 'always',
      allowedNumbers: [2048, 4096],
      allowedOnlyWith: { attribute: 'private_key_type', value: 'rsa' },
      doc: 'Size of an `rsa` key in bits: 2048 or 4096. The service uses 2048 if unset. No response contains it.',
    },
    public_key: computedText('Public key of the authority as an authorized-keys line.'),
    key_type: computedText('Type of the private key: `rsa`, `ecdsa` or `ed25519`.'),
  },
});
