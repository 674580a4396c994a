import { CliError } from '../context';

/**
 * Returns the only policy of `found`, or throws a {@link CliError} that names `wanted`. `accepted` is what the message
 * expects if there is none: `its id or description`.
 */
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
