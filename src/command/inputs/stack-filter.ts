import { CliError } from '../context';
import { DEFAULT_SYNTH_FOLDER } from '../options';

interface Named {
  readonly name: string;
}

/** Without names every stack is accepted. Throws for a name that no stack has. */
export function createStackFilter(
  stacks: readonly Named[] | undefined,
  {
    app = DEFAULT_SYNTH_FOLDER,
    stack: names = [],
  }: { readonly app?: string | undefined; readonly stack?: readonly string[] },
): (stack: Named) => boolean {
  const unknown = names.filter((wanted) => !stacks?.some(({ name }) => name === wanted));
  if (unknown.length > 0) {
    const available = stacks
      ? `expected one of ${stacks.map(({ name }) => name).join(', ')}`
      : 'there is no synthesized configuration';
    throw new CliError(`Unknown stack ${unknown.join(', ')} in ${app}; ${available}. Correct --stack.`);
  }
  return ({ name }) => names.length === 0 || names.includes(name);
}
