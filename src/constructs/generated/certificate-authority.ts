// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link CertificateAuthority}. */
export interface CertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Whose certificates the authority signs. At most 255 bytes.
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

  /** The authority’s certificate as PEM: exactly one, and one that may sign. Another one needs a new object. */
  readonly caPem: string;
}

/**
 * A certificate authority of your own, against which client certificates are checked in mutual TLS.
 *
 * Terraform type: `netingress_certificate_authority`.
 */
export class CertificateAuthority extends NetingressResource<CertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_certificate_authority';

  constructor(scope: Construct, id: string, props: CertificateAuthorityProps) {
    super(scope, id, getKind('certificate_authority'), props);
  }

  /** Whether the value is such a construct. */
  static isCertificateAuthority(value: unknown): value is CertificateAuthority {
    return isResourceOfType(value, CertificateAuthority.tfResourceType);
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
    return importedResource(scope, importToId, CertificateAuthority.tfResourceType, importFromId, provider);
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

  /** Whose certificates the authority signs. At most 255 bytes. */
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

  /** The authority’s certificate as PEM: exactly one, and one that may sign. Another one needs a new object. */
  get caPem(): string {
    return this.getStringAttribute('ca_pem');
  }

  set caPem(value: string) {
    this.inputs.put('caPem', value);
  }

  /** What was given for `caPem`. */
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

  /** Actions that the private key may be used for. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[] {
    return this.getListAttribute('extended_key_usages');
  }
}
