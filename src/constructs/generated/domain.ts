// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { RefOutputReference } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** The service requests and renews the TLS certificate. */
export interface DomainCertificateManagementPolicy {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt' | (string & {});

  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`.
   *
   * @default "rsa"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | (string & {});
}

/** Properties of {@link Domain}. */
export interface DomainProps extends TerraformMetaArguments {
  /**
   * Purpose of the domain. At most 255 bytes.
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

  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. Changing it replaces the object. */
  readonly domain: string;

  /**
   * Region of the reservation. Unset by default; removing it keeps the value. The service may omit the region from responses, so the first value configured after an import is accepted as the current one. Changing it replaces the object. One of `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`.
   *
   * @default - computed by the service
   * @deprecated Traffic is handled globally; remove the region.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {});

  /**
   * Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only.
   *
   * @default - not set
   */
  readonly certificateId?: string;

  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management. If no policy is configured, the service may set one on a wildcard domain (`letsencrypt`, `ecdsa`); the provider ignores it. To remove it, configure it once and then delete it from the configuration. After an import, the first apply sends the same policy again.
   *
   * @default - not set
   */
  readonly certificateManagementPolicy?: DomainCertificateManagementPolicy | IResolvable;

  /**
   * Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address. Unset: the nearest ones. Profile `ngrok` only.
   *
   * @default - not set
   */
  readonly resolvesTo?: readonly string[];
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {
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
export class DomainCertificateManagementStatusOutputReference extends ComplexObject {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DomainCertificateManagementStatusProvisioningJobOutputReference {
    return new DomainCertificateManagementStatusProvisioningJobOutputReference(this, 'provisioning_job', false);
  }
}

/** References to the attributes of {@link DomainCertificateManagementPolicy}. */
export class DomainCertificateManagementPolicyOutputReference extends ComplexObject {
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
 * A host name reserved for your endpoints, with its TLS certificate.
 *
 * Terraform type: `netingress_domain`.
 */
export class Domain extends NetingressResource<DomainProps> {
  static readonly tfResourceType = 'netingress_domain';

  constructor(scope: Construct, id: string, props: DomainProps) {
    super(scope, id, getKind('domain'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDomain(value: unknown): value is Domain {
    return isResourceOfType(value, Domain.tfResourceType);
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
    return createImportableResource(scope, importToId, Domain.tfResourceType, importFromId, provider);
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

  /** Purpose of the domain. At most 255 bytes. */
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

  /**
   * Region of the reservation.
   *
   * @deprecated Traffic is handled globally; remove the region.
   */
  get region(): string {
    return this.getStringAttribute('region');
  }

  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {})) {
    this.inputs.set('region', value);
  }

  /** The input value of `region`. */
  get regionInput() {
    return this.inputs.get('region');
  }

  /** Unsets `region`. */
  resetRegion(): void {
    this.inputs.reset('region');
  }

  /** Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only. */
  get certificateId(): string {
    return this.getStringAttribute('certificate_id');
  }

  set certificateId(value: string) {
    this.inputs.set('certificateId', value);
  }

  /** The input value of `certificateId`. */
  get certificateIdInput() {
    return this.inputs.get('certificateId');
  }

  /** Unsets `certificateId`. */
  resetCertificateId(): void {
    this.inputs.reset('certificateId');
  }

  /** The certificate of the domain, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DomainCertificateManagementPolicyOutputReference {
    return new DomainCertificateManagementPolicyOutputReference(this, 'certificate_management_policy', false);
  }

  set certificateManagementPolicy(value: DomainCertificateManagementPolicy | IResolvable) {
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
  get certificateManagementStatus(): DomainCertificateManagementStatusOutputReference {
    return new DomainCertificateManagementStatusOutputReference(this, 'certificate_management_status', false);
  }

  /** Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address. Unset: the nearest ones. */
  get resolvesTo(): string[] {
    return Fn.tolist(this.getListAttribute('resolves_to'));
  }

  set resolvesTo(value: readonly string[]) {
    this.inputs.set('resolvesTo', value);
  }

  /** The input value of `resolvesTo`. */
  get resolvesToInput() {
    return this.inputs.get('resolvesTo');
  }

  /** Unsets `resolvesTo`. */
  resetResolvesTo(): void {
    this.inputs.reset('resolvesTo');
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
