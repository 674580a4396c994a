import { boundEndpoints } from '../../model/data-sources';
import { isJsonObject, type JsonObject } from '../../model/json';
import { getKind } from '../../model/kinds';
import { objectValue } from '../../values/cty-value';
import { objectNotFound, requestFailed } from '../protocol/messages';
import { schemaAttributes } from '../protocol/schema-from-model';
import type { ReadableData } from '../resources/managed-resource';
import { isServiceError } from '../service/service-error';
import { jsonToValue } from '../state/state-from-response';

/** `netingress_kubernetes_operator_bound_endpoints`: the endpoints bound to an operator, in the service's order. */
export const boundEndpointsData: ReadableData = {
  type: `netingress_${boundEndpoints.name}`,
  schema: { version: 0, description: boundEndpoints.doc, attributes: schemaAttributes(boundEndpoints.attributes) },
  validate: () => [],
  async read(session, config) {
    const operator = getKind('kubernetes_operator');
    const id = String(config['kubernetes_operator_id']);
    const endpoints: JsonObject[] = [];
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
    const attribute = boundEndpoints.attributes['endpoints'];
    if (!attribute) throw new Error('The model of bound endpoints has no attribute endpoints');
    const value = jsonToValue(attribute, endpoints.filter(isJsonObject));
    return {
      state: objectValue([
        ['kubernetes_operator_id', id],
        ['endpoints', value],
      ]),
      diagnostics: [],
    };
  },
};
