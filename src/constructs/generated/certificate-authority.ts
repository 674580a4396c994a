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

/** What each class of a `CertificateAuthority` has. */
interface CertificateAuthorityAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Clients whose certificates the authority signs. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  get caPem(): string;
  /** Common name of the authority’s subject. */
  get subjectCommonName(): string;
  /** Start of the authority’s validity, RFC 3339. */
  get notBefore(): string;
  /** End of the authority’s validity, RFC 3339. */
  get notAfter(): string;
  /** Allowed uses of the private key. */
  get keyUsages(): string[];
  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[];
}

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
}
export interface CertificateAuthority extends CertificateAuthorityAttributes, DescriptionInput, MetadataInput {
  /** Clients whose certificates the authority signs. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  get caPem(): string;
  set caPem(value: string);
  /** The input value of `caPem`. */
  get caPemInput(): string | undefined;
}

defineAttributes(CertificateAuthority, expandAttributes(getKind('certificate_authority').attributes));

/** Properties of {@link DataNetingressCertificateAuthority}. */
export interface DataNetingressCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates.
   *
   * @default - computed by the service
   */
  readonly caPem?: string;
}

/**
 * Reads one certificate authority by `id` or `caPem`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_certificate_authority`.
 */
export class DataNetingressCertificateAuthority extends NetingressDataSource<DataNetingressCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_certificate_authority';

  constructor(scope: Construct, id: string, props: DataNetingressCertificateAuthorityProps = {}) {
    super(scope, id, getDataSource('certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCertificateAuthority(value: unknown): value is DataNetingressCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressCertificateAuthority.tfResourceType);
  }
}
export interface DataNetingressCertificateAuthority extends CertificateAuthorityAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  get caPem(): string;
  set caPem(value: string);
  /** The input value of `caPem`. */
  get caPemInput(): string | undefined;
  /** Unsets `caPem`. */
  resetCaPem(): void;
}

defineAttributes(DataNetingressCertificateAuthority, getDataSource('certificate_authority').attributes);

/** Properties of {@link DataNetingressCertificateAuthorities}. */
export interface DataNetingressCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `certificateAuthorities`. */
export class DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference extends ComplexObject {}
export interface DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference extends CertificateAuthorityAttributes {}

/**
 * Reads all objects of the type certificate authority, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_certificate_authorities`.
 */
export class DataNetingressCertificateAuthorities extends NetingressDataSource<DataNetingressCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressCertificateAuthoritiesProps = {}) {
    super(scope, id, getDataSource('certificate_authorities'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCertificateAuthorities(value: unknown): value is DataNetingressCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressCertificateAuthorities.tfResourceType);
  }
}
export interface DataNetingressCertificateAuthorities extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get certificateAuthorities(): OutputList<DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference>;
}

defineAttributes(DataNetingressCertificateAuthorities, getDataSource('certificate_authorities').attributes, {
  'certificate_authorities': DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference,
});
