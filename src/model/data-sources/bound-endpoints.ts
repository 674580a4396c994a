import { ENDPOINT_ATTRIBUTES } from '../endpoint';
import type { DataSource } from './data-source';

export const boundEndpoints: DataSource = {
  name: 'kubernetes_operator_bound_endpoints',
  title: 'bound endpoints of a Kubernetes operator',
  doc: 'Reads the endpoints that are bound to a Kubernetes operator, which projects them into its cluster.',
  attributes: {
    kubernetes_operator_id: {
      type: 'string',
      presence: 'required',
      doc: 'Identifier of the Kubernetes operator.',
    },
    endpoints: {
      type: 'list',
      presence: 'computed',
      elements: ENDPOINT_ATTRIBUTES,
      doc: 'Bound endpoints in the order of the service.',
    },
  },
};
