import type { Kind } from '../model/kind';

/** The client's member for a kind: `ipPolicies` for `ip_policy`. */
export function collectionName({ plural }: Pick<Kind, 'plural'>): string {
  return plural.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
