/**
 * IP ranges in CIDR notation, read strictly (gaps.md section 0, 'CIDR').
 *
 * ipaddr.js does the arithmetic, but only behind the checks here: by itself it reads `010.0.0.0/8` as 8.0.0.0/8 and
 * `::192.0.2.1` as ::ffff:192.0.2.1, and accepts zones, hexadecimal parts and `/08`, and an access rule must never be
 * guessed. This is the only file that uses it.
 */
import { isIPv4, isIPv6 } from 'node:net';
import * as ipaddr from 'ipaddr.js';

/** One IP address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range whose text was valid. */
export interface Cidr {
  /** RFC 5952 (IPv6, lower case) or dotted (IPv4) network address with its mask. */
  readonly canonical: string;
  readonly network: Address;
  /** Mask length in bits: 0 to 32 or 0 to 128. */
  readonly bits: number;
}

/**
 * Either a range, or why the text is none: `problem` continues a sentence about the text, `expected` what to write.
 * `network` is the range that was probably meant, given only when bits beyond the mask are all that is wrong.
 */
export type ParsedCidr = Cidr | { readonly problem: string; readonly expected: string; readonly network?: string };

const expectedForm = 'an IPv4 or IPv6 range in CIDR notation such as 203.0.113.0/24 or 2001:db8::/32';

/**
 * Reads a range. A bare address means that one address (/32 or /128).
 * Refused: parts or masks with leading zeros, IPv6 zones, host bits that are set (the network address is named).
 */
export function parseCidr(text: string): ParsedCidr {
  const before = recent.get(text);
  if (before) return before;
  // One text is asked about several times while its object is checked, compared and sent.
  if (recent.size >= MOST_RECENT) recent.clear();
  const parsed = readCidr(text);
  recent.set(text, parsed);
  return parsed;
}

const recent = new Map<string, ParsedCidr>();

/** More than the rules of the largest policies; some megabytes at most. */
const MOST_RECENT = 10_000;

function readCidr(text: string): ParsedCidr {
  const slash = text.indexOf('/');
  const address = parseIp(slash < 0 ? text : text.slice(0, slash));
  if (!address) return { problem: 'is not an IP range', expected: expectedForm };
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const mask = slash < 0 ? String(width) : text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > width) {
    return { problem: `has the mask '/${mask}'`, expected: `a mask from /0 to /${width} without leading zeros` };
  }
  const bits = Number(mask);
  const given = address.toByteArray();
  const masked = maskedBytes(given, bits);
  const isNetwork = masked.every((byte, index) => byte === given[index]);
  const network = isNetwork ? address : ipaddr.fromByteArray(masked);
  const canonical = `${addressText(network)}/${bits}`;
  if (!isNetwork) {
    return {
      problem: `has bits set beyond its mask /${bits}`,
      expected: `the network address: ${canonical}`,
      network: canonical,
    };
  }
  return { canonical, network, bits };
}

/** Reads one address strictly, or undefined: no leading zeros, no zone, no mask. */
export function parseIp(text: string): Address | undefined {
  if (!isIPv4(text) && !(isIPv6(text) && !text.includes('%'))) return undefined;
  // The library takes an IPv4 tail right behind `::` for an IPv4-mapped address; RFC 4291 2.2-3 has it in the last 32 bits.
  return ipaddr.parse(/^::\d+\./.test(text) ? `0${text}` : text);
}

/** The canonical spelling of a range, or the text itself when it is none. */
export function canonicalCidr(text: string): string {
  const parsed = parseCidr(text);
  return 'problem' in parsed ? text : parsed.canonical;
}

/** Whether every address of `inner` is in `outer`; ranges of different families never contain each other. */
export function cidrContains(outer: Cidr, inner: Cidr): boolean {
  return (
    outer.network.kind() === inner.network.kind() &&
    outer.bits <= inner.bits &&
    addressText(networkAddress(inner.network, outer.bits)) === addressText(outer.network)
  );
}

/** The address of a range whose bits behind the mask are those of `tail`, which has 16 bytes (4 are enough for IPv4). */
export function addressIn({ network, bits }: Cidr, tail: readonly number[]): string {
  const bytes = network.toByteArray().map((byte, index) => {
    const free = 0xff >> Math.min(8, Math.max(0, bits - index * 8));
    return byte | ((tail[index] ?? 0) & free);
  });
  return textOfBytes(bytes);
}

/** The canonical text of the address that 4 or 16 bytes are. */
export function textOfBytes(bytes: readonly number[]): string {
  return addressText(ipaddr.fromByteArray([...bytes]));
}

function networkAddress(address: Address, bits: number): Address {
  return ipaddr.fromByteArray(maskedBytes(address.toByteArray(), bits));
}

function maskedBytes(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
}

/** RFC 5952 (IPv6, lower case) or dotted (IPv4). */
function addressText(address: Address): string {
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
}
