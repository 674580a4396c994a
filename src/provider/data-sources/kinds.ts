import type { ServiceObject } from '../../client/api';
import { hasSeveralNotations } from '../../model/canonical';
import { compileCondition } from '../../model/cel/cel';
import { listFilterVocabulary } from '../../model/cel/filters';
import { formatConditionProblem } from '../../model/cel/vocabulary';
import { type DataSource, listDataSource, objectDataSource } from '../../model/data-sources';
import { attributesFromResponse } from '../../model/from-response';
import type { Kind, ObjectsAttribute } from '../../model/kind';
import { attributeAt, findNaturalKey } from '../../model/natural-key';
import { type CtyValue, objectValue } from '../../values/cty-value';
import { type JsonObject, valueAt } from '../../values/json';
import { formatList } from '../../values/words';
import { listPooledByFilter, RULE_KIND } from '../access/rules';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import type { StateResponse } from '../protocol/provider';
import type { EqualityFilter } from '../service/equality-filter';
import { listWithFilter } from '../service/list-with-filter';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { valueToJson } from '../state/json-values';
import { stateAfterRead } from '../state/state-from-response';
import { dataSourceFromModel, type ProviderDataSource } from './data-source';

/** Chosen: how many ids a message names. */
const MAX_LISTED = 20;

/**
 * Terraform normalizes strings (NFC), and the service may have stored another form. In ASCII only `K`,
 * `;` and the backtick have one: the Kelvin sign, the Greek question mark and the Greek varia.
 */
