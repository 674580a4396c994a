// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `TlsCertificate` has. */
interface TlsCertificateAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the certificate. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Certificate chain as PEM, leaf first. */
  get certificatePem(): string;
  /** Common name of the leaf’s subject. */
  get subjectCommonName(): string;
  /** Time of the automatic issuance, RFC 3339; null for an uploaded certificate. */
  get issuedAt(): string;
  /** Start of the leaf’s validity, RFC 3339. */
  get notBefore(): string;
  /** End of the leaf’s validity, RFC 3339. */
  get notAfter(): string;
  /** Allowed uses of the private key. */
  get keyUsages(): string[];
  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[];
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get privateKeyType(): string;
  /** Common name of the leaf’s issuer. */
  get issuerCommonName(): string;
  /** Serial number of the leaf in hexadecimal. */
  get serialNumber(): string;
  /** Organization of the leaf’s subject. */
  get subjectOrganization(): string;
  /** Organizational unit of the leaf’s subject. */
  get subjectOrganizationalUnit(): string;
  /** Locality of the leaf’s subject. */
  get subjectLocality(): string;
  /** Province of the leaf’s subject. */
  get subjectProvince(): string;
  /** Country of the leaf’s subject. */
  get subjectCountry(): string;
}

/** What each class of a `TlsCertificateSubjectAlternativeNames` has. */
interface TlsCertificateSubjectAlternativeNamesAttributes {
  /** Domain names, including wildcards. */
  get dnsNames(): string[];
  /** IP addresses. */
  get ips(): string[];
}

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
export class TlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {}
export interface TlsCertificateSubjectAlternativeNamesOutputReference extends TlsCertificateSubjectAlternativeNamesAttributes {}

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
}
export interface TlsCertificate extends TlsCertificateAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the certificate. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Certificate chain as PEM, leaf first. */
  get certificatePem(): string;
  set certificatePem(value: string);
  /** The input value of `certificatePem`. */
  get certificatePemInput(): string | undefined;
  /** Private key of the leaf as PEM. No response contains it. */
  get privateKeyPem(): string;
  set privateKeyPem(value: string);
  /** The input value of `privateKeyPem`. */
  get privateKeyPemInput(): string | undefined;
  /** Unsets `privateKeyPem`. */
  resetPrivateKeyPem(): void;
  /** Write-only variant of `privateKeyPem`: never stored in plan or state; accepts ephemeral values. Conflicts with `privateKeyPem`. Requires Terraform 1.11 or OpenTofu 1.11. */
  set privateKeyPemWo(value: string);
  /** The input value of `privateKeyPemWo`. */
  get privateKeyPemWoInput(): string | undefined;
  /** Unsets `privateKeyPemWo`. */
  resetPrivateKeyPemWo(): void;
  /** Version of `privateKeyPemWo`. Terraform cannot detect a change of a write-only value; changing this number replaces the object. Omit it if the value never changes. */
  get privateKeyPemWoVersion(): number;
  set privateKeyPemWoVersion(value: number);
  /** The input value of `privateKeyPemWoVersion`. */
  get privateKeyPemWoVersionInput(): number | undefined;
  /** Unsets `privateKeyPemWoVersion`. */
  resetPrivateKeyPemWoVersion(): void;
  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): TlsCertificateSubjectAlternativeNamesOutputReference;
}

defineAttributes(TlsCertificate, expandAttributes(getKind('tls_certificate').attributes), {
  'subject_alternative_names': TlsCertificateSubjectAlternativeNamesOutputReference,
});

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
export class DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {}
export interface DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference extends TlsCertificateSubjectAlternativeNamesAttributes {}

/**
 * Reads one TLS certificate by `id` or `certificatePem`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_tls_certificate`.
 */
export class DataNetingressTlsCertificate extends NetingressDataSource<DataNetingressTlsCertificateProps> {
  static readonly tfResourceType = 'netingress_tls_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressTlsCertificateProps = {}) {
    super(scope, id, getDataSource('tls_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTlsCertificate(value: unknown): value is DataNetingressTlsCertificate {
    return isDataSourceOfType(value, DataNetingressTlsCertificate.tfResourceType);
  }
}
export interface DataNetingressTlsCertificate extends TlsCertificateAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Certificate chain as PEM, leaf first. */
  get certificatePem(): string;
  set certificatePem(value: string);
  /** The input value of `certificatePem`. */
  get certificatePemInput(): string | undefined;
  /** Unsets `certificatePem`. */
  resetCertificatePem(): void;
  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference;
}

defineAttributes(DataNetingressTlsCertificate, getDataSource('tls_certificate').attributes, {
  'subject_alternative_names': DataNetingressTlsCertificateSubjectAlternativeNamesOutputReference,
});

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
export class DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference extends ComplexObject {}
export interface DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference extends TlsCertificateSubjectAlternativeNamesAttributes {}

/** One element of `tlsCertificates`. */
export class DataNetingressTlsCertificatesTlsCertificateOutputReference extends ComplexObject {}
export interface DataNetingressTlsCertificatesTlsCertificateOutputReference extends TlsCertificateAttributes {
  /** Further names that the leaf is valid for. */
  get subjectAlternativeNames(): DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference;
}

/**
 * Reads all objects of the type TLS certificate, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_tls_certificates`.
 */
export class DataNetingressTlsCertificates extends NetingressDataSource<DataNetingressTlsCertificatesProps> {
  static readonly tfResourceType = 'netingress_tls_certificates';

  constructor(scope: Construct, id: string, props: DataNetingressTlsCertificatesProps = {}) {
    super(scope, id, getDataSource('tls_certificates'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTlsCertificates(value: unknown): value is DataNetingressTlsCertificates {
    return isDataSourceOfType(value, DataNetingressTlsCertificates.tfResourceType);
  }
}
export interface DataNetingressTlsCertificates extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`, `obj.serial_number`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get tlsCertificates(): OutputList<DataNetingressTlsCertificatesTlsCertificateOutputReference>;
}

defineAttributes(DataNetingressTlsCertificates, getDataSource('tls_certificates').attributes, {
  'tls_certificates.subject_alternative_names': DataNetingressTlsCertificatesTlsCertificateSubjectAlternativeNamesOutputReference,
  'tls_certificates': DataNetingressTlsCertificatesTlsCertificateOutputReference,
});
