import type { AccountObject } from '../../model/inventory';

/** An object that needs no configuration. */
export interface DerivedObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  /** Completes a sentence whose subject is the object: `was issued by ...`. */
  readonly reason: string;
}

/** Why an object is derived, or undefined. Only issued certificates have `issued_at`; uploaded ones do not. */
export function derivedReason(
  kind: string,
  { id, values }: AccountObject,
  readerKeyId: string | undefined,
): string | undefined {
  if (kind === 'tls_certificate' && values['issued_at'] !== null) return 'was issued by the service for a domain';
  if (kind === 'domain' && values['is_dev'] === true) return 'is the development domain of the account';
  if (kind === 'api_key' && id === readerKeyId) return 'is the API key of this run';
  return undefined;
}

/**
 * Id of the API key that a token belongs to: its first 27 characters after the prefix `ak_`. Undefined for a
 * token in another format.
 */
export function keyIdOfToken(token: string): string | undefined {
  const half = /^([0-9A-Za-z]{27})_./.exec(token)?.[1];
  return half === undefined ? undefined : `ak_${half}`;
}
