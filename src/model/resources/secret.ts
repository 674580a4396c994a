import {
  commonAttributes,
  computedText,
  defineKind,
  immutableText,
  optionalText,
  requiredText,
  updatedAt,
} from './common';

export const secret = defineKind({
  name: 'secret',
  title: 'secret',
  doc: 'A value for traffic policies, which read it with `secrets.get(<vault>, <name>)`. A new value is in force at once. Policies name vault and secret, so renaming it breaks them until they follow.',
  profiles: ['ngrok'],
  path: '/vault_secrets',
  listKey: 'secrets',
  idPrefix: 'secret',
  naturalKey: { attributes: ['vault_id', 'name'], unique: true },
  filterFields: ['name'],
  errorCodes: { duplicate: 24005 },
  conflictStatus: 400,
  attributes: {
    ...commonAttributes('Purpose of the secret.'),
    updated_at: updatedAt,
    vault_id: immutableText('Identifier of the vault that contains the secret.', {
      ref: { kind: 'vault', responseName: 'vault', onDelete: 'refuse', inUseCode: 23003, unknownIdCode: 24006 },
    }),
    name: requiredText('Name of the secret, unique in its vault.', { format: 'vault_name' }),
    value: optionalText('The secret value. No response contains it; it cannot be empty.', {
      sensitive: true,
      omittedFromResponses: 'always',
      requiredOnCreate: true,
      hasWriteOnlyVariant: true,
    }),
    vault_name: computedText('Name of the vault that contains the secret.'),
    created_by: { ...computedText('Identifier of the user who created the secret.'), idOfRef: true },
    last_updated_by: {
      ...computedText('Identifier of the user who changed the secret last.'),
      idOfRef: true,
      recomputedWhen: true,
    },
  },
});
