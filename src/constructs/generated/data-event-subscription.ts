// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventSubscription}. */
export interface DataNetingressEventSubscriptionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;

  /**
   * Purpose of the subscription. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/** One element of `sources`. */
export class DataNetingressEventSubscriptionSourceOutputReference extends ComplexObject {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Fields to capture; all fields if unset. Traffic events only. */
  get fields(): string[] {
    return Fn.tolist(this.getListAttribute('fields'));
  }

  /** CEL expression over `ev`. Only events for which it is true are captured. Traffic events only. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }
}

/**
 * Reads one event subscription by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_event_subscription`.
 */
export class DataNetingressEventSubscription extends NetingressDataSource<DataNetingressEventSubscriptionProps> {
  static readonly tfResourceType = 'netingress_event_subscription';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionProps = {}) {
    super(scope, id, findDataSource('event_subscription'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventSubscription(value: unknown): value is DataNetingressEventSubscription {
    return isDataSourceOfType(value, DataNetingressEventSubscription.tfResourceType);
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

  /** Purpose of the subscription. At most 255 bytes. */
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

  /** Event types to capture, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, DataNetingressEventSubscriptionSourceOutputReference);
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }
}
