/** Conditions on the address of the client, as sets of addresses. */
import { rangesToCidrs } from '../../../model/ip/address-set';
import { type Cidr, parseCidr, parseIp } from '../../../model/ip/cidr';
import { listReservedRanges } from '../../../model/ip/non-public-networks';
import { type Diagram, NEVER } from '../../diagram';
import type { Space } from '../../space';
import { isString, type Tree } from './tree';

const PRIVATE = rangesToCidrs(listReservedRanges('RFC 1918')).map((text) => parseCidr(text) as Cidr);

/** Tests of the address of the client whose networks are literals; undefined for everything else. */
export function buildAddressTest(space: Space, tree: Tree): Diagram | undefined {
  switch (tree.op) {
    case 'rcall':
      return buildPrivateTest(space, tree.args[0], tree.args[1], tree.args[2]);
    case 'call':
      return buildRangeTest(space, tree.args[0], tree.args[1]);
    case '==': {
      const [left, right] = tree.args;
      if (isAddress(left)) return readAll(space, [right], readAddress);
      return isAddress(right) ? readAll(space, [left], readAddress) : undefined;
    }
    case 'in': {
      const [address, list] = tree.args;
      return isAddress(address) && list.op === 'list' ? readAll(space, list.args, readAddress) : undefined;
    }
    default:
      return undefined;
  }
}

function buildPrivateTest(space: Space, name: string, receiver: Tree, args: readonly Tree[]): Diagram | undefined {
  const isTest = name === 'isPrivateIp' && isAddress(receiver) && args.length === 0;
  return isTest ? space.networks(PRIVATE) : undefined;
}

function buildRangeTest(space: Space, name: string, args: readonly Tree[]): Diagram | undefined {
  const [address, network, ...more] = args;
  if (!address || !network || !isAddress(address) || more.length > 0) return undefined;
  if (name === 'inCidrRange') return readAll(space, [network], readRange);
  return name === 'inCidrRanges' && network.op === 'list' ? readAll(space, network.args, readRange) : undefined;
}

function isAddress(tree: Tree): boolean {
  return tree.op === 'id' && tree.args === 'conn.client_ip';
}

/** Undefined if one text is not a literal, or the documents do not say what it matches. */
function readAll(
  space: Space,
  trees: readonly Tree[],
  read: (text: string) => Cidr | 'none' | undefined,
): Diagram | undefined {
  const networks: Cidr[] = [];
  for (const tree of trees) {
    const network = isString(tree) ? read(tree.args) : undefined;
    if (network === undefined) return undefined;
    if (network !== 'none') networks.push(network);
  }
  return networks.length === 0 ? NEVER : space.networks(networks);
}

/** A text that is not a network contains no address. */
function readRange(text: string): Cidr | 'none' | undefined {
  const cidr = parseCidr(text);
  if ('problem' in cidr) return cidr.network === undefined && parseIp(text) === undefined ? 'none' : undefined;
  return text.includes('/') ? cidr : undefined;
}

/** Addresses are compared as texts, and the service writes them in their shortest form. */
function readAddress(text: string): Cidr | 'none' | undefined {
  const cidr = parseIp(text) && parseCidr(text);
  if (!cidr || 'problem' in cidr) return 'none';
  return cidr.canonical.replace(/\/\d+$/, '') === text ? cidr : undefined;
}
