// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressDomains}. */
export interface DataNetingressDomainsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** The job that provisions or renews the certificate; null while none runs. */
export class DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DataNetingressDomainsDomainCertificateManagementStatusOutputReference extends ComplexObject {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while none runs. */
  get provisioningJob(): DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one sets the same once more. */
export class DataNetingressDomainsDomainCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the profile `ngrok` `ecdsa`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/** One element of `domains`. */
export class DataNetingressDomainsDomainOutputReference extends ComplexObject {
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

  /** What the domain is used for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do not matter. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /**
   * Region of the reservation; not set by default, and kept when removed.
   *
   * @deprecated Traffic is handled globally; leave the region out.
   */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Identifier of the TLS certificate to serve the domain with. Not together with `certificateManagementPolicy`; what the service attached by itself stands in `certificate`. */
  get certificateId(): string {
    return this.getStringAttribute('certificate_id');
  }

  /** The certificate that the domain is served with, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one sets the same once more. */
  get certificateManagementPolicy(): DataNetingressDomainsDomainCertificateManagementPolicyOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  /** State of automatic certificate management; null while it is off. */
  get certificateManagementStatus(): DataNetingressDomainsDomainCertificateManagementStatusOutputReference {
    return new DataNetingressDomainsDomainCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }

  /** Target for the CNAME record of the domain; null for a subdomain of the service. */
  get cnameTarget(): string {
    return this.getStringAttribute('cname_target');
  }

  /** Target for the CNAME record of `_acme-challenge.<domain>`, needed for certificates of wildcard domains; null for others. */
  get acmeChallengeCnameTarget(): string {
    return this.getStringAttribute('acme_challenge_cname_target');
  }
}

/**
 * Reads all objects of the kind domain, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_domains`.
 */
export class DataNetingressDomains extends NetingressDataSource<DataNetingressDomainsProps> {
  static readonly tfResourceType = 'netingress_domains';

  constructor(scope: Construct, id: string, props: DataNetingressDomainsProps = {}) {
    super(scope, id, findDataSource('domains'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressDomains(value: unknown): value is DataNetingressDomains {
    return isDataSourceOfType(value, DataNetingressDomains.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read without it. */
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
  get domains(): OutputList<DataNetingressDomainsDomainOutputReference> {
    return new OutputList(this, 'domains', false, DataNetingressDomainsDomainOutputReference);
  }
}
