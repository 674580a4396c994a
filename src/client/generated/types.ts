// Written by scripts/generate-client-types.ts from the model; changes belong there.
import type { EventType } from '../../model/events/event-types';
import type { Collection } from '../call-options';

/** A reference to another object, as answers hold it. */
export type Ref = {
  /** Identifier of the object. */
  readonly id: string;
  /** Where the object is served; may be empty. */
  readonly uri: string;
};

/**
 * A named group of IP policy rules, to be attached to endpoints and IP restrictions. An address is admitted if at
 * least one allow rule and no deny rule matches it; a policy without rules admits nobody.
 */
export type IpPolicy = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the policy is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
};

/** What an IP policy is created from. */
export type IpPolicyCreate = {
  /** What the policy is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
};

/** What an IP policy is changed by; members left out stay as they are. */
export type IpPolicyUpdate = {
  /** What the policy is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** Allows or denies one IP range in an IP policy. Order never matters: a matching deny always wins. */
export type IpPolicyRule = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Who or what the addresses of this rule are. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits
   * beyond the mask must be zero. Equivalent spellings are equal.
   */
  readonly cidr: string;
  /** Identifier of the IP policy that the rule belongs to. Another policy needs a new rule. */
  readonly ip_policy: Ref;
  /** What happens to matching traffic: `allow` or `deny`. The other action needs a new rule. */
  readonly action: 'allow' | 'deny';
};

/** What an IP policy rule is created from. */
export type IpPolicyRuleCreate = {
  /** Who or what the addresses of this rule are. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits
   * beyond the mask must be zero. Equivalent spellings are equal.
   */
  readonly cidr: string;
  /** Identifier of the IP policy that the rule belongs to. Another policy needs a new rule. */
  readonly ip_policy_id: string;
  /** What happens to matching traffic: `allow` or `deny`. The other action needs a new rule. */
  readonly action: 'allow' | 'deny';
};

/** What an IP policy rule is changed by; members left out stay as they are. */
export type IpPolicyRuleUpdate = {
  /** Who or what the addresses of this rule are. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits
   * beyond the mask must be zero. Equivalent spellings are equal.
   */
  readonly cidr?: string;
};

/**
 * Restricts from where one part of the account can be reached. There is at most one restriction of each type. An
 * enforced restriction whose policies hold no allow rule shuts everybody out.
 */
export type IpRestriction = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Why access is restricted. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings. */
  readonly enforced: boolean;
  /** What is restricted: `dashboard`, `api`, `agent` or `endpoints`. Another type needs a new restriction. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints';
  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  readonly ip_policies: readonly Ref[];
};

/** What an IP restriction is created from. */
export type IpRestrictionCreate = {
  /** Why access is restricted. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings. */
  readonly enforced?: boolean;
  /** What is restricted: `dashboard`, `api`, `agent` or `endpoints`. Another type needs a new restriction. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints';
  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  readonly ip_policy_ids: readonly string[];
};

/** What an IP restriction is changed by; members left out stay as they are. */
export type IpRestrictionUpdate = {
  /** Why access is restricted. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /** Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings. */
  readonly enforced?: boolean;
  /**
   * Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. Replaces
   * all that were there.
   */
  readonly ip_policy_ids?: readonly string[];
};

/**
 * A base domain of your own from which the service generates regional domains that agents connect to. Delegate the
 * domain by setting its NS records to `ns_targets`.
 */
export type AgentIngress = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the ingress is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * Domain owned by you, the base of the regional domains. Case does not matter. Another domain needs a new ingress.
   */
  readonly domain: string;
  /** Name servers to set as the NS records of `domain`, which delegates it to the service. */
  readonly ns_targets: readonly string[];
  /** Regional domains below `domain` that agents connect to. Grows as the service adds regions. */
  readonly region_domains: readonly string[];
  /** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicy | null;
  /** State of automatic certificate management; null while it is off. */
  readonly certificate_management_status?: AgentIngressCertificateManagementStatus | null;
};

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export type AgentIngressCertificateManagementPolicy = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts. */
  readonly private_key_type: 'rsa' | 'ecdsa';
};

/** State of automatic certificate management; null while it is off. */
export type AgentIngressCertificateManagementStatus = {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  readonly renews_at?: string | null;
  /** The job that provisions or renews the certificate; null while none runs. */
  readonly provisioning_job?: AgentIngressCertificateManagementStatusProvisioningJob | null;
};

/** The job that provisions or renews the certificate; null while none runs. */
export type AgentIngressCertificateManagementStatusProvisioningJob = {
  /** Why provisioning fails: `INTERNAL_ERROR` passes by itself, `DNS_ERROR` needs the DNS records corrected. */
  readonly error_code?: string | null;
  /** Progress or failure in words. */
  readonly msg?: string | null;
  /** When the job started, RFC 3339. */
  readonly started_at?: string | null;
  /** When the job is tried again, RFC 3339. */
  readonly retries_at?: string | null;
};

