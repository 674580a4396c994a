// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressApiKeysApiKeyOutputReference extends ComplexObject {
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

  /** Program that uses the key. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
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

/**
 * Reads all objects of the type API key, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_api_keys`.
 */
export class DataNetingressApiKeys extends NetingressDataSource<DataNetingressApiKeysProps> {
  static readonly tfResourceType = 'netingress_api_keys';

  constructor(scope: Construct, id: string, props: DataNetingressApiKeysProps = {}) {
    super(scope, id, findDataSource('api_keys'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApiKeys(value: unknown): value is DataNetingressApiKeys {
    return isDataSourceOfType(value, DataNetingressApiKeys.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.owner_id`. All objects are read if unset. */
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
  get apiKeys(): OutputList<DataNetingressApiKeysApiKeyOutputReference> {
    return new OutputList(this, 'api_keys', false, DataNetingressApiKeysApiKeyOutputReference);
  }
}
