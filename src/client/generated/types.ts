// Written by scripts/generate-client-types.ts from the model; changes belong there.
import type { EventType } from '../../model/events/event-types';
import type { Collection, ReadOnlyCollection } from '../call-options';

/** A reference to another object in a response. */
export type Ref = {
  /** Identifier of the object. */
  readonly id: string;
  /** URL of the object; may be empty. */
  readonly uri: string;
};

/**
 * A named group of IP policy rules, attached to endpoints and IP restrictions. An address is admitted if at least one
 * allow rule and no deny rule matches it. A policy without rules admits no address.
 */
export type IpPolicy = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the policy. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
};

/** What an IP policy is created from. */
export type IpPolicyCreate = {
  /** Purpose of the policy. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
};

/** What an IP policy is changed by; members left out stay as they are. */
export type IpPolicyUpdate = {
  /** Purpose of the policy. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins. */
export type IpPolicyRule = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Owner or purpose of the addresses. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128.
   * Bits beyond the mask must be zero. Notations of the same range are equal.
   */
  readonly cidr: string;
  /** Identifier of the IP policy that contains the rule. */
  readonly ip_policy: Ref;
  /** Effect on matching traffic: `allow` or `deny`. */
  readonly action: 'allow' | 'deny';
};

/** What an IP policy rule is created from. */
export type IpPolicyRuleCreate = {
  /** Owner or purpose of the addresses. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128.
   * Bits beyond the mask must be zero. Notations of the same range are equal.
   */
  readonly cidr: string;
  /** Identifier of the IP policy that contains the rule. */
  readonly ip_policy_id: string;
  /** Effect on matching traffic: `allow` or `deny`. */
  readonly action: 'allow' | 'deny';
};

/** What an IP policy rule is changed by; members left out stay as they are. */
export type IpPolicyRuleUpdate = {
  /** Owner or purpose of the addresses. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128.
   * Bits beyond the mask must be zero. Notations of the same range are equal.
   */
  readonly cidr?: string;
};

/**
 * Restricts the addresses that can reach one part of the account. Each type exists at most once. An enforced
 * restriction whose policies contain no allow rule blocks all traffic.
 */
export type IpRestriction = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Reason of the restriction. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  readonly enforced: boolean;
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints';
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  readonly ip_policies: readonly Ref[];
};

/** What an IP restriction is created from. */
export type IpRestrictionCreate = {
  /** Reason of the restriction. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  readonly enforced?: boolean;
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints';
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  readonly ip_policy_ids: readonly string[];
};

/** What an IP restriction is changed by; members left out stay as they are. */
export type IpRestrictionUpdate = {
  /** Reason of the restriction. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  readonly enforced?: boolean;
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. Replaces all that were there. */
  readonly ip_policy_ids?: readonly string[];
};

/**
 * A base domain of your own. The service generates regional domains below it, which agents connect to. Delegate the
 * domain by setting its NS records to `ns_targets`.
 */
export type AgentIngress = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the ingress. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** A domain that you own: the base of the regional domains. Case is ignored. */
  readonly domain: string;
  /** Name servers to set as the NS records of `domain`, which delegates it to the service. */
  readonly ns_targets: readonly string[];
  /** Regional domains below `domain` that agents connect to. The list grows as the service adds regions. */
  readonly region_domains: readonly string[];
  /** The service requests and renews the TLS certificate. */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicy | null;
  /** State of automatic certificate management; null while it is disabled. */
  readonly certificate_management_status?: AgentIngressCertificateManagementStatus | null;
};

/** The service requests and renews the TLS certificate. */
export type AgentIngressCertificateManagementPolicy = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  readonly private_key_type: 'rsa' | 'ecdsa';
};

/** State of automatic certificate management; null while it is disabled. */
export type AgentIngressCertificateManagementStatus = {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  readonly renews_at?: string | null;
  /** The job that provisions or renews the certificate; null while no job is running. */
  readonly provisioning_job?: AgentIngressCertificateManagementStatusProvisioningJob | null;
};

/** The job that provisions or renews the certificate; null while no job is running. */
export type AgentIngressCertificateManagementStatusProvisioningJob = {
  /**
   * Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS
   * records.
   */
  readonly error_code?: string | null;
  /** Progress or failure message. */
  readonly msg?: string | null;
  /** Start time of the job, RFC 3339. */
  readonly started_at?: string | null;
  /** Time of the next attempt, RFC 3339. */
  readonly retries_at?: string | null;
};

/** What an agent ingress is created from. */
export type AgentIngressCreate = {
  /** Purpose of the ingress. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** A domain that you own: the base of the regional domains. Case is ignored. */
  readonly domain: string;
  /** The service requests and renews the TLS certificate. Remove it to disable automatic management. */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicyCreate;
};

/** The service requests and renews the TLS certificate. */
export type AgentIngressCertificateManagementPolicyCreate = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** What an agent ingress is changed by; members left out stay as they are. */
export type AgentIngressUpdate = {
  /** Purpose of the ingress. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management. `null` removes it.
   */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicyUpdate | null;
};

/** The service requests and renews the TLS certificate. */
export type AgentIngressCertificateManagementPolicyUpdate = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority?: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/**
 * A registered deployment of the service’s operator in a Kubernetes cluster. With the feature `bindings`, endpoints
 * are projected into the cluster, and the service signs a client certificate if `binding.csr` is set.
 */
export type KubernetesOperator = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Time of the last update, RFC 3339 in UTC. */
  readonly updated_at: string;
  /** Purpose of the operator. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** User or bot that created the operator. */
  readonly principal?: Ref | null;
  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[] | null;
  /** Service region of the operator’s ingress. Default: `global`. */
  readonly region: string;
  /** Deployment of the operator in the cluster. */
  readonly deployment?: KubernetesOperatorDeployment | null;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
  readonly binding?: KubernetesOperatorBinding | null;
};