/** What an agent ingress is created from. */
export type AgentIngressCreate = {
  /** What the ingress is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /**
   * Domain owned by you, the base of the regional domains. Case does not matter. Another domain needs a new ingress.
   */
  readonly domain: string;
  /** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicyCreate;
};

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export type AgentIngressCertificateManagementPolicyCreate = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts. */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** What an agent ingress is changed by; members left out stay as they are. */
export type AgentIngressUpdate = {
  /** What the ingress is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. `null`
   * removes it.
   */
  readonly certificate_management_policy?: AgentIngressCertificateManagementPolicyUpdate | null;
};

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export type AgentIngressCertificateManagementPolicyUpdate = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority?: 'letsencrypt';
  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts. */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/**
 * A registered deployment of the service’s operator in a Kubernetes cluster: its features, where it runs, and, with
 * the `bindings` feature, the client certificate and the endpoints projected into the cluster.
 */
export type KubernetesOperator = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** When the operator was last updated, RFC 3339 in UTC. */
  readonly updated_at: string;
  /** What the operator is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The user or bot that created the operator. */
  readonly principal?: Ref | null;
  /** Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter. */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[] | null;
  /** Service region in which the operator’s ingress is served. The default is `global`, the service’s own. */
  readonly region: string;
  /** Where the operator is deployed. */
  readonly deployment?: KubernetesOperatorDeployment | null;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
  readonly binding?: KubernetesOperatorBinding | null;
};

/** Where the operator is deployed. */
export type KubernetesOperatorDeployment = {
  /** Name of the Kubernetes deployment. */
  readonly name?: string | null;
  /** Kubernetes namespace of the deployment. Another namespace needs a new operator. */
  readonly namespace?: string | null;
  /** Version of the operator software. */
  readonly version?: string | null;
  /** Name that you give the cluster. Another cluster name needs a new operator. */
  readonly cluster_name?: string | null;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
export type KubernetesOperatorBinding = {
  /** CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. */
  readonly endpoint_selectors?: readonly string[] | null;
  /**
   * Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the
   * last.
   */
  readonly ingress_endpoint?: string | null;
  /** Client certificate that the service signed from `csr`. */
  readonly cert?: KubernetesOperatorBindingCert | null;
};

/** Client certificate that the service signed from `csr`. */
export type KubernetesOperatorBindingCert = {
  /** The certificate as PEM. */
  readonly cert?: string | null;
  /** Start of its validity, RFC 3339. */
  readonly not_before?: string | null;
  /** End of its validity, RFC 3339. */
  readonly not_after?: string | null;
};

/** What a Kubernetes operator is created from. */
export type KubernetesOperatorCreate = {
  /** What the operator is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter. */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];
  /** Service region in which the operator’s ingress is served. The default is `global`, the service’s own. */
  readonly region?: string;
  /** Where the operator is deployed. */
  readonly deployment?: KubernetesOperatorDeploymentCreate;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
  readonly binding?: KubernetesOperatorBindingCreate;
};

/** Where the operator is deployed. */
export type KubernetesOperatorDeploymentCreate = {
  /** Name of the Kubernetes deployment. */
  readonly name?: string;
  /** Kubernetes namespace of the deployment. Another namespace needs a new operator. */
  readonly namespace?: string;
  /** Version of the operator software. */
  readonly version?: string;
  /** Name that you give the cluster. Another cluster name needs a new operator. */
  readonly cluster_name?: string;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
export type KubernetesOperatorBindingCreate = {
  /** CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. */
  readonly endpoint_selectors?: readonly string[];
  /**
   * PEM certificate signing request for the operator’s client certificate; the private key stays with you. The service
   * issues no certificate without it, and never returns it. Another request issues a new certificate.
   */
  readonly csr?: string;
  /**
   * Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the
   * last.
   */
  readonly ingress_endpoint?: string;
};

/** What a Kubernetes operator is changed by; members left out stay as they are. */
export type KubernetesOperatorUpdate = {
  /** What the operator is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * Features the operator runs with: any of `bindings`, `ingress` and `gateway`. Case does not matter. Replaces all
   * that were there.
   */
  readonly enabled_features?: readonly ('bindings' | 'ingress' | 'gateway' | (string & {}))[];
  /** Service region in which the operator’s ingress is served. The default is `global`, the service’s own. */
  readonly region?: string;
  /** Where the operator is deployed. */
  readonly deployment?: KubernetesOperatorDeploymentUpdate;
  /** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
  readonly binding?: KubernetesOperatorBindingUpdate;
};

/** Where the operator is deployed. */
export type KubernetesOperatorDeploymentUpdate = {
  /** Name of the Kubernetes deployment. `""` clears it. */
  readonly name?: string;
  /** Version of the operator software. `""` clears it. */
  readonly version?: string;
};

/** Configuration of the `bindings` feature; allowed only while `enabled_features` holds it. */
export type KubernetesOperatorBindingUpdate = {
  /**
   * CEL expressions over `endpoint`; an endpoint is bound to the operator if any of them is true. Replaces all that
   * were there.
   */
  readonly endpoint_selectors?: readonly string[];
  /**
   * PEM certificate signing request for the operator’s client certificate; the private key stays with you. The service
   * issues no certificate without it, and never returns it. Another request issues a new certificate.
   */
  readonly csr?: string;
  /**
   * Public ingress endpoint of the operator, `host:port`. The service chooses one if you do not; removing it keeps the
   * last.
   */
  readonly ingress_endpoint?: string;
};

/** Where events are delivered: a delivery stream, a data stream or a log group of a cloud provider. */
export type EventDestination = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What receives the events. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** How events are serialised. The only format is `JSON`; case does not matter. */
  readonly format: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a
   * new destination.
   */
  readonly target: EventDestinationTarget;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a new
 * destination.
 */
export type EventDestinationTarget = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStream | null;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStream | null;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroup | null;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStream = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetDeliveryStreamAuth;
  /** Resource name of the delivery stream. */
  readonly delivery_stream_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDeliveryStreamAuth = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDeliveryStreamAuthRole | null;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDeliveryStreamAuthCreds | null;
};

/** A role that the service assumes. */
export type EventDestinationTargetDeliveryStreamAuthRole = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDeliveryStreamAuthCreds = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string | null;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStream = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetDataStreamAuth;
  /** Resource name of the data stream. */
  readonly stream_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDataStreamAuth = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDataStreamAuthRole | null;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDataStreamAuthCreds | null;
};

