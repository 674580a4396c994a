import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { getKind } from '../../model/kinds';
import { authorityOf } from '../crypto/certificate-authority';
import { ApiProblem } from '../http/api-problem';
import type { RequestContext } from '../objects/request-context';
import { newestFirst, type Stored, tryFind } from '../objects/store';
import { outcomeOf } from '../state/settings';
import type { Account, State } from '../state/state';
import { currentJob, endOf, type Job, jobFor, jobOf, jobStatus } from '../time/certificate-provisioning';
import { timestamp } from '../time/clock';
import { endpointKind } from './endpoint-kind';
import type { Behaviour, Settlement } from './kind-hooks';
import { tlsCertificateFacts } from './tls-certificate';

/**
 * The domain that the service itself provides: what is below it needs no DNS records, and is served with the service's
 * own certificate.
 */
const serviceDomain = 'ingress-domain.example';

/**
 * DNS targets and certificates of a domain (event-sources.md `domain_*.v0`). It has an uploaded certificate or a policy.
 * With a policy the service issues a certificate when the job is over: a real one, of the emulator's own authority, as
 * an object of the kind `tls_certificate` that lives as long as the policy, and is replaced when the policy changes and
 * when it is renewed.
 *
 * Members that are no attributes: `job`; `issued`, the identifier of the issued certificate; `provisioned`, whether the
 * job has made one.
 */
export const domain: Behaviour = {
  complete({ state }, values) {
    const name = String(values['domain']);
    const given = values['certificate_id'] !== undefined || values['certificate_management_policy'] !== undefined;
    if (!isPublic(state) || given || !name.startsWith('*.') || isServed(name)) return values;
    return { ...values, certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' } };
  },
  check(call, values) {
    const name = String(values['domain']);
    if (isServed(name)) checkServed(name, values);
    checkCertificate(call, values['certificate_id']);
  },
  make({ state }, draft, before) {
    const job = jobFor(state, draft, before);
    return { ...targetsOf(draft), ...(job && provisioning(job, before)) };
  },
  show({ state, origin }, stored, answer) {
    const { values, service } = stored;
    const name = String(values['domain']);
    const job = jobOf(stored);
    const issued = service['issued'];
    const uri = `${origin}${getKind('tls_certificate').path}/${String(issued)}`;
    return {
      ...answer,
      // event-sources.md has what was sent, and null by default.
      ...(values['region'] === undefined && { region: null }),
      ...(isPublic(state) && { region: '' }),
      ...(issued !== undefined && { certificate: { id: issued, uri } }),
      certificate_management_status: jobStatus(state, job, {
        domain: name,
        dnsProblem: dnsProblem(name, service),
        provisioned: service['provisioned'] === true && job !== undefined && currentJob(state, name, job) === job,
      }),
    };
  },
  checkRemoval({ store }, { id }) {
    for (const { id: user, values } of newestFirst(store, endpointKind.name)) {
      if (isJsonObject(values['domain']) && values['domain']['id'] === id) {
        throw new ApiProblem(409, 446, `The domain ${id} cannot be deleted while the endpoint ${user} uses it.`);
      }
    }
  },
  owned(account, { service }) {
    const issued = issuedCertificate(account, service['issued']);
    return issued ? [issued] : [];
  },
  settle(state, stored) {
    const begun = jobOf(stored);
    if (!begun) return 'done';
    const name = String(stored.values['domain']);
    const job = currentJob(state, name, begun);
    // Until it is to be renewed.
    if (job === begun && stored.service['provisioned'] === true) return 'waiting';
    const due = state.clock.now() >= endOf(job) && outcomeOf(state.settings, name) === 'ok';
    return due ? issue(state, stored, job) : 'waiting';
  },
};

/**
 * The public service answers an empty region whatever was sent, and gives a wildcard domain that comes without a policy
 * or certificate a policy (gaps.md section 2, `/reserved_domains`); the documents know neither.
 */
function isPublic({ profile }: State): boolean {
  return profile.name === 'ngrok';
}

function isServed(name: string): boolean {
  return name.toLowerCase().endsWith(`.${serviceDomain}`);
}

/** A domain below the service's own takes neither a policy (439) nor an uploaded certificate (440). */
function checkServed(name: string, values: JsonObject): void {
  const why = `${name} is below ${serviceDomain}, which the service serves with its own certificate`;
  if (values['certificate_management_policy'] !== undefined) {
    throw new ApiProblem(400, 439, `certificate_management_policy must be null: ${why}.`);
  }
  if (values['certificate_id'] !== undefined) throw new ApiProblem(400, 440, `certificate_id must not be set: ${why}.`);
}

/** A certificate that was issued for a domain goes with that domain's policy, so no other can rely on it. */
function checkCertificate({ account }: RequestContext, id: Json | undefined): void {
  const owner = issuedCertificate(account, id)?.service['issued_for'];
  if (owner === undefined) return;
  throw new ApiProblem(
    400,
    215,
    `certificate_id names a certificate that was issued for the domain ${String(owner)}; expected an uploaded one.`,
  );
}

function issuedCertificate({ store }: Account, id: Json | undefined): Stored | undefined {
  return typeof id === 'string' ? tryFind(store, 'tls_certificate', id) : undefined;
}

/** Targets of the CNAME records, null where none is needed; they follow from the identifier, so they never change. */
function targetsOf({ id, values }: Pick<Stored, 'id' | 'values'>): JsonObject {
  const name = String(values['domain']);
  if (isServed(name)) return {};
  const label = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return {
    cname_target: `${label}.cname.ingress.example`,
    ...(name.startsWith('*.') && { acme_challenge_cname_target: `${label}.acme.ingress.example` }),
  };
}

/** What is kept about a job; the certificate of the one before serves on until there is another. */
function provisioning(job: Job, before: Stored | undefined): JsonObject {
  const old = before?.service ?? {};
  return {
    job: { ...job },
    ...(old['issued'] !== undefined && { issued: old['issued'] }),
    ...(jobOf(before) === job && old['provisioned'] === true && { provisioned: true }),
  };
}

function dnsProblem(name: string, service: JsonObject): string {
  const acme = service['acme_challenge_cname_target'];
  const challenge = acme ? `, and that of _acme-challenge.${name.slice(2)} to acme_challenge_cname_target` : '';
  return `The DNS records of ${name} do not point at the service; set its CNAME record to cname_target${challenge}.`;
}

async function issue(state: State, stored: Stored, job: Job): Promise<Settlement> {
  const issuedAt = endOf(job);
  const kind = getKind('tls_certificate');
  const id = state.ids.next(kind.idPrefix, issuedAt);
  const policy = stored.values['certificate_management_policy'] as JsonObject;
  const authority = await authorityOf(state);
  const { certificatePem, privateKeyPem } = await authority.issueForDomain(
    String(stored.values['domain']),
    policy['private_key_type'] === 'ecdsa' ? 'ecdsa' : 'rsa',
    issuedAt,
  );
  const service: JsonObject = {
    ...(await tlsCertificateFacts(certificatePem, privateKeyPem)),
    issued_at: timestamp(issuedAt),
    issued_for: stored.id,
  };
  const values = { certificate_pem: certificatePem };
  return {
    service: { ...stored.service, job: { ...job }, issued: id, provisioned: true },
    made: [{ kind, id, createdAt: issuedAt, updatedAt: issuedAt, values, service }],
    // Later than the end of the job if a setting made the job succeed afterwards.
    at: Math.max(issuedAt, stored.updatedAt),
  };
}