/** Deployment of the operator in the cluster. */
export type KubernetesOperatorDeployment = {
  /** Name of the Kubernetes deployment. */
  readonly name?: string | null;
  /** Kubernetes namespace of the deployment. */
  readonly namespace?: string | null;
  /** Version of the operator software. */
  readonly version?: string | null;
  /** Name of the cluster, chosen by you. */
  readonly cluster_name?: string | null;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
export type KubernetesOperatorBinding = {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
  readonly endpoint_selectors?: readonly string[] | null;
  /** Public ingress endpoint of the operator, `host:port`. */
  readonly ingress_endpoint?: string | null;
  /** Client certificate that the service signed from `csr`. */
  readonly cert?: KubernetesOperatorBindingCert | null;
};

/** Client certificate that the service signed from `csr`. */
export type KubernetesOperatorBindingCert = {
  /** The certificate as PEM. */
  readonly cert?: string | null;
  /** Start of the validity, RFC 3339. */
  readonly not_before?: string | null;
  /** End of the validity, RFC 3339. */
  readonly not_after?: string | null;
};

/** What a Kubernetes operator is created from. */
export type KubernetesOperatorCreate = {
  /** Purpose of the operator. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];
  /** Service region of the operator’s ingress. Default: `global`. */
  readonly region?: string;
  /** Deployment of the operator in the cluster. */
  readonly deployment?: KubernetesOperatorDeploymentCreate;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
  readonly binding?: KubernetesOperatorBindingCreate;
};

/** Deployment of the operator in the cluster. */
export type KubernetesOperatorDeploymentCreate = {
  /** Name of the Kubernetes deployment. */
  readonly name?: string;
  /** Kubernetes namespace of the deployment. */
  readonly namespace?: string;
  /** Version of the operator software. */
  readonly version?: string;
  /** Name of the cluster, chosen by you. */
  readonly cluster_name?: string;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
export type KubernetesOperatorBindingCreate = {
  /** CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. */
  readonly endpoint_selectors?: readonly string[];
  /**
   * PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a
   * request the service issues no certificate. No response contains the request. Changing it issues a new certificate.
   */
  readonly csr?: string;
  /**
   * Public ingress endpoint of the operator, `host:port`. If unset, the service chooses it; removing it keeps the
   * value.
   */
  readonly ingress_endpoint?: string;
};

/** What a Kubernetes operator is changed by; members left out stay as they are. */
export type KubernetesOperatorUpdate = {
  /** Purpose of the operator. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /** Enabled features: any of `bindings`, `ingress` and `gateway`. Case is ignored. Replaces all that were there. */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];
  /** Service region of the operator’s ingress. Default: `global`. */
  readonly region?: string;
  /** Deployment of the operator in the cluster. */
  readonly deployment?: KubernetesOperatorDeploymentUpdate;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
  readonly binding?: KubernetesOperatorBindingUpdate;
};

/** Deployment of the operator in the cluster. */
export type KubernetesOperatorDeploymentUpdate = {
  /** Name of the Kubernetes deployment. `""` clears it. */
  readonly name?: string;
  /** Version of the operator software. `""` clears it. */
  readonly version?: string;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` contains `bindings`. */
export type KubernetesOperatorBindingUpdate = {
  /**
   * CEL expressions over `endpoint`. An endpoint is bound to the operator if at least one of them is true. Replaces
   * all that were there.
   */
  readonly endpoint_selectors?: readonly string[];
  /**
   * PEM certificate signing request for the operator’s client certificate. The private key remains with you. Without a
   * request the service issues no certificate. No response contains the request. Changing it issues a new certificate.
   */
  readonly csr?: string;
  /**
   * Public ingress endpoint of the operator, `host:port`. If unset, the service chooses it; removing it keeps the
   * value.
   */
  readonly ingress_endpoint?: string;
};

/** A receiver of events: a delivery stream, a data stream or a log group of a cloud provider, or a log service. */
export type EventDestination = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Receiver of the events. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  readonly format: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
   * `datadog` and `azure_logs_ingestion`.
   */
  readonly target: EventDestinationTarget;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
 * `datadog` and `azure_logs_ingestion`.
 */
export type EventDestinationTarget = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStream | null;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStream | null;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroup | null;
  /** Delivers to Datadog. */
  readonly datadog?: EventDestinationTargetDatadog | null;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  readonly azure_logs_ingestion?: EventDestinationTargetAzureLogsIngestion | null;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStream = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth;
  /** Resource name of the delivery stream, as the cloud provider shows it. */
  readonly delivery_stream_rn: string;
};

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetAuth = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetAuthRole | null;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetAuthCreds | null;
};

/** A role that the service assumes. */
export type EventDestinationTargetAuthRole = {
  /** Resource name of the role, as the cloud provider shows it: in AWS the ARN. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetAuthCreds = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. No response contains it. */
  readonly cloud_secret_access_key?: string | null;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStream = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth;
  /** Resource name of the data stream, as the cloud provider shows it. */
  readonly stream_rn: string;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroup = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth;
  /** Resource name of the log group, as the cloud provider shows it. */
  readonly log_group_rn: string;
};

/** Delivers to Datadog. */
export type EventDestinationTargetDatadog = {
  /** API key of Datadog. No response contains it. */
  readonly api_key?: string | null;
  /** Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`. */
  readonly ddsite?: string | null;
  /** Value of `service` of each event. */
  readonly service?: string | null;
  /** Tags of each event, separated by commas. */
  readonly ddtags?: string | null;
};

/** Delivers to the logs ingestion API of Azure Monitor. */
export type EventDestinationTargetAzureLogsIngestion = {
  /** Identifier of the tenant. */
  readonly tenant_id: string;
  /** Identifier of the application. */
  readonly client_id: string;
  /** Secret of the application. No response contains it. */
  readonly client_secret?: string | null;
  /** URI of the data collection endpoint. */
  readonly logs_ingestion_uri: string;
  /** Immutable identifier of the data collection rule. */
  readonly data_collection_rule_id: string;
  /** Name of the stream, which begins with `Custom-`. */
  readonly data_collection_stream_name: string;
};

/** What an event destination is created from. */
export type EventDestinationCreate = {
  /** Receiver of the events. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  readonly format: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
   * `datadog` and `azure_logs_ingestion`. Another type of receiver replaces the destination.
   */
  readonly target: EventDestinationTargetCreate;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
 * `datadog` and `azure_logs_ingestion`.
 */
export type EventDestinationTargetCreate = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStreamCreate;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStreamCreate;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroupCreate;
  /** Delivers to Datadog. */
  readonly datadog?: EventDestinationTargetDatadogCreate;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  readonly azure_logs_ingestion?: EventDestinationTargetAzureLogsIngestionCreate;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStreamCreate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuthCreate;
  /** Resource name of the delivery stream, as the cloud provider shows it. */
  readonly delivery_stream_rn: string;
};

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetAuthCreate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetAuthRoleCreate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetAuthCredsCreate;
};