/** A role that the service assumes. */
export type EventDestinationTargetDataStreamAuthRole = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDataStreamAuthCreds = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string | null;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroup = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetLogGroupAuth;
  /** Resource name of the log group. */
  readonly log_group_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetLogGroupAuth = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetLogGroupAuthRole | null;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetLogGroupAuthCreds | null;
};

/** A role that the service assumes. */
export type EventDestinationTargetLogGroupAuthRole = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetLogGroupAuthCreds = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string | null;
};

/** What an event destination is created from. */
export type EventDestinationCreate = {
  /** What receives the events. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** How events are serialised. The only format is `JSON`; case does not matter. */
  readonly format: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a
   * new destination.
   */
  readonly target: EventDestinationTargetCreate;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a new
 * destination.
 */
export type EventDestinationTargetCreate = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStreamCreate;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStreamCreate;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroupCreate;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStreamCreate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetDeliveryStreamAuthCreate;
  /** Resource name of the delivery stream. */
  readonly delivery_stream_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDeliveryStreamAuthCreate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDeliveryStreamAuthRoleCreate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDeliveryStreamAuthCredsCreate;
};

/** A role that the service assumes. */
export type EventDestinationTargetDeliveryStreamAuthRoleCreate = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDeliveryStreamAuthCredsCreate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key: string;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStreamCreate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetDataStreamAuthCreate;
  /** Resource name of the data stream. */
  readonly stream_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDataStreamAuthCreate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDataStreamAuthRoleCreate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDataStreamAuthCredsCreate;
};

/** A role that the service assumes. */
export type EventDestinationTargetDataStreamAuthRoleCreate = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDataStreamAuthCredsCreate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key: string;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroupCreate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetLogGroupAuthCreate;
  /** Resource name of the log group. */
  readonly log_group_rn: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetLogGroupAuthCreate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetLogGroupAuthRoleCreate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetLogGroupAuthCredsCreate;
};

/** A role that the service assumes. */
export type EventDestinationTargetLogGroupAuthRoleCreate = {
  /** Resource name of the role. */
  readonly role_rn: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetLogGroupAuthCredsCreate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key: string;
};

/** What an event destination is changed by; members left out stay as they are. */
export type EventDestinationUpdate = {
  /** What receives the events. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /** How events are serialised. The only format is `JSON`; case does not matter. */
  readonly format?: 'JSON' | (string & {});
  /**
   * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a
   * new destination.
   */
  readonly target?: EventDestinationTargetUpdate;
};

/**
 * The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`. Another type of receiver needs a new
 * destination.
 */
export type EventDestinationTargetUpdate = {
  /** Delivers to a stream-delivery service. */
  readonly delivery_stream?: EventDestinationTargetDeliveryStreamUpdate;
  /** Delivers to a data streaming service. */
  readonly data_stream?: EventDestinationTargetDataStreamUpdate;
  /** Delivers to a log service. */
  readonly log_group?: EventDestinationTargetLogGroupUpdate;
};

/** Delivers to a stream-delivery service. */
export type EventDestinationTargetDeliveryStreamUpdate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetDeliveryStreamAuthUpdate;
  /** Resource name of the delivery stream. */
  readonly delivery_stream_rn?: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDeliveryStreamAuthUpdate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDeliveryStreamAuthRoleUpdate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDeliveryStreamAuthCredsUpdate;
};

