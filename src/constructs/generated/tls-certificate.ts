// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link TlsCertificate}. */
export interface TlsCertificateProps extends TerraformMetaArguments {
  /**
   * Purpose of the certificate. At most 255 bytes.
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

  /** Certificate chain as PEM, leaf first. Changing it replaces the object. */
  readonly certificatePem: string;

  /**
   * Private key of the leaf as PEM. No response contains it. Changing it replaces the object. Sensitive.
   *
   * @default - not set
   */
  readonly privateKeyPem?: string;

  /**
   * Write-only variant of `privateKeyPem`: never stored in plan or state; accepts ephemeral values. Conflicts with `privateKeyPem`. Requires Terraform 1.11 or OpenTofu 1.11. Sensitive.
   *
   * @default - not set
   */
  readonly privateKeyPemWo?: string;

  /**
   * Version of `privateKeyPemWo`. Terraform cannot detect a change of a write-only value; changing this number replaces the object. Omit it if the value never changes. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly privateKeyPemWoVersion?: number;
}

/** Further names that the leaf is valid for. */
export class TlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {
  /** Domain names, including wildcards. */
  get dnsNames(): string[] {
    return this.getListAttribute('dns_names');
  }

  /** IP addresses. */
  get ips(): string[] {
    return this.getListAttribute('ips');
  }
}

/**
 * An uploaded certificate with its private key, which serves TLS for domains.
 *
 * Terraform type: `netingress_tls_certificate`.
 */
export class TlsCertificate extends NetingressResource<TlsCertificateProps> {
  static readonly tfResourceType = 'netingress_tls_certificate';

  constructor(scope: Construct, id: string, props: TlsCertificateProps) {
    super(scope, id, getKind('tls_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isTlsCertificate(value: unknown): value is TlsCertificate {
    return isResourceOfType(value, TlsCertificate.tfResourceType);
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
    return createImportableResource(scope, importToId, TlsCertificate.tfResourceType, importFromId, provider);
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

  /** Purpose of the certificate. At most 255 bytes. */
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

  /** Certificate chain as PEM, leaf first. */
  get certificatePem(): string {
    return this.getStringAttribute('certificate_pem');
  }

  set certificatePem(value: string) {
    this.inputs.set('certificatePem', value);
  }

  /** The input value of `certificatePem`. */
  get certificatePemInput() {
    return this.inputs.get('certificatePem');
  }

  /** Private key of the leaf as PEM. No response contains it. */
  get privateKeyPem(): string {
    return this.getStringAttribute('private_key_pem');
  }

  set privateKeyPem(value: string) {
    this.inputs.set('privateKeyPem', value);
  }

  /** The input value of `privateKeyPem`. */
  get privateKeyPemInput() {
    return this.inputs.get('privateKeyPem');
  }

  /** Unsets `privateKeyPem`. */
  resetPrivateKeyPem(): void {
    this.inputs.reset('privateKeyPem');
  }

  /** Write-only variant of `privateKeyPem`: never stored in plan or state; accepts ephemeral values. Conflicts with `privateKeyPem`. Requires Terraform 1.11 or OpenTofu 1.11. */
  set privateKeyPemWo(value: string) {
    this.inputs.set('privateKeyPemWo', value);
  }

  /** The input value of `privateKeyPemWo`. */
  get privateKeyPemWoInput() {
    return this.inputs.get('privateKeyPemWo');
  }

  /** Unsets `privateKeyPemWo`. */
  resetPrivateKeyPemWo(): void {
    this.inputs.reset('privateKeyPemWo');
  }

  /** Version of `privateKeyPemWo`. Terraform cannot detect a change of a write-only value; changing this number replaces the object. Omit it if the value never changes. */
  get privateKeyPemWoVersion(): number {
    return this.getNumberAttribute('private_key_pem_wo_version');
  }

  set privateKeyPemWoVersion(value: number) {
    this.inputs.set('privateKeyPemWoVersion', value);
  }

  /** The input value of `privateKeyPemWoVersion`. */
  get privateKeyPemWoVersionInput() {
    return this.inputs.get('privateKeyPemWoVersion');
  }

  /** Unsets `privateKeyPemWoVersion`. */
  resetPrivateKeyPemWoVersion(): void {
    this.inputs.reset('privateKeyPemWoVersion');
  }

  /** Common name of the leaf’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): TlsCertificateSubjectAlternativeNamesOutputReference {
    return new TlsCertificateSubjectAlternativeNamesOutputReference(this, 'subject_alternative_names', false);
  }

  /** Time of the automatic issuance, RFC 3339; null for an uploaded certificate. */
  get issuedAt(): string {
    return this.getStringAttribute('issued_at');
  }

  /** Start of the leaf’s validity, RFC 3339. */
  get notBefore(): string {
    return this.getStringAttribute('not_before');
  }

  /** End of the leaf’s validity, RFC 3339. */
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

  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }

  /** Common name of the leaf’s issuer. */
  get issuerCommonName(): string {
    return this.getStringAttribute('issuer_common_name');
  }

  /** Serial number of the leaf in hexadecimal. */
  get serialNumber(): string {
    return this.getStringAttribute('serial_number');
  }

  /** Organization of the leaf’s subject. */
  get subjectOrganization(): string {
    return this.getStringAttribute('subject_organization');
  }

  /** Organizational unit of the leaf’s subject. */
  get subjectOrganizationalUnit(): string {
    return this.getStringAttribute('subject_organizational_unit');
  }

  /** Locality of the leaf’s subject. */
  get subjectLocality(): string {
    return this.getStringAttribute('subject_locality');
  }

  /** Province of the leaf’s subject. */
  get subjectProvince(): string {
    return this.getStringAttribute('subject_province');
  }

  /** Country of the leaf’s subject. */
  get subjectCountry(): string {
    return this.getStringAttribute('subject_country');
  }
}
