/**
 * The job that provisions an automatic certificate, the same for agent ingresses and domains (management-api.md,
 * 'AgentIngressCertJob'). Nothing runs in the background: its state follows from the clock, the settings and its start.
 */
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Stored } from '../objects/store';
import { outcomeOf } from '../state/settings';
import type { State } from '../state/state';
import { timestamp } from './clock';

/** When a job began, in milliseconds, and how many seconds it runs. */
export interface Job {
  readonly startedAt: number;
  readonly seconds: number;
}

/** What a status is about. */
export interface JobSubject {
  readonly domain: string;
  /** What to correct when the job fails with DNS_ERROR, as a sentence. */
  readonly dnsProblem: string;
  /** Whether the certificate exists; it may take a moment after the job's time has passed. */
  readonly provisioned: boolean;
}

const policyName = 'certificate_management_policy';

/** A certificate of 90 days is renewed after 60; a job that failed is tried again every minute. */
const renewal = 60 * 86_400_000;
const retrySeconds = 60;

/** The job of an object about to be stored: the one before goes on under the same policy; none without a policy. */
export function jobFor(
  state: State,
  { values, updatedAt }: Pick<Stored, 'values' | 'updatedAt'>,
  before: Stored | undefined,
): Job | undefined {
  const policy = values[policyName];
  if (!isJsonObject(policy)) return undefined;
  const same = JSON.stringify(policy) === JSON.stringify(before?.values[policyName]);
  return (same ? jobOf(before) : undefined) ?? { startedAt: updatedAt, seconds: state.settings.certificates.seconds };
}

/** The job of a stored object, which keeps it as the member `job`. */
export function jobOf(stored: Stored | undefined): Job | undefined {
  return stored?.service['job'] as Job | undefined;
}

/** When a job's time is over, in milliseconds. */
export function endOf({ startedAt, seconds }: Job): number {
  return startedAt + seconds * 1000;
}

/**
 * The job of now: the one that was begun, or, since a certificate is renewed again and again, the last of those that the
 * clock has begun since. While the settings say that jobs of the domain fail there is no certificate to renew.
 */
export function currentJob({ clock, settings }: State, domain: string, begun: Job): Job {
  const first = renewalAfter(begun);
  const now = clock.now();
  if (now < first || outcomeOf(settings, domain) !== 'ok') return begun;
  const period = renewalAfter({ ...begun, startedAt: first }) - first;
  return { ...begun, startedAt: first + Math.floor((now - first) / period) * period };
}

/** When the renewal of what a job has made begins, in milliseconds: a whole second, since it is announced as one. */
function renewalAfter(job: Job): number {
  return Math.floor((endOf(job) + renewal) / 1000) * 1000;
}

/** `certificate_management_status`: null without a job. */
export function jobStatus(state: State, begun: Job | undefined, { domain, dnsProblem, provisioned }: JobSubject): Json {
  if (!begun) return null;
  const job = currentJob(state, domain, begun);
  const endsAt = endOf(job);
  const now = state.clock.now();
  const running = (members: JsonObject): JsonObject => ({
    renews_at: null,
    provisioning_job: { error_code: null, ...members, started_at: timestamp(job.startedAt) },
  });
  const requested = running({ msg: 'The certificate is being requested.', retries_at: null });
  if (now < endsAt) return requested;
  switch (outcomeOf(state.settings, domain)) {
    case 'ok':
      if (!provisioned) return requested;
      return { renews_at: timestamp(renewalAfter(job)), provisioning_job: null };
    case 'DNS_ERROR':
      return running({ error_code: 'DNS_ERROR', msg: dnsProblem, retries_at: null });
    case 'INTERNAL_ERROR': {
      const periods = Math.floor((now - endsAt) / (retrySeconds * 1000)) + 1;
      return running({
        error_code: 'INTERNAL_ERROR',
        msg: 'The certificate authority could not be reached; it is tried again.',
        retries_at: timestamp(endsAt + periods * retrySeconds * 1000),
      });
    }
  }
}