/** A role that the service assumes. */
export type EventDestinationTargetDeliveryStreamAuthRoleUpdate = {
  /** Resource name of the role. */
  readonly role_rn?: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDeliveryStreamAuthCredsUpdate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id?: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string;
};

/** Delivers to a data streaming service. */
export type EventDestinationTargetDataStreamUpdate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetDataStreamAuthUpdate;
  /** Resource name of the data stream. */
  readonly stream_rn?: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetDataStreamAuthUpdate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetDataStreamAuthRoleUpdate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetDataStreamAuthCredsUpdate;
};

/** A role that the service assumes. */
export type EventDestinationTargetDataStreamAuthRoleUpdate = {
  /** Resource name of the role. */
  readonly role_rn?: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetDataStreamAuthCredsUpdate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id?: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string;
};

/** Delivers to a log service. */
export type EventDestinationTargetLogGroupUpdate = {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth?: EventDestinationTargetLogGroupAuthUpdate;
  /** Resource name of the log group. */
  readonly log_group_rn?: string;
};

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export type EventDestinationTargetLogGroupAuthUpdate = {
  /** A role that the service assumes. */
  readonly role?: EventDestinationTargetLogGroupAuthRoleUpdate;
  /** An access key of the cloud provider. */
  readonly creds?: EventDestinationTargetLogGroupAuthCredsUpdate;
};

/** A role that the service assumes. */
export type EventDestinationTargetLogGroupAuthRoleUpdate = {
  /** Resource name of the role. */
  readonly role_rn?: string;
};

/** An access key of the cloud provider. */
export type EventDestinationTargetLogGroupAuthCredsUpdate = {
  /** Identifier part of the access key. */
  readonly cloud_access_key_id?: string;
  /** Secret part of the access key. The service never answers it. */
  readonly cloud_secret_access_key?: string;
};

/** Sends the events of chosen types to event destinations. */
export type EventSubscription = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the events are captured for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The event types that are captured, each at most once. */
  readonly sources?: readonly EventSource[] | null;
  /** Identifiers of the event destinations that receive the events. */
  readonly destinations?: readonly Ref[] | null;
};

/** What an event subscription is created from. */
export type EventSubscriptionCreate = {
  /** What the events are captured for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** The event types that are captured, each at most once. */
  readonly sources?: readonly EventSourceCreate[];
  /** Identifiers of the event destinations that receive the events. */
  readonly destination_ids?: readonly string[];
};

/** What an event subscription is changed by; members left out stay as they are. */
export type EventSubscriptionUpdate = {
  /** What the events are captured for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /** The event types that are captured, each at most once. Replaces all that were there. */
  readonly sources?: readonly EventSourceCreate[];
  /** Identifiers of the event destinations that receive the events. Replaces all that were there. */
  readonly destination_ids?: readonly string[];
};

/** A key that programs sign in to the management API with. Its token is answered once, at creation. */
export type ApiKey = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What uses the key to authenticate. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * The bearer token for the Authorization header of the management API. The service answers it once, at creation;
   * after an import it is null. Only in the answer to its creation, later null.
   */
  readonly token?: string | null;
};

/** What an API key is created from. */
export type ApiKeyCreate = {
  /** What uses the key to authenticate. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
};

/** What an API key is changed by; members left out stay as they are. */
export type ApiKeyUpdate = {
  /** What uses the key to authenticate. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A credential that agents connect with. Its token is answered once, at creation. */
export type TunnelCredential = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Who or what uses the credential. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * The authtoken that an agent authenticates with. The service answers it once, at creation; after an import it is
   * null. Only in the answer to its creation, later null.
   */
  readonly token?: string | null;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   */
  readonly acl?: readonly string[] | null;
};

/** What a tunnel credential is created from. */
export type TunnelCredentialCreate = {
  /** Who or what uses the credential. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   */
  readonly acl?: readonly string[];
};

/** What a tunnel credential is changed by; members left out stay as they are. */
export type TunnelCredentialUpdate = {
  /** Who or what uses the credential. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. Replaces all
   * that were there.
   */
  readonly acl?: readonly string[];
};

/** A certificate authority of your own, against which client certificates are checked in mutual TLS. */
export type CertificateAuthority = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Whose certificates the authority signs. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The authority’s certificate as PEM: exactly one, and one that may sign. Another one needs a new object. */
  readonly ca_pem: string;
  /** Common name of the authority’s subject. */
  readonly subject_common_name: string;
  /** Start of the authority’s validity, RFC 3339. */
  readonly not_before: string;
  /** End of the authority’s validity, RFC 3339. */
  readonly not_after: string;
  /** Actions that the private key may be used for. */
  readonly key_usages: readonly string[];
  /** Purposes beyond the key usages, such as `serverAuth`. */
  readonly extended_key_usages: readonly string[];
};

