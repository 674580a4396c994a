import type { ServiceObject } from '../../client/api';
import { compileCondition } from '../../model/cel/cel';
import { listFilterVocabulary } from '../../model/cel/filters';
import { formatConditionProblem } from '../../model/cel/vocabulary';
import { listDataSource } from '../../model/data-sources';
import { attributesFromResponse } from '../../model/from-response';
import { valueAt } from '../../model/json';
import type { Kind, ObjectsAttribute } from '../../model/kind';
import { type CtyValue, objectValue } from '../../values/cty-value';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import type { StateResponse } from '../protocol/provider';
import { isServiceError } from '../service/service-error';
import { stateAfterRead } from '../state/state-from-response';
import { dataSourceFromModel, type ProviderDataSource } from './data-source';

/** `netingress_<plural>`: all objects of a kind, or those that match a filter. */
export function createObjectListDataSource(kind: Kind): ProviderDataSource {
  const source = listDataSource(kind);
  const { elements } = source.attributes[kind.plural] as ObjectsAttribute;
  return {
    ...dataSourceFromModel(source),
    async read(session, config) {
      const filter: CtyValue = config['filter'] ?? null;
      const { remote, matches } = splitFilter(kind, filter);
      if ('severity' in matches) return failed(matches);
      const objects: CtyValue[] = [];
      const state = objectValue([
        ['filter', filter],
        [kind.plural, objects],
      ]);
      try {
        for await (const object of session.client.list(kind.name, remote, { signal: session.stopSignal() })) {
          if (!matches(object)) continue;
          objects.push(stateAfterRead(elements, objectValue(), attributesFromResponse(kind.attributes, object)));
        }
        return { state, diagnostics: [] };
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        const diagnostic = requestFailed(source, 'list', failure);
        return failed(filter !== null && failure.status === 400 ? { ...diagnostic, path: ['filter'] } : diagnostic);
      }
    },
  };
}

type Predicate = (object: ServiceObject) => boolean;

/** The provider evaluates the filter if the service does not support one for the kind. */
function splitFilter(
  kind: Kind,
  filter: CtyValue,
): { readonly remote: { readonly filter?: string }; readonly matches: Predicate | Diagnostic } {
  if (typeof filter !== 'string') return { remote: {}, matches: () => true };
  return kind.listFilter
    ? { remote: { filter }, matches: () => true }
    : { remote: {}, matches: compileFilter(kind, filter) };
}

function compileFilter(kind: Kind, filter: string): Predicate | Diagnostic {
  const condition = compileCondition(listFilterVocabulary(kind), filter);
  if ('problem' in condition) {
    const detail = `filter ${formatConditionProblem(condition.problem)}.`;
    return createError('Invalid attribute value', detail, ['filter']);
  }
  const now = Date.now();
  return (object) => condition.test((path) => valueAt(object, path) ?? null, now);
}

function failed(diagnostic: Diagnostic): StateResponse {
  return { state: null, diagnostics: [diagnostic] };
}
