import { describeType } from '../../../model/problem';
import { parseTimestamp } from '../../../model/time';
import { isResolvedString } from '../../tokens';
import type { AllowListWarning } from './evaluate-rules';

/** A choice, which the doc comment of `NamedNetworks.expires` states. */
const WARN_BEFORE_END_MS = 14 * 24 * 3_600_000;

type Expiry =
  | { readonly problem: string; readonly isLeftOut: true }
  | { readonly text: string; readonly warning: AllowListWarning; readonly isLeftOut: boolean };

/** `now` is in milliseconds since 1970. Undefined if the end is further ahead than {@link WARN_BEFORE_END_MS}. */
export function checkExpiry(expires: unknown, name: string, now: number): Expiry | undefined {
  const end = typeof expires === 'string' && isResolvedString(expires) ? parseTimestamp(expires) : undefined;
  if (end === undefined) {
    const found = typeof expires === 'string' ? `'${expires}'` : describeType(expires);
    const expected = 'a time that is known at synthesis, such as 2027-03-01T00:00:00Z';
    return { problem: `expires is ${found}; expected ${expected}`, isLeftOut: true };
  }
  const subject = `The networks ${name === '' ? 'without a name' : `'${name}'`}`;
  if (end <= now) {
    const text = `${subject} expired at ${expires}, so they are left out, and a deployment deletes their rules. Remove them from the code.`;
    return { text, warning: 'expired', isLeftOut: true };
  }
  if (end - now > WARN_BEFORE_END_MS) return undefined;
  const text = `${subject} expire at ${expires}. The first deployment after it deletes their rules.`;
  return { text, warning: 'expires_soon', isLeftOut: false };
}
