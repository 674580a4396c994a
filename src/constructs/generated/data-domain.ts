// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressDomain}. */
export interface DataNetingressDomainProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored.
   *
   * @default - computed by the service
   */
  readonly domain?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressDomainCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressDomainCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/**
 * Reads one domain by `id` or `domain`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_domain`.
 */
export class DataNetingressDomain extends NetingressDataSource<DataNetingressDomainProps> {
  static readonly tfResourceType = 'netingress_domain';

  constructor(scope: Construct, id: string, props: DataNetingressDomainProps = {}) {
    super(scope, id, findDataSource('domain'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressDomain(value: unknown): value is DataNetingressDomain {
    return isDataSourceOfType(value, DataNetingressDomain.tfResourceType);
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
  get certificateManagementPolicy(): DataNetingressDomainCertificateManagementPolicyOutputReference {
    return new DataNetingressDomainCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressDomainCertificateManagementStatusOutputReference {
    return new DataNetingressDomainCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
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
