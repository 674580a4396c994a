// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressSshCertificateAuthorities}. */
export interface DataNetingressSshCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshCertificateAuthorities`. */
export class DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference extends ComplexObject {
  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
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

/**
 * Reads all objects of the kind SSH certificate authority, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_ssh_certificate_authorities`.
 */
export class DataNetingressSshCertificateAuthorities extends NetingressDataSource<DataNetingressSshCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthoritiesProps = {}) {
    super(scope, id, findDataSource('ssh_certificate_authorities'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressSshCertificateAuthorities(value: unknown): value is DataNetingressSshCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthorities.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get sshCertificateAuthorities(): OutputList<DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference> {
    return new OutputList(this, 'ssh_certificate_authorities', false, DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference);
  }
}
