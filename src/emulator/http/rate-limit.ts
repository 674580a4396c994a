import type { Account, State } from '../service/state/types';
import { RefusalWithHeaders } from './problem';

/**
 * Times of the requests in the window, oldest first. Reset and restore replace the accounts, so no window outlives
 * them.
 */
const recentRequests = new WeakMap<Account, number[]>();

/** Rejected requests do not count: a choice, because the documents of the service do not say. */
export function enforceRateLimit({ options, clock }: State, account: Account): void {
  const limit = options.rateLimit;
  if (!limit) return;
  const now = clock.now();
  const window = limit.seconds * 1000;
  // After the clock was set back, times may be later than now.
  const recent = (recentRequests.get(account) ?? []).filter((time) => time > now - window && time <= now);
  recentRequests.set(account, recent);
  const [oldest = now] = recent;
  if (recent.length >= limit.requests) {
    const wait = Math.ceil((oldest + window - now) / 1000);
    throw new RefusalWithHeaders(
      429,
      226,
      `The account is limited to ${limit.requests} requests in ${limit.seconds} seconds; wait and try again.`,
      limit.retryAfter ? { 'retry-after': String(wait) } : {},
    );
  }
  recent.push(now);
}
