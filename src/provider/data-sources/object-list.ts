import { attributesOfAnswer } from '../../model/from-response';
import { kindListData } from '../../model/data-sources';
import type { Kind, ObjectsAttribute } from '../../model/kind';
import { objectValue, type Value } from '../../values/cty-value';
import { refreshedState } from '../state/state-from-response';
import { callFailed } from '../protocol/messages';
import type { ReadableData } from '../resources/managed-resource';
import { isServiceError } from '../service/service-error';
import { dataFromModel } from './from-model';

/** `netingress_<plural>`: all objects of a kind, or those that the service's filter chooses. */
export function kindListDataSource(kind: Kind): ReadableData {
  const source = kindListData(kind);
  const { of } = source.attributes[kind.plural] as ObjectsAttribute;
  return {
    ...dataFromModel(source),
    async read(session, config) {
      const filter: Value = config['filter'] ?? null;
      const objects: Value[] = [];
      try {
        const options = typeof filter === 'string' ? { filter } : {};
        for await (const answer of session.client.list(kind.name, options, { signal: session.stopped() })) {
          objects.push(refreshedState(of, objectValue(), attributesOfAnswer(kind.attributes, answer)));
        }
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        const path = failure.status === 400 && filter !== null ? { path: ['filter'] } : {};
        return { state: null, diagnostics: [{ ...callFailed({ title: source.title }, 'list', failure), ...path }] };
      }
      const state = objectValue([
        ['filter', filter],
        [kind.plural, objects],
      ]);
      return { state, diagnostics: [] };
    },
  };
}
