// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link CertificateAuthority}. */
export interface CertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Clients whose certificates the authority signs. At most 255 bytes.
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

  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. Changing it replaces the object. */
  readonly caPem: string;
}

/**
 * A certificate authority of your own. The service verifies client certificates against it in mutual TLS.
 *
 * Terraform type: `netingress_certificate_authority`.
 */
export class CertificateAuthority extends NetingressResource<CertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_certificate_authority';

  constructor(scope: Construct, id: string, props: CertificateAuthorityProps) {
    super(scope, id, getKind('certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isCertificateAuthority(value: unknown): value is CertificateAuthority {
    return isResourceOfType(value, CertificateAuthority.tfResourceType);
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
    return createImportableResource(scope, importToId, CertificateAuthority.tfResourceType, importFromId, provider);
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

  /** Clients whose certificates the authority signs. At most 255 bytes. */
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

  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  get caPem(): string {
    return this.getStringAttribute('ca_pem');
  }

  set caPem(value: string) {
    this.inputs.set('caPem', value);
  }

  /** The input value of `caPem`. */
  get caPemInput() {
    return this.inputs.get('caPem');
  }

  /** Common name of the authority’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** Start of the authority’s validity, RFC 3339. */
  get notBefore(): string {
    return this.getStringAttribute('not_before');
  }

  /** End of the authority’s validity, RFC 3339. */
  get notAfter(): string {
    return this.getStringAttribute('not_after');
  }

  /** Allowed uses of the private key. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[] {
    return this.getListAttribute('extended_key_usages');
  }
}
