// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import type { EventType } from '../../model/events/event-types';
import { getKind } from '../../model/kinds';
import { OutputList } from '../outputs';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** One element of `sources`. */
export interface EventSubscriptionSource {
  /** Event type, for example `ip_policy_created.v0`. */
  readonly type: EventType | (string & {});

  /**
   * For traffic events: the fields to capture, all of them if not given. Not allowed for other events.
   *
   * @default - not set
   */
  readonly fields?: readonly string[];

  /**
   * For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other events.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Properties of {@link EventSubscription}. */
export interface EventSubscriptionProps extends TerraformMetaArguments {
  /**
   * What the events are captured for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The event types that are captured, each at most once.
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

/** What Terraform knows of {@link EventSubscriptionSource}. */
export class EventSubscriptionSourceOutputReference extends ComplexObject {
  /** Event type, for example `ip_policy_created.v0`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** For traffic events: the fields to capture, all of them if not given. Not allowed for other events. */
  get fields(): string[] {
    return Fn.tolist(this.getListAttribute('fields'));
  }

  /** For traffic events: CEL expression over `ev`; only events for which it is true are captured. Not allowed for other events. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }
}

/**
 * Sends the events of chosen types to event destinations.
 *
 * Terraform type: `netingress_event_subscription`.
 */
export class EventSubscription extends NetingressResource<EventSubscriptionProps> {
  static readonly tfResourceType = 'netingress_event_subscription';

  constructor(scope: Construct, id: string, props: EventSubscriptionProps = {}) {
    super(scope, id, getKind('event_subscription'), props);
  }

  /** Whether the value is such a construct. */
  static isEventSubscription(value: unknown): value is EventSubscription {
    return isResourceOfType(value, EventSubscription.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, EventSubscription.tfResourceType, importFromId, provider);
  }

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

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** The event types that are captured, each at most once. */
  get sources(): OutputList<EventSubscriptionSourceOutputReference> {
    return new OutputList(this, 'sources', true, EventSubscriptionSourceOutputReference);
  }

  set sources(value: readonly (EventSubscriptionSource | IResolvable)[] | IResolvable) {
    this.inputs.put('sources', value);
  }

  /** What was given for `sources`. */
  get sourcesInput() {
    return this.inputs.get('sources');
  }

  /** Takes `sources` back, as if it had never been given. */
  resetSources(): void {
    this.inputs.reset('sources');
  }

  /** Identifiers of the event destinations that receive the events. */
  get destinationIds(): string[] {
    return Fn.tolist(this.getListAttribute('destination_ids'));
  }

  set destinationIds(value: readonly string[]) {
    this.inputs.put('destinationIds', value);
  }

  /** What was given for `destinationIds`. */
  get destinationIdsInput() {
    return this.inputs.get('destinationIds');
  }

  /** Takes `destinationIds` back, as if it had never been given. */
  resetDestinationIds(): void {
    this.inputs.reset('destinationIds');
  }
}
