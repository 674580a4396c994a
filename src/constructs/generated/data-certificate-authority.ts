// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
    super(scope, id, findDataSource('certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCertificateAuthority(value: unknown): value is DataNetingressCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressCertificateAuthority.tfResourceType);
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

  /** Clients whose certificates the authority signs. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
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

  /** Unsets `caPem`. */
  resetCaPem(): void {
    this.inputs.reset('caPem');
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