/** A role that the service assumes. */
export type EventDestinationTargetAuthRoleCreate = {
  /** Resource name of the role, as the cloud provider shows it: in AWS the ARN. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetAuthCredsCreate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. No response contains it. */
  readonly cloud_secret_access_key: string;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStreamCreate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuthCreate;
  /** Resource name of the data stream, as the cloud provider shows it. */
  readonly stream_rn: string;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroupCreate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuthCreate;
  /** Resource name of the log group, as the cloud provider shows it. */
  readonly log_group_rn: string;
};

/** Delivers to Datadog. */
export type EventDestinationTargetDatadogCreate = {
  /** API key of Datadog. No response contains it. */
  readonly api_key: string;
  /** Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`. */
  readonly ddsite?: string;
  /** Value of `service` of each event. */
  readonly service?: string;
  /** Tags of each event, separated by commas. */
  readonly ddtags?: string;
};

/** Delivers to the logs ingestion API of Azure Monitor. */
export type EventDestinationTargetAzureLogsIngestionCreate = {
  /** Identifier of the tenant. */
  readonly tenant_id: string;
  /** Identifier of the application. */
  readonly client_id: string;
  /** Secret of the application. No response contains it. */
  readonly client_secret: string;
  /** URI of the data collection endpoint. */
  readonly logs_ingestion_uri: string;
  /** Immutable identifier of the data collection rule. */
  readonly data_collection_rule_id: string;
  /** Name of the stream, which begins with `Custom-`. */
  readonly data_collection_stream_name: string;
};

/** What an event destination is changed by; members left out stay as they are. */
export type EventDestinationUpdate = {
  /** Receiver of the events. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  readonly format?: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
   * `datadog` and `azure_logs_ingestion`. Another type of receiver replaces the destination.
   */
  readonly target?: EventDestinationTargetUpdate;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also
 * `datadog` and `azure_logs_ingestion`.
 */
export type EventDestinationTargetUpdate = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStreamUpdate;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStreamUpdate;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroupUpdate;
  /** Delivers to Datadog. */
  readonly datadog?: EventDestinationTargetDatadogUpdate;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  readonly azure_logs_ingestion?: EventDestinationTargetAzureLogsIngestionUpdate;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStreamUpdate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetAuthUpdate;
  /** Resource name of the delivery stream, as the cloud provider shows it. */
  readonly delivery_stream_rn?: string;
};

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetAuthUpdate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetAuthRoleUpdate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetAuthCredsUpdate;
};

/** A role that the service assumes. */
export type EventDestinationTargetAuthRoleUpdate = {
  /** Resource name of the role, as the cloud provider shows it: in AWS the ARN. */
  readonly role_rn?: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetAuthCredsUpdate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id?: string;
  /** Secret part of the access key. No response contains it. */
  readonly cloud_secret_access_key?: string;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStreamUpdate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetAuthUpdate;
  /** Resource name of the data stream, as the cloud provider shows it. */
  readonly stream_rn?: string;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroupUpdate = {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetAuthUpdate;
  /** Resource name of the log group, as the cloud provider shows it. */
  readonly log_group_rn?: string;
};

/** Delivers to Datadog. */
export type EventDestinationTargetDatadogUpdate = {
  /** API key of Datadog. No response contains it. */
  readonly api_key?: string;
  /** Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`. `""` clears it. */
  readonly ddsite?: string;
  /** Value of `service` of each event. `""` clears it. */
  readonly service?: string;
  /** Tags of each event, separated by commas. `""` clears it. */
  readonly ddtags?: string;
};

/** Delivers to the logs ingestion API of Azure Monitor. */
export type EventDestinationTargetAzureLogsIngestionUpdate = {
  /** Identifier of the tenant. */
  readonly tenant_id?: string;
  /** Identifier of the application. */
  readonly client_id?: string;
  /** Secret of the application. No response contains it. */
  readonly client_secret?: string;
  /** URI of the data collection endpoint. */
  readonly logs_ingestion_uri?: string;
  /** Immutable identifier of the data collection rule. */
  readonly data_collection_rule_id?: string;
  /** Name of the stream, which begins with `Custom-`. */
  readonly data_collection_stream_name?: string;
};

/** Sends events of the configured types to event destinations. */
export type EventSubscription = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the subscription. At most 255 characters. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread. */
  readonly metadata?: string | null;
  /** Event types to capture, each at most once. */
  readonly sources?: readonly EventSource[] | null;
  /** Identifiers of the event destinations that receive the events. */
  readonly destinations?: readonly Ref[] | null;
};

/** What an event subscription is created from. */
export type EventSubscriptionCreate = {
  /** Purpose of the subscription. At most 255 characters. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread. */
  readonly metadata?: string;
  /** Event types to capture, each at most once. */
  readonly sources?: readonly EventSourceCreate[];
  /** Identifiers of the event destinations that receive the events. */
  readonly destination_ids?: readonly string[];
};

/** What an event subscription is changed by; members left out stay as they are. */
export type EventSubscriptionUpdate = {
  /** Purpose of the subscription. At most 255 characters. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread. `""`
   * clears it.
   */
  readonly metadata?: string;
  /** Event types to capture, each at most once. Replaces all that were there. */
  readonly sources?: readonly EventSourceCreate[];
  /** Identifiers of the event destinations that receive the events. Replaces all that were there. */
  readonly destination_ids?: readonly string[];
};

/**
 * A user for programs, which owns API keys, tunnel credentials and SSH public keys and cannot log in. Deleting it
 * deletes them. Only administrators manage service users.
 */
export type ServiceUser = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Name of the service user, unique in the account. */
  readonly name: string;
  /** Whether the credentials of the service user are accepted. Default: `true`. */
  readonly active: boolean;
};

/** What a service user is created from. */
export type ServiceUserCreate = {
  /** Name of the service user, unique in the account. */
  readonly name: string;
  /** Whether the credentials of the service user are accepted. Default: `true`. */
  readonly active?: boolean;
};

/** What a service user is changed by; members left out stay as they are. */
export type ServiceUserUpdate = {
  /** Name of the service user, unique in the account. */
  readonly name?: string;
  /** Whether the credentials of the service user are accepted. Default: `true`. */
  readonly active?: boolean;
};

/** A key that programs use to authenticate with the management API. The service returns its token only on create. */
export type ApiKey = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Program that uses the key. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /**
   * The bearer token for the Authorization header of the management API. The service returns it only on create; after
   * an import it is null. Returned only on create, later null.
   */
  readonly token?: string | null;
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider.
   */
  readonly owner_id?: string | null;
};

