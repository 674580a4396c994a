/** Actions that let some clients or requests pass and refuse others. */
import { enforce, MAX_COUNT, session, strings, values } from './common-members';
import type { ActionSchema } from './schema';
import { WEBHOOK_PROVIDERS } from './webhook-providers';

export const ACCESS_ACTIONS = {
  'basic-auth': {
    doc: 'Requires a user name and a password (HTTP basic authentication).',
    phases: ['on_http_request'],
    authenticates: true,
    members: {
      credentials: {
        type: 'list',
        doc: 'Accepted credentials as `user:password`. At most 10; a password has 8 to 128 characters.',
        required: true,
        count: [1, 10],
        items: { type: 'string', doc: 'One credential.', cel: 'template', format: 'credentials', secret: true },
      },
      realm: {
        type: 'string',
        doc: 'Realm that the browser shows.',
        default: 'ngrok',
        maxLength: 128,
        format: 'ascii',
      },
      enforce,
    },
  },
  'circuit-breaker': {
    doc: 'Rejects requests with status 503 while the upstream fails too often.',
    phases: ['on_http_request'],
    members: {
      error_threshold: {
        type: 'number',
        doc: 'Share of failed requests that opens the circuit.',
        required: 'uncertain',
        default: 0.5,
        range: [0, 1],
      },
      volume_threshold: {
        type: 'integer',
        doc: 'Requests in the window before the share counts.',
        default: 10,
        range: [1, MAX_COUNT],
      },
      window_duration: {
        type: 'duration',
        doc: 'Length of the window that is observed.',
        default: '10s',
        range: [1, 120],
      },
      tripped_duration: { type: 'duration', doc: 'How long the circuit stays open.', default: '10s', range: [1, 120] },
      num_buckets: {
        type: 'integer',
        doc: 'Parts of the window. Fixed by the service.',
        default: 10,
        range: [10, 10],
        uncertain: true,
      },
      enforce,
    },
  },
  'jwt-validation': {
    doc: 'Requires JSON web tokens of given issuers and audiences.',
    phases: ['on_http_request'],
    members: {
      issuer: {
        type: 'object',
        doc: 'Accepted issuers.',
        required: true,
        members: { allow_list: { ...values('Accepted issuers.', 'Equal to the claim `iss`.'), required: true } },
      },
      audience: {
        type: 'object',
        doc: 'Accepted audiences; if not set, all.',
        members: { allow_list: { ...values('Accepted audiences.', 'Equal to the claim `aud`.'), required: true } },
      },
      http: {
        type: 'object',
        doc: 'Where requests contain the tokens.',
        required: true,
        members: {
          tokens: {
            type: 'list',
            doc: 'Tokens; a request must have all of them.',
            required: true,
            count: [1, Number.POSITIVE_INFINITY],
            items: {
              type: 'object',
              doc: 'One token.',
              members: {
                type: {
                  type: 'string',
                  doc: 'Type of the token.',
                  required: true,
                  enum: ['id_token', 'access_token', 'at+jwt', 'it+jwt', 'plain', 'jwt'],
                },
                method: {
                  type: 'string',
                  doc: 'Part of the request with the token.',
                  required: true,
                  enum: ['header', 'body'],
                },
                name: {
                  type: 'string',
                  doc: 'Name of the header or of the body member.',
                  required: true,
                  cel: 'template',
                },
                prefix: {
                  type: 'string',
                  doc: 'Text before the token, such as `Bearer ` with its space.',
                  cel: 'template',
                },
              },
            },
          },
        },
      },
      jws: {
        type: 'object',
        doc: 'How signatures are verified.',
        required: true,
        members: {
          allowed_algorithms: {
            ...strings('Accepted signature algorithms, such as `RS256`; not `none`.'),
            required: true,
            count: [1, Number.POSITIVE_INFINITY],
          },
          keys: {
            type: 'object',
            doc: 'Where the keys are.',
            required: true,
            members: {
              sources: {
                type: 'object',
                doc: 'Sources of keys.',
                required: true,
                members: {
                  additional_jkus: {
                    ...strings('URLs of JSON web key sets.', { cel: 'template' }),
                    required: true,
                    count: [1, Number.POSITIVE_INFINITY],
                  },
                },
              },
              identification: {
                type: 'object',
                doc: 'How a key is found.',
                members: { token_claims: strings('Claims that identify the key; default `kid`.') },
              },
            },
          },
        },
      },
    },
  },
  oauth: {
    doc: 'Requires a login with an OAuth provider.',
    phases: ['on_http_request'],
    authenticates: true,
    pairs: [['client_id', 'client_secret']],
    members: {
      provider: {
        type: 'string',
        doc: 'The OAuth provider. `amazon` and `facebook` need your own application.',
        required: true,
        enum: ['amazon', 'facebook', 'github', 'gitlab', 'google', 'linkedin', 'microsoft', 'twitch'],
      },
      ...session,
      idle_session_timeout: { type: 'duration', doc: 'How long a session may be idle.' },
    },
  },
  'openid-connect': {
    doc: 'Requires a login with an OpenID Connect provider.',
    phases: ['on_http_request'],
    authenticates: true,
    pairs: [['client_id', 'client_secret']],
    members: {
      issuer_url: {
        type: 'string',
        doc: 'Issuer. The service reads its discovery document when the policy is saved.',
        required: true,
      },
      ...session,
      idle_session_duration: { type: 'duration', doc: 'How long a session may be idle.' },
    },
  },
  'rate-limit': {
    doc: 'Limits the rate of requests.',
    phases: ['on_http_request'],
    members: {
      name: { type: 'string', doc: 'Name of the limit, for people.', required: true, maxLength: 1023 },
      algorithm: { type: 'string', doc: 'Algorithm of the limit.', required: true, enum: ['sliding_window'] },
      capacity: {
        type: 'integer',
        doc: 'Requests per `rate`, for each server of the service.',
        required: true,
        range: [1, MAX_COUNT],
      },
      rate: {
        type: 'duration',
        doc: 'Length of the window: 60s to 24h, a multiple of 10 seconds.',
        required: true,
        range: [60, 86_400],
        multipleOf: 10,
      },
      bucket_key: {
        ...strings('CEL expressions; requests with equal values share the limit. 1 to 10.', { cel: 'expression' }),
        required: true,
        count: [1, 10],
      },
      enforce,
    },
  },
  'restrict-ips': {
    doc: 'Admits clients by their IP address. A matching deny wins over a matching allow.',
    phases: ['on_tcp_connect', 'on_http_request'],
    uncertainPhases: ['on_http_response'],
    members: {
      enforce: { ...enforce, required: 'uncertain' },
      allow: strings('Admitted networks in CIDR notation.', { cel: 'template', format: 'cidr' }),
      deny: strings('Denied networks in CIDR notation.', { cel: 'template', format: 'cidr' }),
      ip_policies: strings('IP policies that admit and deny.', { reference: 'ip_policy' }),
    },
  },
  'verify-webhook': {
    doc: 'Verifies the signature of a webhook.',
    phases: ['on_http_request'],
    members: {
      provider: {
        type: 'string',
        doc: 'Sender of the webhook.',
        required: true,
        enum: WEBHOOK_PROVIDERS,
        uncertain: true,
      },
      secret: {
        type: 'string',
        doc: 'Secret that the sender signs with. `sns` has none.',
        required: 'uncertain',
        cel: 'template',
        secret: true,
      },
      enforce,
    },
  },
} as const satisfies Readonly<Record<string, ActionSchema>>;
