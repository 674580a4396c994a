/** Conditions on the address of the client, as sets of addresses. */
import { rangesToCidrs } from '../../../model/ip/address-set';
import { type Cidr, parseCidr, parseIp, toMappedIpv4 } from '../../../model/ip/cidr';
import { listReservedRanges } from '../../../model/ip/non-public-networks';
import { type Diagram, type Diagrams, NEVER } from '../../diagram';
import { isString, type Tree } from './tree';

const PRIVATE = rangesToCidrs(listReservedRanges('RFC 1918')).map((text) => parseCidr(text) as Cidr);

/** Tests of the address of the client whose networks are literals; undefined for everything else. */
export function buildAddressTest(diagrams: Diagrams, tree: Tree): Diagram | undefined {
  switch (tree.op) {
    case 'rcall':
      return buildPrivateTest(diagrams, tree.args[0], tree.args[1], tree.args[2]);
    case 'call':
      return buildRangeTest(diagrams, tree.args[0], tree.args[1]);
    case '==': {
      const [left, right] = tree.args;
      if (isAddress(left)) return readAll(diagrams, [right], readAddress);
      return isAddress(right) ? readAll(diagrams, [left], readAddress) : undefined;
    }
    case 'in': {
      const [address, list] = tree.args;
      return isAddress(address) && list.op === 'list' ? readAll(diagrams, list.args, readAddress) : undefined;
    }
    default:
      return undefined;
  }
}

function buildPrivateTest(
  diagrams: Diagrams,
  name: string,
  receiver: Tree,
  args: readonly Tree[],
): Diagram | undefined {
  const isTest = name === 'isPrivateIp' && isAddress(receiver) && args.length === 0;
  return isTest ? diagrams.networks(PRIVATE) : undefined;
}

function buildRangeTest(diagrams: Diagrams, name: string, args: readonly Tree[]): Diagram | undefined {
  const [address, network, ...more] = args;
  if (!address || !network || !isAddress(address) || more.length > 0) return undefined;
  if (name === 'inCidrRange') return readAll(diagrams, [network], readRange);
  return name === 'inCidrRanges' && network.op === 'list' ? readAll(diagrams, network.args, readRange) : undefined;
}

function isAddress(tree: Tree): boolean {
  return tree.op === 'id' && tree.args === 'conn.client_ip';
}

/** Undefined if one text is not a literal, or the documents do not say what it matches. */
function readAll(
  diagrams: Diagrams,
  trees: readonly Tree[],
  read: (text: string) => Cidr | 'none' | undefined,
): Diagram | undefined {
  const networks: Cidr[] = [];
  for (const tree of trees) {
    const network = isString(tree) ? read(tree.args) : undefined;
    if (network === undefined) return undefined;
    if (network !== 'none') networks.push(network);
  }
  return networks.length === 0 ? NEVER : diagrams.networks(networks);
}

/** A text that is not a network contains no address. */
function readRange(text: string): Cidr | 'none' | undefined {
  const cidr = parseCidr(text);
  if ('problem' in cidr) return cidr.network === undefined && parseIp(text) === undefined ? 'none' : undefined;
  return text.includes('/') && !toMappedIpv4(cidr) ? cidr : undefined;
}

/** Addresses are compared as texts, and the service writes them in their shortest form. */
function readAddress(text: string): Cidr | 'none' | undefined {
  const cidr = parseIp(text) && parseCidr(text);
  if (!cidr || 'problem' in cidr) return 'none';
  return cidr.canonical.replace(/\/\d+$/, '') === text ? cidr : undefined;
}
