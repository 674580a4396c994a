import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { View } from '../call';
import { timestamp } from '../clock';
import { outcomeOf } from '../settings';
import type { Stored } from '../store';
import type { Behaviour } from './behaviour';

/** Members that the service sets beside the attributes; when the job of the certificate began, and how long it runs. */
interface Job {
  readonly startedAt: number;
  readonly seconds: number;
}

/** A certificate of 90 days is renewed after 60; a job that failed is tried again every minute. */
const renewalDays = 60;
const retrySeconds = 60;

/**
 * Name servers, regional domains and the certificate of an agent ingress (management-api.md, 'AgentIngress'). Nothing
 * runs in the background: what is answered follows from the clock, the settings and when the job began.
 */
export const agentIngress: Behaviour = {
  make({ state }, { values, updatedAt }, before) {
    const [policy, old] = [values['certificate_management_policy'], before?.values['certificate_management_policy']];
    if (!isJsonObject(policy)) return {};
    const goesOn = JSON.stringify(policy) === JSON.stringify(old) && jobOf(before) !== undefined;
    return {
      job: goesOn ? { ...jobOf(before) } : { startedAt: updatedAt, seconds: state.settings.certificates.seconds },
    };
  },
  show(view, stored, answer) {
    const domain = String(stored.values['domain']);
    return {
      ...answer,
      // The public service answers this one URI relative (gaps.md section 2, `/agent_ingresses`).
      ...(view.state.profile.name === 'ngrok' && { uri: `${stored.kind.path}/${stored.id}` }),
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.`),
      region_domains: view.state.settings.regions.map((region) => `tunnel.${region}.${domain}`),
      certificate_management_status: statusOf(view, domain, jobOf(stored)),
    };
  },
};

function jobOf(stored: Stored | undefined): Job | undefined {
  return stored?.service['job'] as Job | undefined;
}

function statusOf({ state }: View, domain: string, job: Job | undefined): Json {
  if (!job) return null;
  const endsAt = job.startedAt + job.seconds * 1000;
  const now = state.clock.now();
  const running = (members: JsonObject): JsonObject => ({
    renews_at: null,
    provisioning_job: { ...members, started_at: timestamp(job.startedAt) },
  });
  if (now < endsAt) return running({ msg: 'The certificate is being requested.', retries_at: null });
  switch (outcomeOf(state.settings, domain)) {
    case 'ok':
      return { renews_at: timestamp(endsAt + renewalDays * 86_400_000), provisioning_job: null };
    case 'DNS_ERROR':
      return running({
        error_code: 'DNS_ERROR',
        msg: `The NS records of ${domain} do not point at the service; set them to ns_targets.`,
        retries_at: null,
      });
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
