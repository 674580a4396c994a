// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTlsCertificates}. */
export interface DataNetingressTlsCertificatesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`, `obj.serial_number`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Further names that the leaf is valid for. */
export class DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {
  /** Domain names, including wildcards. */
  get dnsNames(): string[] {
    return this.getListAttribute('dns_names');
  }

  /** IP addresses. */
  get ips(): string[] {
    return this.getListAttribute('ips');
  }
}

/** One element of `tlsCertificates`. */
export class DataNetingressTlsCertificatesTlsCertificateOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Certificate chain as PEM, leaf first. */
  get certificatePem(): string {
    return this.getStringAttribute('certificate_pem');
  }

  /** Common name of the leaf’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference {
    return new DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference(this, 'subject_alternative_names', false);
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

/**
 * Reads all objects of the type TLS certificate, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_tls_certificates`.
 */
export class DataNetingressTlsCertificates extends NetingressDataSource<DataNetingressTlsCertificatesProps> {
  static readonly tfResourceType = 'netingress_tls_certificates';

  constructor(scope: Construct, id: string, props: DataNetingressTlsCertificatesProps = {}) {
    super(scope, id, findDataSource('tls_certificates'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTlsCertificates(value: unknown): value is DataNetingressTlsCertificates {
    return isDataSourceOfType(value, DataNetingressTlsCertificates.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`, `obj.serial_number`. All objects are read if unset. */
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
  get tlsCertificates(): OutputList<DataNetingressTlsCertificatesTlsCertificateOutputReference> {
    return new OutputList(this, 'tls_certificates', false, DataNetingressTlsCertificatesTlsCertificateOutputReference);
  }
}
