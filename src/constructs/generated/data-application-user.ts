// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressApplicationUserIdentityProviderOutputReference extends ComplexObject {
  /** Name of the identity provider. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** URL of the identity provider. */
  get url(): string {
    return this.getStringAttribute('url');
  }
}

/**
 * Reads one application user by `id`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_application_user`.
 */
export class DataNetingressApplicationUser extends NetingressDataSource<DataNetingressApplicationUserProps> {
  static readonly tfResourceType = 'netingress_application_user';

  constructor(scope: Construct, id: string, props: DataNetingressApplicationUserProps = {}) {
    super(scope, id, findDataSource('application_user'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationUser(value: unknown): value is DataNetingressApplicationUser {
    return isDataSourceOfType(value, DataNetingressApplicationUser.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Where the person signed in. */
  get identityProvider(): DataNetingressApplicationUserIdentityProviderOutputReference {
    return new DataNetingressApplicationUserIdentityProviderOutputReference(this, 'identity_provider', false);
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
