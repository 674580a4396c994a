import { createHash } from 'node:crypto';
import { mayHaveConditionalDefault } from '../../../model/canonical';
import type { Attribute } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { pickMembers } from '../../../model/members';
import type { Profile } from '../../../model/profiles';
import { formatTimestamp } from '../../../model/time';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json';
import type { Words } from '../../../values/words';
import { getCertificateAuthority } from '../../crypto/certificate-authority';
import { getCertificateOutcome } from '../state/options';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import { type StoredObject, tryFind } from '../state/store';
import type { Account, State } from '../state/types';
import {
  type CertificateJob,
  COPIED_STATUS,
  currentJob,
  getJobEnd,
  getStoredJob,
  renderJobStatus,
  startOrContinueJob,
} from './certificate-provisioning';
import { DEFAULT_INVALID_CODE } from './error-codes';
import type { KindHooks, ScheduledChange } from './kind-hooks';
import { readTlsCertificate } from './tls-certificate';

/**
 * A domain has an uploaded certificate, a policy, or neither. With a policy, the service issues a `tls_certificate`
 * object once a job has succeeded. It is deleted with the policy, and replaced once another policy or a renewal has
 * issued the next one. Service members that are not attributes: `job`; `issued`, the id of the certificate;
 * `provisioned`, whether the current job issued one; of domains in the copy of an account also `certificate` and its
 * status. Of certificates: `issued_for`.
 */
export const domain: KindHooks = {
  fillDefaults({ state }, values) {
    const name = String(values['domain']);
    const configured = values['certificate_id'] !== undefined || values['certificate_management_policy'] !== undefined;
    const policy = getKind('domain').attributes['certificate_management_policy'] as Attribute;
    if (!isPublicService(state) || configured || isServiceDomain(state.profile, name)) return values;
    if (!mayHaveConditionalDefault(policy, values)) return values;
    return { ...values, certificate_management_policy: policy.conditionalDefault?.value ?? null };
  },
  validate(context, values) {
    const name = String(values['domain']);
    if (isServiceDomain(context.state.profile, name)) validateServiceDomain(name, values);
    validateCertificateId(context, values['certificate_id']);
  },
  computeService({ state }, pending, before) {
    const job = startOrContinueJob(state, pending, before);
    const targets = before ? pickMembers(before.service, DNS_TARGETS) : deriveDnsTargets(state.profile, pending);
    return {
      ...targets,
      ...(isPublicService(state) && { is_dev: before?.service['is_dev'] ?? false }),
      ...(job && listJobMembers(job, before)),
    };
  },
  render({ state, origin }, stored, body) {
    const { values, service } = stored;
    const name = String(values['domain']);
    const job = getStoredJob(stored);
    const issued = service['issued'];
    const uri = `${origin}${getKind('tls_certificate').path}/${String(issued)}`;
    return {
      ...body,
      // The region is null unless it was sent, docs/internals/event-sources.md; that of the public service is an empty
      // string.
      ...(values['region'] === undefined && { region: null }),
      ...(isPublicService(state) && { region: '' }),
      // Unlike other lists, this one is null while it is not set: for Terraform, an empty list after a plan of null is
      // a defect of the provider.
      ...(isPublicService(state) && values['resolves_to'] === undefined && { resolves_to: null }),
      ...(issued !== undefined && { certificate: getCopiedCertificate(service) ?? { id: issued, uri } }),
      certificate_management_status:
        service[COPIED_STATUS] ??
        renderJobStatus(state, job, {
          domain: name,
          dnsProblem: describeDnsProblem(name, service),
          provisioned: service['provisioned'] === true && job !== undefined && currentJob(state, name, job) === job,
        }),
    };
  },
  validateDelete({ id, service }) {
    if (service['is_dev'] === true) {
      throw new Refusal(400, 458, `The domain ${id} is the development domain of the account; it cannot be deleted.`);
    }
  },
  findDependents(account, { service }) {
    const issued = findCertificate(account, service['issued']);
    return issued ? [issued] : [];
  },
  findDueChange(state, stored) {
    const started = getStoredJob(stored);
    if (!started) return 'done';
    const name = String(stored.values['domain']);
    const job = currentJob(state, name, started);
    // Waits for the renewal.
    if (job === started && stored.service['provisioned'] === true) return 'waiting';
    const due = state.clock.now() >= getJobEnd(job) && getCertificateOutcome(state.settings, name) === 'ok';
    return due ? issueCertificate(state, stored, job) : 'waiting';
  },
};

