import { type Cidr, cidrContains, parseCidr } from '../../model/ip/cidr';
import { type ProviderFunction, requireString } from './provider-function';

const BARE_ADDRESS = 'An address without a mask is a range of one address.';

export const cidrCanonical: ProviderFunction = {
  name: 'cidr_canonical',
  schema: {
    summary: 'Canonical notation of an IP range',
    description:
      'Returns the range in the notation of the service: `2001:db8::/32` for `2001:DB8:0::/32`, `192.0.2.1/32` for ' +
      '`192.0.2.1`. A range with bits set beyond its mask is an error that names the network address.',
    parameters: [
      { name: 'cidr', type: 'string', description: `An IPv4 or IPv6 range in CIDR notation. ${BARE_ADDRESS}` },
    ],
    returns: 'string',
  },
  call(cidr) {
    const read = readCidr(requireString(cidr));
    return 'error' in read ? { ...read, argument: 0 } : { result: read.canonical };
  },
};

export const cidrContainsFunction: ProviderFunction = {
  name: 'cidr_contains',
  schema: {
    summary: 'Whether an IP range contains another',
    description:
      'True if `outer` contains every address of `inner`. A range contains itself. IPv4 and IPv6 ranges never contain ' +
      'each other.',
    parameters: [
      { name: 'outer', type: 'string', description: `The wider range. ${BARE_ADDRESS}` },
      { name: 'inner', type: 'string', description: `The range or address to look for in outer. ${BARE_ADDRESS}` },
    ],
    returns: 'bool',
  },
  call(outer, inner) {
    const [wider, narrower] = [readCidr(requireString(outer)), readCidr(requireString(inner))];
    if ('error' in wider) return { ...wider, argument: 0 };
    if ('error' in narrower) return { ...narrower, argument: 1 };
    return { result: cidrContains(wider, narrower) };
  },
};

/** The parsed range, or the error of a function call. */
export function readCidr(text: string): Cidr | { readonly error: string } {
  const parsed = parseCidr(text);
  return 'problem' in parsed ? { error: `'${text}' ${parsed.problem}; expected ${parsed.expected}` } : parsed;
}
