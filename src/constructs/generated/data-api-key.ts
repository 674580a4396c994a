// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressApiKey}. */
export interface DataNetingressApiKeyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * What uses the key to authenticate. At most 255 bytes.
   *
   * @default - the service chooses
   */
  readonly description?: string;
}

/**
 * Reads one API key, named by `id` or `description`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_api_key`.
 */
export class DataNetingressApiKey extends NetingressDataSource<DataNetingressApiKeyProps> {
  static readonly tfResourceType = 'netingress_api_key';

  constructor(scope: Construct, id: string, props: DataNetingressApiKeyProps = {}) {
    super(scope, id, findDataSource('api_key'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressApiKey(value: unknown): value is DataNetingressApiKey {
    return isDataSourceOfType(value, DataNetingressApiKey.tfResourceType);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.put('id', value);
  }

  /** What was given for `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Takes `id` back, as if it had never been given. */
  resetId(): void {
    this.inputs.reset('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** What uses the key to authenticate. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }
}
