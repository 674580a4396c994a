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
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput, type OwnerIdInput } from './shared-inputs';

/** What each class of a `ApiKey` has. */
interface ApiKeyAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Program that uses the key. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
}

/** Properties of {@link ApiKey}. */
export interface ApiKeyProps extends TerraformMetaArguments {
  /**
   * Program that uses the key. At most 255 bytes.
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
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it. Changing it replaces the object. Profile `ngrok` only.
   *
   * @default - computed by the service
   */
  readonly ownerId?: string;
}

/**
 * A key that programs use to authenticate with the management API. The service returns its token only on create.
 *
 * Terraform type: `netingress_api_key`.
 */
export class ApiKey extends NetingressResource<ApiKeyProps> {
  static readonly tfResourceType = 'netingress_api_key';

  constructor(scope: Construct, id: string, props: ApiKeyProps = {}) {
    super(scope, id, getKind('api_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isApiKey(value: unknown): value is ApiKey {
    return isResourceOfType(value, ApiKey.tfResourceType);
  }
}
export interface ApiKey extends ApiKeyAttributes, DescriptionInput, MetadataInput, OwnerIdInput {
  /** Program that uses the key. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** The bearer token for the Authorization header of the management API. The service returns it only on create; after an import it is null. It is also null if `sealedFor` is set. */
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
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
  set ownerId(value: string);
}

defineAttributes(ApiKey, expandAttributes(getKind('api_key').attributes));

/** Properties of {@link DataNetingressApiKey}. */
export interface DataNetingressApiKeyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Program that uses the key. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one API key by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_api_key`.
 */
export class DataNetingressApiKey extends NetingressDataSource<DataNetingressApiKeyProps> {
  static readonly tfResourceType = 'netingress_api_key';

  constructor(scope: Construct, id: string, props: DataNetingressApiKeyProps = {}) {
    super(scope, id, getDataSource('api_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApiKey(value: unknown): value is DataNetingressApiKey {
    return isDataSourceOfType(value, DataNetingressApiKey.tfResourceType);
  }
}
export interface DataNetingressApiKey extends ApiKeyAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Program that uses the key. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressApiKey, getDataSource('api_key').attributes);

/** Properties of {@link DataNetingressApiKeys}. */
export interface DataNetingressApiKeysProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.owner_id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `apiKeys`. */
export class DataNetingressApiKeysApiKeyOutputReference extends ComplexObject {}
export interface DataNetingressApiKeysApiKeyOutputReference extends ApiKeyAttributes {}

/**
 * Reads all objects of the type API key, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_api_keys`.
 */
export class DataNetingressApiKeys extends NetingressDataSource<DataNetingressApiKeysProps> {
  static readonly tfResourceType = 'netingress_api_keys';

  constructor(scope: Construct, id: string, props: DataNetingressApiKeysProps = {}) {
    super(scope, id, getDataSource('api_keys'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApiKeys(value: unknown): value is DataNetingressApiKeys {
    return isDataSourceOfType(value, DataNetingressApiKeys.tfResourceType);
  }
}
export interface DataNetingressApiKeys extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.owner_id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get apiKeys(): OutputList<DataNetingressApiKeysApiKeyOutputReference>;
}

defineAttributes(DataNetingressApiKeys, getDataSource('api_keys').attributes, {
  'api_keys': DataNetingressApiKeysApiKeyOutputReference,
});

/** Properties of {@link EphemeralApiKey}. */
export interface EphemeralApiKeyProps extends EphemeralMetaArguments {
  /**
   * Program that uses the key. At most 255 bytes.
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
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it. Changing it replaces the object. Profile `ngrok` only.
   *
   * @default - computed by the service
   */
  readonly ownerId?: string;
}

/**
 * A key that programs use to authenticate with the management API. The service returns its token only on create. Terraform creates it for one run and does not store it in plan or state.
 *
 * Terraform type: `netingress_api_key`.
 */
export class EphemeralApiKey extends NetingressEphemeralResource<EphemeralApiKeyProps> {
  static readonly tfResourceType = 'netingress_api_key';

  constructor(scope: Construct, id: string, props: EphemeralApiKeyProps = {}) {
    super(scope, id, getKind('api_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isEphemeralApiKey(value: unknown): value is EphemeralApiKey {
    return isEphemeralResourceOfType(value, EphemeralApiKey.tfResourceType);
  }
}
export interface EphemeralApiKey extends ApiKeyAttributes, DescriptionInput, MetadataInput, OwnerIdInput {
  /** Program that uses the key. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** The bearer token for the Authorization header of the management API. The service returns it only on create; after an import it is null. */
  get token(): string;
  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string;
  set ownerId(value: string);
}

defineAttributes(EphemeralApiKey, getKind('api_key').attributes);
