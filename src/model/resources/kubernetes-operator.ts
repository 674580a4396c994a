import {
  computedRef,
  computedText,
  createdAt,
  defineKind,
  description,
  id,
  metadata,
  optionalText,
  optionalTextSet,
  updatedAt,
  uri,
} from './common';

export const kubernetesOperator = defineKind({
  name: 'kubernetes_operator',
  title: 'Kubernetes operator',
  doc: 'A registered deployment of the service’s operator in a Kubernetes cluster. With the feature `bindings`, endpoints are projected into the cluster, and the service signs a client certificate if `binding.csr` is set.',
  listKey: 'operators',
  idPrefix: 'k8sop',
  naturalKey: {
    attributes: ['deployment.namespace', 'deployment.name', 'deployment.cluster_name'],
    unique: false,
  },
  listFilter: false,
  requires: [
    {
      attribute: 'binding',
      requires: 'enabled_features',
      element: 'bindings',
      elementRequiresAttribute: true,
    },
  ],
  attributes: {
    id,
    uri,
    created_at: createdAt,
    updated_at: updatedAt,
    description: description('Purpose of the operator.'),
    metadata,
    principal: computedRef('User or bot that created the operator.'),
    enabled_features: optionalTextSet(
      'Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored.',
      { enumIgnoresCase: true, enum: ['bindings', 'ingress', 'gateway'] },
    ),
    region: optionalText('Service region of the operator’s ingress. Default: `global`.', { default: 'global' }),
    deployment: {
      type: 'object',
      presence: 'optional',
      clearBy: 'members',
      nullWhenAllEmpty: ['name', 'namespace', 'version', 'cluster_name'],
      doc: 'Deployment of the operator in the cluster.',
      attributes: {
        name: optionalText('Name of the Kubernetes deployment.', { emptyIsAbsent: true }),
        namespace: optionalText('Kubernetes namespace of the deployment.', {
          requiresReplace: 'always',
          emptyIsAbsent: true,
        }),
        version: optionalText('Version of the operator software.', { emptyIsAbsent: true }),
        cluster_name: optionalText('Name of the cluster, chosen by you.', {
          requiresReplace: 'always',
          emptyIsAbsent: true,
        }),
      },
    },
    binding: {
      type: 'object',
      presence: 'optional',
      // No request removes it. Without the feature `bindings`, responses have none, null, or one without selectors and
      // certificate (docs/internals/gaps.md, section 2.5), in which the service may have set `ingress_endpoint`.
      clearBy: 'never',
      nullWhenAllEmpty: ['endpoint_selectors', 'cert.cert'],
      doc: 'Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`.',
      attributes: {
        endpoint_selectors: optionalTextSet(
          'CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true.',
          {
            format: 'endpoint_selector',
            examples: [['true'], ['endpoint.proto == "https"', 'endpoint.url.contains(".staging")']],
          },
        ),
        csr: optionalText(
          'PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a request the service issues no certificate. No response contains the request. Changing it issues a new certificate.',
          { format: 'csr', omittedFromResponses: 'always' },
        ),
        ingress_endpoint: {
          type: 'string',
          presence: 'optional-computed',
          emptyIsAbsent: true,
          doc: 'Public ingress endpoint of the operator, `host:port`.',
          docOnChange: 'If unset, the service chooses it; removing it keeps the value.',
        },
        cert: {
          type: 'object',
          presence: 'computed',
          recomputedWhen: ['binding.csr'],
          doc: 'Client certificate that the service signed from `csr`.',
          attributes: {
            cert: computedText('The certificate as PEM.'),
            not_before: computedText('Start of the validity, RFC 3339.'),
            not_after: computedText('End of the validity, RFC 3339.'),
          },
        },
      },
    },
  },
});