/** What an API key is created from. */
export type ApiKeyCreate = {
  /** Program that uses the key. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it.
   */
  readonly owner_id?: string;
};

/** What an API key is changed by; members left out stay as they are. */
export type ApiKeyUpdate = {
  /** Program that uses the key. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** A credential that agents use to connect. The service returns its token only on create. */
export type TunnelCredential = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Agent or owner that uses the credential. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /**
   * The authtoken of the agent. The service returns it only on create; after an import it is null. Returned only on
   * create, later null.
   */
  readonly token?: string | null;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed.
   */
  readonly acl?: readonly string[] | null;
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider.
   */
  readonly owner_id?: string | null;
};

/** What a tunnel credential is created from. */
export type TunnelCredentialCreate = {
  /** Agent or owner that uses the credential. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed.
   */
  readonly acl?: readonly string[];
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it.
   */
  readonly owner_id?: string;
};

/** What a tunnel credential is changed by; members left out stay as they are. */
export type TunnelCredentialUpdate = {
  /** Agent or owner that uses the credential. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed. Replaces all that were there.
   */
  readonly acl?: readonly string[];
};

/** A certificate authority of your own. The service verifies client certificates against it in mutual TLS. */
export type CertificateAuthority = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Clients whose certificates the authority signs. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  readonly ca_pem: string;
  /** Common name of the authority’s subject. */
  readonly subject_common_name: string;
  /** Start of the authority’s validity, RFC 3339. */
  readonly not_before: string;
  /** End of the authority’s validity, RFC 3339. */
  readonly not_after: string;
  /** Allowed uses of the private key. */
  readonly key_usages: readonly string[];
  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  readonly extended_key_usages: readonly string[];
};

/** What a certificate authority is created from. */
export type CertificateAuthorityCreate = {
  /** Clients whose certificates the authority signs. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  readonly ca_pem: string;
};

/** What a certificate authority is changed by; members left out stay as they are. */
export type CertificateAuthorityUpdate = {
  /** Clients whose certificates the authority signs. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** An uploaded certificate with its private key, which serves TLS for domains. */
export type TlsCertificate = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the certificate. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Certificate chain as PEM, leaf first. */
  readonly certificate_pem: string;
  /** Common name of the leaf’s subject. */
  readonly subject_common_name: string;
  /** Further names that the leaf is valid for. */
  readonly subject_alternative_names?: TlsCertificateSubjectAlternativeNames | null;
  /** Time of the automatic issuance, RFC 3339; null for an uploaded certificate. */
  readonly issued_at: string;
  /** Start of the leaf’s validity, RFC 3339. */
  readonly not_before: string;
  /** End of the leaf’s validity, RFC 3339. */
  readonly not_after: string;
  /** Allowed uses of the private key. */
  readonly key_usages: readonly string[];
  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  readonly extended_key_usages: readonly string[];
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  readonly private_key_type: string;
  /** Common name of the leaf’s issuer. */
  readonly issuer_common_name: string;
  /** Serial number of the leaf in hexadecimal. */
  readonly serial_number: string;
  /** Organization of the leaf’s subject. */
  readonly subject_organization: string;
  /** Organizational unit of the leaf’s subject. */
  readonly subject_organizational_unit: string;
  /** Locality of the leaf’s subject. */
  readonly subject_locality: string;
  /** Province of the leaf’s subject. */
  readonly subject_province: string;
  /** Country of the leaf’s subject. */
  readonly subject_country: string;
};

/** Further names that the leaf is valid for. */
export type TlsCertificateSubjectAlternativeNames = {
  /** Domain names, including wildcards. */
  readonly dns_names?: readonly string[] | null;
  /** IP addresses. */
  readonly ips?: readonly string[] | null;
};

/** What a TLS certificate is created from. */
export type TlsCertificateCreate = {
  /** Purpose of the certificate. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Certificate chain as PEM, leaf first. */
  readonly certificate_pem: string;
  /** Private key of the leaf as PEM. No response contains it. */
  readonly private_key_pem: string;
};

/** What a TLS certificate is changed by; members left out stay as they are. */
export type TlsCertificateUpdate = {
  /** Purpose of the certificate. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** A host name reserved for your endpoints, with its TLS certificate. */
export type Domain = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the domain. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /**
   * Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are
   * ignored.
   */
  readonly domain: string;
  /**
   * Region of the reservation.
   * @deprecated Traffic is handled globally; remove the region.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | null;
  /** The certificate of the domain, uploaded or issued. */
  readonly certificate?: Ref | null;
  /** The service requests and renews the TLS certificate. */
  readonly certificate_management_policy?: DomainCertificateManagementPolicy | null;
  /** State of automatic certificate management; null while it is disabled. */
  readonly certificate_management_status?: DomainCertificateManagementStatus | null;
  /**
   * Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`,
   * or an address of the account, also with a port. Unset: the nearest ones.
   */
  readonly resolves_to?: readonly string[] | null;
  /** Whether this is the development domain of the account, which the service created and which cannot be deleted. */
  readonly is_dev?: boolean | null;
  /** Target of the CNAME record of the domain; null for a subdomain of the service. */
  readonly cname_target: string;
  /**
   * Target of the CNAME record of `_acme-challenge.<domain>`, required for certificates of wildcard domains; null for
   * other domains.
   */
  readonly acme_challenge_cname_target: string;
};

/** The service requests and renews the TLS certificate. */
export type DomainCertificateManagementPolicy = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile
   * `ngrok`.
   */
  readonly private_key_type: 'rsa' | 'ecdsa';
};

/** State of automatic certificate management; null while it is disabled. */
export type DomainCertificateManagementStatus = {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  readonly renews_at?: string | null;
  /** The job that provisions or renews the certificate; null while no job is running. */
  readonly provisioning_job?: DomainCertificateManagementStatusProvisioningJob | null;
};

/** The job that provisions or renews the certificate; null while no job is running. */
export type DomainCertificateManagementStatusProvisioningJob = {
  /**
   * Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS
   * records.
   */
  readonly error_code?: string | null;
  /** Progress or failure message. */
  readonly msg?: string | null;
  /** Start time of the job, RFC 3339. */
  readonly started_at?: string | null;
  /** Time of the next attempt, RFC 3339. */
  readonly retries_at?: string | null;
};

