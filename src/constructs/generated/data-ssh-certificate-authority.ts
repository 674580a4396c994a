// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshCertificateAuthority}. */
export interface DataNetingressSshCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Purpose of the authority. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one SSH certificate authority by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_certificate_authority`.
 */
export class DataNetingressSshCertificateAuthority extends NetingressDataSource<DataNetingressSshCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authority';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthorityProps = {}) {
    super(scope, id, findDataSource('ssh_certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshCertificateAuthority(value: unknown): value is DataNetingressSshCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthority.tfResourceType);
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

  /** Purpose of the authority. At most 255 bytes. */
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

  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }

  /** Public key of the authority as an authorized-keys line. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }
}
