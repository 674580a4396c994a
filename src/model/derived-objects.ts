import type { Words } from '../values/words';
import type { AttributeValues } from './from-response';
import { describeGrant, findRuleGrant, grantStatus } from './grants/grant';
import type { AccountObject } from './inventory';
import { ipPolicyRule } from './resources/ip-policy-rule';

export interface DerivedObject {
  readonly kind: string;
  readonly id: string;
  /** Null if the object has no description or other name. */
  readonly name: string | null;
  /** Completes a sentence whose subject is the object: `was issued by ...`. */
  readonly reason: Words;
}

/** Undefined for a rule that is not a grant, for an overdue one, and without a time. */
function liveGrantReason({ values }: AccountObject, now: number | undefined): Words | undefined {
  const grant = findRuleGrant(values);
  if (!grant || now === undefined || grantStatus(grant, now) !== 'live') return undefined;
  return `was ${describeGrant(grant, 'live')}`;
}

/** False if `now` is not known. */
export function isLiveGrant(rule: AccountObject, now: number | undefined): boolean {
  return liveGrantReason(rule, now) !== undefined;
}

/** Null for a rule that is not a grant, and if the time is not known. */
export function describeRuleGrant(values: AttributeValues, now: number | undefined): Words | null {
  const grant = findRuleGrant(values);
  return grant && now !== undefined ? describeGrant(grant, grantStatus(grant, now)) : null;
}

export interface KnownReader {
  /** The id of the API key that reads the account; undefined if it is not known. */
  readonly readerKeyId?: string | undefined;
  /** Time of the service in milliseconds since 1970. */
  readonly now?: number | undefined;
}

/**
 * Undefined for an object that needs configuration, and if the {@link KnownReader} does not tell. `issued_at` of an
 * uploaded certificate is null.
 */
export function derivedReason(
  kind: string,
  object: AccountObject,
  { readerKeyId, now }: KnownReader,
): Words | undefined {
  const { id, values } = object;
  if (kind === ipPolicyRule.name) return liveGrantReason(object, now);
  if (kind === 'tls_certificate' && values['issued_at'] !== null) return 'was issued by the service for a domain';
  if (kind === 'domain' && values['is_dev'] === true) return 'is the development domain of the account';
  if (kind === 'api_key' && id === readerKeyId) return 'is the API key of this run';
  return undefined;
}

/** `<27 characters>_<secret>` -> `ak_<27 characters>`, see docs/internals/gaps.md, "Key shape". */
export function keyIdOfToken(token: string): string | undefined {
  const suffix = /^([0-9A-Za-z]{27})_./.exec(token)?.[1];
  return suffix === undefined ? undefined : `ak_${suffix}`;
}
