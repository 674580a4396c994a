/** Actions that change, end or record traffic. */
import {
  coreRuleSet,
  headers,
  onErrorContinue,
  onErrorHalt,
  regularExpression,
  replacements,
  strings,
} from './common-members';
import type { ActionSchema } from './schema';

const tlsVersions = ['1.2', '1.3'] as const;

export const TRAFFIC_ACTIONS = {
  'add-headers': {
    doc: 'Adds headers. Names become lower case; `host` is replaced.',
    phases: ['on_http_request', 'on_http_response'],
    firstArgument: 'headers',
    members: { headers: { ...headers, doc: 'Headers by name. 1 to 10.', required: true, count: [1, 10] } },
  },
  'close-connection': {
    doc: 'Closes the connection without a response.',
    phases: ['on_tcp_connect', 'on_http_request'],
    ends: 'always',
    members: {},
  },
  'compress-response': {
    doc: 'Compresses responses.',
    phases: ['on_http_response'],
    uncertainPhases: ['on_http_request'],
    members: {
      algorithms: {
        ...strings('Algorithms, the preferred first.', { enum: ['gzip', 'deflate', 'br', 'compress'] }),
        default: ['gzip', 'deflate', 'br', 'compress'],
        distinct: true,
      },
    },
  },
  'custom-response': {
    doc: 'Responds without an upstream.',
    phases: ['on_http_request', 'on_http_response'],
    ends: 'always',
    members: {
      status_code: { type: 'integer', doc: 'HTTP status.', default: 200 },
      body: { type: 'string', doc: 'Body of the response.', olderName: 'content', cel: 'template' },
      headers,
    },
  },
  deny: {
    doc: 'Rejects the request.',
    phases: ['on_tcp_connect', 'on_http_request'],
    ends: 'always',
    members: { status_code: { type: 'integer', doc: 'HTTP status; only in `on_http_request`.', default: 403 } },
  },
  'forward-internal': {
    doc: 'Forwards to an internal endpoint of the account.',
    phases: ['on_tcp_connect', 'on_http_request'],
    ends: 'unless-continued',
    firstArgument: 'url',
    members: {
      url: {
        type: 'string',
        doc: 'URL of an internal endpoint with the same protocol; tcp needs a port.',
        required: true,
        cel: 'template',
        reference: 'internal_endpoint',
      },
      on_error: onErrorHalt,
      binding: {
        type: 'string',
        doc: 'Binding of the endpoint. Examples of the service use it, its reference does not describe it.',
        enum: ['public', 'internal', 'kubernetes'],
        uncertain: true,
      },
    },
  },
  'http-request': {
    doc: 'Sends a request of its own, whose response later expressions can use.',
    phases: ['on_http_request', 'on_http_response'],
    members: {
      url: {
        type: 'string',
        doc: 'URL of an internal endpoint.',
        required: true,
        cel: 'template',
        reference: 'internal_endpoint',
      },
      method: {
        type: 'string',
        doc: 'HTTP method.',
        default: 'GET',
        enum: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      },
      query_params: {
        type: 'list',
        doc: 'Query parameters. At most 32.',
        count: [0, 32],
        items: {
          type: 'object',
          doc: 'One parameter.',
          members: {
            key: { type: 'string', doc: 'Name. At most 128 characters.', required: true, maxLength: 128 },
            value: {
              type: 'string',
              doc: 'Value. At most 8192 characters.',
              required: true,
              maxLength: 8192,
              cel: 'template',
            },
          },
        },
      },
      headers,
      body: { type: 'string', doc: 'Body of the request.', cel: 'template' },
      max_redirects: { type: 'integer', doc: 'Redirects that are followed.', range: [0, 100], uncertain: true },
      timeout: { type: 'duration', doc: 'Limit of all attempts together.', default: '3s', range: [1, 30] },
      retry_condition: {
        type: 'string',
        doc: 'CEL expression over `attempts` and `last_attempt`; up to 3 retries while it is true.',
        default: 'false',
        cel: 'expression',
      },
      on_error: onErrorContinue,
    },
  },
  log: {
    doc: 'Adds metadata to the traffic event.',
    phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
    firstArgument: 'metadata',
    members: {
      metadata: {
        type: 'map',
        doc: 'Values for `traffic_policy.logs` of the event.',
        required: true,
        items: { type: 'any', doc: 'Any value; strings may contain CEL.' },
      },
    },
  },
  'owasp-crs-request': {
    doc: 'Applies the OWASP core rule set to the request.',
    phases: ['on_http_request'],
    members: coreRuleSet,
  },
  'owasp-crs-response': {
    doc: 'Applies the OWASP core rule set to the response.',
    phases: ['on_http_response'],
    members: coreRuleSet,
  },
  redirect: {
    doc: 'Redirects the client if `from` matches the URL.',
    phases: ['on_http_request'],
    members: {
      from: { ...regularExpression, doc: 'RE2 over the whole URL, not anchored; if not set, every URL.' },
      to: { type: 'string', doc: 'Target; `$1` is the first group.', required: true, cel: 'template' },
      status_code: { type: 'integer', doc: 'HTTP status 3xx.', default: 302, range: [300, 399] },
      headers,
    },
  },
  'remove-headers': {
    doc: 'Removes headers.',
    phases: ['on_http_request', 'on_http_response'],
    firstArgument: 'headers',
    members: { headers: { ...strings('Names of headers. 1 to 10.'), required: true, count: [1, 10] } },
  },
  'request-body-find-replace': {
    doc: 'Replaces parts of the request body.',
    phases: ['on_http_request'],
    members: { replacements: replacements() },
  },
  'response-body-find-replace': {
    doc: 'Replaces parts of the response body.',
    phases: ['on_http_response'],
    members: { replacements: replacements() },
  },
  'set-vars': {
    doc: 'Sets variables for later rules of the phase, as `vars.<name>`.',
    phases: ['on_tcp_connect', 'on_http_request', 'on_http_response'],
    firstArgument: 'vars',
    members: {
      vars: {
        type: 'list',
        doc: 'Variables, in order; each element has exactly one member.',
        required: true,
        items: {
          type: 'map',
          doc: 'One variable by its name.',
          count: [1, 1],
          items: { type: 'any', doc: 'Any value; strings may contain CEL.' },
        },
      },
    },
  },
  'sse-find-replace': {
    doc: 'Replaces parts of the messages of an event stream.',
    phases: ['on_event_stream_message'],
    members: {
      replacements: replacements({
        field: { type: 'string', doc: 'Field of the message.', default: 'data', enum: ['data', 'retry'] },
      }),
    },
  },
  'terminate-tls': {
    doc: 'Terminates TLS with given versions, certificate and client certificates.',
    phases: ['on_tcp_connect'],
    schemes: ['https', 'tls'],
    pairs: [['server_certificate', 'server_private_key']],
    members: {
      min_version: { type: 'string', doc: 'Lowest TLS version.', default: '1.2', enum: tlsVersions },
      max_version: { type: 'string', doc: 'Highest TLS version.', default: '1.3', enum: tlsVersions },
      server_certificate: { type: 'string', doc: 'Certificate chain as PEM.', cel: 'template' },
      server_private_key: { type: 'string', doc: 'Private key as PEM.', cel: 'template', secret: true },
      mutual_tls_certificate_authorities: strings('Authorities of client certificates: ids, or PEM.', {
        cel: 'template',
        reference: 'certificate_authority',
      }),
      mutual_tls_verification_strategy: {
        type: 'string',
        doc: 'How client certificates are verified.',
        default: 'require-and-verify',
        enum: ['require-and-verify', 'require-any', 'request'],
      },
    },
  },
  'url-rewrite': {
    doc: 'Rewrites the URL that the upstream receives.',
    phases: ['on_http_request'],
    members: {
      from: { ...regularExpression, doc: 'RE2; every match in the whole URL is replaced.' },
      to: { type: 'string', doc: 'Replacement; `$1` is the first group.', required: true, cel: 'template' },
    },
  },
} as const satisfies Readonly<Record<string, ActionSchema>>;
