/**
 * Identifies an object among those of all kinds, as the key of maps and sets: `('ip_policy', 'ipp_1')` ->
 * `ip_policy ipp_1`.
 */
export function objectKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}
