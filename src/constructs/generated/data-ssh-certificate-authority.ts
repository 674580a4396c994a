// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshCertificateAuthority}. */
export interface DataNetingressSshCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * What the authority signs for. At most 255 bytes.
   *
   * @default - the service chooses
   */
  readonly description?: string;
}

/**
 * Reads one SSH certificate authority, named by `id` or `description`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_ssh_certificate_authority`.
 */
export class DataNetingressSshCertificateAuthority extends NetingressDataSource<DataNetingressSshCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authority';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthorityProps = {}) {
    super(scope, id, findDataSource('ssh_certificate_authority'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressSshCertificateAuthority(value: unknown): value is DataNetingressSshCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthority.tfResourceType);
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

  /** What the authority signs for. At most 255 bytes. */
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

  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`, the default. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }

  /** The authority’s public key as an authorized-keys line. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }
}
