import { rangesToCidrs } from '../../../model/ip/address-set';
import { type Cidr, parseCidr, parseIp } from '../../../model/ip/cidr';
import { listReservedRanges } from '../../../model/ip/non-public-networks';
import { type Diagram, NEVER } from '../../diagram';
import { readAddress, type Space } from '../../space';
import { readConstant } from './evaluate';
import type { Tree } from './tree';

const PRIVATE = rangesToCidrs(listReservedRanges('RFC 1918')).map((text) => parseCidr(text) as Cidr);

/** Undefined for other conditions, and if the documents do not say which addresses a network or text means. */
export function buildAddressTest(space: Space, tree: Tree): Diagram | undefined {
  switch (tree.op) {
    case 'rcall':
      return buildMethodTest(space, tree.args[0], tree.args[1], tree.args[2]);
    case 'call':
      return buildRangeTest(space, tree.args[0], tree.args[1]);
    case '==': {
      const [left, right] = tree.args;
      if (isAddress(left)) return readAll(space, [readConstant(right)], readLiteral);
      return isAddress(right) ? readAll(space, [readConstant(left)], readLiteral) : undefined;
    }
    case 'in': {
      const [address, list] = tree.args;
      return isAddress(address) ? readList(space, list, readLiteral) : undefined;
    }
    default:
      return undefined;
  }
}

function buildMethodTest(space: Space, name: string, receiver: Tree, args: readonly Tree[]): Diagram | undefined {
  if (!isAddress(receiver)) return undefined;
  const [argument] = args;
  if (name === 'isPrivateIp' && !argument) return space.networks(PRIVATE);
  const start = name === 'startsWith' && argument && args.length === 1 ? readConstant(argument) : undefined;
  return typeof start === 'string' ? buildPrefixTest(space, start) : undefined;
}

/** `10.`, `203.0.113.`: complete octets, which only IPv4 addresses have. */
function buildPrefixTest(space: Space, start: string): Diagram | undefined {
  if (!/^(?:\d{1,3}\.){1,3}$/.test(start)) return undefined;
  const octets = start.split('.').slice(0, -1);
  if (octets.some((text) => Number(text) > 255 || String(Number(text)) !== text)) return NEVER;
  const first = [...octets, '0', '0', '0'].slice(0, 4).join('.');
  return space.networks([parseCidr(`${first}/${8 * octets.length}`) as Cidr]);
}

function buildRangeTest(space: Space, name: string, args: readonly Tree[]): Diagram | undefined {
  const [address, network, ...more] = args;
  if (!address || !network || !isAddress(address) || more.length > 0) return undefined;
  if (name === 'inCidrRange') return readAll(space, [readConstant(network)], readRange);
  return name === 'inCidrRanges' ? readList(space, network, readRange) : undefined;
}

function isAddress(tree: Tree): boolean {
  if (tree.op === 'call')
    return tree.args[0] === 'string' && tree.args[1].length === 1 && tree.args[1].every(isAddress);
  return tree.op === 'id' && tree.args === 'conn.client_ip';
}

type ReadNetwork = (text: string) => Cidr | 'none' | undefined;

function readList(space: Space, tree: Tree, read: ReadNetwork): Diagram | undefined {
  const list = readConstant(tree);
  return Array.isArray(list) ? readAll(space, list, read) : undefined;
}

/** Undefined if one text is not a constant, or the documents do not say what it matches. */
function readAll(space: Space, texts: readonly unknown[], read: ReadNetwork): Diagram | undefined {
  const networks: Cidr[] = [];
  for (const text of texts) {
    const network = typeof text === 'string' ? read(text) : undefined;
    if (network === undefined) return undefined;
    if (network !== 'none') networks.push(network);
  }
  return networks.length === 0 ? NEVER : space.networks(networks);
}

/** `none` contains no address. Undefined for bits beyond the mask, and without `/`: it is not documented. */
function readRange(text: string): Cidr | 'none' | undefined {
  const cidr = parseCidr(text);
  if ('problem' in cidr) return cidr.network === undefined && parseIp(text) === undefined ? 'none' : undefined;
  return text.includes('/') ? cidr : undefined;
}

/** Addresses are compared as texts, in our reading in their shortest form. Undefined for another: `2001:DB8::1`. */
function readLiteral(text: string): Cidr | 'none' | undefined {
  const cidr = readAddress(text);
  if (!cidr) return 'none';
  return cidr.canonical.replace(/\/\d+$/, '') === text ? cidr : undefined;
}
