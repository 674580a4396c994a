// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { isEphemeralResourceOfType, NetingressEphemeralResource, type EphemeralMetaArguments } from '../ephemeral-resource';
import { type AclInput, type DescriptionInput, type FilterInput, type IdInput, type MetadataInput, type OwnerIdInput } from './shared-inputs';

/** What each class of a `TunnelCredential` has. */
interface TunnelCredentialAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Agent or owner that uses the credential. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[];
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
}

/** Properties of {@link TunnelCredential}. */
export interface TunnelCredentialProps extends TerraformMetaArguments {
  /**
   * Agent or owner that uses the credential. At most 255 bytes.
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
  /**
   * Public key for which the provider encrypts the `token`: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, `sealedToken` contains the encrypted value, `token` is null, and plan and state never contain the value. It is not sent to the service. After an import, the first key is accepted without a replacement. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly sealedFor?: string;
  /**
   * Any string; a new value replaces the object, and so creates a new token. It is not sent to the service. Three changes replace nothing: its removal, the first value after an import, and the first value of a `netingress_rotation` after another value. With `a` or `b` of a `netingress_rotation`, another `sealedFor` applies from the next rotation of the slot on, and a rotation that would replace both slots is refused. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly rotation?: string;
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
 * A credential that agents use to connect. The service returns its token only on create.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class TunnelCredential extends NetingressResource<TunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: TunnelCredentialProps = {}) {
    super(scope, id, getKind('tunnel_credential'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isTunnelCredential(value: unknown): value is TunnelCredential {
    return isResourceOfType(value, TunnelCredential.tfResourceType);
  }
}
export interface TunnelCredential extends TunnelCredentialAttributes, DescriptionInput, MetadataInput, AclInput, OwnerIdInput {
  /** Agent or owner that uses the credential. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** The authtoken of the agent. The service returns it only on create; after an import it is null. It is also null if `sealedFor` is set. */
  get token(): string;
  /** The `token`, encrypted for the owner of `sealedFor`: a JWE in compact serialization (RFC 7516), which `netingress unseal` decrypts. Null without `sealedFor`. */
  get sealedToken(): string;
  /** Public key for which the provider encrypts the `token`: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, `sealedToken` contains the encrypted value, `token` is null, and plan and state never contain the value. It is not sent to the service. After an import, the first key is accepted without a replacement. */
  get sealedFor(): string;
  set sealedFor(value: string);
  /** The input value of `sealedFor`. */
  get sealedForInput(): string | undefined;
  /** Unsets `sealedFor`. */
  resetSealedFor(): void;
  /** Any string; a new value replaces the object, and so creates a new token. It is not sent to the service. Three changes replace nothing: its removal, the first value after an import, and the first value of a `netingress_rotation` after another value. With `a` or `b` of a `netingress_rotation`, another `sealedFor` applies from the next rotation of the slot on, and a rotation that would replace both slots is refused. */
  get rotation(): string;
  set rotation(value: string);
  /** The input value of `rotation`. */
  get rotationInput(): string | undefined;
  /** Unsets `rotation`. */
  resetRotation(): void;
  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[];
  set acl(value: readonly string[]);
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
  set ownerId(value: string);
}

defineAttributes(TunnelCredential, expandAttributes(getKind('tunnel_credential').attributes));

/** Properties of {@link DataNetingressTunnelCredential}. */
export interface DataNetingressTunnelCredentialProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Agent or owner that uses the credential. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one tunnel credential by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class DataNetingressTunnelCredential extends NetingressDataSource<DataNetingressTunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelCredentialProps = {}) {
    super(scope, id, getDataSource('tunnel_credential'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelCredential(value: unknown): value is DataNetingressTunnelCredential {
    return isDataSourceOfType(value, DataNetingressTunnelCredential.tfResourceType);
  }
}
export interface DataNetingressTunnelCredential extends TunnelCredentialAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Agent or owner that uses the credential. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressTunnelCredential, getDataSource('tunnel_credential').attributes);

/** Properties of {@link DataNetingressTunnelCredentials}. */
export interface DataNetingressTunnelCredentialsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`, `obj.owner_id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `tunnelCredentials`. */
export class DataNetingressTunnelCredentialsTunnelCredentialOutputReference extends ComplexObject {}
export interface DataNetingressTunnelCredentialsTunnelCredentialOutputReference extends TunnelCredentialAttributes {}

/**
 * Reads all objects of the type tunnel credential, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_tunnel_credentials`.
 */
export class DataNetingressTunnelCredentials extends NetingressDataSource<DataNetingressTunnelCredentialsProps> {
  static readonly tfResourceType = 'netingress_tunnel_credentials';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelCredentialsProps = {}) {
    super(scope, id, getDataSource('tunnel_credentials'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelCredentials(value: unknown): value is DataNetingressTunnelCredentials {
    return isDataSourceOfType(value, DataNetingressTunnelCredentials.tfResourceType);
  }
}
export interface DataNetingressTunnelCredentials extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.acl`, `obj.owner_id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get tunnelCredentials(): OutputList<DataNetingressTunnelCredentialsTunnelCredentialOutputReference>;
}

defineAttributes(DataNetingressTunnelCredentials, getDataSource('tunnel_credentials').attributes, {
  'tunnel_credentials': DataNetingressTunnelCredentialsTunnelCredentialOutputReference,
});

/** Properties of {@link EphemeralTunnelCredential}. */
export interface EphemeralTunnelCredentialProps extends EphemeralMetaArguments {
  /**
   * Agent or owner that uses the credential. At most 255 bytes.
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
 * A credential that agents use to connect. The service returns its token only on create. Terraform creates it for one run and does not store it in plan or state.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class EphemeralTunnelCredential extends NetingressEphemeralResource<EphemeralTunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: EphemeralTunnelCredentialProps = {}) {
    super(scope, id, getKind('tunnel_credential'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isEphemeralTunnelCredential(value: unknown): value is EphemeralTunnelCredential {
    return isEphemeralResourceOfType(value, EphemeralTunnelCredential.tfResourceType);
  }
}
export interface EphemeralTunnelCredential extends TunnelCredentialAttributes, DescriptionInput, MetadataInput, AclInput, OwnerIdInput {
  /** Agent or owner that uses the credential. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** The authtoken of the agent. The service returns it only on create; after an import it is null. */
  get token(): string;
  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[];
  set acl(value: readonly string[]);
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
  set ownerId(value: string);
}

defineAttributes(EphemeralTunnelCredential, getKind('tunnel_credential').attributes);
