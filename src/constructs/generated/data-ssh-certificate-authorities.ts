// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshCertificateAuthorities}. */
export interface DataNetingressSshCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshCertificateAuthorities`. */
export class DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference extends ComplexObject {
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

  /** Purpose of the authority. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
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

/**
 * Reads all objects of the type SSH certificate authority, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_certificate_authorities`.
 */
export class DataNetingressSshCertificateAuthorities extends NetingressDataSource<DataNetingressSshCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthoritiesProps = {}) {
    super(scope, id, findDataSource('ssh_certificate_authorities'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshCertificateAuthorities(value: unknown): value is DataNetingressSshCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthorities.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
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
  get sshCertificateAuthorities(): OutputList<DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference> {
    return new OutputList(this, 'ssh_certificate_authorities', false, DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference);
  }
}
