/** `('ip_policy', 'ipp_1')` -> `ip_policy ipp_1`. `id` may be a natural key, too. */
export function objectKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}
