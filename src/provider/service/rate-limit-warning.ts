import type { RateLimitUsage } from '../../client/api';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { CompleteSettings } from '../../model/provider-settings';
import { formatCount } from '../../model/text';
import { createWarning, type ProviderDiagnostic } from '../protocol/diagnostic';

/** Chosen: a run that waited less needs no advice. */
const WARN_AFTER_MS = 60_000;

const RATE_SETTING = `max_requests_per_minute (${PROVIDER_ATTRIBUTES.max_requests_per_minute.env})`;

/** The returned function returns at most one warning in all. */
export function createRateLimitWarning(
  usage: () => RateLimitUsage,
  settings: Pick<CompleteSettings, 'maxRequestsPerMinute' | 'profile'>,
): () => readonly ProviderDiagnostic[] {
  let warned = false;
  return () => {
    const current = usage();
    if (warned || current.throttledMs <= WARN_AFTER_MS) return [];
    warned = true;
    return [rateLimitSlowedRun(current, settings)];
  };
}

function rateLimitSlowedRun(
  { perMinute, throttledMs, rejections429 }: RateLimitUsage,
  { maxRequestsPerMinute, profile }: Pick<CompleteSettings, 'maxRequestsPerMinute' | 'profile'>,
): ProviderDiagnostic {
  const rejections = `The service returned 429 (too many requests) ${rejections429 === 1 ? 'once' : `${rejections429} times`}`;
  const origin = maxRequestsPerMinute === undefined ? `of the profile '${profile.name}'` : `set by ${RATE_SETTING}`;
  const advice =
    perMinute === undefined
      ? `${rejections}. Set ${RATE_SETTING} to the account's limit, so that requests are spread before they are rejected.`
      : `The limit is ${formatCount(perMinute, 'request')} per minute, ${origin}. ` +
        (rejections429 > 0
          ? `${rejections} all the same: the account's limit is lower, or another client sends requests for it. `
          : '') +
        `If the account's limit is higher, raise ${RATE_SETTING}.`;
  return createWarning(
    'The rate limit makes this run take longer than a minute',
    `Requests have waited ${formatMinutes(throttledMs)} so far. ${advice}`,
  );
}

/** `1 min 54 s`. */
function formatMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
