/** Changes that the service accepts and that a reviewer should see: lost access, lost audit, lost credentials. Pure. */
import { admitsNothing, familiesOpenToAll } from '../model/ip/policy';
import { isJsonObject, type Json } from '../model/json';
import type { AccessState, RestrictionAccess } from './access';
import type { ChangedAttribute, ChangedObject } from './objects';

export type DangerType =
  | 'policy_admits_all'
  | 'policy_admits_none'
  | 'restriction_removed'
  | 'restriction_denies_all'
  | 'audit_destroyed'
  | 'credential_destroyed'
  | 'domain_destroyed'
  | 'certificate_reissued'
  | 'rename';

export interface Danger {
  readonly type: DangerType;
  /** A sentence. */
  readonly message: string;
  /** What to do instead. */
  readonly remedy: string;
  readonly object: Pick<ChangedObject, 'kind' | 'id' | 'name' | 'address' | 'path' | 'stack'> | null;
}

const DESTROYED: Readonly<Record<string, { readonly type: DangerType; readonly effect: string }>> = {
  event_destination: { type: 'audit_destroyed', effect: 'it receives no more events' },
  event_subscription: { type: 'audit_destroyed', effect: 'its events are no longer delivered' },
  api_key: { type: 'credential_destroyed', effect: 'programs that use it lose access' },
  tunnel_credential: { type: 'credential_destroyed', effect: 'agents that use it lose access' },
  ssh_public_key: { type: 'credential_destroyed', effect: 'agents that use it lose access' },
  ssh_certificate_authority: { type: 'credential_destroyed', effect: 'its certificates are no longer accepted' },
  certificate_authority: { type: 'credential_destroyed', effect: 'client certificates of it are no longer accepted' },
  domain: { type: 'domain_destroyed', effect: 'the name is released, and its endpoints lose it' },
  tcp_address: { type: 'domain_destroyed', effect: 'the address is released, and another account may get it' },
  agent_ingress: { type: 'domain_destroyed', effect: 'agents can no longer connect through it' },
  cloud_endpoint: { type: 'domain_destroyed', effect: 'its URL is no longer served' },
  kubernetes_operator: { type: 'credential_destroyed', effect: 'the operator in the cluster loses access' },
  service_user: { type: 'credential_destroyed', effect: 'the API keys of this user lose access' },
  secret: { type: 'credential_destroyed', effect: 'traffic policies can no longer read it' },
};

const REISSUED: readonly string[] = ['tls_certificate', 'ssh_host_certificate', 'ssh_user_certificate'];

export function findObjectDangers(objects: readonly ChangedObject[]): Danger[] {
  return objects.flatMap((object): Danger[] => {
    const { kind, action, title, attributes } = object;
    const subject = `${title} ${object.name}`;
    const destroyed = DESTROYED[kind];
    if (destroyed && (action === 'destroy' || action === 'replace')) {
      const verb = action === 'destroy' ? 'is destroyed' : 'is destroyed and created again';
      return [danger(destroyed.type, object, `${subject} ${verb}: ${destroyed.effect}.`, KEEP)];
    }
    const lost = kind === 'event_subscription' ? attributes.filter(isReduced).map(({ name }) => name) : [];
    if (lost.length > 0) {
      const what = lost.map((name) => (name === 'sources' ? 'event types' : 'destinations')).join(' and ');
      return [
        danger('audit_destroyed', object, `${subject} loses ${what}: their events are no longer delivered.`, KEEP),
      ];
    }
    const names = attributes.map(({ name }) => name);
    const isReissued =
      (action === 'replace' && REISSUED.includes(kind)) ||
      (action === 'change' && names.some((name) => CERTIFICATE_CAUSES.test(name)));
    if (!isReissued) return [];
    return [
      danger(
        'certificate_reissued',
        object,
        `The certificate of ${subject} is issued anew.`,
        'Check who pins the old one.',
      ),
    ];
  });
}

/** Whether a list of event types or destinations loses an element. */
function isReduced({ name, before, after }: ChangedAttribute): boolean {
  if (name !== 'sources' && name !== 'destination_ids') return false;
  const keys = (value: Json): string[] =>
    Array.isArray(value) ? (value as Json[]).map((item) => String(isJsonObject(item) ? item['type'] : item)) : [];
  const kept = keys(after);
  return keys(before).some((key) => !kept.includes(key));
}

const KEEP = 'Keep it in the configuration, or confirm that nothing uses it.';

/** A new certificate follows from a policy or a signing request. */
const CERTIFICATE_CAUSES = /^certificate_management_policy(\.|$)|^binding\.(csr|cert)(\.|$)/;

/** Finds dangers that the change causes. A danger that existed before the change is not reported. */
export function findAccessDangers(
  before: AccessState,
  after: AccessState,
  access: readonly RestrictionAccess[],
  describe: (kind: string, id: string) => Danger['object'],
): Danger[] {
  const attached = new Set([...after.restrictions.values()].flatMap(({ policies }) => policies.map(({ id }) => id)));
  const policies = [...after.policies.values()].flatMap((policy): Danger[] => {
    const old = before.policies.get(policy.id);
    const open = familiesOpenToAll(policy.rules).filter(
      (family) => !old || !familiesOpenToAll(old.rules).includes(family),
    );
    const object = describe('ip_policy', policy.id);
    if (open.length > 0) {
      const families = open.map((family) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ');
      const message = `IP policy ${policy.name} allows every ${families} address that it does not deny.`;
      return [danger('policy_admits_all', object, message, 'Allow the networks that need access.')];
    }
    const isEmptied = admitsNothing(policy.rules) && (old ? !admitsNothing(old.rules) : attached.has(policy.id));
    if (!isEmptied || !isOnlyPolicy(after, policy.id)) return [];
    const message = `IP policy ${policy.name} admits no address.`;
    return [danger('policy_admits_none', object, message, 'Add an allow rule before the policy is used.')];
  });
  const restrictions = access.flatMap((restriction): Danger[] => {
    const { type } = restriction;
    const id = (after.restrictions.get(type) ?? before.restrictions.get(type))?.id ?? '';
    const object = describe('ip_restriction', id);
    if (restriction.before === 'enforced' && restriction.after !== 'enforced') {
      const verb = restriction.after === 'absent' ? 'destroyed' : 'no longer enforced';
      const message = `The restriction of ${formatTraffic(type)} is ${verb}: every address gets in.`;
      return [danger('restriction_removed', object, message, 'Keep the restriction enforced.')];
    }
    const isClosed = restriction.after === 'enforced' && restriction.admittedAfter.length === 0;
    if (!isClosed || (restriction.before === 'enforced' && restriction.admittedBefore.length === 0)) return [];
    const message = `The restriction of ${formatTraffic(type)} admits no address: all clients are shut out.`;
    return [danger('restriction_denies_all', object, message, 'Add an allow rule to one of its policies.')];
  });
  return [...policies, ...restrictions];
}

/** A policy that only denies is harmless beside another policy of the same restrictions. */
function isOnlyPolicy({ restrictions }: AccessState, id: string): boolean {
  return [...restrictions.values()].every(
    ({ policies }) => !policies.some((policy) => policy.id === id) || policies.length === 1,
  );
}

export function formatTraffic(type: string): string {
  return type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`;
}

function danger(type: DangerType, object: Danger['object'], message: string, remedy: string): Danger {
  return { type, message, remedy, object };
}
