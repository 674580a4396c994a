// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressAgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
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
 * Reads one agent ingress by `id` or `domain`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_agent_ingress`.
 */
export class DataNetingressAgentIngress extends NetingressDataSource<DataNetingressAgentIngressProps> {
  static readonly tfResourceType = 'netingress_agent_ingress';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressProps = {}) {
    super(scope, id, findDataSource('agent_ingress'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressAgentIngress(value: unknown): value is DataNetingressAgentIngress {
    return isDataSourceOfType(value, DataNetingressAgentIngress.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
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

  /** Unsets `domain`. */
  resetDomain(): void {
    this.inputs.reset('domain');
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
  get certificateManagementPolicy(): DataNetingressAgentIngressCertificateManagementPolicyOutputReference {
    return new DataNetingressAgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressAgentIngressCertificateManagementStatusOutputReference {
    return new DataNetingressAgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}
