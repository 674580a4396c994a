import { groupBy } from '../../model/arrays';
import type { ConfiguredResource, StateSource } from '../../model/inventory';
import { stripInstanceKeys } from '../../values/address';

/** Finds the configuration of a resource by its address, with or without instance key, and its state. */
export type FindConfigured = (address: string, state: StateSource | null) => ConfiguredResource | undefined;

/**
 * Indexes configured resources by address. The same address may exist in several stacks. In the state of a stack the
 * resource of that stack is found. In a state file it is found only if a single stack has the address.
 */
export function indexConfiguration(configured: readonly ConfiguredResource[]): FindConfigured {
  const byAddress = groupBy(configured, ({ address }) => address);
  return (address, state) => {
    const candidates = byAddress.get(stripInstanceKeys(address)) ?? [];
    if (state && 'stack' in state) return candidates.find(({ stack }) => stack === state.stack);
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}
