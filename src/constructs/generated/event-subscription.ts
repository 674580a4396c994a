// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { type EventType } from '../../model/events/event-types';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `EventSubscription` has. */
interface EventSubscriptionAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the subscription. At most 255 characters. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread. */
  get metadata(): string;
  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[];
}

/** What each class of a `EventSubscriptionSource` has. */
interface EventSubscriptionSourceAttributes {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  get type(): string;
  /** Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only. */
  get fields(): string[];
  /** CEL expression over `ev`. Only events for which it is true are captured. Traffic events only. */
  get filter(): string;
}

/** One element of `sources`. */
export interface EventSubscriptionSource {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});
  /**
   * Fields to capture; all fields if unset. The profile `ngrok` requires them. Traffic events only.
   *
   * @default - not set
   */
  readonly fields?: readonly string[];
  /**
   * CEL expression over `ev`. Only events for which it is true are captured. Traffic events only.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Properties of {@link EventSubscription}. */
export interface EventSubscriptionProps extends TerraformMetaArguments {
  /**
   * Purpose of the subscription. At most 255 characters.
   *
   * @default - not set
   */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;
  /**
   * Event types to capture, each at most once.
   *
   * @default - not set
   */
  readonly sources?: readonly (EventSubscriptionSource | IResolvable)[] | IResolvable;
  /**
   * Identifiers of the event destinations that receive the events.
   *
   * @default - not set
   */
  readonly destinationIds?: readonly string[];
}

/** References to the attributes of {@link EventSubscriptionSource}. */
export class EventSubscriptionSourceOutputReference extends ComplexObject {}
export interface EventSubscriptionSourceOutputReference extends EventSubscriptionSourceAttributes {}

/**
 * Sends events of the configured types to event destinations.
 *
 * Terraform type: `netingress_event_subscription`.
 */
export class EventSubscription extends NetingressResource<EventSubscriptionProps> {
  static readonly tfResourceType = 'netingress_event_subscription';

  constructor(scope: Construct, id: string, props: EventSubscriptionProps = {}) {
    super(scope, id, getKind('event_subscription'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isEventSubscription(value: unknown): value is EventSubscription {
    return isResourceOfType(value, EventSubscription.tfResourceType);
  }
}
export interface EventSubscription extends EventSubscriptionAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the subscription. At most 255 characters. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 characters; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Event types to capture, each at most once. */
  get sources(): OutputList<EventSubscriptionSourceOutputReference>;
  set sources(value: readonly (EventSubscriptionSource | IResolvable)[] | IResolvable);
  /** The input value of `sources`. */
  get sourcesInput(): readonly (EventSubscriptionSource | IResolvable)[] | IResolvable | undefined;
  /** Unsets `sources`. */
  resetSources(): void;
  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[];
  set destinationIds(value: readonly string[]);
  /** The input value of `destinationIds`. */
  get destinationIdsInput(): readonly string[] | undefined;
  /** Unsets `destinationIds`. */
  resetDestinationIds(): void;
}

defineAttributes(EventSubscription, expandAttributes(getKind('event_subscription').attributes), {
  'sources': EventSubscriptionSourceOutputReference,
});

/** Properties of {@link DataNetingressEventSubscription}. */
export interface DataNetingressEventSubscriptionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Purpose of the subscription. At most 255 characters.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/** One element of `sources`. */
export class DataNetingressEventSubscriptionSourceOutputReference extends ComplexObject {}
export interface DataNetingressEventSubscriptionSourceOutputReference extends EventSubscriptionSourceAttributes {}

/**
 * Reads one event subscription by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_event_subscription`.
 */
export class DataNetingressEventSubscription extends NetingressDataSource<DataNetingressEventSubscriptionProps> {
  static readonly tfResourceType = 'netingress_event_subscription';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionProps = {}) {
    super(scope, id, getDataSource('event_subscription'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventSubscription(value: unknown): value is DataNetingressEventSubscription {
    return isDataSourceOfType(value, DataNetingressEventSubscription.tfResourceType);
  }
}
export interface DataNetingressEventSubscription extends EventSubscriptionAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Purpose of the subscription. At most 255 characters. */
  get description(): string;
  set description(value: string);
  /** Event types to capture, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionSourceOutputReference>;
}

defineAttributes(DataNetingressEventSubscription, getDataSource('event_subscription').attributes, {
  'sources': DataNetingressEventSubscriptionSourceOutputReference,
});

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
export class DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference extends ComplexObject {}
export interface DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference extends EventSubscriptionSourceAttributes {}

/** One element of `eventSubscriptions`. */
export class DataNetingressEventSubscriptionsEventSubscriptionOutputReference extends ComplexObject {}
export interface DataNetingressEventSubscriptionsEventSubscriptionOutputReference extends EventSubscriptionAttributes {
  /** Event types to capture, each at most once. */
  get sources(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference>;
}

/**
 * Reads all objects of the type event subscription, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_event_subscriptions`.
 */
export class DataNetingressEventSubscriptions extends NetingressDataSource<DataNetingressEventSubscriptionsProps> {
  static readonly tfResourceType = 'netingress_event_subscriptions';

  constructor(scope: Construct, id: string, props: DataNetingressEventSubscriptionsProps = {}) {
    super(scope, id, getDataSource('event_subscriptions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventSubscriptions(value: unknown): value is DataNetingressEventSubscriptions {
    return isDataSourceOfType(value, DataNetingressEventSubscriptions.tfResourceType);
  }
}
export interface DataNetingressEventSubscriptions extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get eventSubscriptions(): OutputList<DataNetingressEventSubscriptionsEventSubscriptionOutputReference>;
}

defineAttributes(DataNetingressEventSubscriptions, getDataSource('event_subscriptions').attributes, {
  'event_subscriptions.sources': DataNetingressEventSubscriptionsEventSubscriptionSourceOutputReference,
  'event_subscriptions': DataNetingressEventSubscriptionsEventSubscriptionOutputReference,
});
