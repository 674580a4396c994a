import { type Cidr, cidrContains, parseCidr } from '../../model/ip/cidr';
import { type ProviderFunction, textOf } from './provider-function';

const spelling = 'A bare address means that one address.';

/** `cidr_canonical(cidr)`. */
export const cidrCanonical: ProviderFunction = {
  name: 'cidr_canonical',
  schema: {
    summary: 'One spelling for all spellings of an IP range',
    description:
      'The range as the service writes it: `2001:DB8:0::/32` becomes `2001:db8::/32`, `192.0.2.1` becomes ' +
      '`192.0.2.1/32`. A range with bits set beyond its mask is an error that names the network address.',
    parameters: [{ name: 'cidr', type: 'string', description: `An IPv4 or IPv6 range in CIDR notation. ${spelling}` }],
    returns: 'string',
  },
  call(cidr) {
    const read = readCidr(textOf(cidr));
    return 'error' in read ? { ...read, argument: 0 } : { result: read.canonical };
  },
};

/** `cidr_contains(outer, inner)`. */
export const cidrContainsFunction: ProviderFunction = {
  name: 'cidr_contains',
  schema: {
    summary: 'Whether an IP range lies within another',
    description:
      'True if every address of `inner` is also one of `outer`; a range contains itself. Ranges of IPv4 and IPv6 never ' +
      'contain each other.',
    parameters: [
      { name: 'outer', type: 'string', description: `The wider range. ${spelling}` },
      { name: 'inner', type: 'string', description: `The range, or address, that may lie within it. ${spelling}` },
    ],
    returns: 'bool',
  },
  call(outer, inner) {
    const [wider, narrower] = [readCidr(textOf(outer)), readCidr(textOf(inner))];
    if ('error' in wider) return { ...wider, argument: 0 };
    if ('error' in narrower) return { ...narrower, argument: 1 };
    return { result: cidrContains(wider, narrower) };
  },
};

/** A range, or why the text is none, in the form of a function's error. */
export function readCidr(text: string): Cidr | { readonly error: string } {
  const parsed = parseCidr(text);
  return 'problem' in parsed ? { error: `'${text}' ${parsed.problem}; expected ${parsed.expected}` } : parsed;
}
