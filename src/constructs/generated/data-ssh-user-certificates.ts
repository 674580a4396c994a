// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshUserCertificates}. */
export interface DataNetingressSshUserCertificatesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshUserCertificates`. */
export class DataNetingressSshUserCertificatesSshUserCertificateOutputReference extends ComplexObject {
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

  /** Holder of the certificate. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
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

/**
 * Reads all objects of the type SSH user certificate, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_user_certificates`.
 */
export class DataNetingressSshUserCertificates extends NetingressDataSource<DataNetingressSshUserCertificatesProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificates';

  constructor(scope: Construct, id: string, props: DataNetingressSshUserCertificatesProps = {}) {
    super(scope, id, findDataSource('ssh_user_certificates'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshUserCertificates(value: unknown): value is DataNetingressSshUserCertificates {
    return isDataSourceOfType(value, DataNetingressSshUserCertificates.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
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
  get sshUserCertificates(): OutputList<DataNetingressSshUserCertificatesSshUserCertificateOutputReference> {
    return new OutputList(this, 'ssh_user_certificates', false, DataNetingressSshUserCertificatesSshUserCertificateOutputReference);
  }
}
