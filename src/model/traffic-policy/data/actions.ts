import { ACCESS_ACTIONS } from './access-actions';
import type { ActionSchema } from './schema';
import { TRAFFIC_ACTIONS } from './traffic-actions';

export const POLICY_ACTIONS: Readonly<Record<string, ActionSchema>> = Object.fromEntries(
  Object.entries<ActionSchema>({ ...ACCESS_ACTIONS, ...TRAFFIC_ACTIONS }).sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Names that the service still accepts, with the present ones. */
export const OLDER_ACTIONS: Readonly<Record<string, string>> = {
  oidc: 'openid-connect',
  'webhook-validation': 'verify-webhook',
};

/** Their members are not checked. */
export const UNDESCRIBED_ACTIONS = ['ai-gateway', 'saml'];

export const UNDESCRIBED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'forward-internal': ['endpoint_selectors', 'endpoint_weights'],
};

/** `{ content: 'a' }` of `custom-response` -> `{ body: 'a' }`. If both names are there, both are kept. */
export function renameOlderMembers<Value>(
  type: string,
  config: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const renamed = Object.entries(findAction(type)?.members ?? {}).flatMap(([name, { olderName }]) =>
    olderName !== undefined && olderName in config && !(name in config) ? [[olderName, name] as const] : [],
  );
  if (renamed.length === 0) return config;
  const names = new Map(renamed);
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** By its type or older type; undefined for an undescribed one, too. */
export function findAction(type: string): ActionSchema | undefined {
  const name = OLDER_ACTIONS[type] ?? type;
  return Object.hasOwn(POLICY_ACTIONS, name) ? POLICY_ACTIONS[name] : undefined;
}
