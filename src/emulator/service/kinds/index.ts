import type { Kind } from '../../../model/kind';
import { pickMembers } from '../../../model/members';
import { encodeBase62 } from '../../crypto/ids';
import { Refusal } from '../state/refusal';
import { readCertificateOrRefuse } from './certificate';
import { COPIED_STATUS, getStoredJob, renderJobStatus, startOrContinueJob } from './certificate-provisioning';
import { cloudEndpoint } from './cloud-endpoint';
import { withOwner } from './credential-owner';
import { domain, isServiceDomain } from './domain';
import { endpointHooks } from './endpoint';
import { eventSubscription } from './event-subscription';
import type { KindHooks } from './kind-hooks';
import { kubernetesOperator } from './kubernetes-operator';
import { sshCertificateAuthority, sshHostCertificate, sshUserCertificate } from './ssh';
import { tcpAddress } from './tcp-address';
import { tlsCertificate } from './tls-certificate';
import { secretHooks, vaultHooks } from './vault';

/**
 * A token is `<27 characters>_<secret>`; the first part is the id without prefix. The length of the secret is chosen.
 */
const token: KindHooks = {
  computeService({ state }, { id }, before) {
    if (before) return before.service;
    const secret = encodeBase62(state.random.bytes(`token ${id}`, 20));
    return { token: `${id.slice(id.indexOf('_') + 1)}_${secret}` };
  },
};

/** The code of a PEM that has the format `ca_certificate` and cannot be read as a certificate. */
const ERROR_INVALID_CA_PEM = 1920;

const certificateAuthority: KindHooks = {
  async computeService(_context, { values }, before) {
    return (
      before?.service ?? (await readCertificateOrRefuse(String(values['ca_pem']), ERROR_INVALID_CA_PEM)).commonFields
    );
  },
};

const agentIngress: KindHooks = {
  validate({ state }, values) {
    const name = String(values['domain']);
    if (!isServiceDomain(state.profile, name)) return;
    throw new Refusal(400, 6705, `domain is ${name}, which belongs to the service; expected a domain of your own.`);
  },
  computeService({ state }, pending, before) {
    const job = startOrContinueJob(state, pending, before);
    const copied = before?.service ?? {};
    const isSameJob = job !== undefined && job === getStoredJob(before);
    return {
      ...pickMembers(copied, ['ns_targets', 'region_domains']),
      ...(job && { job: { ...job } }),
      ...(isSameJob && pickMembers(copied, [COPIED_STATUS])),
    };
  },
  render(context, stored, body) {
    const domain = String(stored.values['domain']);
    return {
      ...body,
      // The public service returns this URI relative, unlike others, docs/internals/gaps.md section 2.
      ...(context.state.profile.name === 'ngrok' && { uri: `${stored.kind.path}/${stored.id}` }),
      // Their number is chosen.
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.`),
      region_domains: context.state.settings.regions.map((region) => `tunnel.${region}.${domain}`),
      ...pickMembers(stored.service, ['ns_targets', 'region_domains']),
      certificate_management_status:
        stored.service[COPIED_STATUS] ??
        renderJobStatus(context.state, getStoredJob(stored), {
          domain,
          dnsProblem: `The NS records of ${domain} do not point at the service; set them to ns_targets.`,
          provisioned: true,
        }),
    };
  },
};

const HOOKS: Readonly<Record<string, KindHooks>> = {
  agent_ingress: agentIngress,
  api_key: withOwner(token),
  certificate_authority: certificateAuthority,
  cloud_endpoint: cloudEndpoint,
  domain,
  endpoint: endpointHooks,
  // `format` ignores case and is returned as sent.
  event_destination: { keepsRepresentation: ['format'] },
  event_subscription: eventSubscription,
  kubernetes_operator: kubernetesOperator,
  secret: secretHooks,
  ssh_certificate_authority: sshCertificateAuthority,
  ssh_host_certificate: sshHostCertificate,
  ssh_public_key: withOwner({}),
  ssh_user_certificate: sshUserCertificate,
  tcp_address: tcpAddress,
  tls_certificate: tlsCertificate,
  tunnel_credential: withOwner(token),
  vault: vaultHooks,
};

export function getKindHooks(kind: Kind): KindHooks {
  return HOOKS[kind.name] ?? {};
}
