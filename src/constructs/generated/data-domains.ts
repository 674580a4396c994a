// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressDomains}. */
export interface DataNetingressDomainsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressDomainsDomainCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressDomainsDomainCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/** One element of `domains`. */
export class DataNetingressDomainsDomainOutputReference extends ComplexObject {
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

  /** Purpose of the domain. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /**
   * Region of the reservation.
   *
   * @deprecated Traffic is handled globally; remove the region.
   */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only. */
  get certificateId(): string {
    return this.getStringAttribute('certificate_id');
  }

  /** The certificate of the domain, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DataNetingressDomainsDomainCertificateManagementPolicyOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressDomainsDomainCertificateManagementStatusOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }

  /** Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address. Unset: the nearest ones. */
  get resolvesTo(): string[] {
    return Fn.tolist(this.getListAttribute('resolves_to'));
  }

  /** Whether this is the development domain of the account, which the service created and which cannot be deleted. */
  get isDev(): IResolvable {
    return this.getBooleanAttribute('is_dev');
  }

  /** Target of the CNAME record of the domain; null for a subdomain of the service. */
  get cnameTarget(): string {
    return this.getStringAttribute('cname_target');
  }

  /** Target of the CNAME record of `_acme-challenge.<domain>`, required for certificates of wildcard domains; null for other domains. */
  get acmeChallengeCnameTarget(): string {
    return this.getStringAttribute('acme_challenge_cname_target');
  }
}

/**
 * Reads all objects of the type domain, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_domains`.
 */
export class DataNetingressDomains extends NetingressDataSource<DataNetingressDomainsProps> {
  static readonly tfResourceType = 'netingress_domains';

  constructor(scope: Construct, id: string, props: DataNetingressDomainsProps = {}) {
    super(scope, id, findDataSource('domains'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressDomains(value: unknown): value is DataNetingressDomains {
    return isDataSourceOfType(value, DataNetingressDomains.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read if unset. */
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
  get domains(): OutputList<DataNetingressDomainsDomainOutputReference> {
    return new OutputList(this, 'domains', false, DataNetingressDomainsDomainOutputReference);
  }
}
