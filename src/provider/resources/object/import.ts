import { attributesFromResponse } from '../../../model/from-response';
import { isObjectId, type Kind } from '../../../model/kind';
import { getNaturalKey, parseNaturalKey } from '../../../model/natural-key';
import { requestFailed, resourceType } from '../../protocol/messages';
import type { ImportResponse } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { IMPORT_MARKER } from '../../state/import-marker';
import { ambiguousImport, findKindOfId, imported, importFailed, invalidImportId, notReadable } from '../import-id';

/** Imports an object by identifier or natural key. */
export async function importObject(kind: Kind, session: Session, importId: string): Promise<ImportResponse> {
  const trimmed = importId.trim();
  if (isObjectId(kind, trimmed)) return importById(kind, trimmed);
  const key = findKindOfId(trimmed) ? { problem: '' } : parseNaturalKey(kind, trimmed);
  if ('problem' in key) return importFailed(invalidImportId(kind, importId, key.problem));
  try {
    const ids: string[] = [];
    for await (const each of listIdsByNaturalKey(kind, session, key.key)) ids.push(each);
    const [id, second] = ids;
    return id === undefined || second !== undefined
      ? importFailed(ambiguousImport(kind, importId, ids))
      : importById(kind, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return importFailed(requestFailed(kind, 'import', failure));
  }
}

/** Identifiers of the objects with the natural key. */
export async function* listIdsByNaturalKey(kind: Kind, session: Session, key: string): AsyncGenerator<string> {
  for await (const object of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
    if (getNaturalKey(kind, attributesFromResponse(kind.attributes, object)) === key) yield object.id;
  }
}

function importById(kind: Kind, id: string): ImportResponse {
  const names = Object.keys(kind.attributes);
  const response = imported(resourceType(kind), names, { id }, IMPORT_MARKER);
  const unreadable = names.filter((name) => kind.attributes[name]?.readback === 'on-create');
  return unreadable.length > 0 ? { ...response, diagnostics: [notReadable(kind, id, unreadable)] } : response;
}
