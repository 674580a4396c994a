import type { Construct } from 'constructs';
import type { TRAFFIC_EVENT_TYPES } from '../../../model/events/event-types';
import { type HttpField, type TcpField, TRAFFIC_FIELDS } from '../../../model/events/traffic';
import type { EventSubscriptionSource } from '../../generated';
import { renderCondition, type TrafficFilter } from './conditions';
import { EventStream, type EventStreamProps } from './event-stream';

/** What to capture of one type of traffic event. */
export interface TrafficCapture<F extends string> {
  /**
   * The fields to capture, or `all` that the service has. Traffic events are many and large, so name what you need; one
   * of the service's profiles refuses sources that name none (error 5400).
   */
  readonly fields: readonly F[] | 'all';

  /**
   * Which events to capture, made by `trafficField(...)`, or as CEL over `ev`.
   *
   * @default - all events
   */
  readonly filter?: TrafficFilter | string;
}

/** Properties of {@link TrafficStream}. */
export interface TrafficStreamProps extends EventStreamProps {
  /**
   * What to capture of completed HTTP requests (`http_request_complete.v0`).
   *
   * @default - nothing
   */
  readonly http?: TrafficCapture<HttpField>;

  /**
   * What to capture of closed TCP connections (`tcp_connection_closed.v0`).
   *
   * @default - nothing
   */
  readonly tcp?: TrafficCapture<TcpField>;
}

/** Traffic events with chosen fields, filtered and delivered. A stream of nothing is an error at synth. */
export class TrafficStream extends EventStream {
  constructor(scope: Construct, id: string, props: TrafficStreamProps) {
    const { http, tcp, ...stream } = props;
    const sources = [
      ...(http ? [sourceOf('http_request_complete.v0', http)] : []),
      ...(tcp ? [sourceOf('tcp_connection_closed.v0', tcp)] : []),
    ];
    super(scope, id, sources, stream);
    this.node.addValidation({
      validate: () => [
        ...(http || tcp ? [] : [`${this.node.path}: http: is not set, expected at least one of http, tcp`]),
        ...Object.entries({ http, tcp }).flatMap(([name, capture]) =>
          capture && capture.fields.length === 0
            ? [`${this.node.path}: ${name}.fields: is empty, expected names of fields, or 'all'`]
            : [],
        ),
      ],
    });
  }
}

function sourceOf(
  type: (typeof TRAFFIC_EVENT_TYPES)[number],
  { fields, filter }: TrafficCapture<string>,
): EventSubscriptionSource {
  return {
    type,
    fields: fields === 'all' ? (TRAFFIC_FIELDS[type] ?? []) : (fields as readonly string[]),
    ...(filter !== undefined && { filter: typeof filter === 'string' ? filter : renderCondition(filter) }),
  };
}
