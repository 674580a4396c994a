import type { ServiceObject } from '../../client/api';
import { boundEndpoints, eventTypes } from '../../model/data-sources';
import { EVENTS, type EventSpec } from '../../model/events/event-catalog';
import { fieldsIn } from '../../model/events/field-types';
import type { Attribute, ProfileName } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { type CtyValue, objectValue } from '../../values/cty-value';
import { objectNotFound, requestFailed } from '../protocol/messages';
import { isServiceError } from '../service/service-error';
import { jsonToValue } from '../state/json-values';
import { dataSourceFromModel, type ProviderDataSource } from './data-source';

const ENDPOINTS_ATTRIBUTE = boundEndpoints.attributes['endpoints'] as Attribute;

export const boundEndpointsDataSource: ProviderDataSource = {
  ...dataSourceFromModel(boundEndpoints),
  async read(session, config) {
    const operator = getKind('kubernetes_operator');
    const id = String(config['kubernetes_operator_id']);
    const endpoints: ServiceObject[] = [];
    try {
      for await (const endpoint of session.client.boundEndpoints(id, {}, { signal: session.stopSignal() }))
        endpoints.push(endpoint);
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      const diagnostic = failure.notFound
        ? objectNotFound(operator, id, 'read the endpoints of', 'kubernetes_operator_id')
        : requestFailed(operator, 'read the endpoints of', failure);
      return { state: null, diagnostics: [diagnostic] };
    }
    const state = objectValue([
      ['kubernetes_operator_id', id],
      ['endpoints', jsonToValue(ENDPOINTS_ATTRIBUTE, endpoints)],
    ]);
    return { state, diagnostics: [] };
  },
};

export const eventTypesDataSource: ProviderDataSource = {
  ...dataSourceFromModel(eventTypes),
  async read({ client }) {
    const { name } = client.profile;
    const types = EVENTS.filter(({ profiles }) => profiles?.includes(name) ?? true).map((event) =>
      eventTypeValue(event, name),
    );
    return { state: objectValue([['event_types', types]]), diagnostics: [] };
  },
};

function eventTypeValue(event: EventSpec, profile: ProfileName): CtyValue {
  const fields = fieldsIn(event.fields, profile).map(({ name, type, filterable }) =>
    objectValue([
      ['name', name],
      ['type', type],
      ['filterable', filterable],
    ]),
  );
  return objectValue([
    ['type', event.type],
    ['class', event.class],
    ['fields', fields],
  ]);
}
