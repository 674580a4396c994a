/** Behaviour of single kinds. Here belongs only what the model cannot say as data. */
import type { Kind } from '../../model/kind';
import { agentIngress } from './agent-ingress';
import { certificateAuthority } from './certificate-authority';
import { domain } from './domain';
import { endpoint } from './endpoint';
import { eventDestination } from './event-destination';
import { eventSubscription } from './event-subscription';
import type { Behaviour } from './kind-hooks';
import { kubernetesOperator } from './kubernetes-operator';
import { sshHostCertificate, sshUserCertificate } from './ssh-certificate';
import { sshCertificateAuthority } from './ssh-certificate-authority';
import { tcpAddress } from './tcp-address';
import { tlsCertificate } from './tls-certificate';
import { withToken } from './token';

const behaviours: Readonly<Record<string, Behaviour>> = {
  agent_ingress: agentIngress,
  api_key: withToken,
  certificate_authority: certificateAuthority,
  domain,
  endpoint,
  event_destination: eventDestination,
  event_subscription: eventSubscription,
  kubernetes_operator: kubernetesOperator,
  ssh_certificate_authority: sshCertificateAuthority,
  ssh_host_certificate: sshHostCertificate,
  ssh_user_certificate: sshUserCertificate,
  tcp_address: tcpAddress,
  tls_certificate: tlsCertificate,
  tunnel_credential: withToken,
};

const none: Behaviour = {};

/** What a kind does beyond the model; nothing for most. */
export function behaviourOf(kind: Kind): Behaviour {
  return behaviours[kind.name] ?? none;
}
