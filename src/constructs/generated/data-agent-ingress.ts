// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressAgentIngress}. */
export interface DataNetingressAgentIngressProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * Domain owned by you, the base of the regional domains. Case does not matter.
   *
   * @default - the service chooses
   */
  readonly domain?: string;
}

/** The job that provisions or renews the certificate; null while none runs. */
export class DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while none runs. */
  get provisioningJob(): DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export class DataNetingressAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
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
 * Reads one agent ingress, named by `id` or `domain`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_agent_ingress`.
 */
export class DataNetingressAgentIngress extends NetingressDataSource<DataNetingressAgentIngressProps> {
  static readonly tfResourceType = 'netingress_agent_ingress';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressProps = {}) {
    super(scope, id, findDataSource('agent_ingress'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressAgentIngress(value: unknown): value is DataNetingressAgentIngress {
    return isDataSourceOfType(value, DataNetingressAgentIngress.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Domain owned by you, the base of the regional domains. Case does not matter. */
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

  /** Takes `domain` back, as if it had never been given. */
  resetDomain(): void {
    this.inputs.reset('domain');
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
  get certificateManagementPolicy(): DataNetingressAgentIngressCertificateManagementPolicyOutputReference {
    return new DataNetingressAgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is off. */
  get certificateManagementStatus(): DataNetingressAgentIngressCertificateManagementStatusOutputReference {
    return new DataNetingressAgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}
