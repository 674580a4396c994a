/** Taking objects that exist under management, by identifier or by natural key (gaps.md section 0.1). */
import { attributesFromResponse } from '../../../model/from-response';
import type { Kind } from '../../../model/kind';
import { KINDS } from '../../../model/kinds';
import { naturalKeyOf, type ParsedNaturalKey, parseNaturalKey } from '../../../model/natural-key';
import { objectValue } from '../../../values/cty-value';
import type { Diagnostic } from '../../protocol/diagnostic';
import { ambiguousImport, invalidImportId, notReadable, requestFailed, resourceType } from '../../protocol/messages';
import type { ImportResponse } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { IMPORT_MARKER } from '../../state/import-marker';

/** A stub with the `id` alone, which Terraform then has refreshed; or errors that say what to give instead. */
export async function importObject(kind: Kind, session: Session, given: string): Promise<ImportResponse> {
  const text = given.trim();
  if (isIdOf(kind, text)) return imported(kind, text);
  const owner = KINDS.find((other) => isIdOf(other, text));
  const key = owner ? { problem: '' } : parseNaturalKey(kind, text);
  if ('problem' in key) return refused(invalidImportId(kind, given, { owner, problem: key.problem }));
  try {
    const ids = await findByKey(kind, session, key);
    const [id, second] = ids;
    return id === undefined || second !== undefined ? refused(ambiguousImport(kind, given, ids)) : imported(kind, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return refused(requestFailed(kind, 'import', failure));
  }
}

function isIdOf(kind: Kind, text: string): boolean {
  return new RegExp(`^${kind.idPrefix}_[A-Za-z0-9]+$`).test(text);
}

async function findByKey(kind: Kind, session: Session, { key }: ParsedNaturalKey): Promise<string[]> {
  const ids: string[] = [];
  for await (const answer of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
    if (naturalKeyOf(kind, attributesFromResponse(kind.attributes, answer)) === key) ids.push(answer.id);
  }
  return ids;
}

function imported(kind: Kind, id: string): ImportResponse {
  const names = Object.keys(kind.attributes);
  const once = names.filter((name) => kind.attributes[name]?.readback === 'on-create');
  const state = objectValue(names.map((name) => [name, name === 'id' ? id : null]));
  return {
    imported: [{ type: resourceType(kind), state, private: IMPORT_MARKER }],
    diagnostics: once.length > 0 ? [notReadable(kind, id, once)] : [],
  };
}

function refused(diagnostic: Diagnostic): ImportResponse {
  return { imported: [], diagnostics: [diagnostic] };
}
