import {
  commonAttributes,
  computedText,
  computedTextList,
  defineKind,
  immutableText,
  keyUsages,
  optionalText,
} from './common';

export const tlsCertificate = defineKind({
  name: 'tls_certificate',
  title: 'TLS certificate',
  doc: 'An uploaded certificate with its private key, which serves TLS for domains.',
  idPrefix: 'cert',
  naturalKey: { attributes: ['certificate_pem'], unique: false },
  filterFields: ['subject_common_name', 'not_before', 'not_after', 'serial_number'],
  attributes: {
    ...commonAttributes('Purpose of the certificate.'),
    certificate_pem: immutableText('Certificate chain as PEM, leaf first.', {
      format: 'certificate_chain',
    }),
    private_key_pem: optionalText('Private key of the leaf as PEM. No response contains it.', {
      requiresReplace: 'always',
      sensitive: true,
      omittedFromResponses: 'always',
      requiredOnCreate: true,
      hasWriteOnlyVariant: true,
      format: 'private_key',
    }),
    subject_common_name: computedText('Common name of the leaf’s subject.'),
    subject_alternative_names: {
      type: 'object',
      presence: 'computed',
      doc: 'Further names that the leaf is valid for.',
      attributes: {
        dns_names: computedTextList('Domain names, including wildcards.'),
        ips: computedTextList('IP addresses.'),
      },
    },
    issued_at: computedText('Time of the automatic issuance, RFC 3339; null for an uploaded certificate.'),
    not_before: computedText('Start of the leaf’s validity, RFC 3339.'),
    not_after: computedText('End of the leaf’s validity, RFC 3339.'),
    ...keyUsages,
    private_key_type: computedText('Type of the private key: `rsa`, `ecdsa` or `ed25519`.'),
    issuer_common_name: computedText('Common name of the leaf’s issuer.'),
    serial_number: computedText('Serial number of the leaf in hexadecimal.'),
    subject_organization: computedText('Organization of the leaf’s subject.'),
    subject_organizational_unit: computedText('Organizational unit of the leaf’s subject.'),
    subject_locality: computedText('Locality of the leaf’s subject.'),
    subject_province: computedText('Province of the leaf’s subject.'),
    subject_country: computedText('Country of the leaf’s subject.'),
  },
});
