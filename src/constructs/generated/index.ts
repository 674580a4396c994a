// Generated from the model by scripts/generate-constructs.ts. Do not edit.
export {
  NetingressProvider,
  type NetingressProviderConfig,
} from './netingress-provider';
export {
  IpPolicy,
  type IpPolicyProps,
} from './ip-policy';
export {
  IpPolicyRule,
  type IpPolicyRuleProps,
} from './ip-policy-rule';
export {
  IpRestriction,
  type IpRestrictionProps,
} from './ip-restriction';
export {
  AgentIngress,
  AgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  AgentIngressCertificateManagementStatusOutputReference,
  AgentIngressCertificateManagementPolicyOutputReference,
  type AgentIngressProps,
  type AgentIngressCertificateManagementPolicy,
} from './agent-ingress';
export {
  KubernetesOperator,
  KubernetesOperatorBindingCertOutputReference,
  KubernetesOperatorBindingOutputReference,
  KubernetesOperatorDeploymentOutputReference,
  type KubernetesOperatorProps,
  type KubernetesOperatorBinding,
  type KubernetesOperatorDeployment,
} from './kubernetes-operator';
export {
  EventDestination,
  EventDestinationTargetLogGroupOutputReference,
  EventDestinationTargetDataStreamOutputReference,
  EventDestinationTargetAuthCredsOutputReference,
  EventDestinationTargetAuthRoleOutputReference,
  EventDestinationTargetAuthOutputReference,
  EventDestinationTargetDeliveryStreamOutputReference,
  EventDestinationTargetOutputReference,
  type EventDestinationProps,
  type EventDestinationTargetLogGroup,
  type EventDestinationTargetDataStream,
  type EventDestinationTargetAuthCreds,
  type EventDestinationTargetAuthRole,
  type EventDestinationTargetAuth,
  type EventDestinationTargetDeliveryStream,
  type EventDestinationTarget,
} from './event-destination';
export {
  EventSubscription,
  EventSubscriptionSourceOutputReference,
  type EventSubscriptionProps,
  type EventSubscriptionSource,
} from './event-subscription';
export {
  ApiKey,
  type ApiKeyProps,
} from './api-key';
export {
  TunnelCredential,
  type TunnelCredentialProps,
} from './tunnel-credential';
export {
  CertificateAuthority,
  type CertificateAuthorityProps,
} from './certificate-authority';
export {
  TlsCertificate,
  TlsCertificateSubjectAlternativeNamesOutputReference,
  type TlsCertificateProps,
} from './tls-certificate';
export {
  Domain,
  DomainCertificateManagementStatusProvisioningJobOutputReference,
  DomainCertificateManagementStatusOutputReference,
  DomainCertificateManagementPolicyOutputReference,
  type DomainProps,
  type DomainCertificateManagementPolicy,
} from './domain';
export {
  TcpAddress,
  type TcpAddressProps,
} from './tcp-address';
export {
  SshPublicKey,
  type SshPublicKeyProps,
} from './ssh-public-key';
export {
  SshCertificateAuthority,
  type SshCertificateAuthorityProps,
} from './ssh-certificate-authority';
export {
  SshHostCertificate,
  type SshHostCertificateProps,
} from './ssh-host-certificate';
export {
  SshUserCertificate,
  type SshUserCertificateProps,
} from './ssh-user-certificate';
export {
  DataNetingressKubernetesOperatorBoundEndpoints,
  DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference,
  type DataNetingressKubernetesOperatorBoundEndpointsProps,
} from './data-kubernetes-operator-bound-endpoints';
