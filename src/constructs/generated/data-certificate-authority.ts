// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressCertificateAuthority}. */
export interface DataNetingressCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * The authority’s certificate as PEM: exactly one, and one that may sign.
   *
   * @default - the service chooses
   */
  readonly caPem?: string;
}

/**
 * Reads one certificate authority, named by `id` or `caPem`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_certificate_authority`.
 */
export class DataNetingressCertificateAuthority extends NetingressDataSource<DataNetingressCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_certificate_authority';

  constructor(scope: Construct, id: string, props: DataNetingressCertificateAuthorityProps = {}) {
    super(scope, id, findDataSource('certificate_authority'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressCertificateAuthority(value: unknown): value is DataNetingressCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressCertificateAuthority.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The authority’s certificate as PEM: exactly one, and one that may sign. */
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

  /** Takes `caPem` back, as if it had never been given. */
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

  /** Actions that the private key may be used for. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[] {
    return this.getListAttribute('extended_key_usages');
  }
}
