/** A condition that the service can evaluate: the member of `obj` at the path equals the value. */
export interface EqualityFilter {
  readonly path: string;
  readonly value: string;
}

export function formatEqualityFilter({ path, value }: EqualityFilter): string {
  return `obj.${path} == ${JSON.stringify(value)}`;
}