/** What a certificate authority is created from. */
export type CertificateAuthorityCreate = {
  /** Whose certificates the authority signs. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** The authority’s certificate as PEM: exactly one, and one that may sign. Another one needs a new object. */
  readonly ca_pem: string;
};

/** What a certificate authority is changed by; members left out stay as they are. */
export type CertificateAuthorityUpdate = {
  /** Whose certificates the authority signs. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A certificate with its private key, uploaded to serve TLS for domains. */
export type TlsCertificate = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the certificate is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The chain of certificates as PEM, leaf first. Another chain needs a new object. */
  readonly certificate_pem: string;
  /** Common name of the leaf’s subject. */
  readonly subject_common_name: string;
  /** What else than its common name the leaf is valid for. */
  readonly subject_alternative_names?: TlsCertificateSubjectAlternativeNames | null;
  /** When the service had the certificate issued, RFC 3339; null for an uploaded one. */
  readonly issued_at: string;
  /** Start of the leaf’s validity, RFC 3339. */
  readonly not_before: string;
  /** End of the leaf’s validity, RFC 3339. */
  readonly not_after: string;
  /** Actions that the private key may be used for. */
  readonly key_usages: readonly string[];
  /** Purposes beyond the key usages, such as `serverAuth`. */
  readonly extended_key_usages: readonly string[];
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  readonly private_key_type: string;
  /** Common name of the leaf’s issuer. */
  readonly issuer_common_name: string;
  /** Serial number of the leaf, hexadecimal. */
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

/** What else than its common name the leaf is valid for. */
export type TlsCertificateSubjectAlternativeNames = {
  /** Domain names, wildcards included. */
  readonly dns_names?: readonly string[] | null;
  /** IP addresses. */
  readonly ips?: readonly string[] | null;
};

/** What a TLS certificate is created from. */
export type TlsCertificateCreate = {
  /** What the certificate is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** The chain of certificates as PEM, leaf first. Another chain needs a new object. */
  readonly certificate_pem: string;
  /** The leaf’s private key as PEM. The service never answers it. Another key needs a new object. */
  readonly private_key_pem: string;
};

/** What a TLS certificate is changed by; members left out stay as they are. */
export type TlsCertificateUpdate = {
  /** What the certificate is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A host name reserved for your endpoints, with the certificate that it is served with. */
export type Domain = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the domain is used for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do not
   * matter. Another name needs a new domain.
   */
  readonly domain: string;
  /**
   * Region of the reservation; not set by default, and kept when removed. Another region needs a new domain; but as
   * the service may not answer it, the first one that is given for a domain that exists already, such as an imported
   * one, is taken as the one it has.
   * @deprecated Traffic is handled globally; leave the region out.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | null;
  /** The certificate that the domain is served with, uploaded or issued. */
  readonly certificate?: Ref | null;
  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
   * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare
   * none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a
   * declared one sets the same once more.
   */
  readonly certificate_management_policy?: DomainCertificateManagementPolicy | null;
  /** State of automatic certificate management; null while it is off. */
  readonly certificate_management_status?: DomainCertificateManagementStatus | null;
  /** Target for the CNAME record of the domain; null for a subdomain of the service. */
  readonly cname_target: string;
  /**
   * Target for the CNAME record of `_acme-challenge.<domain>`, needed for certificates of wildcard domains; null for
   * others.
   */
  readonly acme_challenge_cname_target: string;
};

/**
 * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
 * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none:
 * to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one
 * sets the same once more.
 */
export type DomainCertificateManagementPolicy = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the
   * profile `ngrok` `ecdsa`.
   */
  readonly private_key_type: 'rsa' | 'ecdsa';
};

/** State of automatic certificate management; null while it is off. */
export type DomainCertificateManagementStatus = {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  readonly renews_at?: string | null;
  /** The job that provisions or renews the certificate; null while none runs. */
  readonly provisioning_job?: DomainCertificateManagementStatusProvisioningJob | null;
};

/** The job that provisions or renews the certificate; null while none runs. */
export type DomainCertificateManagementStatusProvisioningJob = {
  /** Why provisioning fails: `INTERNAL_ERROR` passes by itself, `DNS_ERROR` needs the DNS records corrected. */
  readonly error_code?: string | null;
  /** Progress or failure in words. */
  readonly msg?: string | null;
  /** When the job started, RFC 3339. */
  readonly started_at?: string | null;
  /** When the job is tried again, RFC 3339. */
  readonly retries_at?: string | null;
};

