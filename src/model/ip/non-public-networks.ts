/** Networks that are not routed on the internet, so that a rule about them matches no traffic from it. */
import { type AddressRange, rangeOf, toRange } from './address-set';
import type { Cidr } from './cidr';

export interface NonPublicNetwork {
  readonly cidr: string;
  /** The document that reserves the network. */
  readonly source: string;
}

/** Documentation networks are excluded, because examples use them. */
const NON_PUBLIC_NETWORKS: readonly NonPublicNetwork[] = [
  { cidr: '10.0.0.0/8', source: 'RFC 1918' },
  { cidr: '172.16.0.0/12', source: 'RFC 1918' },
  { cidr: '192.168.0.0/16', source: 'RFC 1918' },
  { cidr: '100.64.0.0/10', source: 'RFC 6598' },
  { cidr: '169.254.0.0/16', source: 'RFC 3927' },
  { cidr: '127.0.0.0/8', source: 'RFC 1122' },
  { cidr: '::1/128', source: 'RFC 4291' },
  { cidr: 'fe80::/10', source: 'RFC 4291' },
  { cidr: 'fc00::/7', source: 'RFC 4193' },
];

/** Networks of which no client on the internet has an address: a selection of IANA's registries. */
const NETWORKS_WITHOUT_HOSTS = [
  '0.0.0.0/8', // This network, RFC 1122
  '192.0.0.0/24', // Protocol assignments, RFC 6890
  '198.18.0.0/15', // Benchmarks, RFC 2544
  '224.0.0.0/4', // Multicast, RFC 5771
  '240.0.0.0/4', // Reserved, RFC 1112
  '::/128', // Unspecified, RFC 4291
  '::ffff:0:0/96', // IPv4-mapped, RFC 4291
  '64:ff9b:1::/48', // Translation in a local network, RFC 8215
  'ff00::/8', // Multicast, RFC 4291
] as const;

interface NonPublicRange {
  readonly network: NonPublicNetwork;
  readonly range: AddressRange;
}

let hostless: readonly AddressRange[] | undefined;
let ranges: readonly NonPublicRange[] | undefined;

function nonPublicRanges(): readonly NonPublicRange[] {
  ranges ??= NON_PUBLIC_NETWORKS.map((network) => ({ network, range: rangeOf(network.cidr) }));
  return ranges;
}

/** The entry of {@link NON_PUBLIC_NETWORKS} that contains the network. */
export function findNonPublicNetwork(cidr: Cidr): NonPublicNetwork | undefined {
  const { family, first, last } = toRange(cidr);
  return nonPublicRanges().find(({ range }) => range.family === family && range.first <= first && range.last >= last)
    ?.network;
}

/** Whether a part of it is in one of the two lists. */
export function overlapsNonPublicNetwork(cidr: Cidr): boolean {
  const { family, first, last } = toRange(cidr);
  hostless ??= NETWORKS_WITHOUT_HOSTS.map(rangeOf);
  return [...nonPublicRanges().map(({ range }) => range), ...hostless].some(
    (range) => range.family === family && range.first <= last && range.last >= first,
  );
}

/** Those of {@link NON_PUBLIC_NETWORKS}, which may be a part of what the document reserves. */
export function listReservedRanges(source: string): AddressRange[] {
  return nonPublicRanges()
    .filter(({ network }) => network.source === source)
    .map(({ range }) => range);
}
