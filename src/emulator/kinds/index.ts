/** Hooks by kind, for behavior that the model cannot express as data. */
import type { Kind } from '../../model/kind';
import { encodeSecret } from '../crypto/ids';
import { readCertificate } from '../crypto/x509';
import { agentIngress } from './agent-ingress';
import { domain } from './domain';
import { endpointHooks } from './endpoint';
import { eventSubscription } from './event-subscription';
import type { KindHooks } from './kind-hooks';
import { kubernetesOperator } from './kubernetes-operator';
import { sshCertificateAuthority, sshHostCertificate, sshUserCertificate } from './ssh';
import { tcpAddress } from './tcp-address';
import { tlsCertificate } from './tls-certificate';

/** A token is `<27 characters>_<secret>`; the first part is the identifier without prefix. Only the create returns it. */
const token: KindHooks = {
  computeService({ state }, { id }, before) {
    if (before) return before.service;
    const secret = encodeSecret(state.random.bytes(`token ${id}`, 20));
    return { token: `${id.slice(id.indexOf('_') + 1)}_${secret}` };
  },
};

const certificateAuthority: KindHooks = {
  async computeService(_context, { values }, before) {
    return before?.service ?? (await readCertificate(String(values['ca_pem']), 1920)).shared;
  },
};

const HOOKS: Readonly<Record<string, KindHooks>> = {
  agent_ingress: agentIngress,
  api_key: token,
  certificate_authority: certificateAuthority,
  domain,
  endpoint: endpointHooks,
  // `format` ignores case and is returned as sent.
  event_destination: { keepsRepresentation: ['format'] },
  event_subscription: eventSubscription,
  kubernetes_operator: kubernetesOperator,
  ssh_certificate_authority: sshCertificateAuthority,
  ssh_host_certificate: sshHostCertificate,
  ssh_user_certificate: sshUserCertificate,
  tcp_address: tcpAddress,
  tls_certificate: tlsCertificate,
  tunnel_credential: token,
};

const NO_HOOKS: KindHooks = {};

export function getKindHooks(kind: Kind): KindHooks {
  return HOOKS[kind.name] ?? NO_HOOKS;
}
