/** Where a domain resolves to: `resolves_to`. */
import { isIP } from 'node:net';

/** docs/internals/gaps.md has no source for the last two: the service may not accept them. */
export const POINTS_OF_PRESENCE: readonly string[] = [
  ...['us', 'us-cal-1', 'eu', 'au', 'ap', 'jp', 'sa', 'in', 'global'],
  ...['european-union', 'united-states'],
];

/** Any IP address, also with a port: `198.51.100.7:8443`, `[2001:db8::1]:8443`. */
export function isDedicatedAddress(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[(.*)\]|([^:]*)):\d+$/.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? text) !== 0;
}
