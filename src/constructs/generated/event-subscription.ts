// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import type { EventType } from '../../model/events/event-types';
import { getKind } from '../../model/kinds';
import { OutputList } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** One element of `sources`. */
export interface EventSubscriptionSource {
  /** Event type with its version, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});

  /**
   * Fields to capture; all fields if unset. Traffic events only.
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
   * Purpose of the subscription. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
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
export class EventSubscriptionSourceOutputReference extends ComplexObject {
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
    return createImportableResource(scope, importToId, EventSubscription.tfResourceType, importFromId, provider);
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

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Event types to capture, each at most once. */
  get sources(): OutputList<EventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, EventSubscriptionSourceOutputReference);
  }

  set sources(value: readonly (EventSubscriptionSource | IResolvable)[] | IResolvable) {
    this.inputs.set('sources', value);
  }

  /** The input value of `sources`. */
  get sourcesInput() {
    return this.inputs.get('sources');
  }

  /** Unsets `sources`. */
  resetSources(): void {
    this.inputs.reset('sources');
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }

  set destinationIds(value: readonly string[]) {
    this.inputs.set('destinationIds', value);
  }

  /** The input value of `destinationIds`. */
  get destinationIdsInput() {
    return this.inputs.get('destinationIds');
  }

  /** Unsets `destinationIds`. */
  resetDestinationIds(): void {
    this.inputs.reset('destinationIds');
  }
}
