/**
 * Jobs that provision the automatic certificates of agent ingresses and domains. There are no background timers: the
 * status is computed from the clock, the settings and the start of the job.
 */

import { formatTimestamp } from '../../../model/time';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json';
import type { Words } from '../../../values/words';
import { getCertificateOutcome } from '../state/options';
import type { StoredObject } from '../state/store';
import type { State } from '../state/types';

export interface CertificateJob {
  /** In milliseconds. */
  readonly startedAt: number;
  readonly seconds: number;
}

export interface JobSubject {
  readonly domain: string;
  readonly dnsProblem: Words;
  /**
   * Whether the latest job has issued its certificate, which may take a moment after its end; until then the
   * certificate of an earlier job remains, if there was one. True for agent ingresses, whose certificates are not
   * objects.
   */
  readonly provisioned: boolean;
}

/**
 * Member of {@link StoredObject.service} with the status of a domain or agent ingress in the copy of an account, as its
 * service returned it. It is valid as long as the policy is unchanged.
 */
export const COPIED_STATUS = 'copied_status';

const POLICY_ATTRIBUTE = 'certificate_management_policy';

/**
 * Choices: a certificate of 90 days is renewed after 60, and a job with an INTERNAL_ERROR shows a next retry each
 * minute, one with a DNS_ERROR none. The settings decide when either succeeds.
 */
const RENEWAL_MS = 60 * 86_400_000;
const RETRY_SECONDS = 60;

/**
 * Returns the stored job itself if there is one and the policy is unchanged, so that callers can compare by identity;
 * otherwise a new one, or undefined without a policy.
 */
export function startOrContinueJob(
  state: State,
  { values, updatedAt }: Pick<StoredObject, 'values' | 'updatedAt'>,
  before: StoredObject | undefined,
): CertificateJob | undefined {
  const policy = values[POLICY_ATTRIBUTE];
  if (!isJsonObject(policy)) return undefined;
  const isSamePolicy = JSON.stringify(policy) === JSON.stringify(before?.values[POLICY_ATTRIBUTE]);
  const job = isSamePolicy ? getStoredJob(before) : undefined;
  return job ?? { startedAt: updatedAt, seconds: state.settings.certificates.seconds };
}

export function getStoredJob(stored: StoredObject | undefined): CertificateJob | undefined {
  return stored?.service['job'] as CertificateJob | undefined;
}

export function getJobEnd({ startedAt, seconds }: CertificateJob): number {
  return startedAt + seconds * 1000;
}

/**
 * Returns the latest job: certificates are renewed periodically while the settings let jobs of the domain succeed.
 * Returns `started` itself if it was not renewed; callers compare by identity.
 */
export function currentJob({ clock, settings }: State, domain: string, started: CertificateJob): CertificateJob {
  const first = getRenewalTime(started);
  const now = clock.now();
  if (now < first || getCertificateOutcome(settings, domain) !== 'ok') return started;
  const period = getRenewalTime({ ...started, startedAt: first }) - first;
  return { ...started, startedAt: first + Math.floor((now - first) / period) * period };
}

/** Returns milliseconds, rounded down to a second because the API returns seconds. */
function getRenewalTime(job: CertificateJob): number {
  return Math.floor((getJobEnd(job) + RENEWAL_MS) / 1000) * 1000;
}

export function renderJobStatus(
  state: State,
  started: CertificateJob | undefined,
  { domain, dnsProblem, provisioned }: JobSubject,
): Json {
  if (!started) return null;
  const job = currentJob(state, domain, started);
  const endsAt = getJobEnd(job);
  const now = state.clock.now();
  const renderRunning = (members: JsonObject): JsonObject => ({
    renews_at: null,
    provisioning_job: { error_code: null, ...members, started_at: formatTimestamp(job.startedAt) },
  });
  const requested = renderRunning({ msg: 'The certificate is being requested.', retries_at: null });
  if (now < endsAt) return requested;
  switch (getCertificateOutcome(state.settings, domain)) {
    case 'ok':
      if (!provisioned) return requested;
      return { renews_at: formatTimestamp(getRenewalTime(job)), provisioning_job: null };
    case 'DNS_ERROR':
      return renderRunning({ error_code: 'DNS_ERROR', msg: dnsProblem, retries_at: null });
    case 'INTERNAL_ERROR': {
      const periods = Math.floor((now - endsAt) / (RETRY_SECONDS * 1000)) + 1;
      return renderRunning({
        error_code: 'INTERNAL_ERROR',
        msg: 'The certificate authority could not be reached; it is tried again.',
        retries_at: formatTimestamp(endsAt + periods * RETRY_SECONDS * 1000),
      });
    }
  }
}
