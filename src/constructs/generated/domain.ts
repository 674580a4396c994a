// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { RefOutputReference } from '../outputs';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one sets the same once more. */
export interface DomainCertificateManagementPolicy {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  readonly authority: 'letsencrypt' | (string & {});

  /**
   * Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the profile `ngrok` `ecdsa`.
   *
   * @default "rsa"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | (string & {});
}

/** Properties of {@link Domain}. */
export interface DomainProps extends TerraformMetaArguments {
  /**
   * What the domain is used for. At most 255 bytes.
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

  /** The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do not matter. Another name needs a new domain. */
  readonly domain: string;

  /**
   * Region of the reservation; not set by default, and kept when removed. Another region needs a new domain; but as the service may not answer it, the first one that is given for a domain that exists already, such as an imported one, is taken as the one it has. One of `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`.
   *
   * @default - the service chooses
   * @deprecated Traffic is handled globally; leave the region out.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {});

  /**
   * Identifier of the TLS certificate to serve the domain with. Not together with `certificateManagementPolicy`; what the service attached by itself stands in `certificate`.
   *
   * @default - not set
   */
  readonly certificateId?: string;

  /**
   * Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one sets the same once more.
   *
   * @default - not set
   */
  readonly certificateManagementPolicy?: DomainCertificateManagementPolicy | IResolvable;
}

/** The job that provisions or renews the certificate; null while none runs. */
export class DomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DomainCertificateManagementStatusOutputReference extends ComplexObject {
  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while none runs. */
  get provisioningJob(): DomainCertificateManagementStatusProvisioningJobOutputReference {
    return new DomainCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** What Terraform knows of {@link DomainCertificateManagementPolicy}. */
export class DomainCertificateManagementPolicyOutputReference extends ComplexObject {
  /** Certificate authority that certificates are requested from. The only one is `letsencrypt`. */
  get authority(): string {
    return this.getStringAttribute('authority');
  }

  /** Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts, and in the profile `ngrok` `ecdsa`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }
}

/**
 * A host name reserved for your endpoints, with the certificate that it is served with.
 *
 * Terraform type: `netingress_domain`.
 */
export class Domain extends NetingressResource<DomainProps> {
  static readonly tfResourceType = 'netingress_domain';

  constructor(scope: Construct, id: string, props: DomainProps) {
    super(scope, id, getKind('domain'), props);
  }

  /** Whether the value is such a construct. */
  static isDomain(value: unknown): value is Domain {
    return isResourceOfType(value, Domain.tfResourceType);
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
    return importedResource(scope, importToId, Domain.tfResourceType, importFromId, provider);
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

  /** What the domain is used for. At most 255 bytes. */
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

  /** The host name to reserve, perhaps with a leading wildcard as in `*.example.com`; case and a trailing dot do not matter. Another name needs a new domain. */
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

  /**
   * Region of the reservation; not set by default, and kept when removed. Another region needs a new domain; but as the service may not answer it, the first one that is given for a domain that exists already, such as an imported one, is taken as the one it has.
   *
   * @deprecated Traffic is handled globally; leave the region out.
   */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {})) {
    this.inputs.put('region', value);
  }

  /** What was given for `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Takes `region` back, as if it had never been given. */
  resetRegion(): void {
    this.inputs.reset('region');
  }

  /** Identifier of the TLS certificate to serve the domain with. Not together with `certificateManagementPolicy`; what the service attached by itself stands in `certificate`. */
  get certificateId(): string {
    return this.getStringAttribute('certificate_id');
  }

  set certificateId(value: string) {
    this.inputs.put('certificateId', value);
  }

  /** What was given for `certificateId`. */
  get certificateIdInput() {
    return this.inputs.get('certificateId');
  }

  /** Takes `certificateId` back, as if it had never been given. */
  resetCertificateId(): void {
    this.inputs.reset('certificateId');
  }

  /** The certificate that the domain is served with, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** Has the service request and renew the TLS certificate. Remove it to switch automatic management off. A wildcard domain may get one from the service by itself (`letsencrypt`, `ecdsa`), which is left alone while you declare none: to be rid of it, declare it, and remove it again. After an import of such a domain the first apply of a declared one sets the same once more. */
  get certificateManagementPolicy(): DomainCertificateManagementPolicyOutputReference {
    return new DomainCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  set certificateManagementPolicy(value: DomainCertificateManagementPolicy | IResolvable) {
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
  get certificateManagementStatus(): DomainCertificateManagementStatusOutputReference {
    return new DomainCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
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
