// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type AclInput, type DescriptionInput, type FilterInput, type IdInput, type MetadataInput, type OwnerIdInput } from './shared-inputs';

/** What each class of a `SshPublicKey` has. */
interface SshPublicKeyAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Owner or purpose of the key. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  get publicKey(): string;
  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[];
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
}

/** Properties of {@link SshPublicKey}. */
export interface SshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Owner or purpose of the key. At most 255 bytes.
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
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. Changing it replaces the object. */
  readonly publicKey: string;
  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];
  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it. Changing it replaces the object. Profile `ngrok` only.
   *
   * @default - computed by the service
   */
  readonly ownerId?: string;
}

/**
 * A public key that authenticates clients which start tunnels over SSH.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class SshPublicKey extends NetingressResource<SshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: SshPublicKeyProps) {
    super(scope, id, getKind('ssh_public_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSshPublicKey(value: unknown): value is SshPublicKey {
    return isResourceOfType(value, SshPublicKey.tfResourceType);
  }
}
export interface SshPublicKey extends SshPublicKeyAttributes, DescriptionInput, MetadataInput, AclInput, OwnerIdInput {
  /** Owner or purpose of the key. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  get publicKey(): string;
  set publicKey(value: string);
  /** The input value of `publicKey`. */
  get publicKeyInput(): string | undefined;
  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[];
  set acl(value: readonly string[]);
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
  set ownerId(value: string);
}

defineAttributes(SshPublicKey, expandAttributes(getKind('ssh_public_key').attributes));

/** Properties of {@link DataNetingressSshPublicKey}. */
export interface DataNetingressSshPublicKeyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored.
   *
   * @default - computed by the service
   */
  readonly publicKey?: string;
}

/**
 * Reads one SSH public key by `id` or `publicKey`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_public_key`.
 */
export class DataNetingressSshPublicKey extends NetingressDataSource<DataNetingressSshPublicKeyProps> {
  static readonly tfResourceType = 'netingress_ssh_public_key';

  constructor(scope: Construct, id: string, props: DataNetingressSshPublicKeyProps = {}) {
    super(scope, id, getDataSource('ssh_public_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshPublicKey(value: unknown): value is DataNetingressSshPublicKey {
    return isDataSourceOfType(value, DataNetingressSshPublicKey.tfResourceType);
  }
}
export interface DataNetingressSshPublicKey extends SshPublicKeyAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** The public key: an OpenSSH authorized-keys line, RFC 4716, or PEM. Comments are ignored. */
  get publicKey(): string;
  set publicKey(value: string);
  /** The input value of `publicKey`. */
  get publicKeyInput(): string | undefined;
  /** Unsets `publicKey`. */
  resetPublicKey(): void;
}

defineAttributes(DataNetingressSshPublicKey, getDataSource('ssh_public_key').attributes);

/** Properties of {@link DataNetingressSshPublicKeys}. */
export interface DataNetingressSshPublicKeysProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`, `obj.owner_id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshPublicKeys`. */
export class DataNetingressSshPublicKeysSshPublicKeyOutputReference extends ComplexObject {}
export interface DataNetingressSshPublicKeysSshPublicKeyOutputReference extends SshPublicKeyAttributes {}

/**
 * Reads all objects of the type SSH public key, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_public_keys`.
 */
export class DataNetingressSshPublicKeys extends NetingressDataSource<DataNetingressSshPublicKeysProps> {
  static readonly tfResourceType = 'netingress_ssh_public_keys';

  constructor(scope: Construct, id: string, props: DataNetingressSshPublicKeysProps = {}) {
    super(scope, id, getDataSource('ssh_public_keys'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshPublicKeys(value: unknown): value is DataNetingressSshPublicKeys {
    return isDataSourceOfType(value, DataNetingressSshPublicKeys.tfResourceType);
  }
}
export interface DataNetingressSshPublicKeys extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`, `obj.owner_id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get sshPublicKeys(): OutputList<DataNetingressSshPublicKeysSshPublicKeyOutputReference>;
}

defineAttributes(DataNetingressSshPublicKeys, getDataSource('ssh_public_keys').attributes, {
  'ssh_public_keys': DataNetingressSshPublicKeysSshPublicKeyOutputReference,
});
