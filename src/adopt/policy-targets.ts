/** Objects of the account that traffic policies name. */

import type { AccountInventory } from '../model/inventory';
import { objectKey } from '../model/object-key';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { secret } from '../model/resources/secret';
import { vault } from '../model/resources/vault';
import { formatSecretName } from '../model/traffic-policy/secret-name';
import type { AdoptedNames } from './declare';
import type { ResourceName } from './expression';

/** `find` returns the name of an adopted object. Two endpoints may forward to each other; only one of them then refers to the other. */
export function createPolicyTargets(
  { kinds }: AccountInventory,
  find: AdoptedNames['find'],
): AdoptedNames['findPolicyTarget'] {
  const listObjects = (name: string) => kinds.find(({ kind }) => kind === name)?.objects ?? [];
  const vaultNames = new Map(listObjects(vault.name).map(({ id, values }) => [id, values['name']]));
  const secrets = new Map(
    listObjects(secret.name).map(({ id, values }) => {
      const name = values['vault_name'] ?? vaultNames.get(String(values['vault_id']));
      return [formatSecretName({ vault: String(name), secret: String(values['name']) }), id];
    }),
  );
  const endpoints = new Map<string, string>();
  for (const { id, values } of listObjects(cloudEndpoint.name)) {
    const url = String(values['url']);
    // Pooled endpoints have one URL, and an adopted one can be referred to.
    if (!endpoints.has(url) || find(cloudEndpoint.name, id) !== undefined) endpoints.set(url, id);
  }
  const mayRefer = createCycleGuard();
  return (from, kind, key) => {
    if (kind === secret.name) return secrets.get(key);
    if (kind !== cloudEndpoint.name) return key;
    const id = endpoints.get(key);
    const name = id === undefined ? undefined : find(kind, id);
    return name === undefined || mayRefer(from, { type: kind, name }) ? id : undefined;
  };
}

/** Returns whether a reference forms no cycle with the ones before it, and then keeps it. */
function createCycleGuard(): (from: ResourceName, to: ResourceName) => boolean {
  const targets = new Map<string, Set<string>>();
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(targets.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  return (from, to) => {
    const [source, target] = [objectKey(from.type, from.name), objectKey(to.type, to.name)];
    if (reaches(target, source)) return false;
    targets.set(source, (targets.get(source) ?? new Set()).add(target));
    return true;
  };
}