/** What a domain is created from. */
export type DomainCreate = {
  /** What the domain is used for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /**
   * The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do not
   * matter. Another name needs a new domain.
   */
  readonly domain: string;
  /**
   * Region of the reservation; not set by default, and kept when removed. Another region needs a new domain; but as
   * the service may not answer it, the first one that is given for a domain that exists already, such as an imported
   * one, is taken as the one it has.
   * @deprecated Traffic is handled globally; leave the region out.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
  /**
   * Identifier of the TLS certificate to serve the domain with. Not together with `certificate_management_policy`;
   * what the service attached by itself stands in `certificate`.
   */
  readonly certificate_id?: string;
  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
   * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare
   * none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a
   * declared one sets the same once more.
   */
  readonly certificate_management_policy?: DomainCertificateManagementPolicyCreate;
};

/**
 * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
 * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none:
 * to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one
 * sets the same once more.
 */
export type DomainCertificateManagementPolicyCreate = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the
   * profile `ngrok` `ecdsa`.
   */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** What a domain is changed by; members left out stay as they are. */
export type DomainUpdate = {
  /** What the domain is used for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * Identifier of the TLS certificate to serve the domain with. Not together with `certificate_management_policy`;
   * what the service attached by itself stands in `certificate`. `""` clears it.
   */
  readonly certificate_id?: string;
  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
   * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare
   * none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a
   * declared one sets the same once more.
   */
  readonly certificate_management_policy?: DomainCertificateManagementPolicyUpdate;
};

/**
 * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard
 * domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none:
 * to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one
 * sets the same once more.
 */
export type DomainCertificateManagementPolicyUpdate = {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority?: 'letsencrypt';
  /**
   * Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the
   * profile `ngrok` `ecdsa`.
   */
  readonly private_key_type?: 'rsa' | 'ecdsa';
};

/** A host name and port reserved for your TCP endpoints. */
export type TcpAddress = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the address is used for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The reserved address, `hostname:port`, chosen by the service. */
  readonly addr: string;
  /** Region of the address. The default is `us`, the service’s own. Another region needs a new address. */
  readonly region: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
};

/** What a TCP address is created from. */
export type TcpAddressCreate = {
  /** What the address is used for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Region of the address. The default is `us`, the service’s own. Another region needs a new address. */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa';
};

/** What a TCP address is changed by; members left out stay as they are. */
export type TcpAddressUpdate = {
  /** What the address is used for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A public key whose owner may start tunnels over SSH. */
export type SshPublicKey = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Who or what uses the key. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /**
   * The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter. Another key needs a new
   * object.
   */
  readonly public_key: string;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   */
  readonly acl?: readonly string[] | null;
};

/** What a SSH public key is created from. */
export type SshPublicKeyCreate = {
  /** Who or what uses the key. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /**
   * The key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments do not matter. Another key needs a new
   * object.
   */
  readonly public_key: string;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   */
  readonly acl?: readonly string[];
};

/** What a SSH public key is changed by; members left out stay as they are. */
export type SshPublicKeyUpdate = {
  /** Who or what uses the key. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or
   * `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. Replaces all
   * that were there.
   */
  readonly acl?: readonly string[];
};

/** A key pair of the service that signs SSH host and user certificates. The private key never leaves the service. */
export type SshCertificateAuthority = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** What the authority signs for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** The authority’s public key as an authorized-keys line. */
  readonly public_key: string;
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
};

/** What a SSH certificate authority is created from. */
export type SshCertificateAuthorityCreate = {
  /** What the authority signs for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`, the default. Another type needs a new authority. */
  readonly private_key_type?: 'rsa' | 'ecdsa' | 'ed25519';
  /** Curve of an `ecdsa` key: `p256`, `p384` or `p521`; the service takes `p256` if not given. Never answered. */
  readonly elliptic_curve?: 'p256' | 'p384' | 'p521';
  /** Bits of an `rsa` key: 2048 or 4096; the service takes 2048 if not given. Never answered. */
  readonly key_size?: number;
};

/** What a SSH certificate authority is changed by; members left out stay as they are. */
export type SshCertificateAuthorityUpdate = {
  /** What the authority signs for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A certificate with which an SSH server proves who it is. */
export type SshHostCertificate = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Whom the certificate is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  readonly ssh_certificate_authority_id: string;
  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  readonly public_key: string;
  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
  /**
   * Host names and IP addresses that the certificate is valid for; all hosts if empty. Other principals need a new
   * certificate.
   */
  readonly principals?: readonly string[] | null;
  /**
   * Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last.
   */
  readonly valid_after?: string | null;
  /**
   * End of the validity, RFC 3339. The service takes one year after the start if not given; removing it keeps the
   * last.
   */
  readonly valid_until?: string | null;
  /** The signed certificate as an authorized-keys line. */
  readonly certificate: string;
};

/** What a SSH host certificate is created from. */
export type SshHostCertificateCreate = {
  /** Whom the certificate is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  readonly ssh_certificate_authority_id: string;
  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  readonly public_key: string;
  /**
   * Host names and IP addresses that the certificate is valid for; all hosts if empty. Other principals need a new
   * certificate.
   */
  readonly principals?: readonly string[];
  /**
   * Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last.
   */
  readonly valid_after?: string;
  /**
   * End of the validity, RFC 3339. The service takes one year after the start if not given; removing it keeps the
   * last.
   */
  readonly valid_until?: string;
};

