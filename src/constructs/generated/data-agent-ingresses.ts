// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressAgentIngresses}. */
export interface DataNetingressAgentIngressesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** The job that provisions or renews the certificate; null while none runs. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference extends ComplexObject {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while none runs. */
  get provisioningJob(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. */
export class DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/** One element of `agentIngresses`. */
export class DataNetingressAgentIngressesAgentIngressOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Domain owned by you, the base of the regional domains. Case does not matter. */
  get domain(): string {
    return this.getStringAttribute('domain');
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
  get certificateManagementPolicy(): DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is off. */
  get certificateManagementStatus(): DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference {
    return new DataNetingressAgentIngressesAgentIngressCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }
}

/**
 * Reads all objects of the kind agent ingress, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_agent_ingresses`.
 */
export class DataNetingressAgentIngresses extends NetingressDataSource<DataNetingressAgentIngressesProps> {
  static readonly tfResourceType = 'netingress_agent_ingresses';

  constructor(scope: Construct, id: string, props: DataNetingressAgentIngressesProps = {}) {
    super(scope, id, findDataSource('agent_ingresses'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressAgentIngresses(value: unknown): value is DataNetingressAgentIngresses {
    return isDataSourceOfType(value, DataNetingressAgentIngresses.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get agentIngresses(): OutputList<DataNetingressAgentIngressesAgentIngressOutputReference> {
    return new OutputList(this, 'agent_ingresses', false, DataNetingressAgentIngressesAgentIngressOutputReference);
  }
}
