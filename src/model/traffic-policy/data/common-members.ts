import type { ListMember, MapMember, Members, StringMember } from './schema';

/** The largest `capacity` of `rate-limit` and `volume_threshold` of `circuit-breaker`. */
export const MAX_COUNT = 2_000_000_000;

export const enforce = {
  type: 'bool',
  doc: 'Whether a refusal ends the request. With `false` the action only sets its variables.',
  default: true,
} as const;

export const onErrorHalt: StringMember = {
  type: 'string',
  doc: 'What happens after an error.',
  enum: ['halt', 'continue'],
  default: 'halt',
};

export const onErrorContinue: StringMember = { ...onErrorHalt, default: 'continue' };

export const headers: MapMember = {
  type: 'map',
  doc: 'Headers by name. At most 10.',
  keys: 'header',
  count: [0, 10],
  items: { type: 'string', doc: 'Value of the header.', cel: 'template' },
};

export const regularExpression: StringMember = {
  type: 'string',
  doc: 'Regular expression in RE2 syntax.',
  cel: 'template',
  format: 'regular_expression',
};

/** `items` says what the strings are: CEL templates or expressions, networks, references. */
export function strings(doc: string, items: Omit<StringMember, 'type' | 'doc'> = {}): ListMember {
  return { type: 'list', doc, items: { type: 'string', doc: 'One element.', ...items } };
}

/** `allow_list: [{ value: 'https://issuer.example.com' }]`. */
export function values(doc: string, element: string): ListMember {
  return {
    type: 'list',
    doc,
    count: [1, Number.POSITIVE_INFINITY],
    items: {
      type: 'object',
      doc: 'One element.',
      members: { value: { type: 'string', doc: element, required: true, cel: 'template' } },
    },
  };
}

export const session: Members = {
  client_id: { type: 'string', doc: 'Client id of your own application.', cel: 'template' },
  client_secret: { type: 'string', doc: 'Client secret of your own application.', cel: 'template', secret: true },
  scopes: strings('Scopes to request; only with your own application.'),
  authz_url_params: {
    type: 'map',
    doc: 'Additional parameters of the authorization URL.',
    items: { type: 'string', doc: 'Value of the parameter.' },
  },
  auth_id: { type: 'string', doc: 'Name that separates the cookies and login paths of several actions.' },
  max_session_duration: { type: 'duration', doc: 'Maximum duration of a session.' },
  userinfo_refresh_interval: { type: 'duration', doc: 'How often the user information is requested again.' },
  allow_cors_preflight: {
    type: 'bool',
    doc: 'Whether CORS preflight requests pass without authentication.',
    default: false,
  },
  auth_cookie_domain: { type: 'string', doc: 'Domain of the session cookie; it must contain the endpoint.' },
};

export const coreRuleSet: Members = {
  on_error: { ...onErrorHalt, required: 'uncertain' },
  process_body: { type: 'bool', doc: 'Whether the first 4 KB of the body are inspected.', default: false },
  exclude_rule_ids: {
    type: 'list',
    doc: 'Rules of the core rule set that are not applied.',
    items: { type: 'integer', doc: 'Id of a rule.', range: [900_000, 999_999] },
  },
};

/** `more` has the members of a replacement besides `from` and `to`. */
export function replacements(more: Members = {}): ListMember {
  return {
    type: 'list',
    doc: 'Replacements, in order.',
    required: true,
    count: [1, Number.POSITIVE_INFINITY],
    items: {
      type: 'object',
      doc: 'One replacement.',
      members: {
        ...more,
        from: { ...regularExpression, required: true },
        to: { type: 'string', doc: 'Replacement; if not set, matches are deleted.', cel: 'template' },
      },
    },
  };
}