const MAY_HAVE_OTHER_NOTATION = /[^ -~]|[K;`]/;

export function createObjectDataSource(kind: Kind): ProviderDataSource {
  const source = objectDataSource(kind);
  return {
    ...dataSourceFromModel(source),
    async read(session, config) {
      try {
        const found = await findOne(kind, source, session, valueToJson(config));
        if ('severity' in found) return { state: null, diagnostics: [found] };
        const remote = attributesFromResponse(kind.attributes, found.object);
        return { state: stateAfterRead(source.attributes, config, remote), diagnostics: [] };
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        return { state: null, diagnostics: [requestFailed(kind, 'read', failure)] };
      }
    },
  };
}

type ObjectLookup = { readonly object: ServiceObject } | ProviderDiagnostic;

async function findOne(kind: Kind, source: DataSource, session: Session, config: JsonObject): Promise<ObjectLookup> {
  const id = config['id'];
  if (typeof id === 'string') return findById(kind, session, id);
  // A validated configuration has exactly one key, of which some paths may be missing.
  const paths = (source.lookupKeys ?? [])
    .flatMap((key) => key.paths)
    .filter((path) => (valueAt(config, path) ?? null) !== null);
  const condition = paths.map((path) => `${path} ${formatValue(valueAt(config, path))}`).join(' and ');
  const objects = await listWithFilter(kind, session, findEqualityFilter(kind, paths, config), (object) => {
    const remote = attributesFromResponse(kind.attributes, object);
    return paths.every((path) => matchesAt(kind, path, config, remote));
  });
  const [object, second] = objects;
  if (!object) return notFound(kind, condition);
  return second ? ambiguous(kind, condition, objects) : { object };
}

async function findById(kind: Kind, session: Session, id: string): Promise<ObjectLookup> {
  try {
    return { object: await session.client.get(kind.name, id, { signal: session.stopSignal() }) };
  } catch (failure) {
    if (isServiceError(failure) && failure.notFound) return notFound(kind, `id '${id}'`);
    throw failure;
  }
}

/** Compares like natural keys: with the attribute's equality, and certificates by the first of a chain. */
function matchesAt(kind: Kind, path: string, config: JsonObject, remote: JsonObject): boolean {
  const keyed: Kind = { ...kind, naturalKey: { attributes: [path], unique: true } };
  return findNaturalKey(keyed, config) === findNaturalKey(keyed, remote);
}

/**
 * A filter that reduces the list, by the first value that it cannot miss: the service compares exactly, so the value is
 * a string without another notation, and not empty. Undefined if there is none. The path of a reference is that of its
 * id in responses: `ip_policy_id` -> `ip_policy.id`.
 */
function findEqualityFilter(kind: Kind, paths: readonly string[], config: JsonObject): EqualityFilter | undefined {
  for (const path of paths) {
    const attribute = attributeAt(kind.attributes, path);
    const value = valueAt(config, path);
    if (attribute.type !== 'string' || hasSeveralNotations(attribute) || typeof value !== 'string' || value === '')
      continue;
    if (!attribute.ref && MAY_HAVE_OTHER_NOTATION.test(value)) continue;
    return { path: attribute.ref ? `${attribute.ref.responseName}.id` : path, value };
  }
  return undefined;
}

/** `'edge'`. A value with a line break or more than 100 characters (chosen), such as a key, is `as configured`. */
function formatValue(value: unknown): string {
  const text = String(value);
  return text.length > 100 || text.includes('\n') ? 'as configured' : `'${text}'`;
}

function notFound({ title }: Kind, condition: string): ProviderDiagnostic {
  const detail = `The service has no ${title} with ${condition}. Check the value and the account of the API key.`;
  return createError(`No such ${title}`, detail);
}

function ambiguous({ title, plural }: Kind, condition: string, objects: readonly ServiceObject[]): ProviderDiagnostic {
  const ids = objects.map(({ id }) => id);
  return createError(
    `More than one ${title}`,
    `The service has ${ids.length} objects with ${condition}: ${formatList(ids, MAX_LISTED)}; expected exactly one. Set ` +
      `the id, or read several objects with the data source netingress_${plural}.`,
  );
}

export function createObjectListDataSource(kind: Kind): ProviderDataSource {
  const source = listDataSource(kind);
  const { elements } = source.attributes[kind.plural] as ObjectsAttribute;
  return {
    ...dataSourceFromModel(source),
    async read(session, config) {
      const filter: CtyValue = config['filter'] ?? null;
      const { sent, matches } = decideEvaluator(kind, filter);
      if ('severity' in matches) return failed(matches);
      const objects: CtyValue[] = [];
      const state = objectValue([
        ['filter', filter],
        [kind.plural, objects],
      ]);
      try {
        for await (const object of listObjects(kind, session, sent)) {
          if (!matches(object)) continue;
          objects.push(stateAfterRead(elements, objectValue(), attributesFromResponse(kind.attributes, object)));
        }
        return { state, diagnostics: [] };
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        const diagnostic = requestFailed(kind, 'list', failure);
        return failed(filter !== null && failure.status === 400 ? { ...diagnostic, path: ['filter'] } : diagnostic);
      }
    },
  };
}

/** Until an apply begins, a filter for the rules of one policy (`obj.ip_policy.id == "ipp_1"`) uses the list pool. */
async function* listObjects(kind: Kind, session: Session, filter: string | undefined): AsyncIterable<ServiceObject> {
  const pooled = kind.name === RULE_KIND.name && filter !== undefined ? listPooledByFilter(session, filter) : undefined;
  if (pooled !== undefined) yield* await pooled;
  else yield* session.client.list(kind.name, filter === undefined ? {} : { filter }, { signal: session.stopSignal() });
}

type Predicate = (object: ServiceObject) => boolean;

function decideEvaluator(
  kind: Kind,
  filter: CtyValue,
): { readonly sent: string | undefined; readonly matches: Predicate | ProviderDiagnostic } {
  if (typeof filter !== 'string') return { sent: undefined, matches: () => true };
  return kind.listFilter
    ? { sent: filter, matches: () => true }
    : { sent: undefined, matches: compileFilter(kind, filter) };
}

function compileFilter(kind: Kind, filter: string): Predicate | ProviderDiagnostic {
  const condition = compileCondition(listFilterVocabulary(kind), filter);
  if ('problem' in condition) {
    const detail = `filter ${formatConditionProblem(condition.problem)}.`;
    return createError('Invalid attribute value', detail, ['filter']);
  }
  const now = Date.now();
  return (object) => condition.test((path) => valueAt(object, path) ?? null, now);
}

function failed(diagnostic: ProviderDiagnostic): StateResponse {
  return { state: null, diagnostics: [diagnostic] };
}