/** What a SSH host certificate is changed by; members left out stay as they are. */
export type SshHostCertificateUpdate = {
  /** Whom the certificate is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** A certificate with which a person or program signs in to SSH servers. */
export type SshUserCertificate = {
  /** Unique identifier, given by the service at creation. */
  readonly id: string;
  /** URI at which the management API serves this object. */
  readonly uri: string;
  /** When the object was created, RFC 3339 in UTC. */
  readonly created_at: string;
  /** Whom the certificate is for. At most 255 bytes. */
  readonly description?: string | null;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string | null;
  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  readonly ssh_certificate_authority_id: string;
  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  readonly public_key: string;
  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  readonly key_type: string;
  /** User names that the holder may sign in as; any user if empty. Other principals need a new certificate. */
  readonly principals?: readonly string[] | null;
  /**
   * Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last.
   */
  readonly valid_after?: string | null;
  /**
   * End of the validity, RFC 3339. The service takes 24 hours after the start if not given; removing it keeps the
   * last.
   */
  readonly valid_until?: string | null;
  /** The signed certificate as an authorized-keys line. */
  readonly certificate: string;
  /**
   * Restrictions that the SSH server must understand: `force-command`, and `source-address` with CIDR ranges separated
   * by commas. Others need a new certificate.
   */
  readonly critical_options?: Readonly<Record<string, string>> | null;
  /**
   * What the SSH server grants, such as `permit-port-forwarding`, mostly with empty values. The default is
   * `permit-pty` and `permit-user-rc`, the service’s own. Others need a new certificate.
   */
  readonly extensions: Readonly<Record<string, string>>;
};

/** What a SSH user certificate is created from. */
export type SshUserCertificateCreate = {
  /** Whom the certificate is for. At most 255 bytes. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   */
  readonly metadata?: string;
  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  readonly ssh_certificate_authority_id: string;
  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  readonly public_key: string;
  /** User names that the holder may sign in as; any user if empty. Other principals need a new certificate. */
  readonly principals?: readonly string[];
  /**
   * Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last.
   */
  readonly valid_after?: string;
  /**
   * End of the validity, RFC 3339. The service takes 24 hours after the start if not given; removing it keeps the
   * last.
   */
  readonly valid_until?: string;
  /**
   * Restrictions that the SSH server must understand: `force-command`, and `source-address` with CIDR ranges separated
   * by commas. Others need a new certificate.
   */
  readonly critical_options?: Readonly<Record<string, string>>;
  /**
   * What the SSH server grants, such as `permit-port-forwarding`, mostly with empty values. The default is
   * `permit-pty` and `permit-user-rc`, the service’s own. Others need a new certificate.
   */
  readonly extensions?: Readonly<Record<string, string>>;
};

/** What a SSH user certificate is changed by; members left out stay as they are. */
export type SshUserCertificateUpdate = {
  /** Whom the certificate is for. At most 255 bytes. `""` clears it. */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   * `""` clears it.
   */
  readonly metadata?: string;
};

/** An event type that a subscription captures. */
export type EventSource = {
  /** Event type, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});
  /** For traffic events: the fields to capture, all of them if not given. Not allowed for other events. */
  readonly fields?: readonly string[] | null;
  /**
   * For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other
   * events.
   */
  readonly filter?: string | null;
  /** URI at which the management API serves this object. */
  readonly uri: string;
};

/** What an event source is created from. */
export type EventSourceCreate = {
  /** Event type, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});
  /** For traffic events: the fields to capture, all of them if not given. Not allowed for other events. */
  readonly fields?: readonly string[];
  /**
   * For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other
   * events.
   */
  readonly filter?: string;
};

/** What an event source is changed by; members left out stay as they are. */
export type EventSourceUpdate = {
  /**
   * For traffic events: the fields to capture, all of them if not given. Not allowed for other events. Replaces all
   * that were there.
   */
  readonly fields?: readonly string[];
  /**
   * For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other
   * events. `""` clears it.
   */
  readonly filter?: string;
};

/** An endpoint bound to a Kubernetes operator; which members an endpoint has depends on what serves it. */
export type Endpoint = {
  /** Unique identifier of the endpoint. */
  readonly id: string;
  /** Region that the endpoint belongs to. */
  readonly region?: string | null;
  /** When the endpoint was created, RFC 3339 in UTC. */
  readonly created_at?: string | null;
  /** When the endpoint was last updated, RFC 3339 in UTC. */
  readonly updated_at?: string | null;
  /** URL of the host and port that are served. */
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
  /** Port that the endpoint is served on. */
  readonly port?: number | null;
  /** `ephemeral` (served by an agent’s tunnel), `edge` (served by an edge) or `cloud` (a cloud endpoint). */
  readonly type?: string | null;
  /** Machine-readable data that the user gave the tunnel or edge. */
  readonly metadata?: string | null;
  /** Description that the user gave the tunnel. */
  readonly description?: string | null;
  /** Domain reserved for the endpoint. */
  readonly domain?: Ref | null;
  /** Address reserved for the endpoint. */
  readonly tcp_addr?: Ref | null;
  /** Tunnel that serves an ephemeral endpoint. */
  readonly tunnel?: Ref | null;
  /** Edge that serves an edge endpoint. */
  readonly edge?: Ref | null;
  /** Local address that the tunnel forwards to. */
  readonly upstream_url?: string | null;
  /** Protocol that the agent forwards with. */
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
  /** URI at which the management API serves the endpoint. */
  readonly uri?: string | null;
  /** Name that the user gave the endpoint. */
  readonly name?: string | null;
  /** Whether the endpoint may be pooled with others. */
  readonly pooling_enabled?: boolean | null;
};

/** The members of a client, one per kind. */
export interface Collections {
  /**
   * A named group of IP policy rules, to be attached to endpoints and IP restrictions. An address is admitted if at
   * least one allow rule and no deny rule matches it; a policy without rules admits nobody.
   */
  readonly ipPolicies: Collection<IpPolicy, IpPolicyCreate, IpPolicyUpdate>;
  /** Allows or denies one IP range in an IP policy. Order never matters: a matching deny always wins. */
  readonly ipPolicyRules: Collection<IpPolicyRule, IpPolicyRuleCreate, IpPolicyRuleUpdate>;
  /**
   * Restricts from where one part of the account can be reached. There is at most one restriction of each type. An
   * enforced restriction whose policies hold no allow rule shuts everybody out.
   */
  readonly ipRestrictions: Collection<IpRestriction, IpRestrictionCreate, IpRestrictionUpdate>;
  /**
   * A base domain of your own from which the service generates regional domains that agents connect to. Delegate the
   * domain by setting its NS records to `ns_targets`.
   */
  readonly agentIngresses: Collection<AgentIngress, AgentIngressCreate, AgentIngressUpdate>;
  /**
   * A registered deployment of the service’s operator in a Kubernetes cluster: its features, where it runs, and, with
   * the `bindings` feature, the client certificate and the endpoints projected into the cluster.
   */
  readonly kubernetesOperators: Collection<KubernetesOperator, KubernetesOperatorCreate, KubernetesOperatorUpdate>;
  /** Where events are delivered: a delivery stream, a data stream or a log group of a cloud provider. */
  readonly eventDestinations: Collection<EventDestination, EventDestinationCreate, EventDestinationUpdate>;
  /** Sends the events of chosen types to event destinations. */
  readonly eventSubscriptions: Collection<EventSubscription, EventSubscriptionCreate, EventSubscriptionUpdate>;
  /** A key that programs sign in to the management API with. Its token is answered once, at creation. */
  readonly apiKeys: Collection<ApiKey, ApiKeyCreate, ApiKeyUpdate>;
  /** A credential that agents connect with. Its token is answered once, at creation. */
  readonly tunnelCredentials: Collection<TunnelCredential, TunnelCredentialCreate, TunnelCredentialUpdate>;
  /** A certificate authority of your own, against which client certificates are checked in mutual TLS. */
  readonly certificateAuthorities: Collection<CertificateAuthority, CertificateAuthorityCreate, CertificateAuthorityUpdate>;
  /** A certificate with its private key, uploaded to serve TLS for domains. */
  readonly tlsCertificates: Collection<TlsCertificate, TlsCertificateCreate, TlsCertificateUpdate>;
  /** A host name reserved for your endpoints, with the certificate that it is served with. */
  readonly domains: Collection<Domain, DomainCreate, DomainUpdate>;
  /** A host name and port reserved for your TCP endpoints. */
  readonly tcpAddresses: Collection<TcpAddress, TcpAddressCreate, TcpAddressUpdate>;
  /** A public key whose owner may start tunnels over SSH. */
  readonly sshPublicKeys: Collection<SshPublicKey, SshPublicKeyCreate, SshPublicKeyUpdate>;
  /** A key pair of the service that signs SSH host and user certificates. The private key never leaves the service. */
  readonly sshCertificateAuthorities: Collection<SshCertificateAuthority, SshCertificateAuthorityCreate, SshCertificateAuthorityUpdate>;
  /** A certificate with which an SSH server proves who it is. */
  readonly sshHostCertificates: Collection<SshHostCertificate, SshHostCertificateCreate, SshHostCertificateUpdate>;
  /** A certificate with which a person or program signs in to SSH servers. */
  readonly sshUserCertificates: Collection<SshUserCertificate, SshUserCertificateCreate, SshUserCertificateUpdate>;
}
