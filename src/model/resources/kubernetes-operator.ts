import type { Kind } from '../kind';
import { computedRef, createdAt, description, id, metadata, uri } from './common';

/** management-api.md 'KubernetesOperator'; gaps.md sections 2 and 5. */
export const kubernetesOperator: Kind = {
  name: 'kubernetes_operator',
  plural: 'kubernetes_operators',
  title: 'Kubernetes operator',
  doc:
    'A registered deployment of the service’s operator in a Kubernetes cluster: its features, where it runs, and, ' +
    'with the `bindings` feature, the client certificate and the endpoints projected into the cluster.',
  path: '/kubernetes_operators',
  listKey: 'operators',
  idPrefix: 'k8sop',
  naturalKey: {
    attributes: ['deployment.namespace', 'deployment.name', 'deployment.cluster_name'],
    unique: false,
  },
  audited: false,
  listFilter: false,
  errorCodes: {},
  requires: [
    { attribute: 'binding', requires: 'enabled_features', element: 'bindings', mutual: true, errorCode: 19002 },
  ],
  attributes: {
    id,
    uri,
    created_at: createdAt,
    updated_at: {
      type: 'string',
      presence: 'computed',
      recomputedWhen: true,
      doc: 'When the operator was last updated, RFC 3339 in UTC.',
    },
    description: description('What the operator is for. At most 255 bytes.', 19002),
    metadata,
    principal: computedRef('The user or bot that created the operator.'),
    enabled_features: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      equality: 'case',
      enum: ['bindings', 'ingress', 'gateway'],
      errorCode: 19002,
      doc: 'Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter.',
    },
    region: {
      type: 'string',
      presence: 'optional',
      default: 'global',
      doc: 'Service region in which the operator’s ingress is served. The default is `global`, the service’s own.',
    },
    deployment: {
      type: 'object',
      presence: 'optional',
      clearBy: 'members',
      nullWhenAllEmpty: ['name', 'namespace', 'version', 'cluster_name'],
      doc: 'Where the operator is deployed.',
      attributes: {
        name: { type: 'string', presence: 'optional', emptyIsAbsent: true, doc: 'Name of the Kubernetes deployment.' },
        namespace: {
          type: 'string',
          presence: 'optional',
          requiresReplace: 'always',
          emptyIsAbsent: true,
          doc: 'Kubernetes namespace of the deployment. Another namespace needs a new operator.',
        },
        version: {
          type: 'string',
          presence: 'optional',
          emptyIsAbsent: true,
          doc: 'Version of the operator software.',
        },
        cluster_name: {
          type: 'string',
          presence: 'optional',
          requiresReplace: 'always',
          emptyIsAbsent: true,
          doc: 'Name that you give the cluster. Another cluster name needs a new operator.',
        },
      },
    },
    binding: {
      type: 'object',
      presence: 'optional',
      clearBy: 'never',
      nullWhenAllEmpty: ['endpoint_selectors', 'cert.cert'],
      doc: 'Configuration of the `bindings` feature; allowed only while `enabled_features` holds it.',
      attributes: {
        endpoint_selectors: {
          type: 'set',
          elements: 'string',
          presence: 'optional',
          format: 'endpoint_selector',
          errorCode: 19003,
          examples: [['true'], ['endpoint.proto == "https"', 'endpoint.url.contains(".staging")']],
          doc: 'CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true.',
        },
        csr: {
          type: 'string',
          presence: 'optional',
          format: 'csr',
          equality: 'pem',
          readback: 'never',
          errorCode: 19001,
          doc:
            'PEM certificate signing request for the operator’s client certificate; the private key stays with you. ' +
            'The service issues no certificate without it, and never returns it. Another request issues a new certificate.',
        },
        ingress_endpoint: {
          type: 'string',
          presence: 'optional-computed',
          emptyIsAbsent: true,
          doc: 'Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the last.',
        },
        cert: {
          type: 'object',
          presence: 'computed',
          recomputedWhen: ['binding.csr'],
          doc: 'Client certificate that the service signed from `csr`.',
          attributes: {
            cert: { type: 'string', presence: 'computed', doc: 'The certificate as PEM.' },
            not_before: { type: 'string', presence: 'computed', doc: 'Start of its validity, RFC 3339.' },
            not_after: { type: 'string', presence: 'computed', doc: 'End of its validity, RFC 3339.' },
          },
        },
      },
    },
  },
};