/** What a domain is created from. */
export type DomainCreate = {
  /** Purpose of the domain. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /**
   * Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are
   * ignored.
   */
  readonly domain: string;
  /**
   * Region of the reservation. Unset by default; removing it keeps the value. The service may omit the region from
   * responses, so the first value configured after an import is accepted as the current one.
   * @deprecated Traffic is handled globally; remove the region.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
  /**
   * Identifier of the TLS certificate of the domain. Conflicts with `certificate_management_policy`. A certificate
   * that the service issued is in `certificate` only.
   */
  readonly certificate_id?: string;
  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management. If no policy is
   * configured, the service may set one on a wildcard domain (`letsencrypt`, `ecdsa`); the provider ignores it. To
   * remove it, configure it once and then delete it from the configuration. After an import, the first apply sends the
   * same policy again.
   */
  readonly certificate_management_policy?: DomainCertificateManagementPolicyCreate;
  /**
   * Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`,
   * or an address of the account, also with a port. Unset: the nearest ones.
   */
  readonly resolves_to?: readonly string[];
};

/** The service requests and renews the TLS certificate. */
export type DomainCertificateManagementPolicyCreate = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile
   * `ngrok`.
   */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** What a domain is changed by; members left out stay as they are. */
export type DomainUpdate = {
  /** Purpose of the domain. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * Identifier of the TLS certificate of the domain. Conflicts with `certificate_management_policy`. A certificate
   * that the service issued is in `certificate` only. `""` clears it.
   */
  readonly certificate_id?: string;
  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management. If no policy is
   * configured, the service may set one on a wildcard domain (`letsencrypt`, `ecdsa`); the provider ignores it. To
   * remove it, configure it once and then delete it from the configuration. After an import, the first apply sends the
   * same policy again.
   */
  readonly certificate_management_policy?: DomainCertificateManagementPolicyUpdate;
  /**
   * Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`,
   * or an address of the account, also with a port. Unset: the nearest ones. Replaces all that were there.
   */
  readonly resolves_to?: readonly string[];
};

/** The service requests and renews the TLS certificate. */
export type DomainCertificateManagementPolicyUpdate = {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority?: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile
   * `ngrok`.
   */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** A host name and port reserved for your TCP endpoints. */
export type TcpAddress = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the address. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** The reserved address, `hostname:port`, chosen by the service. */
  readonly addr: string;
  /** Region of the address. Default: `us`. */
  readonly region: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
};

/** What a TCP address is created from. */
export type TcpAddressCreate = {
  /** Purpose of the address. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Region of the address. Default: `us`. */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
};

/** What a TCP address is changed by; members left out stay as they are. */
export type TcpAddressUpdate = {
  /** Purpose of the address. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** A public key that authenticates clients which start tunnels over SSH. */
export type SshPublicKey = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Owner or purpose of the key. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  readonly public_key: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed.
   */
  readonly acl?: readonly string[] | null;
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider.
   */
  readonly owner_id?: string | null;
};

/** What a SSH public key is created from. */
export type SshPublicKeyCreate = {
  /** Owner or purpose of the key. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  readonly public_key: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed.
   */
  readonly acl?: readonly string[];
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the
   * owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it.
   */
  readonly owner_id?: string;
};

/** What a SSH public key is changed by; members left out stay as they are. */
export type SshPublicKeyUpdate = {
  /** Owner or purpose of the key. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or
   * `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is
   * allowed. Replaces all that were there.
   */
  readonly acl?: readonly string[];
};

/** A key pair of the service that signs SSH host and user certificates. The private key never leaves the service. */
export type SshCertificateAuthority = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the authority. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Public key of the authority as an authorized-keys line. */
  readonly public_key: string;
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
};

/** What a SSH certificate authority is created from. */
export type SshCertificateAuthorityCreate = {
  /** Purpose of the authority. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. */
  readonly private_key_type?: 'rsa' | 'ecdsa' | 'ed25519';
  /** Curve of an `ecdsa` key: `p256`, `p384` or `p521`. The service uses `p256` if unset. No response contains it. */
  readonly elliptic_curve?: 'p256' | 'p384' | 'p521';
  /** Size of an `rsa` key in bits: 2048 or 4096. The service uses 2048 if unset. No response contains it. */
  readonly key_size?: 2048 | 4096;
};

/** What a SSH certificate authority is changed by; members left out stay as they are. */
export type SshCertificateAuthorityUpdate = {
  /** Purpose of the authority. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** A certificate that proves the identity of an SSH server. */
export type SshHostCertificate = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Holder of the certificate. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Identifier of the SSH certificate authority that signs the certificate. */
  readonly ssh_certificate_authority_id: string;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  readonly public_key: string;
  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. */
  readonly principals?: readonly string[] | null;
  /** Start of the validity, RFC 3339. */
  readonly valid_after?: string | null;
  /** End of the validity, RFC 3339. */
  readonly valid_until?: string | null;
  /** The signed certificate as an authorized-keys line. */
  readonly certificate: string;
};

/** What a SSH host certificate is created from. */
export type SshHostCertificateCreate = {
  /** Holder of the certificate. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Identifier of the SSH certificate authority that signs the certificate. */
  readonly ssh_certificate_authority_id: string;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  readonly public_key: string;
  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. */
  readonly principals?: readonly string[];
  /** Start of the validity, RFC 3339. If unset, the service uses the creation time; removing it keeps the value. */
  readonly valid_after?: string;
  /**
   * End of the validity, RFC 3339. If unset, the service uses one year after the start; removing it keeps the value.
   */
  readonly valid_until?: string;
};

/** What a SSH host certificate is changed by; members left out stay as they are. */
export type SshHostCertificateUpdate = {
  /** Holder of the certificate. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/** A certificate that authenticates a person or program at SSH servers. */
export type SshUserCertificate = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Holder of the certificate. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Identifier of the SSH certificate authority that signs the certificate. */
  readonly ssh_certificate_authority_id: string;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  readonly public_key: string;
  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
  /** User names that the holder may sign in as; any user if empty. */
  readonly principals?: readonly string[] | null;
  /** Start of the validity, RFC 3339. */
  readonly valid_after?: string | null;
  /** End of the validity, RFC 3339. */
  readonly valid_until?: string | null;
  /** The signed certificate as an authorized-keys line. */
  readonly certificate: string;
  /**
   * Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by
   * commas.
   */
  readonly critical_options?: Readonly<Record<string, string>> | null;
  /**
   * Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and
   * `permit-user-rc`.
   */
  readonly extensions: Readonly<Record<string, string>>;
};

