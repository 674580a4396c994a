/** Objects that nobody needs to declare, since they come and go with something else. */
import type { AccountObject } from '../../model/inventory';

/** One such object. */
export interface Derived {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  /** Ends a sentence that begins with the object. */
  readonly reason: string;
}

/**
 * Why an object is derived, or undefined: certificates that the service had issued (event-sources.md,
 * `tls_certificate`: `issued_at` is null for an uploaded one), and the API key that reads.
 */
export function derivedReason(
  kind: string,
  { id, values }: AccountObject,
  ownKey: string | undefined,
): string | undefined {
  if (kind === 'tls_certificate' && values['issued_at'] !== null) return 'was issued by the service for a domain';
  if (kind === 'api_key' && id === ownKey) return 'is the API key of this run';
  return undefined;
}

/**
 * Identifier of the API key behind a token, whose first half it is (gaps.md 1.1, 'Key shape'); undefined for a token of
 * another shape.
 */
export function keyIdOfToken(token: string): string | undefined {
  const half = /^([0-9A-Za-z]{27})_./.exec(token)?.[1];
  return half === undefined ? undefined : `ak_${half}`;
}