/** Whether domains are those of the public service, which differ as docs/internals/gaps.md section 2 says. */
function isPublicService({ profile }: State): boolean {
  return profile.name === 'ngrok';
}

/** Such domains need no DNS records and use the certificate of the service. */
export function isServiceDomain({ serviceDomains }: Profile, name: string): boolean {
  return serviceDomains.some((domain) => name.toLowerCase().endsWith(`.${domain}`));
}

function validateServiceDomain(name: string, values: JsonObject): void {
  const reason = `${name} is a domain of the service, which has its own certificate`;
  if (values['certificate_management_policy'] !== undefined) {
    throw new Refusal(400, 439, `certificate_management_policy must be null: ${reason}.`);
  }
  if (values['certificate_id'] !== undefined) throw new Refusal(400, 440, `certificate_id must not be set: ${reason}.`);
}

/**
 * An issued certificate is deleted with the policy of its domain, so no domain can name it. `deleteObject` relies on
 * it.
 */
function validateCertificateId({ account }: RequestContext, id: Json | undefined): void {
  const owner = findCertificate(account, id)?.service['issued_for'];
  if (owner === undefined) return;
  const subject = `certificate_id names a certificate that was issued for the domain ${String(owner)}`;
  throw new Refusal(400, DEFAULT_INVALID_CODE, `${subject}; expected an uploaded one.`);
}

function findCertificate({ store }: Account, id: Json | undefined): StoredObject | undefined {
  return typeof id === 'string' ? tryFind(store, 'tls_certificate', id) : undefined;
}

/** Returns the reference of a domain of an account copy to its issued certificate, in the notation of its service. */
function getCopiedCertificate({ certificate, issued }: JsonObject): JsonObject | undefined {
  return isJsonObject(certificate) && certificate['id'] === issued ? certificate : undefined;
}

const DNS_TARGETS: readonly string[] = ['cname_target', 'acme_challenge_cname_target'];

/** The CNAME targets are made up, from the id. */
function deriveDnsTargets(profile: Profile, { id, values }: Pick<StoredObject, 'id' | 'values'>): JsonObject {
  const name = String(values['domain']);
  if (isServiceDomain(profile, name)) return {};
  const label = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return {
    cname_target: `${label}.cname.ingress.example`,
    ...(name.startsWith('*.') && { acme_challenge_cname_target: `${label}.acme.ingress.example` }),
  };
}

/** The previous certificate remains until the new one is issued. */
function listJobMembers(job: CertificateJob, before: StoredObject | undefined): JsonObject {
  const old = before?.service ?? {};
  return {
    job: { ...job },
    ...(old['issued'] !== undefined && { issued: old['issued'] }),
    ...(getStoredJob(before) === job && pickMembers(old, ['provisioned', 'certificate', COPIED_STATUS])),
  };
}

function describeDnsProblem(name: string, service: JsonObject): Words {
  const acme = service['acme_challenge_cname_target'];
  const challenge = acme ? `, and that of _acme-challenge.${name.slice(2)} to acme_challenge_cname_target` : '';
  return `The DNS records of ${name} do not point at the service; set its CNAME record to cname_target${challenge}.`;
}

async function issueCertificate(state: State, stored: StoredObject, job: CertificateJob): Promise<ScheduledChange> {
  const issuedAt = getJobEnd(job);
  const kind = getKind('tls_certificate');
  const id = state.ids.next(kind.idPrefix, issuedAt);
  const policy = stored.values['certificate_management_policy'] as JsonObject;
  const authority = await getCertificateAuthority(state);
  const { certificatePem, privateKeyPem } = await authority.issueForDomain(
    String(stored.values['domain']),
    policy['private_key_type'] === 'ecdsa' ? 'ecdsa' : 'rsa',
    issuedAt,
  );
  const service: JsonObject = {
    ...(await readTlsCertificate(certificatePem, privateKeyPem)),
    issued_at: formatTimestamp(issuedAt),
    issued_for: stored.id,
  };
  const values = { certificate_pem: certificatePem };
  return {
    service: { ...stored.service, job: { ...job }, issued: id, provisioned: true },
    created: [{ kind, id, createdAt: issuedAt, updatedAt: issuedAt, values, service }],
    // An object may have been updated after the end of its job, while the settings made the job fail.
    at: Math.max(issuedAt, stored.updatedAt),
  };
}
