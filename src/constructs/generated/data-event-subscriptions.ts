// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventSubscriptions}. */
export interface DataNetingressEventSubscriptionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sources`. */
export class DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference extends ComplexObject {
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

/** One element of `eventSubscriptions`. */
export class DataNetingressEventSubscriptionsEventSubscriptionOutputReference extends ComplexObject {
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

  /** Purpose of the subscription. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Event types to capture, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference);
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }
}

/**
 * Reads all objects of the type event subscription, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_event_subscriptions`.
 */
export class DataNetingressEventSubscriptions extends NetingressDataSource<DataNetingressEventSubscriptionsProps> {
  static readonly tfResourceType = 'netingress_event_subscriptions';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionsProps = {}) {
    super(scope, id, findDataSource('event_subscriptions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventSubscriptions(value: unknown): value is DataNetingressEventSubscriptions {
    return isDataSourceOfType(value, DataNetingressEventSubscriptions.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
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
  get eventSubscriptions(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionOutputReference> {
    return new OutputList(this, 'event_subscriptions', false, DataNetingressEventSubscriptionsEventSubscriptionOutputReference);
  }
}
