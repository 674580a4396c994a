// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export interface AgentIngressCertificateManagementPolicy {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt' | (string & {});

  /**
   * Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts.
   *
   * @default "rsa"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | (string & {});
}

/** Properties of {@link AgentIngress}. */
export interface AgentIngressProps extends TerraformMetaArguments {
  /**
   * What the ingress is for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /** Domain owned by you, the base of the regional domains. Case does not matter. Another domain needs a new ingress. */
  readonly domain: string;

  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off.
   *
   * @default - not set
   */
  readonly certificateManagementPolicy?: AgentIngressCertificateManagementPolicy | IResolvable;
}

/** The job that provisions or renews the certificate; null while none runs. */
export class AgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
  /** Why provisioning fails: `INTERNAL_ERROR` passes by itself, `DNS_ERROR` needs the DNS records corrected. */
  get errorCode(): string {
    return this.getStringAttribute('error_code');
  }

  /** Progress or failure in words. */
  get msg(): string {
    return this.getStringAttribute('msg');
  }

  /** When the job started, RFC 3339. */
  get startedAt(): string {
    return this.getStringAttribute('started_at');
  }

  /** When the job is tried again, RFC 3339. */
  get retriesAt(): string {
    return this.getStringAttribute('retries_at');
  }
}

/** State of automatic certificate management; null while it is off. */
export class AgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while none runs. */
  get provisioningJob(): AgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new AgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** What Terraform knows of {@link AgentIngressCertificateManagementPolicy}. */
export class AgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/**
 * A base domain of your own from which the service generates regional domains that agents connect to. Delegate the domain by setting its NS records to `nsTargets`.
 *
 * Terraform type: `netingress_agent_ingress`.
 */
export class AgentIngress extends NetingressResource<AgentIngressProps> {
  static readonly tfResourceType = 'netingress_agent_ingress';

  constructor(scope: Construct, id: string, props: AgentIngressProps) {
    super(scope, id, getKind('agent_ingress'), props);
  }

  /** Whether the value is such a construct. */
  static isAgentIngress(value: unknown): value is AgentIngress {
    return isResourceOfType(value, AgentIngress.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, AgentIngress.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** What the ingress is for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Domain owned by you, the base of the regional domains. Case does not matter. Another domain needs a new ingress. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  set domain(value: string) {
    this.inputs.put('domain', value);
  }

  /** What was given for `domain`. */
  get domainInput() {
    return this.inputs.get('domain');
  }

  /** Name servers to set as the NS records of `domain`, which delegates it to the service. */
  get nsTargets(): string[] {
    return this.getListAttribute('ns_targets');
  }

  /** Regional domains below `domain` that agents connect to. Grows as the service adds regions. */
  get regionDomains(): string[] {
    return this.getListAttribute('region_domains');
  }

  /** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
  get certificateManagementPolicy(): AgentIngressCertificateManagementPolicyOutputReference {
    return new AgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  set certificateManagementPolicy(value: AgentIngressCertificateManagementPolicy | IResolvable) {
    this.inputs.put('certificateManagementPolicy', value);
  }

  /** What was given for `certificateManagementPolicy`. */
  get certificateManagementPolicyInput() {
    return this.inputs.get('certificateManagementPolicy');
  }

  /** Takes `certificateManagementPolicy` back, as if it had never been given. */
  resetCertificateManagementPolicy(): void {
    this.inputs.reset('certificateManagementPolicy');
  }

  /** State of automatic certificate management; null while it is off. */
  get certificateManagementStatus(): AgentIngressCertificateManagementStatusOutputReference {
    return new AgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}
