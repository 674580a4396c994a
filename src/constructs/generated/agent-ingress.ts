// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `AgentIngress` has. */
interface AgentIngressAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the ingress. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** A domain that you own: the base of the regional domains. Case is ignored. */
  get domain(): string;
  /** Name servers to set as the NS records of `domain`, which delegates it to the service. */
  get nsTargets(): string[];
  /** Regional domains below `domain` that agents connect to. The list grows as the service adds regions. */
  get regionDomains(): string[];
}

/** What each class of a `AgentIngressCertificateManagementStatusProvisioningJob` has. */
interface AgentIngressCertificateManagementStatusProvisioningJobAttributes {
  /** Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS records. */
  get errorCode(): string;
  /** Progress or failure message. */
  get msg(): string;
  /** Start time of the job, RFC 3339. */
  get startedAt(): string;
  /** Time of the next attempt, RFC 3339. */
  get retriesAt(): string;
}

/** What each class of a `AgentIngressCertificateManagementStatus` has. */
interface AgentIngressCertificateManagementStatusAttributes {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string;
}

/** What each class of a `AgentIngressCertificateManagementPolicy` has. */
interface AgentIngressCertificateManagementPolicyAttributes {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string;
  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  get privateKeyType(): string;
}

/** The service requests and renews the TLS certificate. */
export interface AgentIngressCertificateManagementPolicy {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt' | (string & {});
  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts.
   *
   * @default "rsa"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | (string & {});
}

/** Properties of {@link AgentIngress}. */
export interface AgentIngressProps extends TerraformMetaArguments {
  /**
   * Purpose of the ingress. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;
  /** A domain that you own: the base of the regional domains. Case is ignored. Changing it replaces the object. */
  readonly domain: string;
  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management.
   *
   * @default - not set
   */
  readonly certificateManagementPolicy?: AgentIngressCertificateManagementPolicy | IResolvable;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class AgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface AgentIngressCertificateManagementStatusProvisioningJobOutputReference extends AgentIngressCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class AgentIngressCertificateManagementStatusOutputReference extends ComplexObject {}
export interface AgentIngressCertificateManagementStatusOutputReference extends AgentIngressCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): AgentIngressCertificateManagementStatusProvisioningJobOutputReference;
}

/** References to the attributes of {@link AgentIngressCertificateManagementPolicy}. */
export class AgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface AgentIngressCertificateManagementPolicyOutputReference extends AgentIngressCertificateManagementPolicyAttributes {}

/**
 * A base domain of your own. The service generates regional domains below it, which agents connect to. Delegate the domain by setting its NS records to `nsTargets`.
 *
 * Terraform type: `netingress_agent_ingress`.
 */
export class AgentIngress extends NetingressResource<AgentIngressProps> {
  static readonly tfResourceType = 'netingress_agent_ingress';

  constructor(scope: Construct, id: string, props: AgentIngressProps) {
    super(scope, id, getKind('agent_ingress'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isAgentIngress(value: unknown): value is AgentIngress {
    return isResourceOfType(value, AgentIngress.tfResourceType);
  }
}
export interface AgentIngress extends AgentIngressAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the ingress. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** A domain that you own: the base of the regional domains. Case is ignored. */
  get domain(): string;
  set domain(value: string);
  /** The input value of `domain`. */
  get domainInput(): string | undefined;
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): AgentIngressCertificateManagementPolicyOutputReference;
  set certificateManagementPolicy(value: AgentIngressCertificateManagementPolicy | IResolvable);
  /** The input value of `certificateManagementPolicy`. */
  get certificateManagementPolicyInput(): AgentIngressCertificateManagementPolicy | IResolvable | undefined;
  /** Unsets `certificateManagementPolicy`. */
  resetCertificateManagementPolicy(): void;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): AgentIngressCertificateManagementStatusOutputReference;
}

defineAttributes(AgentIngress, expandAttributes(getKind('agent_ingress').attributes), {
  'certificate_management_status.provisioning_job': AgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  'certificate_management_status': AgentIngressCertificateManagementStatusOutputReference,
  'certificate_management_policy': AgentIngressCertificateManagementPolicyOutputReference,
});

/** Properties of {@link DataNetingressAgentIngress}. */
export interface DataNetingressAgentIngressProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * A domain that you own: the base of the regional domains. Case is ignored.
   *
   * @default - computed by the service
   */
  readonly domain?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends AgentIngressCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class DataNetingressAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressCertificateManagementStatusOutputReference extends AgentIngressCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference;
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressCertificateManagementPolicyOutputReference extends AgentIngressCertificateManagementPolicyAttributes {}

/**
 * Reads one agent ingress by `id` or `domain`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_agent_ingress`.
 */
export class DataNetingressAgentIngress extends NetingressDataSource<DataNetingressAgentIngressProps> {
  static readonly tfResourceType = 'netingress_agent_ingress';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressProps = {}) {
    super(scope, id, getDataSource('agent_ingress'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressAgentIngress(value: unknown): value is DataNetingressAgentIngress {
    return isDataSourceOfType(value, DataNetingressAgentIngress.tfResourceType);
  }
}
export interface DataNetingressAgentIngress extends AgentIngressAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** A domain that you own: the base of the regional domains. Case is ignored. */
  get domain(): string;
  set domain(value: string);
  /** The input value of `domain`. */
  get domainInput(): string | undefined;
  /** Unsets `domain`. */
  resetDomain(): void;
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DataNetingressAgentIngressCertificateManagementPolicyOutputReference;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressAgentIngressCertificateManagementStatusOutputReference;
}

defineAttributes(DataNetingressAgentIngress, getDataSource('agent_ingress').attributes, {
  'certificate_management_status.provisioning_job': DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  'certificate_management_status': DataNetingressAgentIngressCertificateManagementStatusOutputReference,
  'certificate_management_policy': DataNetingressAgentIngressCertificateManagementPolicyOutputReference,
});

/** Properties of {@link DataNetingressAgentIngresses}. */
export interface DataNetingressAgentIngressesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends AgentIngressCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference extends AgentIngressCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference;
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference extends AgentIngressCertificateManagementPolicyAttributes {}

/** One element of `agentIngresses`. */
export class DataNetingressAgentIngressesAgentIngressOutputReference extends ComplexObject {}
export interface DataNetingressAgentIngressesAgentIngressOutputReference extends AgentIngressAttributes {
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference;
}

/**
 * Reads all objects of the type agent ingress, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_agent_ingresses`.
 */
export class DataNetingressAgentIngresses extends NetingressDataSource<DataNetingressAgentIngressesProps> {
  static readonly tfResourceType = 'netingress_agent_ingresses';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressesProps = {}) {
    super(scope, id, getDataSource('agent_ingresses'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressAgentIngresses(value: unknown): value is DataNetingressAgentIngresses {
    return isDataSourceOfType(value, DataNetingressAgentIngresses.tfResourceType);
  }
}
export interface DataNetingressAgentIngresses extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get agentIngresses(): OutputList<DataNetingressAgentIngressesAgentIngressOutputReference>;
}

defineAttributes(DataNetingressAgentIngresses, getDataSource('agent_ingresses').attributes, {
  'agent_ingresses.certificate_management_status.provisioning_job': DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference,
  'agent_ingresses.certificate_management_status': DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference,
  'agent_ingresses.certificate_management_policy': DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference,
  'agent_ingresses': DataNetingressAgentIngressesAgentIngressOutputReference,
});
