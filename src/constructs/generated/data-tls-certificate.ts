// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTlsCertificate}. */
export interface DataNetingressTlsCertificateProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Certificate chain as PEM, leaf first.
   *
   * @default - computed by the service
   */
  readonly certificatePem?: string;
}

/** Further names that the leaf is valid for. */
export class DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {
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
 * Reads one TLS certificate by `id` or `certificatePem`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_tls_certificate`.
 */
export class DataNetingressTlsCertificate extends NetingressDataSource<DataNetingressTlsCertificateProps> {
  static readonly tfResourceType = 'netingress_tls_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressTlsCertificateProps = {}) {
    super(scope, id, findDataSource('tls_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTlsCertificate(value: unknown): value is DataNetingressTlsCertificate {
    return isDataSourceOfType(value, DataNetingressTlsCertificate.tfResourceType);
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

  /** Purpose of the certificate. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
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

  /** Unsets `certificatePem`. */
  resetCertificatePem(): void {
    this.inputs.reset('certificatePem');
  }

  /** Common name of the leaf’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference {
    return new DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference(this, 'subject_alternative_names', false);
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
