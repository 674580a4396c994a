import type { Construct } from 'constructs';
import type { TRAFFIC_EVENT_TYPES } from '../../../model/events/event-types';
import { type HttpField, type TcpField, TRAFFIC_FIELDS } from '../../../model/events/traffic';
import { describeType } from '../../../model/problem';
import type { EventSubscriptionSource } from '../../generated';
import { validatePropNames } from '../shared/pattern-props';
import type { TrafficFilter } from './conditions';
import { EVENT_STREAM_PROPS, EventStream, type EventStreamProps } from './event-stream';
import { renderCondition } from './render-condition';

/** Selects events of one type, and their fields. */
export interface TrafficCapture<F extends string> {
  /**
   * The fields to capture, or `all` fields that every profile has. Traffic events are frequent and large, so select the
   * fields that you need. An empty list is an error at synth.
   */
  readonly fields: readonly F[] | 'all';

  /**
   * The events to capture: a condition of `trafficField(...)`, or a CEL expression over the variable `ev`, as a string.
   *
   * @default - all events
   */
  readonly filter?: TrafficFilter | string;
}

/** Properties of {@link TrafficStream}. */
export interface TrafficStreamProps extends EventStreamProps {
  /**
   * Captures completed HTTP requests (`http_request_complete.v0`).
   *
   * @default - not captured
   */
  readonly http?: TrafficCapture<HttpField>;

  /**
   * Captures closed TCP connections (`tcp_connection_closed.v0`).
   *
   * @default - not captured
   */
  readonly tcp?: TrafficCapture<TcpField>;
}

/** Delivers traffic events with selected fields. A stream that captures nothing is an error at synth. */
export class TrafficStream extends EventStream {
  constructor(scope: Construct, id: string, props: TrafficStreamProps) {
    const { http, tcp, ...stream } = props;
    const sources = [
      ...(http ? [toSource('http_request_complete.v0', http)] : []),
      ...(tcp ? [toSource('tcp_connection_closed.v0', tcp)] : []),
    ];
    super(scope, id, sources, stream);
    validatePropNames(this, props, { ...EVENT_STREAM_PROPS, http: true, tcp: true });
    this.node.addValidation({
      validate: () => [
        ...(http || tcp ? [] : ['http: is not set; expected at least one of http, tcp']),
        ...Object.entries({ http, tcp }).flatMap(([name, capture]) => {
          const problem = capture && describeProblem(capture.fields);
          return problem ? [`${name}.fields: ${problem}; expected names of fields, or 'all'`] : [];
        }),
      ],
    });
  }
}

/** What the subscription accepts, but the stream does not; an app in plain JavaScript may omit the fields. */
function describeProblem(fields: readonly string[] | string | null | undefined): string | undefined {
  if (fields === null || fields === undefined) return `is ${describeType(fields)}`;
  return fields.length === 0 ? 'is empty' : undefined;
}

function toSource(
  type: (typeof TRAFFIC_EVENT_TYPES)[number],
  { fields, filter }: TrafficCapture<string>,
): EventSubscriptionSource {
  return {
    type,
    fields: fields === 'all' ? (TRAFFIC_FIELDS[type] ?? []) : (fields as readonly string[]),
    ...(filter !== undefined && { filter: typeof filter === 'string' ? filter : renderCondition(filter) }),
  };
}
