import { CliError } from '../context';

/** Throws an error that names `wanted` if there are several policies, or none, and then also says what is `accepted`. */
export function expectOnePolicy<Policy extends { readonly id: string }>(
  wanted: string,
  found: readonly Policy[],
  accepted: string,
): Policy {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  throw new CliError(
    first === undefined
      ? `No IP policy '${wanted}' found; expected ${accepted}.`
      : `${found.length} IP policies are named '${wanted}'. Give one of these instead:\n${found.map(({ id }) => `  ${id}`).join('\n')}`,
  );
}
