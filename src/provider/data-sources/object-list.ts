import type { ServiceObject } from '../../client/api';
import { listDataSource } from '../../model/data-sources';
import { attributesFromResponse } from '../../model/from-response';
import type { Kind, ObjectsAttribute } from '../../model/kind';
import { type CtyValue, objectValue } from '../../values/cty-value';
import { requestFailed } from '../protocol/messages';
import { isServiceError } from '../service/service-error';
import { stateAfterRead } from '../state/state-from-response';
import { dataSourceFromModel, type ProviderDataSource } from './data-source';

/** `netingress_<plural>`: all objects of a kind, or those that match a filter. */
export function createObjectListDataSource(kind: Kind): ProviderDataSource {
  const source = listDataSource(kind);
  const { elements } = source.attributes[kind.plural] as ObjectsAttribute;
  const toElement = (object: ServiceObject): CtyValue =>
    stateAfterRead(elements, objectValue(), attributesFromResponse(kind.attributes, object));
  return {
    ...dataSourceFromModel(source),
    async read(session, config) {
      const filter: CtyValue = config['filter'] ?? null;
      const objects: CtyValue[] = [];
      try {
        const options = typeof filter === 'string' ? { filter } : {};
        for await (const object of session.client.list(kind.name, options, { signal: session.stopSignal() }))
          objects.push(toElement(object));
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        const path = failure.status === 400 && filter !== null ? { path: ['filter'] } : {};
        return { state: null, diagnostics: [{ ...requestFailed({ title: source.title }, 'list', failure), ...path }] };
      }
      const state = objectValue([
        ['filter', filter],
        [kind.plural, objects],
      ]);
      return { state, diagnostics: [] };
    },
  };
}
