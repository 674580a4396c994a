// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/** One element of `agentIngresses`. */
export class DataNetingressAgentIngressesAgentIngressOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** A domain that you own: the base of the regional domains. Case is ignored. */
  get domain(): string {
    return this.getStringAttribute('domain');
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
  get certificateManagementPolicy(): DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}

/**
 * Reads all objects of the type agent ingress, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_agent_ingresses`.
 */
export class DataNetingressAgentIngresses extends NetingressDataSource<DataNetingressAgentIngressesProps> {
  static readonly tfResourceType = 'netingress_agent_ingresses';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressesProps = {}) {
    super(scope, id, findDataSource('agent_ingresses'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressAgentIngresses(value: unknown): value is DataNetingressAgentIngresses {
    return isDataSourceOfType(value, DataNetingressAgentIngresses.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get agentIngresses(): OutputList<DataNetingressAgentIngressesAgentIngressOutputReference> {
    return new OutputList(this, 'agent_ingresses', false, DataNetingressAgentIngressesAgentIngressOutputReference);
  }
}
