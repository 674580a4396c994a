// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type FilterInput, type IdInput } from './shared-inputs';

/** What each class of a `ApplicationUser` has. */
interface ApplicationUserAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Identifier at the identity provider. */
  get providerUserId(): string;
  /** User name at the identity provider. */
  get username(): string;
  /** E-mail address. */
  get email(): string;
  /** Name of the person. */
  get name(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Time of the last request, RFC 3339 in UTC. */
  get lastActive(): string;
  /** Time of the last sign-in, RFC 3339 in UTC. */
  get lastLogin(): string;
}

/** What each class of a `ApplicationUserIdentityProvider` has. */
interface ApplicationUserIdentityProviderAttributes {
  /** Name of the identity provider. */
  get name(): string;
  /** URL of the identity provider. */
  get url(): string;
}

/** Properties of {@link DataNetingressApplicationUser}. */
export interface DataNetingressApplicationUserProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
}

/** Where the person signed in. */
export class DataNetingressApplicationUserIdentityProviderOutputReference extends ComplexObject {}
export interface DataNetingressApplicationUserIdentityProviderOutputReference extends ApplicationUserIdentityProviderAttributes {}

/**
 * Reads one application user by `id`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_application_user`.
 */
export class DataNetingressApplicationUser extends NetingressDataSource<DataNetingressApplicationUserProps> {
  static readonly tfResourceType = 'netingress_application_user';

  constructor(scope: Construct, id: string, props: DataNetingressApplicationUserProps = {}) {
    super(scope, id, getDataSource('application_user'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationUser(value: unknown): value is DataNetingressApplicationUser {
    return isDataSourceOfType(value, DataNetingressApplicationUser.tfResourceType);
  }
}
export interface DataNetingressApplicationUser extends ApplicationUserAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Where the person signed in. */
  get identityProvider(): DataNetingressApplicationUserIdentityProviderOutputReference;
}

defineAttributes(DataNetingressApplicationUser, getDataSource('application_user').attributes, {
  'identity_provider': DataNetingressApplicationUserIdentityProviderOutputReference,
});

/** Properties of {@link DataNetingressApplicationUsers}. */
export interface DataNetingressApplicationUsersProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Where the person signed in. */
export class DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference extends ComplexObject {}
export interface DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference extends ApplicationUserIdentityProviderAttributes {}

/** One element of `applicationUsers`. */
export class DataNetingressApplicationUsersApplicationUserOutputReference extends ComplexObject {}
export interface DataNetingressApplicationUsersApplicationUserOutputReference extends ApplicationUserAttributes {
  /** Where the person signed in. */
  get identityProvider(): DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference;
}

/**
 * Reads all objects of the type application user, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_application_users`.
 */
export class DataNetingressApplicationUsers extends NetingressDataSource<DataNetingressApplicationUsersProps> {
  static readonly tfResourceType = 'netingress_application_users';

  constructor(scope: Construct, id: string, props: DataNetingressApplicationUsersProps = {}) {
    super(scope, id, getDataSource('application_users'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationUsers(value: unknown): value is DataNetingressApplicationUsers {
    return isDataSourceOfType(value, DataNetingressApplicationUsers.tfResourceType);
  }
}
export interface DataNetingressApplicationUsers extends FilterInput {
  /** CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get applicationUsers(): OutputList<DataNetingressApplicationUsersApplicationUserOutputReference>;
}

defineAttributes(DataNetingressApplicationUsers, getDataSource('application_users').attributes, {
  'application_users.identity_provider': DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference,
  'application_users': DataNetingressApplicationUsersApplicationUserOutputReference,
});
