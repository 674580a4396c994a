import { compileCondition } from '../../../model/cel/cel';
import { listFilterVocabulary } from '../../../model/cel/filters';
import { formatConditionProblem, type SyntaxElement, type Vocabulary } from '../../../model/cel/vocabulary';
import type { AttributeTarget, Kind } from '../../../model/kind';
import type { JsonObject } from '../../../values/json';
import { findIdProblem } from '../../crypto/ids';
import { getKindHooks } from '../kinds';
import { getErrorCodes } from '../kinds/error-codes';
import type { Clock } from '../state/clock';
import { Refusal } from '../state/refusal';
import type { Perform, Query, RequestContext } from '../state/request-context';
import { listIndexedReferences, newestFirstOf, newestReferring, type StoredObject, tryFind } from '../state/store';
import { readPaging, renderListPage } from './pagination';
import { toResponseBody, valueForFilter } from './render-object';

export function findObject({ account }: RequestContext, kind: Kind, id: string): StoredObject {
  const stored = tryFind(account.store, kind.name, id);
  if (stored) return stored;
  const problem = findIdProblem(kind, id);
  if (problem === 'malformed') throw new Refusal(404, 222, `'${id}' is not a valid id.`);
  if (problem === 'wrong_prefix') {
    throw new Refusal(404, 227, `'${id}' has another prefix; expected ${kind.idPrefix}_.`);
  }
  throw new Refusal(404, getErrorCodes(kind.name).notFound, `There is no ${kind.title} ${id}.`);
}

function findReadable(context: RequestContext, kind: Kind, id: string): StoredObject {
  const { sharesListWith = [] } = getKindHooks(kind);
  const others = sharesListWith.map((other) => tryFind(context.account.store, other, id));
  return others.find((stored) => stored !== undefined) ?? findObject(context, kind, id);
}

export const getObject: Perform = (context, kind, { id }) => ({
  status: 200,
  body: toResponseBody(context, findReadable(context, kind, id)),
});

export const listObjects: Perform = (context, kind, { query }) => {
  const { limit, before } = readPaging(query, kind);
  const { sharesListWith = [], listSelectors = [] } = getKindHooks(kind);
  const isFiltered = compileFilter(kind, query, context.state.clock);
  const isSelected = (body: JsonObject): boolean =>
    listSelectors.every((name) => {
      const values = query.getAll(name);
      return values.length === 0 || values.includes(String(body[name]));
    });
  const matches = (body: JsonObject): boolean => isSelected(body) && isFiltered(body);
  const { store } = context.account;
  const reference = sharesListWith.length === 0 ? findReferenceFilter(kind, query.get('filter')) : undefined;
  const objects = reference
    ? newestReferring(store, kind.name, reference, before)
    : newestFirstOf(store, [kind.name, ...sharesListWith], before);
  const selection = ['filter', ...listSelectors];
  const request = { path: kind.path, listKey: kind.listKey, query, selection, limit, matches };
  return { status: 200, body: renderListPage(context, request, objects) };
};

/** The only condition of a filter, if an index has the objects that meet it: `obj.ip_policy.id == "ipp_1"`. */
function findReferenceFilter(
  { attributes }: Kind,
  filter: string | undefined,
): { readonly attribute: string; readonly id: string } | undefined {
  const { name, id } = /^obj\.(?<name>\w+)(\.id)? == "(?<id>\w+)"$/.exec(filter ?? '')?.groups ?? {};
  const attribute = listIndexedReferences({ attributes }).find((each) => {
    const { ref } = attributes[each] as { readonly ref?: AttributeTarget };
    return ref?.responseName === name;
  });
  return attribute === undefined || id === undefined ? undefined : { attribute, id };
}

/** By kind, so that each is created once. */
const vocabularies = new Map<Kind, Vocabulary>();

/** A member below null is null: `certificate.id` of a domain whose `certificate` is null. */
function compileFilter(kind: Kind, query: Query, clock: Clock): (body: JsonObject) => boolean {
  const text = query.get('filter');
  if (text === undefined) return () => true;
  const compiled = compileCondition(getVocabulary(kind), text);
  if ('problem' in compiled)
    throw new Refusal(400, 250, `The filter '${text}' ${formatConditionProblem(compiled.problem)}.`);
  const now = clock.now();
  return (body) => compiled.test((path) => valueForFilter(body, path) ?? null, now);
}

function getVocabulary(kind: Kind): Vocabulary {
  const vocabulary = vocabularies.get(kind) ?? listFilterVocabulary(kind, rejectPartialId);
  vocabularies.set(kind, vocabulary);
  return vocabulary;
}

const SUBSTRING_FUNCTIONS: readonly string[] = ['contains', 'startsWith', 'endsWith'];

/** Of an id, a part cannot be compared. */
function rejectPartialId({ name, fields }: SyntaxElement): string | undefined {
  const id = fields.find((field) => /(^|[._])id$/.test(field));
  return SUBSTRING_FUNCTIONS.includes(name) && id !== undefined ? `a comparison such as obj.${id} == "…"` : undefined;
}
