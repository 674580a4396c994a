// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, ServiceUser.tfResourceType, importFromId, provider);
  }

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

  set name(value: string) {
    this.inputs.set('name', value);
  }

  /** The input value of `name`. */
  get nameInput() {
    return this.inputs.get('name');
  }

  /** Whether the credentials of the service user are accepted. Default: `true`. */
  get active(): IResolvable {
    return this.getBooleanAttribute('active');
  }

  set active(value: boolean | IResolvable) {
    this.inputs.set('active', value);
  }

  /** The input value of `active`. */
  get activeInput() {
    return this.inputs.get('active');
  }

  /** Unsets `active`. */
  resetActive(): void {
    this.inputs.reset('active');
  }
}
