// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventSubscription}. */
export interface DataNetingressEventSubscriptionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, given by the service at creation.
   *
   * @default - the service chooses
   */
  readonly id?: string;

  /**
   * What the events are captured for. At most 255 bytes.
   *
   * @default - the service chooses
   */
  readonly description?: string;
}

/** One element of `sources`. */
export class DataNetingressEventSubscriptionSourceOutputReference extends ComplexObject {
  /** Event type, for example `ip_policy_created.v0`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Not allowed for other events. */
  get fields(): string[] {
    return Fn.tolist(this.getListAttribute('fields'));
  }

  /** For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other events. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }
}

/**
 * Reads one event subscription, named by `id` or `description`. None that fits, or several, is an error.
 *
 * Terraform type: `netingress_event_subscription`.
 */
export class DataNetingressEventSubscription extends NetingressDataSource<DataNetingressEventSubscriptionProps> {
  static readonly tfResourceType = 'netingress_event_subscription';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionProps = {}) {
    super(scope, id, findDataSource('event_subscription'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressEventSubscription(value: unknown): value is DataNetingressEventSubscription {
    return isDataSourceOfType(value, DataNetingressEventSubscription.tfResourceType);
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

  /** What the events are captured for. At most 255 bytes. */
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

  /** The event types that are captured, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, DataNetingressEventSubscriptionSourceOutputReference);
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }
}
