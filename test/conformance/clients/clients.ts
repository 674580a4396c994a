/** The vendor's API clients, what each of them does not have, and which of their failures are their own. */

export interface ClientFacts {
  readonly name: 'JavaScript' | 'Python' | 'Go';
  /** Package and pinned version. */
  readonly package: string;
  /** Collections that the client does not have, or only these operations of them. */
  readonly lacks: Readonly<Record<string, 'all' | readonly string[]>>;
  readonly defects: readonly ClientDefect[];
}

/** A failure that no service could prevent. A test requires that it still happens. */
export interface ClientDefect {
  /** The collections in which it happens; undefined: all. */
  readonly services?: readonly string[];
  readonly operation: Operation;
  /** Matches the JSON of the outcome. */
  readonly outcome: RegExp;
  readonly reason: string;
  /** Proof that the client is wrong: the section of a document that it contradicts, or that it sends no request. */
  readonly source: string;
}

/**
 * What a client does with each collection. `preserve` is an update that must keep all other members, `miss` a read of
 * the deleted object.
 */
export const OPERATIONS = ['create', 'get', 'update', 'preserve', 'list', 'delete', 'miss'] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The method of the client that each operation calls. */
export const METHODS: Readonly<Record<Operation, string>> = {
  create: 'create',
  get: 'get',
  update: 'update',
  preserve: 'update',
  list: 'list',
  delete: 'delete',
  miss: 'get',
};

export const CLIENTS = {
  JavaScript: {
    name: 'JavaScript',
    package: 'npm @ngrok/ngrok-api 0.11.0',
    lacks: {
      kubernetes_operators: 'all',
      vaults: 'all',
      secrets: 'all',
      service_users: 'all',
      endpoints: ['create', 'update', 'delete'],
    },
    defects: [
      {
        operation: 'list',
        outcome: /ERR_NGROK_231/,
        reason: 'It asks for the second page with `beforeId`; the parameter is `before_id`.',
        source: 'docs/internals/gaps.md 1.3: the parameter is `before_id`, and an unknown one is refused (231)',
      },
      {
        operation: 'delete',
        outcome: /is not valid JSON/,
        reason: 'It parses the body of the 204, which has none, and reports the failure of that. The object is gone.',
        source: 'docs/internals/management-api.md, Errors: 204 with no body',
      },
    ],
  },
  Python: {
    name: 'Python',
    package: 'PyPI ngrok-api 0.19.0',
    lacks: { kubernetes_operators: 'all' },
    defects: [
      {
        services: ['ssh_host_certificates', 'ssh_user_certificates'],
        operation: 'create',
        outcome: /datetime is not JSON serializable/,
        reason: 'Its default of `valid_after` and `valid_until` is `datetime.min`, which it cannot serialize.',
        source: 'the client sends no request',
      },
      {
        services: ['event_destinations'],
        operation: 'create',
        outcome: /is not JSON serializable/,
        reason: 'It serializes the target and not what the target consists of.',
        source: 'the client sends no request',
      },
      {
        services: ['ip_restrictions'],
        operation: 'update',
        outcome: /ERR_NGROK_1804/,
        reason: 'Its default of `ip_policy_ids` in an update is `[]`, which would remove every policy.',
        source: 'docs/internals/gaps.md 3: `[]` is refused (1804)',
      },
      {
        services: ['event_sources'],
        operation: 'update',
        outcome: /ERR_NGROK_213/,
        reason: 'It sends no body, because an update of a source names nothing else than its path.',
        source: 'docs/internals/gaps.md 1.2: a body is JSON (213)',
      },
      {
        services: ['event_subscriptions', 'reserved_domains'],
        operation: 'preserve',
        outcome: /sources|resolves_to/,
        reason: 'It sends `[]` for a list of objects that an update does not name, which clears it.',
        source: 'docs/internals/gaps.md 3: a list is replaced as a whole, and `[]` clears it',
      },
      {
        services: ['ip_restrictions'],
        operation: 'preserve',
        outcome: /ERR_NGROK_1804/,
        reason: 'Its default of `ip_policy_ids` in an update is `[]`, which would remove every policy.',
        source: 'docs/internals/gaps.md 3: `[]` is refused (1804)',
      },
    ],
  },
  Go: { name: 'Go', package: 'github.com/ngrok/ngrok-api-go/v9 v9.0.0', lacks: {}, defects: [] },
} as const satisfies Readonly<Record<ClientFacts['name'], ClientFacts>>;

export function isLacking({ lacks }: ClientFacts, service: string, operation: string): boolean {
  const lacking = lacks[service] ?? [];
  return lacking === 'all' || lacking.includes(operation);
}

export function findDefect({ defects }: ClientFacts, service: string, operation: Operation): ClientDefect | undefined {
  return defects.find((defect) => defect.operation === operation && (defect.services ?? [service]).includes(service));
}
