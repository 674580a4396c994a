import type { IResolvable } from 'cdktf';
import { Construct } from 'constructs';
import {
  DataNetingressEventDestination,
  EventDestination,
  type EventDestinationTarget,
  EventSubscription,
  type EventSubscriptionSource,
} from '../../generated';
import { type PatternProps, pickPatternProps } from '../shared/pattern-props';
import {
  checkReferences,
  type IEventDestination,
  type IEventSubscription,
  ImportedReference,
} from '../shared/references';

/** Properties of every stream of events. */
export interface EventStreamProps extends PatternProps {
  /**
   * Target of an event destination to create: exactly one of `deliveryStream`, `dataStream`, `logGroup`, `datadog` and
   * `azureLogsIngestion`, the last two only in the profile `ngrok`. Changing the type of target replaces the destination.
   *
   * @default - no destination is created
   */
  readonly target?: EventDestinationTarget | IResolvable;

  /**
   * Event destinations of this app, or pre-existing ones.
   *
   * @default - only the destination of `target`
   */
  readonly destinations?: readonly IEventDestination[];
}

export const EVENT_STREAM_PROPS = { target: true, destinations: true } as const;

/**
 * An event subscription with its destinations: the base class of `AuditTrail` and `TrafficStream`. A stream without a
 * destination is an error at synth.
 *
 * To change the resources, use `subscription` and `destination`, for example `trail.subscription.addOverride(...)`.
 */
export abstract class EventStream extends Construct implements IEventSubscription {
  /** The subscription. */
  readonly subscription: EventSubscription;
  /** The destination with `target`; undefined without `target`. */
  readonly destination: EventDestination | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    sources: readonly EventSubscriptionSource[],
    props: EventStreamProps,
  ) {
    super(scope, id);
    const { target } = props;
    const common = pickPatternProps(props);
    const { items: destinations, problems } = checkReferences(
      'destinations',
      props.destinations ?? [],
      'event destinations, such as fromEventDestinationId() returns',
    );
    this.destination = target && new EventDestination(this, 'destination', { ...common, format: 'JSON', target });
    const receivers = [...(this.destination ? [this.destination] : []), ...destinations];
    this.subscription = new EventSubscription(this, 'subscription', {
      ...common,
      sources,
      destinationIds: receivers.map((receiver) => receiver.id),
    });
    const missing = 'target: is not set, and destinations is empty; expected at least one destination';
    const isMissing = receivers.length === 0 && problems.length === 0;
    this.node.addValidation({ validate: () => (isMissing ? [missing] : problems.slice()) });
  }

  /** A pre-existing event destination with this id. Nothing is read. */
  static fromEventDestinationId(scope: Construct, id: string, eventDestinationId: string): IEventDestination {
    return new ImportedReference(scope, id, eventDestinationId);
  }

  /**
   * The event destination with exactly this description. The plan fails unless there is exactly one. Read with the provider
   * without alias.
   */
  static fromEventDestinationDescription(scope: Construct, id: string, description: string): IEventDestination {
    return new DataNetingressEventDestination(scope, id, { description });
  }

  /** A pre-existing event subscription with this id. Nothing is read. */
  static fromEventSubscriptionId(scope: Construct, id: string, eventSubscriptionId: string): IEventSubscription {
    return new ImportedReference(scope, id, eventSubscriptionId);
  }

  /** Id of the subscription. */
  get id(): string {
    return this.subscription.id;
  }
}
