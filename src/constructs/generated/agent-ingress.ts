// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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
export class AgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
  /** Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS records. */
  get errorCode(): string {
    return this.getStringAttribute('error_code');
  }

  /** Progress or failure message. */
  get msg(): string {
    return this.getStringAttribute('msg');
  }

  /** Start time of the job, RFC 3339. */
  get startedAt(): string {
    return this.getStringAttribute('started_at');
  }

  /** Time of the next attempt, RFC 3339. */
  get retriesAt(): string {
    return this.getStringAttribute('retries_at');
  }
}

/** State of automatic certificate management; null while it is disabled. */
export class AgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): AgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new AgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** References to the attributes of {@link AgentIngressCertificateManagementPolicy}. */
export class AgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

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

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, AgentIngress.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Purpose of the ingress. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** A domain that you own: the base of the regional domains. Case is ignored. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  set domain(value: string) {
    this.inputs.set('domain', value);
  }

  /** The input value of `domain`. */
  get domainInput() {
    return this.inputs.get('domain');
  }

  /** Name servers to set as the NS records of `domain`, which delegates it to the service. */
  get nsTargets(): string[] {
    return this.getListAttribute('ns_targets');
  }

  /** Regional domains below `domain` that agents connect to. The list grows as the service adds regions. */
  get regionDomains(): string[] {
    return this.getListAttribute('region_domains');
  }

  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): AgentIngressCertificateManagementPolicyOutputReference {
    return new AgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  set certificateManagementPolicy(value: AgentIngressCertificateManagementPolicy | IResolvable) {
    this.inputs.set('certificateManagementPolicy', value);
  }

  /** The input value of `certificateManagementPolicy`. */
  get certificateManagementPolicyInput() {
    return this.inputs.get('certificateManagementPolicy');
  }

  /** Unsets `certificateManagementPolicy`. */
  resetCertificateManagementPolicy(): void {
    this.inputs.reset('certificateManagementPolicy');
  }

  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): AgentIngressCertificateManagementStatusOutputReference {
    return new AgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}
