/**
 * To add a kind, write its file in `resources/` and add its line here. The sources of the model are
 * docs/internals/management-api.md, docs/internals/event-sources.md and docs/internals/gaps.md section 2.
 */
import { isObjectId, type Kind } from './kind';
import { isKindIn, kindIn, type Profile } from './profiles';
import { agentIngress } from './resources/agent-ingress';
import { apiKey } from './resources/api-key';
import { certificateAuthority } from './resources/certificate-authority';
import { cloudEndpoint } from './resources/cloud-endpoint';
import { domain } from './resources/domain';
import { eventDestination } from './resources/event-destination';
import { eventSubscription } from './resources/event-subscription';
import { ipPolicy } from './resources/ip-policy';
import { ipPolicyRule } from './resources/ip-policy-rule';
import { ipRestriction } from './resources/ip-restriction';
import { kubernetesOperator } from './resources/kubernetes-operator';
import { secret } from './resources/secret';
import { serviceUser } from './resources/service-user';
import { applicationSession, applicationUser, endpoint, tunnelSession } from './resources/sessions';
import { sshCertificateAuthority } from './resources/ssh-certificate-authority';
import { sshHostCertificate } from './resources/ssh-host-certificate';
import { sshPublicKey } from './resources/ssh-public-key';
import { sshUserCertificate } from './resources/ssh-user-certificate';
import { tcpAddress } from './resources/tcp-address';
import { tlsCertificate } from './resources/tls-certificate';
import { tunnelCredential } from './resources/tunnel-credential';
import { vault } from './resources/vault';

/** A kind is listed after the kinds that it refers to: the order of creation, and reversed of deletion. */
export const KINDS: readonly Kind[] = [
  ipPolicy,
  ipPolicyRule,
  ipRestriction,
  agentIngress,
  kubernetesOperator,
  eventDestination,
  eventSubscription,
  serviceUser,
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
  vault,
  secret,
  cloudEndpoint,
];

export const READ_ONLY_KINDS: readonly Kind[] = [endpoint, tunnelSession, applicationSession, applicationUser];

/** With the overrides of the profile; none of {@link READ_ONLY_KINDS}. */
export function kindsIn(profile: Profile): readonly Kind[] {
  return KINDS.filter((kind) => isKindIn(kind, profile)).map((kind) => kindIn(kind, profile));
}

/** By the form of the id, none of {@link READ_ONLY_KINDS}: `ep_` is `cloud_endpoint`, although other endpoints have it. */
export function findKindOfId(id: string): Kind | undefined {
  return KINDS.find((kind) => isObjectId(kind, id));
}

const byName = new Map([...KINDS, ...READ_ONLY_KINDS].map((kind) => [kind.name, kind]));

export function tryFindKind(name: string): Kind | undefined {
  return byName.get(name);
}

export function getKind(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`Unknown kind '${name}'; expected one of ${[...byName.keys()].join(', ')}`);
  return kind;
}
