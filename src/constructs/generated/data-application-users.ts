// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference extends ComplexObject {
  /** Name of the identity provider. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** URL of the identity provider. */
  get url(): string {
    return this.getStringAttribute('url');
  }
}

/** One element of `applicationUsers`. */
export class DataNetingressApplicationUsersApplicationUserOutputReference extends ComplexObject {
  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Where the person signed in. */
  get identityProvider(): DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference {
    return new DataNetingressApplicationUsersApplicationUserIdentityProviderOutputReference(this, 'identity_provider', false);
  }

  /** Identifier at the identity provider. */
  get providerUserId(): string {
    return this.getStringAttribute('provider_user_id');
  }

  /** User name at the identity provider. */
  get username(): string {
    return this.getStringAttribute('username');
  }

  /** E-mail address. */
  get email(): string {
    return this.getStringAttribute('email');
  }

  /** Name of the person. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Time of the last request, RFC 3339 in UTC. */
  get lastActive(): string {
    return this.getStringAttribute('last_active');
  }

  /** Time of the last sign-in, RFC 3339 in UTC. */
  get lastLogin(): string {
    return this.getStringAttribute('last_login');
  }
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
    super(scope, id, findDataSource('application_users'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationUsers(value: unknown): value is DataNetingressApplicationUsers {
    return isDataSourceOfType(value, DataNetingressApplicationUsers.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
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
  get applicationUsers(): OutputList<DataNetingressApplicationUsersApplicationUserOutputReference> {
    return new OutputList(this, 'application_users', false, DataNetingressApplicationUsersApplicationUserOutputReference);
  }
}
