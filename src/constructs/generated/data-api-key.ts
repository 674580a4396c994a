// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
    super(scope, id, findDataSource('api_key'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApiKey(value: unknown): value is DataNetingressApiKey {
    return isDataSourceOfType(value, DataNetingressApiKey.tfResourceType);
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

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Program that uses the key. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string {
    return this.getStringAttribute('owner_id');
  }
}
