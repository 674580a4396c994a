/** The list of all kinds; to add one, write its file in `resources/` and add its line here. */
import type { Kind } from './kind';
import { agentIngress } from './resources/agent-ingress';
import { apiKey } from './resources/api-key';
import { certificateAuthority } from './resources/certificate-authority';
import { domain } from './resources/domain';
import { eventDestination } from './resources/event-destination';
import { eventSubscription } from './resources/event-subscription';
import { ipPolicy } from './resources/ip-policy';
import { ipPolicyRule } from './resources/ip-policy-rule';
import { ipRestriction } from './resources/ip-restriction';
import { kubernetesOperator } from './resources/kubernetes-operator';
import { sshCertificateAuthority } from './resources/ssh-certificate-authority';
import { sshHostCertificate } from './resources/ssh-host-certificate';
import { sshPublicKey } from './resources/ssh-public-key';
import { sshUserCertificate } from './resources/ssh-user-certificate';
import { tcpAddress } from './resources/tcp-address';
import { tlsCertificate } from './resources/tls-certificate';
import { tunnelCredential } from './resources/tunnel-credential';

/** Every kind of the service. A kind stands after those it refers to, so the order also creates and (reversed) deletes. */
export const KINDS: readonly Kind[] = [
  ipPolicy,
  ipPolicyRule,
  ipRestriction,
  agentIngress,
  kubernetesOperator,
  eventDestination,
  eventSubscription,
  apiKey,
  tunnelCredential,
  certificateAuthority,
  tlsCertificate,
  domain,
  tcpAddress,
  sshPublicKey,
  sshCertificateAuthority,
  sshHostCertificate,
  sshUserCertificate,
];

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

/** The kind of that name, or undefined. */
export function tryFindKind(name: string): Kind | undefined {
  return byName.get(name);
}

/** The kind of that name; throws if there is none, which is a bug of the caller. */
export function getKind(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`No kind is named '${name}'; there are ${[...byName.keys()].join(', ')}`);
  return kind;
}