/** What a SSH user certificate is created from. */
export type SshUserCertificateCreate = {
  /** Holder of the certificate. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Identifier of the SSH certificate authority that signs the certificate. */
  readonly ssh_certificate_authority_id: string;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  readonly public_key: string;
  /** User names that the holder may sign in as; any user if empty. */
  readonly principals?: readonly string[];
  /** Start of the validity, RFC 3339. If unset, the service uses the creation time; removing it keeps the value. */
  readonly valid_after?: string;
  /**
   * End of the validity, RFC 3339. If unset, the service uses 24 hours after the start; removing it keeps the value.
   */
  readonly valid_until?: string;
  /**
   * Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by
   * commas.
   */
  readonly critical_options?: Readonly<Record<string, string>>;
  /**
   * Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and
   * `permit-user-rc`.
   */
  readonly extensions?: Readonly<Record<string, string>>;
};

/** What a SSH user certificate is changed by; members left out stay as they are. */
export type SshUserCertificateUpdate = {
  /** Holder of the certificate. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
};

/**
 * A container of secrets for traffic policies. Policies name the vault, so renaming it breaks them until they follow.
 */
export type Vault = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the vault. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Time of the last update, RFC 3339 in UTC. */
  readonly updated_at: string;
  /** Name of the vault, unique in the account. */
  readonly name: string;
  /** Identifier of the user who created the vault. */
  readonly created_by: string;
  /** Identifier of the user who changed the vault last. */
  readonly last_updated_by: string;
};

/** What a vault is created from. */
export type VaultCreate = {
  /** Purpose of the vault. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Name of the vault, unique in the account. */
  readonly name: string;
};

/** What a vault is changed by; members left out stay as they are. */
export type VaultUpdate = {
  /** Purpose of the vault. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /** Name of the vault, unique in the account. */
  readonly name?: string;
};

/**
 * A value for traffic policies, which read it with `secrets.get(<vault>, <name>)`. A new value is in force at once.
 * Policies name vault and secret, so renaming it breaks them until they follow.
 */
export type Secret = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the secret. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Time of the last update, RFC 3339 in UTC. */
  readonly updated_at: string;
  /** Identifier of the vault that contains the secret. */
  readonly vault: Ref;
  /** Name of the secret, unique in its vault. */
  readonly name: string;
  /** Name of the vault that contains the secret. */
  readonly vault_name: string;
  /** Identifier of the user who created the secret. */
  readonly created_by: Ref;
  /** Identifier of the user who changed the secret last. */
  readonly last_updated_by: Ref;
};

/** What a secret is created from. */
export type SecretCreate = {
  /** Purpose of the secret. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /** Identifier of the vault that contains the secret. */
  readonly vault_id: string;
  /** Name of the secret, unique in its vault. */
  readonly name: string;
  /** The secret value. No response contains it; it cannot be empty. */
  readonly value: string;
};

/** What a secret is changed by; members left out stay as they are. */
export type SecretUpdate = {
  /** Purpose of the secret. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /** Name of the secret, unique in its vault. */
  readonly name?: string;
  /** The secret value. No response contains it; it cannot be empty. */
  readonly value?: string;
};

/**
 * A URL that the service itself serves, by a traffic policy and without an agent. It is online in all regions at once.
 */
export type CloudEndpoint = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri: string;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Purpose of the endpoint. At most 255 bytes. */
  readonly description?: string | null;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string | null;
  /** Time of the last update, RFC 3339 in UTC. */
  readonly updated_at: string;
  /**
   * URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain
   * or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding
   * `kubernetes`. Case and the default port are ignored.
   */
  readonly url: string;
  /**
   * Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL
   * write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members,
   * and YAML or JSON make no difference.
   */
  readonly traffic_policy: string;
  /** Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. */
  readonly bindings?: readonly ('public' | 'internal' | 'kubernetes')[] | null;
  /**
   * Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`.
   */
  readonly pooling_enabled: boolean;
  /** Type of the endpoint: `cloud`. */
  readonly type: string;
  /** Protocol of the URL: `http`, `https`, `tcp` or `tls`. */
  readonly proto: string;
  /** Host and port of the URL, `hostname:port`, also for the default port. */
  readonly hostport: string;
  /** The reserved domain of the URL. */
  readonly domain?: Ref | null;
  /** The reserved TCP address of the URL. */
  readonly tcp_addr?: Ref | null;
};

/** What a cloud endpoint is created from. */
export type CloudEndpointCreate = {
  /** Purpose of the endpoint. At most 255 bytes. */
  readonly description?: string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  readonly metadata?: string;
  /**
   * URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain
   * or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding
   * `kubernetes`. Case and the default port are ignored.
   */
  readonly url: string;
  /**
   * Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL
   * write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members,
   * and YAML or JSON make no difference.
   */
  readonly traffic_policy: string;
  /**
   * Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. Default: `internal` for a host that
   * ends in `.internal`, else `public`. Removing it keeps the value.
   */
  readonly bindings?: readonly ('public' | 'internal' | 'kubernetes')[];
  /**
   * Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`.
   */
  readonly pooling_enabled?: boolean;
};

/** What a cloud endpoint is changed by; members left out stay as they are. */
export type CloudEndpointUpdate = {
  /** Purpose of the endpoint. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. `""` clears
   * it.
   */
  readonly metadata?: string;
  /**
   * URL of the endpoint, `scheme://host[:port]` with the scheme `http`, `https`, `tcp` or `tls`. The host is a domain
   * or TCP address that is reserved in the account, or ends in `.internal`, or is `name.namespace` for the binding
   * `kubernetes`. Case and the default port are ignored.
   */
  readonly url?: string;
  /**
   * Traffic policy of the endpoint, in JSON or YAML: what happens to each connection, request and response. In HCL
   * write `$${` for the `${` of an expression, or read the policy with `file()`. White space, the order of members,
   * and YAML or JSON make no difference.
   */
  readonly traffic_policy?: string;
  /**
   * Who can reach the endpoint: `public`, `internal` or `kubernetes`; one value. Default: `internal` for a host that
   * ends in `.internal`, else `public`. Removing it keeps the value. Replaces all that were there.
   */
  readonly bindings?: readonly ('public' | 'internal' | 'kubernetes')[];
  /**
   * Whether other endpoints with the same URL and binding may exist, which then share the traffic. Default: `false`.
   */
  readonly pooling_enabled?: boolean;
};

