import type { IResolvable, TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import {
  DataNetingressEventDestination,
  EventDestination,
  type EventDestinationTarget,
  EventSubscription,
  type EventSubscriptionSource,
} from '../../generated';
import { ExistingObject } from '../shared/imported-reference';
import type { IEventDestination, IEventSubscription } from '../shared/interfaces';

/** What every stream of events is told: where to, and what about. */
export interface EventStreamProps {
  /**
   * A receiver to make an event destination for: exactly one of `deliveryStream`, `dataStream` and `logGroup`. Another
   * type of receiver needs a new destination.
   *
   * @default - only `destinations` receive the events
   */
  readonly target?: EventDestinationTarget | IResolvable;

  /**
   * Event destinations that are there already, in this app or at the service.
   *
   * @default - only `target` receives the events
   */
  readonly destinations?: readonly IEventDestination[];

  /**
   * What the events are captured for; also the description of the destination that is made. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that makes the objects.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * A subscription to events with the destination that receives them: what `AuditTrail` and `TrafficStream` have in
 * common. A stream that nobody receives is an error at synth.
 *
 * To change what is made, use `subscription` and `destination`, for instance `trail.subscription.addOverride(...)`.
 */
export abstract class EventStream extends Construct implements IEventSubscription {
  /** The subscription. */
  readonly subscription: EventSubscription;
  /** The destination that was made for `target`; undefined without one. */
  readonly destination: EventDestination | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    sources: readonly EventSubscriptionSource[],
    props: EventStreamProps,
  ) {
    super(scope, id);
    const { target, destinations = [], description, metadata, provider } = props;
    const about = {
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      ...(provider && { provider }),
    };
    this.destination = target && new EventDestination(this, 'destination', { ...about, format: 'JSON', target });
    const receivers = [...(this.destination ? [this.destination] : []), ...destinations];
    this.subscription = new EventSubscription(this, 'subscription', {
      ...about,
      sources,
      destinationIds: receivers.map((receiver) => receiver.id),
    });
    this.node.addValidation({
      validate: () =>
        receivers.length > 0
          ? []
          : [`${this.node.path}: target: is not set and destinations is empty, expected at least one receiver`],
    });
  }

  /** An event destination that exists already, by its identifier. Nothing is read. */
  static fromEventDestinationId(scope: Construct, id: string, eventDestinationId: string): IEventDestination {
    return new ExistingObject(scope, id, eventDestinationId);
  }

  /** The one event destination with exactly that description; none, or several, fails the plan. */
  static fromEventDestinationDescription(scope: Construct, id: string, description: string): IEventDestination {
    return new DataNetingressEventDestination(scope, id, { description });
  }

  /** An event subscription that exists already, by its identifier. Nothing is read. */
  static fromEventSubscriptionId(scope: Construct, id: string, eventSubscriptionId: string): IEventSubscription {
    return new ExistingObject(scope, id, eventSubscriptionId);
  }

  /** Identifier of the subscription. */
  get id(): string {
    return this.subscription.id;
  }
}
