// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventSubscriptions}. */
export interface DataNetingressEventSubscriptionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sources`. */
export class DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference extends ComplexObject {
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

/** One element of `eventSubscriptions`. */
export class DataNetingressEventSubscriptionsEventSubscriptionOutputReference extends ComplexObject {
  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The event types that are captured, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference);
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }
}

/**
 * Reads all objects of the kind event subscription, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_event_subscriptions`.
 */
export class DataNetingressEventSubscriptions extends NetingressDataSource<DataNetingressEventSubscriptionsProps> {
  static readonly tfResourceType = 'netingress_event_subscriptions';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionsProps = {}) {
    super(scope, id, findDataSource('event_subscriptions'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressEventSubscriptions(value: unknown): value is DataNetingressEventSubscriptions {
    return isDataSourceOfType(value, DataNetingressEventSubscriptions.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get eventSubscriptions(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionOutputReference> {
    return new OutputList(this, 'event_subscriptions', false, DataNetingressEventSubscriptionsEventSubscriptionOutputReference);
  }
}
