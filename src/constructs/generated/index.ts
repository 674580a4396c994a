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
  EventDestinationTargetAzureLogsIngestionOutputReference,
  EventDestinationTargetDatadogOutputReference,
  EventDestinationTargetLogGroupOutputReference,
  EventDestinationTargetDataStreamOutputReference,
  EventDestinationTargetAuthCredsOutputReference,
  EventDestinationTargetAuthRoleOutputReference,
  EventDestinationTargetAuthOutputReference,
  EventDestinationTargetDeliveryStreamOutputReference,
  EventDestinationTargetOutputReference,
  type EventDestinationProps,
  type EventDestinationTargetAzureLogsIngestion,
  type EventDestinationTargetDatadog,
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
  ServiceUser,
  type ServiceUserProps,
} from './service-user';
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
  Vault,
  type VaultProps,
} from './vault';
export {
  Secret,
  type SecretProps,
} from './secret';
export {
  CloudEndpoint,
  type CloudEndpointProps,
} from './cloud-endpoint';
export {
  IpPolicyRules,
  IpPolicyRulesRuleOutputReference,
  type IpPolicyRulesProps,
  type IpPolicyRulesRule,
} from './ip-policy-rules';
export {
  AgentIngressCertificate,
  AgentIngressCertificateTimeoutsOutputReference,
  type AgentIngressCertificateProps,
  type AgentIngressCertificateTimeouts,
} from './agent-ingress-certificate';
export {
  DomainCertificate,
  DomainCertificateTimeoutsOutputReference,
  type DomainCertificateProps,
  type DomainCertificateTimeouts,
} from './domain-certificate';
export {
  Rotation,
  type RotationProps,
} from './rotation';
export {
  DataNetingressKubernetesOperatorBoundEndpoints,
  DataNetingressKubernetesOperatorBoundEndpointsEndpointOutputReference,
  type DataNetingressKubernetesOperatorBoundEndpointsProps,
} from './data-kubernetes-operator-bound-endpoints';
export {
  DataNetingressEventTypes,
  DataNetingressEventTypesEventTypeFieldOutputReference,
  DataNetingressEventTypesEventTypeOutputReference,
  type DataNetingressEventTypesProps,
} from './data-event-types';
export {
  DataNetingressIpPolicy,
  type DataNetingressIpPolicyProps,
} from './data-ip-policy';
export {
  DataNetingressIpPolicies,
  DataNetingressIpPoliciesIpPolicyOutputReference,
  type DataNetingressIpPoliciesProps,
} from './data-ip-policies';
export {
  DataNetingressIpPolicyRule,
  type DataNetingressIpPolicyRuleProps,
} from './data-ip-policy-rule';
export {
  DataNetingressIpPolicyRules,
  DataNetingressIpPolicyRulesIpPolicyRuleOutputReference,
  type DataNetingressIpPolicyRulesProps,
} from './data-ip-policy-rules';
export {
  DataNetingressIpRestriction,
  type DataNetingressIpRestrictionProps,
} from './data-ip-restriction';
export {
  DataNetingressIpRestrictions,
  DataNetingressIpRestrictionsIpRestrictionOutputReference,
  type DataNetingressIpRestrictionsProps,
} from './data-ip-restrictions';
export {
  DataNetingressAgentIngress,
  DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  DataNetingressAgentIngressCertificateManagementStatusOutputReference,
  DataNetingressAgentIngressCertificateManagementPolicyOutputReference,
  type DataNetingressAgentIngressProps,
} from './data-agent-ingress';
export {
  DataNetingressAgentIngresses,
  DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference,
  DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference,
  DataNetingressAgentIngressesAgentIngressOutputReference,
  type DataNetingressAgentIngressesProps,
} from './data-agent-ingresses';
export {
  DataNetingressKubernetesOperator,
  DataNetingressKubernetesOperatorBindingCertOutputReference,
  DataNetingressKubernetesOperatorBindingOutputReference,
  DataNetingressKubernetesOperatorDeploymentOutputReference,
  type DataNetingressKubernetesOperatorProps,
  type DataNetingressKubernetesOperatorDeployment,
} from './data-kubernetes-operator';
export {
  DataNetingressKubernetesOperators,
  DataNetingressKubernetesOperatorsKubernetesOperatorBindingCertOutputReference,
  DataNetingressKubernetesOperatorsKubernetesOperatorBindingOutputReference,
  DataNetingressKubernetesOperatorsKubernetesOperatorDeploymentOutputReference,
  DataNetingressKubernetesOperatorsKubernetesOperatorOutputReference,
  type DataNetingressKubernetesOperatorsProps,
} from './data-kubernetes-operators';
export {
  DataNetingressEventDestination,
  DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference,
  DataNetingressEventDestinationTargetDatadogOutputReference,
  DataNetingressEventDestinationTargetLogGroupOutputReference,
  DataNetingressEventDestinationTargetDataStreamOutputReference,
  DataNetingressEventDestinationTargetAuthCredsOutputReference,
  DataNetingressEventDestinationTargetAuthRoleOutputReference,
  DataNetingressEventDestinationTargetAuthOutputReference,
  DataNetingressEventDestinationTargetDeliveryStreamOutputReference,
  DataNetingressEventDestinationTargetOutputReference,
  type DataNetingressEventDestinationProps,
} from './data-event-destination';
export {
  DataNetingressEventDestinations,
  DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference,
  DataNetingressEventDestinationsEventDestinationTargetOutputReference,
  DataNetingressEventDestinationsEventDestinationOutputReference,
  type DataNetingressEventDestinationsProps,
} from './data-event-destinations';
export {
  DataNetingressEventSubscription,
  DataNetingressEventSubscriptionSourceOutputReference,
  type DataNetingressEventSubscriptionProps,
} from './data-event-subscription';
export {
  DataNetingressEventSubscriptions,
  DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference,
  DataNetingressEventSubscriptionsEventSubscriptionOutputReference,
  type DataNetingressEventSubscriptionsProps,
} from './data-event-subscriptions';
export {
  DataNetingressServiceUser,
  type DataNetingressServiceUserProps,
} from './data-service-user';
export {
  DataNetingressServiceUsers,
  DataNetingressServiceUsersServiceUserOutputReference,
  type DataNetingressServiceUsersProps,
} from './data-service-users';
export {
  DataNetingressApiKey,
  type DataNetingressApiKeyProps,
} from './data-api-key';
export {
  DataNetingressApiKeys,
  DataNetingressApiKeysApiKeyOutputReference,
  type DataNetingressApiKeysProps,
} from './data-api-keys';
export {
  DataNetingressTunnelCredential,
  type DataNetingressTunnelCredentialProps,
} from './data-tunnel-credential';
export {
  DataNetingressTunnelCredentials,
  DataNetingressTunnelCredentialsTunnelCredentialOutputReference,
  type DataNetingressTunnelCredentialsProps,
} from './data-tunnel-credentials';
export {
  DataNetingressCertificateAuthority,
  type DataNetingressCertificateAuthorityProps,
} from './data-certificate-authority';
export {
  DataNetingressCertificateAuthorities,
  DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference,
  type DataNetingressCertificateAuthoritiesProps,
} from './data-certificate-authorities';
export {
  DataNetingressTlsCertificate,
  DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference,
  type DataNetingressTlsCertificateProps,
} from './data-tls-certificate';
export {
  DataNetingressTlsCertificates,
  DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference,
  DataNetingressTlsCertificatesTlsCertificateOutputReference,
  type DataNetingressTlsCertificatesProps,
} from './data-tls-certificates';
export {
  DataNetingressDomain,
  DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference,
  DataNetingressDomainCertificateManagementStatusOutputReference,
  DataNetingressDomainCertificateManagementPolicyOutputReference,
  type DataNetingressDomainProps,
} from './data-domain';
export {
  DataNetingressDomains,
  DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference,
  DataNetingressDomainsDomainCertificateManagementStatusOutputReference,
  DataNetingressDomainsDomainCertificateManagementPolicyOutputReference,
  DataNetingressDomainsDomainOutputReference,
  type DataNetingressDomainsProps,
} from './data-domains';
export {
  DataNetingressTcpAddress,
  type DataNetingressTcpAddressProps,
} from './data-tcp-address';
export {
  DataNetingressTcpAddresses,
  DataNetingressTcpAddressesTcpAddressOutputReference,
  type DataNetingressTcpAddressesProps,
} from './data-tcp-addresses';
export {
  DataNetingressSshPublicKey,
  type DataNetingressSshPublicKeyProps,
} from './data-ssh-public-key';
export {
  DataNetingressSshPublicKeys,
  DataNetingressSshPublicKeysSshPublicKeyOutputReference,
  type DataNetingressSshPublicKeysProps,
} from './data-ssh-public-keys';
export {
  DataNetingressSshCertificateAuthority,
  type DataNetingressSshCertificateAuthorityProps,
} from './data-ssh-certificate-authority';
export {
  DataNetingressSshCertificateAuthorities,
  DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference,
  type DataNetingressSshCertificateAuthoritiesProps,
} from './data-ssh-certificate-authorities';
export {
  DataNetingressSshHostCertificate,
  type DataNetingressSshHostCertificateProps,
} from './data-ssh-host-certificate';
export {
  DataNetingressSshHostCertificates,
  DataNetingressSshHostCertificatesSshHostCertificateOutputReference,
  type DataNetingressSshHostCertificatesProps,
} from './data-ssh-host-certificates';
export {
  DataNetingressSshUserCertificate,
  type DataNetingressSshUserCertificateProps,
} from './data-ssh-user-certificate';
export {
  DataNetingressSshUserCertificates,
  DataNetingressSshUserCertificatesSshUserCertificateOutputReference,
  type DataNetingressSshUserCertificatesProps,
} from './data-ssh-user-certificates';
export {
  DataNetingressVault,
  type DataNetingressVaultProps,
} from './data-vault';
export {
  DataNetingressVaults,
  DataNetingressVaultsVaultOutputReference,
  type DataNetingressVaultsProps,
} from './data-vaults';
export {
  DataNetingressSecret,
  type DataNetingressSecretProps,
} from './data-secret';
export {
  DataNetingressSecrets,
  DataNetingressSecretsSecretOutputReference,
  type DataNetingressSecretsProps,
} from './data-secrets';
export {
  DataNetingressCloudEndpoint,
  type DataNetingressCloudEndpointProps,
} from './data-cloud-endpoint';
export {
  DataNetingressCloudEndpoints,
  DataNetingressCloudEndpointsCloudEndpointOutputReference,
  type DataNetingressCloudEndpointsProps,
} from './data-cloud-endpoints';
export {
  DataNetingressEndpoint,
  type DataNetingressEndpointProps,
} from './data-endpoint';
export {
  DataNetingressEndpoints,
  DataNetingressEndpointsEndpointOutputReference,
  type DataNetingressEndpointsProps,
} from './data-endpoints';
export {
  DataNetingressTunnelSession,
  type DataNetingressTunnelSessionProps,
} from './data-tunnel-session';
export {
  DataNetingressTunnelSessions,
  DataNetingressTunnelSessionsTunnelSessionOutputReference,
  type DataNetingressTunnelSessionsProps,
} from './data-tunnel-sessions';
export {
  DataNetingressApplicationSession,
  DataNetingressApplicationSessionBrowserSessionLocationOutputReference,
  DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference,
  DataNetingressApplicationSessionBrowserSessionOutputReference,
  type DataNetingressApplicationSessionProps,
} from './data-application-session';
export {
  DataNetingressApplicationSessions,
  DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference,
  DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference,
  DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference,
  DataNetingressApplicationSessionsApplicationSessionOutputReference,
  type DataNetingressApplicationSessionsProps,
} from './data-application-sessions';
export {
  DataNetingressApplicationUser,
  DataNetingressApplicationUserIdentityProviderOutputReference,
  type DataNetingressApplicationUserProps,
} from './data-application-user';
export {
  DataNetingressApplicationUsers,
  DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference,
  DataNetingressApplicationUsersApplicationUserOutputReference,
  type DataNetingressApplicationUsersProps,
} from './data-application-users';
export {
  EphemeralApiKey,
  type EphemeralApiKeyProps,
} from './ephemeral-api-key';
export {
  EphemeralTunnelCredential,
  type EphemeralTunnelCredentialProps,
} from './ephemeral-tunnel-credential';
export {
  VerifyAccess,
  type VerifyAccessProps,
} from './verify-access';
export {
  act,
  type BasicAuthActionProps,
  type CircuitBreakerActionProps,
  type CompressResponseActionProps,
  type CustomResponseActionProps,
  type DenyActionProps,
  type ForwardInternalActionProps,
  type HttpRequestActionQueryParams,
  type HttpRequestActionProps,
  type JwtValidationActionIssuerAllowList,
  type JwtValidationActionIssuer,
  type JwtValidationActionAudienceAllowList,
  type JwtValidationActionAudience,
  type JwtValidationActionHttpTokens,
  type JwtValidationActionHttp,
  type JwtValidationActionJwsKeysSources,
  type JwtValidationActionJwsKeysIdentification,
  type JwtValidationActionJwsKeys,
  type JwtValidationActionJws,
  type JwtValidationActionProps,
  type OauthActionProps,
  type OpenidConnectActionProps,
  type OwaspCrsRequestActionProps,
  type OwaspCrsResponseActionProps,
  type RateLimitActionProps,
  type RedirectActionProps,
  type RequestBodyFindReplaceActionReplacements,
  type RequestBodyFindReplaceActionProps,
  type ResponseBodyFindReplaceActionReplacements,
  type ResponseBodyFindReplaceActionProps,
  type RestrictIpsActionProps,
  type SseFindReplaceActionReplacements,
  type SseFindReplaceActionProps,
  type TerminateTlsActionProps,
  type UrlRewriteActionProps,
  type VerifyWebhookActionProps,
} from './policy-actions';
