/**
 * Objects that the traffic policies of cloud endpoints name by id, by name or by URL. The service does not check that
 * when it deletes such an object, so a policy may name one that does not exist.
 */

import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import type { KindListing } from '../../model/inventory';
import { getKind, tryFindKind } from '../../model/kinds';
import { findNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { secret } from '../../model/resources/secret';
import { vault } from '../../model/resources/vault';
import { trafficPolicies } from '../../model/traffic-policy/load';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import { formatSecretName, type SecretName } from '../../model/traffic-policy/secret-name';
import type { StateObjectGroups } from '../../objects/from-states';
import type { ObjectList } from '../../objects/objects';
import type { Json } from '../../values/json';
import type { UnattributedFinding } from './finding';

/** An object, and the URLs of the endpoints whose policies use it. An endpoint without a URL has its id there. */
export interface PolicyUse {
  readonly kind: string;
  /** The id; of a vault the name, of a secret `vault/secret`, of an internal endpoint the canonical URL. */
  readonly id: string;
  readonly isName: boolean;
  readonly secret?: SecretName;
  readonly endpoints: readonly string[];
}

/** What is known of the objects that policies name. */
export interface PolicyUseIndex extends Pick<StateObjectGroups, 'managed'> {
  readonly policyUses: readonly PolicyUse[];
  readonly listings: ReadonlyMap<string, KindListing>;
  /** Whether a look-up found that nothing has the id; of the name or URL in a traffic policy, that nothing has it. */
  isGone(kind: string, id: string): boolean;
}

type Target = Omit<PolicyUse, 'endpoints'>;

export function findPolicyUses(lists: readonly ObjectList[]): PolicyUse[] {
  const endpoints = lists.find(({ kind }) => kind === cloudEndpoint.name)?.objects ?? [];
  const uses = new Map<string, Target & { endpoints: string[] }>();
  for (const { id: endpointId, values } of endpoints) {
    const targets = new Map(
      findTargets(String(values['traffic_policy'])).map((each) => [objectKey(each.kind, each.id), each]),
    );
    for (const [key, target] of targets) {
      const use = uses.get(key) ?? { ...target, endpoints: [] };
      use.endpoints.push(String(values['url'] ?? endpointId));
      uses.set(key, use);
    }
  }
  return [...uses.values()];
}

function findTargets(policy: string): Target[] {
  const { objects, secrets } = trafficPolicies().findPolicyReferences(policy);
  return [
    ...objects.flatMap(({ kind, value }): Target[] => {
      if (kind === 'internal_endpoint')
        return [{ kind: cloudEndpoint.name, id: canonicalEndpointUrl(value), isName: true }];
      return tryFindKind(kind) ? [{ kind, id: value, isName: false }] : [];
    }),
    ...secrets.flatMap((name): Target[] => [
      { kind: vault.name, id: name.vault, isName: true },
      { kind: secret.name, id: formatSecretName(name), isName: true, secret: name },
    ]),
  ];
}

export function findDanglingPolicyUses(index: PolicyUseIndex): UnattributedFinding[] {
  const managed = new Set(
    index.managed.map(({ kind, id, values }) => objectKey(kind, nameInPolicies(kind, values) ?? id)),
  );
  return index.policyUses.flatMap((use): UnattributedFinding[] => {
    const { kind, id, isName } = use;
    if (!index.isGone(kind, id) || managed.has(objectKey(use.kind, use.id)) || isInMissingVault(use, index)) return [];
    const base = { type: 'missing', kind, address: null, state: null, path: null, before: id, after: null } as const;
    return [
      isName
        ? { ...base, id: null, name: id, auditQuery: findKeyQuery(use, index) }
        : { ...base, id, name: null, auditQuery: { type: 'deletion', kind, id } },
    ];
  });
}

/** The finding of a missing vault includes its secrets. */
function isInMissingVault({ secret: name }: PolicyUse, { isGone }: PolicyUseIndex): boolean {
  return name !== undefined && isGone(vault.name, name.vault);
}

function findKeyQuery(
  { kind, id, secret: name }: PolicyUse,
  { listings }: PolicyUseIndex,
): UnattributedFinding['auditQuery'] {
  if (kind === vault.name) return { type: 'natural_key_lost', kind, key: id };
  const found = listings.get(vault.name)?.objects.find(({ values }) => values['name'] === name?.vault);
  if (name === undefined || !found) return { type: 'none' };
  const values: Record<string, Json> = { vault_id: found.id, name: name.secret };
  const key = findNaturalKey(getKind(kind), values);
  return key === undefined ? { type: 'none' } : { type: 'natural_key_lost', kind, key };
}
