// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressServiceUsersServiceUserOutputReference extends ComplexObject {
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

  /** Name of the service user, unique in the account. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Whether the credentials of the service user are accepted. Default: `true`. */
  get active(): IResolvable {
    return this.getBooleanAttribute('active');
  }
}

/**
 * Reads all objects of the type service user, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_service_users`.
 */
export class DataNetingressServiceUsers extends NetingressDataSource<DataNetingressServiceUsersProps> {
  static readonly tfResourceType = 'netingress_service_users';

  constructor(scope: Construct, id: string, props: DataNetingressServiceUsersProps = {}) {
    super(scope, id, findDataSource('service_users'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressServiceUsers(value: unknown): value is DataNetingressServiceUsers {
    return isDataSourceOfType(value, DataNetingressServiceUsers.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
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
  get serviceUsers(): OutputList<DataNetingressServiceUsersServiceUserOutputReference> {
    return new OutputList(this, 'service_users', false, DataNetingressServiceUsersServiceUserOutputReference);
  }
}
