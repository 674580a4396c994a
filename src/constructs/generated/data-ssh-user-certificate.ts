// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshUserCertificate}. */
export interface DataNetingressSshUserCertificateProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Holder of the certificate. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one SSH user certificate by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_user_certificate`.
 */
export class DataNetingressSshUserCertificate extends NetingressDataSource<DataNetingressSshUserCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressSshUserCertificateProps = {}) {
    super(scope, id, findDataSource('ssh_user_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshUserCertificate(value: unknown): value is DataNetingressSshUserCertificate {
    return isDataSourceOfType(value, DataNetingressSshUserCertificate.tfResourceType);
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

  /** Holder of the certificate. At most 255 bytes. */
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

  /** Identifier of the SSH certificate authority that signs the certificate. */
  get sshCertificateAuthorityId(): string {
    return this.getStringAttribute('ssh_certificate_authority_id');
  }

  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }

  /** User names that the holder may sign in as; any user if empty. */
  get principals(): string[] {
    return Fn.tolist(this.getListAttribute('principals'));
  }

  /** Start of the validity, RFC 3339. */
  get validAfter(): string {
    return this.getStringAttribute('valid_after');
  }

  /** End of the validity, RFC 3339. */
  get validUntil(): string {
    return this.getStringAttribute('valid_until');
  }

  /** The signed certificate as an authorized-keys line. */
  get certificate(): string {
    return this.getStringAttribute('certificate');
  }

  /** Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by commas. */
  get criticalOptions(): { [key: string]: string } {
    return this.getStringMapAttribute('critical_options');
  }

  /** Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and `permit-user-rc`. */
  get extensions(): { [key: string]: string } {
    return this.getStringMapAttribute('extensions');
  }
}
