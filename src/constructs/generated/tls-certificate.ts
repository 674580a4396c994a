// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link TlsCertificate}. */
export interface TlsCertificateProps extends TerraformMetaArguments {
  /**
   * What the certificate is for. At most 255 bytes.
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

  /** The chain of certificates as PEM, leaf first. Another chain needs a new object. */
  readonly certificatePem: string;

  /**
   * The leaf’s private key as PEM. The service never answers it. Another key needs a new object. Never shown in plans and logs.
   *
   * @default - not set
   */
  readonly privateKeyPem?: string;

  /**
   * Like `privateKeyPem`, but never stored: the value is in no plan and no state, and may come from an ephemeral resource. Not together with `privateKeyPem`. Needs Terraform 1.11 or OpenTofu 1.11. Never shown in plans and logs.
   *
   * @default - not set
   */
  readonly privateKeyPemWo?: string;

  /**
   * Version of `privateKeyPemWo`: as that is not stored, a change of it cannot be seen, and another version needs a new object. Leave it out if the value never changes.
   *
   * @default - not set
   */
  readonly privateKeyPemWoVersion?: number;
}

/** What else than its common name the leaf is valid for. */
export class TlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {
  /** Domain names, wildcards included. */
  get dnsNames(): string[] {
    return this.getListAttribute('dns_names');
  }

  /** IP addresses. */
  get ips(): string[] {
    return this.getListAttribute('ips');
  }
}

/**
 * A certificate with its private key, uploaded to serve TLS for domains.
 *
 * Terraform type: `netingress_tls_certificate`.
 */
export class TlsCertificate extends NetingressResource<TlsCertificateProps> {
  static readonly tfResourceType = 'netingress_tls_certificate';

  constructor(scope: Construct, id: string, props: TlsCertificateProps) {
    super(scope, id, getKind('tls_certificate'), props);
  }

  /** Whether the value is such a construct. */
  static isTlsCertificate(value: unknown): value is TlsCertificate {
    return isResourceOfType(value, TlsCertificate.tfResourceType);
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
    return importedResource(scope, importToId, TlsCertificate.tfResourceType, importFromId, provider);
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

  /** What the certificate is for. At most 255 bytes. */
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

  /** The chain of certificates as PEM, leaf first. Another chain needs a new object. */
  get certificatePem(): string {
    return this.getStringAttribute('certificate_pem');
  }

  set certificatePem(value: string) {
    this.inputs.put('certificatePem', value);
  }

  /** What was given for `certificatePem`. */
  get certificatePemInput() {
    return this.inputs.get('certificatePem');
  }

  /** The leaf’s private key as PEM. The service never answers it. Another key needs a new object. */
  get privateKeyPem(): string {
    return this.getStringAttribute('private_key_pem');
  }

  set privateKeyPem(value: string) {
    this.inputs.put('privateKeyPem', value);
  }

  /** What was given for `privateKeyPem`. */
  get privateKeyPemInput() {
    return this.inputs.get('privateKeyPem');
  }

  /** Takes `privateKeyPem` back, as if it had never been given. */
  resetPrivateKeyPem(): void {
    this.inputs.reset('privateKeyPem');
  }

  /** Like `privateKeyPem`, but never stored: the value is in no plan and no state, and may come from an ephemeral resource. Not together with `privateKeyPem`. Needs Terraform 1.11 or OpenTofu 1.11. */
  set privateKeyPemWo(value: string) {
    this.inputs.put('privateKeyPemWo', value);
  }

  /** What was given for `privateKeyPemWo`. */
  get privateKeyPemWoInput() {
    return this.inputs.get('privateKeyPemWo');
  }

  /** Takes `privateKeyPemWo` back, as if it had never been given. */
  resetPrivateKeyPemWo(): void {
    this.inputs.reset('privateKeyPemWo');
  }

  /** Version of `privateKeyPemWo`: as that is not stored, a change of it cannot be seen, and another version needs a new object. Leave it out if the value never changes. */
  get privateKeyPemWoVersion(): number {
    return this.getNumberAttribute('private_key_pem_wo_version');
  }

  set privateKeyPemWoVersion(value: number) {
    this.inputs.put('privateKeyPemWoVersion', value);
  }

  /** What was given for `privateKeyPemWoVersion`. */
  get privateKeyPemWoVersionInput() {
    return this.inputs.get('privateKeyPemWoVersion');
  }

  /** Takes `privateKeyPemWoVersion` back, as if it had never been given. */
  resetPrivateKeyPemWoVersion(): void {
    this.inputs.reset('privateKeyPemWoVersion');
  }

  /** Common name of the leaf’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** What else than its common name the leaf is valid for. */
  get subjectAlternativeNames(): TlsCertificateSubjectAlternativeNamesOutputReference {
    return new TlsCertificateSubjectAlternativeNamesOutputReference(this, 'subject_alternative_names', false);
  }

  /** When the service had the certificate issued, RFC 3339; null for an uploaded one. */
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

  /** Actions that the private key may be used for. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Purposes beyond the key usages, such as `serverAuth`. */
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

  /** Serial number of the leaf, hexadecimal. */
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
