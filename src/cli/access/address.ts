/** The network of a grant, and the address of this machine as the service sees it. */
import { userInfo } from 'node:os';
import { parseCidr } from '../../model/ip/cidr';
import { type CliContext, CliError } from '../context';

/** Means the address of this machine. */
export const ME = 'me';

export const ADDRESS_VARIABLE = 'NETINGRESS_ADDRESS';

/**
 * Returns the network in canonical notation. `me` is the address of `--address`, else of the environment variable. It is
 * never guessed from a network interface: behind NAT the service sees another address.
 */
export function resolveNetwork({ env }: CliContext, network: string, address: string | undefined): string {
  if (network !== ME) {
    if (address !== undefined) throw new CliError('Cannot use --address with a network; expected the network `me`.');
    return parseNetwork(network, 'The network');
  }
  if (address !== undefined) return parseNetwork(address, '--address');
  const variable = env[ADDRESS_VARIABLE] ?? '';
  if (variable !== '') return parseNetwork(variable, ADDRESS_VARIABLE);
  throw new CliError(
    `The address of this machine is not known; expected --address or ${ADDRESS_VARIABLE}. Set it to the address that the service sees, which is the public address behind NAT.`,
  );
}

/** Returns the canonical notation; `subject` names the argument in messages. */
export function parseNetwork(text: string, subject: string): string {
  const cidr = parseCidr(text);
  if ('problem' in cidr) throw new CliError(`${subject} '${text}' ${cidr.problem}; expected ${cidr.expected}.`);
  return cidr.canonical;
}

/** Variables with the user's name: those of CI systems first, whose login user says nothing. */
const USER_VARIABLES = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'USER', 'LOGNAME', 'USERNAME'] as const;

/** Who grants the access, by default the user of the environment. Containers and cron jobs often have no such variable. */
export function resolveAuthor({ env }: CliContext, by: string | undefined): string {
  const author =
    by ?? USER_VARIABLES.map((name) => env[name]).find((value) => value !== undefined && value !== '') ?? systemUser();
  if (author === undefined)
    throw new CliError(`Missing --by; expected it, or one of ${USER_VARIABLES.join(', ')} in the environment.`);
  return author;
}

/** Returns undefined for a user id without a name, which some containers have. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
