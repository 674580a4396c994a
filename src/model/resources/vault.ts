import { commonAttributes, computedText, defineKind, requiredText, updatedAt } from './common';

export const vault = defineKind({
  name: 'vault',
  title: 'vault',
  doc: 'A container of secrets for traffic policies. Policies name the vault, so renaming it breaks them until they follow.',
  profiles: ['ngrok'],
  idPrefix: 'vault',
  naturalKey: { attributes: ['name'], unique: true },
  filterFields: ['name'],
  errorCodes: { duplicate: 23004 },
  conflictStatus: 400,
  attributes: {
    ...commonAttributes('Purpose of the vault.'),
    updated_at: updatedAt,
    name: requiredText('Name of the vault, unique in the account.', { format: 'vault_name' }),
    created_by: computedText('Identifier of the user who created the vault.'),
    last_updated_by: { ...computedText('Identifier of the user who changed the vault last.'), recomputedWhen: true },
  },
});
