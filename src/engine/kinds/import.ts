import type { Kind } from '../../model/kind';
import { objectValue } from '../../values/value';
import { badImportId, resourceType } from '../messages';
import type { ImportAnswer } from '../provider';

/** Imports by identifier: a stub with the `id` alone, which Terraform then has refreshed. */
export function importKind(kind: Kind, id: string): ImportAnswer {
  if (!new RegExp(`^${kind.idPrefix}_[A-Za-z0-9]+$`).test(id)) {
    return { imported: [], diagnostics: [badImportId(kind, id)] };
  }
  const names = Object.keys(kind.attributes);
  const state = objectValue(names.map((name) => [name, name === 'id' ? id : null]));
  return { imported: [{ type: resourceType(kind), state, private: new Uint8Array() }], diagnostics: [] };
}
