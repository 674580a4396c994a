/** The network of a grant, and the address of this machine as the service sees it. */

import { userInfo } from 'node:os';
import { type CliContext, CliError } from '../command/context';
import { type Cidr, isSingleAddress, parseCidr, toMappedIpv4 } from '../model/ip/cidr';
import type { Words } from '../values/words';

/** The argument that means the address of this machine, as in `access revoke me`. */
export const ME = 'me';

export const ADDRESS_VARIABLE = 'NETINGRESS_ADDRESS';

/**
 * Canonical: `203.0.113.7` -> `203.0.113.7/32`. The address of `me` is not guessed from a network interface: behind NAT
 * the service sees another one.
 */
export function resolveNetwork({ env }: CliContext, network: string, address: string | undefined): string {
  if (network !== ME) {
    if (address !== undefined) throw new CliError('Cannot use --address with a network; expected the network `me`.');
    return parseNetwork(network, 'The network').canonical;
  }
  if (address !== undefined) return parseAddress(address, '--address');
  const variable = env[ADDRESS_VARIABLE] ?? '';
  if (variable !== '') return parseAddress(variable, ADDRESS_VARIABLE);
  throw new CliError(
    `The address of this machine is not known; expected --address or ${ADDRESS_VARIABLE}. Set it to the address that the service sees, which is the public address behind NAT.`,
  );
}

/** `subject` names the argument in messages. */
function parseNetwork(text: string, subject: string): Cidr {
  const cidr = parseCidr(text);
  if ('problem' in cidr) throw new CliError(`${subject} '${text}' ${cidr.problem}; expected ${cidr.expected}.`);
  return cidr;
}

/** Throws for a network with several addresses: a machine has one, so `me` must not grant access to others. */
function parseAddress(text: string, subject: string): string {
  const cidr = parseNetwork(text, subject);
  if (isSingleAddress(cidr)) return cidr.canonical;
  throw new CliError(
    `${subject} '${text}' is a network; expected one IPv4 or IPv6 address. To allow a network, use \`netingress access grant ${cidr.canonical}\`.`,
  );
}

/** The documents of the service do not say whether `::ffff:192.0.2.0/120` contains the IPv4 addresses that it names. */
export function rejectMappedNetwork(cidr: string): void {
  const parsed = parseCidr(cidr);
  if (!('problem' in parsed) && toMappedIpv4(parsed))
    throw new CliError(`The network '${cidr}' is IPv4-mapped, and may match no client; expected an IPv4 network.`);
}

export function describeWideNetwork(cidr: string): Words[] {
  if (!cidr.endsWith('/0')) return [];
  const family = cidr.includes(':') ? 'IPv6' : 'IPv4';
  return [`${cidr} is every ${family} address: the policy admits each one that no rule denies.`];
}

/** The first that is not empty counts. Those of CI systems are first: there, USER is not a person. */
const USER_VARIABLES = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'USER', 'LOGNAME', 'USERNAME'] as const;

/** Containers often have none of the variables, but a user of the operating system. */
export function resolveAuthor({ env }: CliContext, by: string | undefined): string {
  const author =
    by ?? USER_VARIABLES.map((name) => env[name]).find((value) => value !== undefined && value !== '') ?? systemUser();
  if (author === undefined)
    throw new CliError(`Missing --by; expected it, or one of ${USER_VARIABLES.join(', ')} in the environment.`);
  return author;
}

/** Undefined for a user id without a name, which some containers have. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
