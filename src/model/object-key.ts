/** `('ip_policy', 'ipp_1')` -> `ip_policy ipp_1`. */
export function objectKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}
