/** The `filter` parameter of lists: the part of CEL that the service takes, the rest refused by name (gaps.md 1.3). */

import { compileCondition } from '../../model/cel/cel';
import { listFilterVocabulary } from '../../model/cel/list-filter';
import { formatConditionProblem, type SyntaxElement, type Vocabulary } from '../../model/cel/vocabulary';
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { ApiProblem } from '../http/api-problem';
import type { Query } from '../http/query';
import type { Clock } from '../time/clock';
import { answeredAt } from './render-object';

/** One for each kind: a vocabulary keeps what is made for its expressions. */
const vocabularies = new Map<Kind, Vocabulary>();

/**
 * The filter of a list request, by the emulator's clock; every object without one. Refuses with 250 what is no filter of
 * the kind, so that none is ever ignored. What is below null, such as the certificate of a domain, is null too.
 */
export function readFilter(kind: Kind, query: Query, clock: Clock): (answer: JsonObject) => boolean {
  const text = query.get('filter');
  if (text === undefined) return () => true;
  const compiled = compileCondition(vocabularyOf(kind), text);
  if ('problem' in compiled)
    throw new ApiProblem(400, 250, `The filter '${text}' ${formatConditionProblem(compiled.problem)}.`);
  const now = clock.now();
  return (answer) => compiled.test((path) => answeredAt(answer, path) ?? null, now);
}

function vocabularyOf(kind: Kind): Vocabulary {
  const known = vocabularies.get(kind) ?? listFilterVocabulary(kind, refuse);
  vocabularies.set(kind, known);
  return known;
}

const partsOfText: readonly string[] = ['contains', 'startsWith', 'endsWith'];

/** Identifiers are compared whole (gaps.md 1.3). */
function refuse({ name, fields }: SyntaxElement): string | undefined {
  const id = fields.find((field) => /(^|[._])id$/.test(field));
  return partsOfText.includes(name) && id !== undefined ? `a comparison such as obj.${id} == "…"` : undefined;
}
