/** Networks that are not routed on the internet: a rule about them never matches. */
import { type AddressRange, toRange } from './address-set';
import { type Cidr, parseCidr } from './cidr';

export interface PrivateNetwork {
  readonly cidr: string;
  /** Completes 'which is …'. */
  readonly purpose: string;
  readonly source: string;
}

/** Documentation networks are excluded, because examples use them. */
const PRIVATE_NETWORKS: readonly PrivateNetwork[] = [
  { cidr: '10.0.0.0/8', purpose: 'for private networks', source: 'RFC 1918' },
  { cidr: '172.16.0.0/12', purpose: 'for private networks', source: 'RFC 1918' },
  { cidr: '192.168.0.0/16', purpose: 'for private networks', source: 'RFC 1918' },
  { cidr: '100.64.0.0/10', purpose: 'between providers and their customers', source: 'RFC 6598' },
  { cidr: '169.254.0.0/16', purpose: 'local to a link', source: 'RFC 3927' },
  { cidr: '127.0.0.0/8', purpose: 'local to a machine', source: 'RFC 1122' },
  { cidr: '::1/128', purpose: 'local to a machine', source: 'RFC 4291' },
  { cidr: 'fe80::/10', purpose: 'local to a link', source: 'RFC 4291' },
  { cidr: 'fc00::/7', purpose: 'for private networks', source: 'RFC 4193' },
];

const PRIVATE_RANGES = PRIVATE_NETWORKS.map((network) => ({
  network,
  range: toRange(parseCidr(network.cidr) as Cidr),
}));

/** Returns the block that contains the whole network, or undefined if part of it may be routed. */
export function findPrivateNetwork(cidr: Cidr): PrivateNetwork | undefined {
  const { family, first, last } = toRange(cidr);
  return PRIVATE_RANGES.find(({ range }) => range.family === family && range.first <= first && range.last >= last)
    ?.network;
}

export function listPrivateRanges(source: string): AddressRange[] {
  return PRIVATE_RANGES.filter(({ network }) => network.source === source).map(({ range }) => range);
}
