// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type FilterInput, type IdInput } from './shared-inputs';

/** What each class of a `ServiceUser` has. */
interface ServiceUserAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Name of the service user, unique in the account. */
  get name(): string;
  /** Whether the credentials of the service user are accepted. Default: `true`. */
  get active(): IResolvable;
}

/** Properties of {@link ServiceUser}. */
export interface ServiceUserProps extends TerraformMetaArguments {
  /** Name of the service user, unique in the account. */
  readonly name: string;
  /**
   * Whether the credentials of the service user are accepted. Default: `true`.
   *
   * @default true
   */
  readonly active?: boolean | IResolvable;
}

/**
 * A user for programs, which owns API keys, tunnel credentials and SSH public keys and cannot log in. Deleting it deletes them. Only administrators manage service users.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_service_user`.
 */
export class ServiceUser extends NetingressResource<ServiceUserProps> {
  static readonly tfResourceType = 'netingress_service_user';

  constructor(scope: Construct, id: string, props: ServiceUserProps) {
    super(scope, id, getKind('service_user'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isServiceUser(value: unknown): value is ServiceUser {
    return isResourceOfType(value, ServiceUser.tfResourceType);
  }
}
export interface ServiceUser extends ServiceUserAttributes {
  /** Name of the service user, unique in the account. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
  /** Whether the credentials of the service user are accepted. Default: `true`. */
  get active(): IResolvable;
  set active(value: boolean | IResolvable);
  /** The input value of `active`. */
  get activeInput(): boolean | IResolvable | undefined;
  /** Unsets `active`. */
  resetActive(): void;
}

defineAttributes(ServiceUser, expandAttributes(getKind('service_user').attributes));

/** Properties of {@link DataNetingressServiceUser}. */
export interface DataNetingressServiceUserProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Name of the service user, unique in the account.
   *
   * @default - computed by the service
   */
  readonly name?: string;
}

/**
 * Reads one service user by `id` or `name`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_service_user`.
 */
export class DataNetingressServiceUser extends NetingressDataSource<DataNetingressServiceUserProps> {
  static readonly tfResourceType = 'netingress_service_user';

  constructor(scope: Construct, id: string, props: DataNetingressServiceUserProps = {}) {
    super(scope, id, getDataSource('service_user'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressServiceUser(value: unknown): value is DataNetingressServiceUser {
    return isDataSourceOfType(value, DataNetingressServiceUser.tfResourceType);
  }
}
export interface DataNetingressServiceUser extends ServiceUserAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Name of the service user, unique in the account. */
  get name(): string;
  set name(value: string);
  /** The input value of `name`. */
  get nameInput(): string | undefined;
  /** Unsets `name`. */
  resetName(): void;
}

defineAttributes(DataNetingressServiceUser, getDataSource('service_user').attributes);

/** Properties of {@link DataNetingressServiceUsers}. */
export interface DataNetingressServiceUsersProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `serviceUsers`. */
export class DataNetingressServiceUsersServiceUserOutputReference extends ComplexObject {}
export interface DataNetingressServiceUsersServiceUserOutputReference extends ServiceUserAttributes {}

/**
 * Reads all objects of the type service user, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_service_users`.
 */
export class DataNetingressServiceUsers extends NetingressDataSource<DataNetingressServiceUsersProps> {
  static readonly tfResourceType = 'netingress_service_users';

  constructor(scope: Construct, id: string, props: DataNetingressServiceUsersProps = {}) {
    super(scope, id, getDataSource('service_users'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressServiceUsers(value: unknown): value is DataNetingressServiceUsers {
    return isDataSourceOfType(value, DataNetingressServiceUsers.tfResourceType);
  }
}
export interface DataNetingressServiceUsers extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get serviceUsers(): OutputList<DataNetingressServiceUsersServiceUserOutputReference>;
}

defineAttributes(DataNetingressServiceUsers, getDataSource('service_users').attributes, {
  'service_users': DataNetingressServiceUsersServiceUserOutputReference,
});
