/**
 * Strict parser of IP ranges in CIDR notation. It validates the input before ipaddr.js: alone, that library reads
 * `010.0.0.0/8` as 8.0.0.0/8 and `::192.0.2.1` as ::ffff:192.0.2.1, and accepts zones, hexadecimal parts and `/08`. So
 * no other file imports ipaddr.js.
 */
import { isIPv4, isIPv6 } from 'node:net';
import * as ipaddr from 'ipaddr.js';
import { describeViolation, type Violation } from '../../values/violation';
import type { Words } from '../../values/words';
import { memoize } from '../memoize';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

export interface Cidr {
  /** Network address with its mask: RFC 5952 in lower case (IPv6) or dotted (IPv4). */
  readonly canonical: string;
  readonly network: IpAddress;
  /** Mask length in bits: 0 to 32 or 0 to 128. */
  readonly prefixLength: number;
}

interface CidrProblem {
  readonly violation: Violation;
  readonly problem: Words;
  readonly expected: Words;
  /** The intended range if only bits beyond the mask are wrong. */
  readonly network?: string;
}

export type ParsedCidr = Cidr | CidrProblem;

const EXPECTED_FORM = 'an IPv4 or IPv6 range in CIDR notation such as 203.0.113.0/24 or 2001:db8::/32';

/**
 * A single address means /32 or /128. Invalid are leading zeros of the mask and of numbers of IPv4, zones of IPv6, and
 * bits beyond the mask: `010.0.0.0/8`, `fe80::%eth0/10`, `10.0.0.1/8`. Groups of IPv6 may have leading zeros:
 * `2001:0db8::/32` -> `2001:db8::/32`. Cached, because decisions about several addresses parse the networks of the same
 * rules. The size is chosen.
 */
export const parseCidr: (text: string) => ParsedCidr = memoize(10_000, readCidr);

function readCidr(text: string): ParsedCidr {
  const slash = text.indexOf('/');
  const address = parseIp(slash < 0 ? text : text.slice(0, slash));
  if (!address) return toProblem({ rule: 'network' }, EXPECTED_FORM);
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const mask = slash < 0 ? String(width) : text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > width) {
    return toProblem({ rule: 'mask', mask }, `a mask from /0 to /${width} without leading zeros`);
  }
  const prefixLength = Number(mask);
  const addressBytes = address.toByteArray();
  const masked = maskedBytes(addressBytes, prefixLength);
  const isNetwork = masked.every((byte, index) => byte === addressBytes[index]);
  const network = isNetwork ? address : ipaddr.fromByteArray(masked);
  const canonical = `${formatParsedAddress(network)}/${prefixLength}`;
  if (!isNetwork) {
    const problem = toProblem({ rule: 'bits_beyond_mask', prefixLength }, `the network address: ${canonical}`);
    return { ...problem, network: canonical };
  }
  return { canonical, network, prefixLength };
}

function toProblem(violation: Violation, expected: Words): CidrProblem {
  return { violation, problem: describeViolation(violation), expected };
}

/** Undefined also for IPv4 with leading zeros, for IPv6 with a zone, and for an address with a mask. */
export function parseIp(text: string): IpAddress | undefined {
  if (isIPv4(text)) return new ipaddr.IPv4(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  // ipaddr.js reads an IPv4 tail after `::` as IPv4-mapped; RFC 4291 2.2-3 defines it as the last 32 bits.
  return ipaddr.parse(/^::\d+\./.test(text) ? `0${text}` : text);
}

/** An invalid string is returned unchanged. */
export function canonicalCidr(text: string): string {
  const parsed = parseCidr(text);
  return 'problem' in parsed ? text : parsed.canonical;
}

/** Families never contain each other. */
export function cidrContains(outer: Cidr, inner: Cidr): boolean {
  return (
    outer.network.kind() === inner.network.kind() &&
    outer.prefixLength <= inner.prefixLength &&
    formatParsedAddress(ipaddr.fromByteArray(maskedBytes(inner.network.toByteArray(), outer.prefixLength))) ===
      formatParsedAddress(outer.network)
  );
}

export function isSingleAddress({ network, prefixLength }: Cidr): boolean {
  return prefixLength === (network.kind() === 'ipv4' ? 32 : 128);
}

/** `203.0.113.7/32` -> `203.0.113.7`; another text is returned unchanged. */
export function formatNetwork(canonical: string): string {
  const parsed = parseCidr(canonical);
  return 'problem' in parsed || !isSingleAddress(parsed) ? canonical : formatParsedAddress(parsed.network);
}

/** `::ffff:192.0.2.0/120` -> `192.0.2.0/24`; undefined for others. */
export function toMappedIpv4({ network, prefixLength }: Cidr): Cidr | undefined {
  if (network.kind() !== 'ipv6' || prefixLength < 96) return undefined;
  const address = network as ipaddr.IPv6;
  if (!address.isIPv4MappedAddress()) return undefined;
  const cidr = parseCidr(`${address.toIPv4Address().toString()}/${prefixLength - 96}`);
  return 'problem' in cidr ? undefined : cidr;
}

export function formatIpAddress(bytes: readonly number[]): string {
  return formatParsedAddress(ipaddr.fromByteArray([...bytes]));
}

function maskedBytes(bytes: readonly number[], prefixLength: number): number[] {
  return bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefixLength - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
}

function formatParsedAddress(address: IpAddress): string {
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
}