/** An event type that a subscription captures. */
export type EventSource = {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});
  /** Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only. */
  readonly fields?: readonly string[] | null;
  /** CEL expression over `ev`. Only events for which it is true are captured. Traffic events only. */
  readonly filter?: string | null;
  /** URI of this object in the management API. */
  readonly uri: string;
};

/** What an event source is created from. */
export type EventSourceCreate = {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});
  /** Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only. */
  readonly fields?: readonly string[];
  /** CEL expression over `ev`. Only events for which it is true are captured. Traffic events only. */
  readonly filter?: string;
};

/** What an event source is changed by; members left out stay as they are. */
export type EventSourceUpdate = {
  /**
   * Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only. Replaces all that
   * were there.
   */
  readonly fields?: readonly string[];
  /** CEL expression over `ev`. Only events for which it is true are captured. Traffic events only. `""` clears it. */
  readonly filter?: string;
};

/** An endpoint bound to a Kubernetes operator; which members an endpoint has depends on what serves it. */
export type Endpoint = {
  /** Unique identifier of the endpoint. */
  readonly id: string;
  /** Region of the endpoint. */
  readonly region?: string | null;
  /** Creation time of the endpoint, RFC 3339 in UTC. */
  readonly created_at?: string | null;
  /** Time of the last update of the endpoint, RFC 3339 in UTC. */
  readonly updated_at?: string | null;
  /** Public URL of the endpoint. */
  readonly public_url?: string | null;
  /** Protocol: `http`, `https`, `tcp` or `tls`. */
  readonly proto?: string | null;
  /** Scheme of the URL. */
  readonly scheme?: string | null;
  /**
   * Host name and port, `hostname:port`.
   * @deprecated Use `host` and `port`.
   */
  readonly hostport?: string | null;
  /** Host name of the URL. */
  readonly host?: string | null;
  /** Port of the endpoint. */
  readonly port?: number | null;
  /** `ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint). */
  readonly type?: string | null;
  /** Machine-readable data of the tunnel or edge, set by the user. */
  readonly metadata?: string | null;
  /** Description of the tunnel, set by the user. */
  readonly description?: string | null;
  /** Domain reserved for the endpoint. */
  readonly domain?: Ref | null;
  /** TCP address reserved for the endpoint. */
  readonly tcp_addr?: Ref | null;
  /** Tunnel that serves an ephemeral endpoint. */
  readonly tunnel?: Ref | null;
  /** Edge that serves an edge endpoint. */
  readonly edge?: Ref | null;
  /** Local address that the tunnel forwards to. */
  readonly upstream_url?: string | null;
  /** Protocol that the agent uses to forward. */
  readonly upstream_protocol?: string | null;
  /** URL of the endpoint. */
  readonly url?: string | null;
  /** Bot or user that owns the endpoint. */
  readonly principal?: Ref | null;
  /** Traffic policy attached to the endpoint. */
  readonly traffic_policy?: string | null;
  /** Bindings of the endpoint. */
  readonly bindings?: readonly string[] | null;
  /** Session of the agent that serves the endpoint. */
  readonly tunnel_session?: Ref | null;
  /** URI of the endpoint in the management API. */
  readonly uri?: string | null;
  /** Name of the endpoint, set by the user. */
  readonly name?: string | null;
  /** Whether the endpoint may be pooled with others. */
  readonly pooling_enabled?: boolean | null;
};

/** A connected agent. */
export type TunnelSession = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri?: string | null;
  /** Version of the agent, for example `3.9.0`. */
  readonly agent_version?: string | null;
  /** Tunnel credential or SSH public key of the agent. */
  readonly credential?: Ref | null;
  /** Address from which the agent connected. */
  readonly ip?: string | null;
  /** Machine-readable data, set in the configuration of the agent. */
  readonly metadata?: string | null;
  /** Operating system of the agent. */
  readonly os?: string | null;
  /** Region to which the agent is connected. */
  readonly region?: string | null;
  /** Time of the connection, RFC 3339 in UTC. */
  readonly started_at?: string | null;
  /** Protocol of the connection, for example `ngrok/v2` or `ssh`. */
  readonly transport?: string | null;
};

/** A browser session of a person who signed in at an endpoint with OAuth, OpenID Connect or SAML. */
export type ApplicationSession = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri?: string | null;
  /** URL of the endpoint. */
  readonly public_url?: string | null;
  /** What the service knows about the browser. */
  readonly browser_session?: ApplicationSessionBrowserSession | null;
  /** The person. */
  readonly application_user?: Ref | null;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at?: string | null;
  /** Time of the last request, RFC 3339 in UTC. */
  readonly last_active?: string | null;
  /** End of the session, RFC 3339 in UTC. */
  readonly expires_at?: string | null;
  /** The endpoint at which the person signed in. */
  readonly endpoint?: Ref | null;
  /** The edge, if any. */
  readonly edge?: Ref | null;
  /** The route of the edge, if any. */
  readonly route?: Ref | null;
};

/** What the service knows about the browser. */
export type ApplicationSessionBrowserSession = {
  /** What the browser says about itself. */
  readonly user_agent?: ApplicationSessionBrowserSessionUserAgent | null;
  /** Address of the browser. */
  readonly ip_address?: string | null;
  /** Place of the address. */
  readonly location?: ApplicationSessionBrowserSessionLocation | null;
};

/** What the browser says about itself. */
export type ApplicationSessionBrowserSessionUserAgent = {
  /** The header `User-Agent`. */
  readonly raw?: string | null;
  /** Name of the browser, from the header `User-Agent`. */
  readonly browser_name?: string | null;
  /** Version of the browser, from the header `User-Agent`. */
  readonly browser_version?: string | null;
  /** Type of the device, for example `desktop`. */
  readonly device_type?: string | null;
  /** Operating system. */
  readonly os_name?: string | null;
  /** Version of the operating system. */
  readonly os_version?: string | null;
};

/** Place of the address. */
export type ApplicationSessionBrowserSessionLocation = {
  /** Country, ISO 3166-1 alpha-2. */
  readonly country_code?: string | null;
  /** Latitude in degrees. */
  readonly latitude?: number | null;
  /** Longitude in degrees. */
  readonly longitude?: number | null;
  /** Radius of uncertainty in kilometers. */
  readonly lat_long_radius_km?: number | null;
};

