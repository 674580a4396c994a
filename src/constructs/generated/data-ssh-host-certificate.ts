// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshHostCertificate}. */
export interface DataNetingressSshHostCertificateProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * Whom the certificate is for. At most 255 bytes.
   *
   * @default - the service chooses
   */
  readonly description?: string;
}

/**
 * Reads one SSH host certificate, named by `id` or `description`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_ssh_host_certificate`.
 */
export class DataNetingressSshHostCertificate extends NetingressDataSource<DataNetingressSshHostCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_host_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressSshHostCertificateProps = {}) {
    super(scope, id, findDataSource('ssh_host_certificate'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressSshHostCertificate(value: unknown): value is DataNetingressSshHostCertificate {
    return isDataSourceOfType(value, DataNetingressSshHostCertificate.tfResourceType);
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

  /** Whom the certificate is for. At most 255 bytes. */
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

  /** Identifier of the SSH certificate authority that signs. */
  get sshCertificateAuthorityId(): string {
    return this.getStringAttribute('ssh_certificate_authority_id');
  }

  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }

  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. Other principals need a new certificate. */
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
}
