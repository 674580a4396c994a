import { ApiProblem } from '../service/state/refusal';
import type { Account, State } from '../service/state/types';

/** Counts a request against the sliding window of the account, or rejects it with 429. Rejected requests do not count. */
export function enforceRateLimit({ options, clock }: State, account: Account): void {
  const limit = options.rateLimit;
  if (!limit) return;
  const now = clock.now();
  const window = limit.seconds * 1000;
  // Requests from before the clock was set back may have later times than now.
  account.recentRequests = account.recentRequests.filter((time) => time > now - window && time <= now);
  const [oldest = now] = account.recentRequests;
  if (account.recentRequests.length >= limit.requests) {
    const wait = Math.ceil((oldest + window - now) / 1000);
    throw new ApiProblem(
      429,
      226,
      `The account is limited to ${limit.requests} requests in ${limit.seconds} seconds; wait and try again.`,
      limit.retryAfter ? { 'retry-after': String(wait) } : {},
    );
  }
  account.recentRequests.push(now);
}