/** A person who signed in at an endpoint with OAuth, OpenID Connect or SAML. */
export type ApplicationUser = {
  /** Unique identifier, set by the service on create. */
  readonly id: string;
  /** URI of this object in the management API. */
  readonly uri?: string | null;
  /** Where the person signed in. */
  readonly identity_provider?: ApplicationUserIdentityProvider | null;
  /** Identifier at the identity provider. */
  readonly provider_user_id?: string | null;
  /** User name at the identity provider. */
  readonly username?: string | null;
  /** E-mail address. */
  readonly email?: string | null;
  /** Name of the person. */
  readonly name?: string | null;
  /** Creation time, RFC 3339 in UTC. */
  readonly created_at?: string | null;
  /** Time of the last request, RFC 3339 in UTC. */
  readonly last_active?: string | null;
  /** Time of the last sign-in, RFC 3339 in UTC. */
  readonly last_login?: string | null;
};

/** Where the person signed in. */
export type ApplicationUserIdentityProvider = {
  /** Name of the identity provider. */
  readonly name?: string | null;
  /** URL of the identity provider. */
  readonly url?: string | null;
};

/** The members of a client, one per kind. */
export interface Collections {
  /**
   * A named group of IP policy rules, attached to endpoints and IP restrictions. An address is admitted if at least
   * one allow rule and no deny rule matches it. A policy without rules admits no address.
   */
  readonly ipPolicies: Collection<IpPolicy, IpPolicyCreate, IpPolicyUpdate>;
  /** Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins. */
  readonly ipPolicyRules: Collection<IpPolicyRule, IpPolicyRuleCreate, IpPolicyRuleUpdate>;
  /**
   * Restricts the addresses that can reach one part of the account. Each type exists at most once. An enforced
   * restriction whose policies contain no allow rule blocks all traffic.
   */
  readonly ipRestrictions: Collection<IpRestriction, IpRestrictionCreate, IpRestrictionUpdate>;
  /**
   * A base domain of your own. The service generates regional domains below it, which agents connect to. Delegate the
   * domain by setting its NS records to `ns_targets`.
   */
  readonly agentIngresses: Collection<AgentIngress, AgentIngressCreate, AgentIngressUpdate>;
  /**
   * A registered deployment of the service’s operator in a Kubernetes cluster. With the feature `bindings`, endpoints
   * are projected into the cluster, and the service signs a client certificate if `binding.csr` is set.
   */
  readonly kubernetesOperators: Collection<KubernetesOperator, KubernetesOperatorCreate, KubernetesOperatorUpdate>;
  /** A receiver of events: a delivery stream, a data stream or a log group of a cloud provider, or a log service. */
  readonly eventDestinations: Collection<EventDestination, EventDestinationCreate, EventDestinationUpdate>;
  /** Sends events of the configured types to event destinations. */
  readonly eventSubscriptions: Collection<EventSubscription, EventSubscriptionCreate, EventSubscriptionUpdate>;
  /**
   * A user for programs, which owns API keys, tunnel credentials and SSH public keys and cannot log in. Deleting it
   * deletes them. Only administrators manage service users.
   */
  readonly serviceUsers: Collection<ServiceUser, ServiceUserCreate, ServiceUserUpdate>;
  /** A key that programs use to authenticate with the management API. The service returns its token only on create. */
  readonly apiKeys: Collection<ApiKey, ApiKeyCreate, ApiKeyUpdate>;
  /** A credential that agents use to connect. The service returns its token only on create. */
  readonly tunnelCredentials: Collection<TunnelCredential, TunnelCredentialCreate, TunnelCredentialUpdate>;
  /** A certificate authority of your own. The service verifies client certificates against it in mutual TLS. */
  readonly certificateAuthorities: Collection<CertificateAuthority, CertificateAuthorityCreate, CertificateAuthorityUpdate>;
  /** An uploaded certificate with its private key, which serves TLS for domains. */
  readonly tlsCertificates: Collection<TlsCertificate, TlsCertificateCreate, TlsCertificateUpdate>;
  /** A host name reserved for your endpoints, with its TLS certificate. */
  readonly domains: Collection<Domain, DomainCreate, DomainUpdate>;
  /** A host name and port reserved for your TCP endpoints. */
  readonly tcpAddresses: Collection<TcpAddress, TcpAddressCreate, TcpAddressUpdate>;
  /** A public key that authenticates clients which start tunnels over SSH. */
  readonly sshPublicKeys: Collection<SshPublicKey, SshPublicKeyCreate, SshPublicKeyUpdate>;
  /** A key pair of the service that signs SSH host and user certificates. The private key never leaves the service. */
  readonly sshCertificateAuthorities: Collection<SshCertificateAuthority, SshCertificateAuthorityCreate, SshCertificateAuthorityUpdate>;
  /** A certificate that proves the identity of an SSH server. */
  readonly sshHostCertificates: Collection<SshHostCertificate, SshHostCertificateCreate, SshHostCertificateUpdate>;
  /** A certificate that authenticates a person or program at SSH servers. */
  readonly sshUserCertificates: Collection<SshUserCertificate, SshUserCertificateCreate, SshUserCertificateUpdate>;
  /**
   * A container of secrets for traffic policies. Policies name the vault, so renaming it breaks them until they
   * follow.
   */
  readonly vaults: Collection<Vault, VaultCreate, VaultUpdate>;
  /**
   * A value for traffic policies, which read it with `secrets.get(<vault>, <name>)`. A new value is in force at once.
   * Policies name vault and secret, so renaming it breaks them until they follow.
   */
  readonly secrets: Collection<Secret, SecretCreate, SecretUpdate>;
  /**
   * A URL that the service itself serves, by a traffic policy and without an agent. It is online in all regions at
   * once.
   */
  readonly cloudEndpoints: Collection<CloudEndpoint, CloudEndpointCreate, CloudEndpointUpdate>;
  /** An endpoint that is online: of an agent, of an edge or in the cloud. */
  readonly endpoints: ReadOnlyCollection<Endpoint>;
  /** A connected agent. */
  readonly tunnelSessions: ReadOnlyCollection<TunnelSession>;
  /** A browser session of a person who signed in at an endpoint with OAuth, OpenID Connect or SAML. */
  readonly applicationSessions: ReadOnlyCollection<ApplicationSession>;
  /** A person who signed in at an endpoint with OAuth, OpenID Connect or SAML. */
  readonly applicationUsers: ReadOnlyCollection<ApplicationUser>;
}
