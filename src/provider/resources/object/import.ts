/** Taking objects that exist under management, by identifier or by natural key (gaps.md section 0.1). */
import { attributesOfAnswer } from '../../../model/from-response';
import type { Kind } from '../../../model/kind';
import { KINDS } from '../../../model/kinds';
import { naturalKeyOf, type ParsedKey, parseNaturalKey } from '../../../model/natural-key';
import { objectValue } from '../../../values/cty-value';
import type { Diagnostic } from '../../protocol/diagnostic';
import { IMPORTED } from '../../state/import-marker';
import { badImportId, callFailed, importMatches, neverAnswered, resourceType } from '../../protocol/messages';
import type { ImportAnswer } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';

/** A stub with the `id` alone, which Terraform then has refreshed; or errors that say what to give instead. */
export async function importKind(kind: Kind, session: Session, given: string): Promise<ImportAnswer> {
  const text = given.trim();
  if (isIdOf(kind, text)) return imported(kind, text);
  const owner = KINDS.find((other) => isIdOf(other, text));
  const key = owner ? { problem: '' } : parseNaturalKey(kind, text);
  if ('problem' in key) return refused(badImportId(kind, given, { owner, problem: key.problem }));
  try {
    const ids = await findByKey(kind, session, key);
    const [id, second] = ids;
    return id === undefined || second !== undefined ? refused(importMatches(kind, given, ids)) : imported(kind, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return refused(callFailed(kind, 'import', failure));
  }
}

function isIdOf(kind: Kind, text: string): boolean {
  return new RegExp(`^${kind.idPrefix}_[A-Za-z0-9]+$`).test(text);
}

async function findByKey(kind: Kind, session: Session, { key }: ParsedKey): Promise<string[]> {
  const ids: string[] = [];
  for await (const answer of session.client.list(kind.name, {}, { signal: session.stopped() })) {
    if (naturalKeyOf(kind, attributesOfAnswer(kind.attributes, answer)) === key) ids.push(answer.id);
  }
  return ids;
}

function imported(kind: Kind, id: string): ImportAnswer {
  const names = Object.keys(kind.attributes);
  const once = names.filter((name) => kind.attributes[name]?.unreadable === 'once');
  const state = objectValue(names.map((name) => [name, name === 'id' ? id : null]));
  return {
    imported: [{ type: resourceType(kind), state, private: IMPORTED }],
    diagnostics: once.length > 0 ? [neverAnswered(kind, id, once)] : [],
  };
}

function refused(diagnostic: Diagnostic): ImportAnswer {
  return { imported: [], diagnostics: [diagnostic] };
}
