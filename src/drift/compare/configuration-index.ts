import { groupBy } from '../../model/arrays';
import type { ConfiguredResource, StateSource } from '../../model/inventory';
import { stripInstanceKeys } from '../../values/address';

export type FindConfigured = (address: string, state: StateSource | null) => ConfiguredResource | undefined;

/**
 * Finds the resource of the state's stack. A state file, or null, names no stack: then only one stack may have the
 * address.
 */
export function indexConfiguration(configured: readonly ConfiguredResource[]): FindConfigured {
  const byAddress = groupBy(configured, ({ address }) => address);
  return (address, state) => {
    const candidates = byAddress.get(stripInstanceKeys(address)) ?? [];
    if (state && 'stack' in state) return candidates.find(({ stack }) => stack === state.stack);
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}
