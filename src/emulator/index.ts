/**
 * The emulator: the service's management API on this machine, in process or listening. It holds what it is given in
 * memory, checks it against the model, and serves nothing that it does not mean: what it cannot do it refuses by name.
 */
import type { JsonObject } from '../model/json';
import { answerOf } from './answer';
import { authorityOf } from './certificate-authority';
import { checkEventQuery, type EventQuery, eventsSince, type ShownEvent } from './delivery/event-query';
import { follow } from './delivery/follow';
import { recordsOf } from './delivery/records';
import { findAnyKind } from './emulator-kinds';
import type { ServiceEvent } from './event';
import { fromFetch, toFetch } from './fetch';
import { handle } from './handle';
import { LOG_LIMIT, type LoggedRequest, newest } from './log';
import type { EmulatorOptions } from './options';
import { type Listening, listen } from './server';
import { createState, resetState } from './state';
import { newestFirst } from './store';
import type { TrafficRequest } from './traffic/request';
import { startTraffic, type TrafficAnswer } from './traffic/run';

export type { Clock } from './clock';
export type { EventQuery } from './delivery/event-query';
export type { Principal, ServiceEvent } from './event';
export type { LoggedRequest } from './log';
export type { EmulatorOptions } from './options';
export type { CertificateOutcome } from './settings';
export type { EventRequest, TrafficRequest } from './traffic/request';
export type { TrafficAnswer } from './traffic/run';

/** A running emulator. It owns nothing outside the process but the socket it listens on, which `close` gives back. */
export interface Emulator {
  /** Answers a request without a socket; any host will do, and absolute URIs in answers start with it. */
  fetch(request: Request): Promise<Response>;
  /** Listens on `127.0.0.1` and a free port unless told otherwise. `url` has no trailing slash. Once per emulator. */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** Back to the start: no objects, events and requests, settings as given. */
  reset(): void;
  /** Stops listening, if it does, and ends all connections. */
  close(): Promise<void>;
  /** A key that it accepts. */
  readonly apiKey: string;
  /** What the controls want as bearer token when it listens on another host than loopback. */
  readonly controlToken: string;
  /**
   * All objects of a kind as the service answered the last request, newest first. `endpoint` is one of the kinds. A
   * certificate that the service issues by itself is there with the next request after its job's time.
   */
  objects(kind: string): readonly JsonObject[];
  /**
   * The newest 10,000 events, oldest of them first: as they came about or, with a subscription or destination, as they
   * were delivered. Throws for a type that does not exist.
   */
  events(query?: EventQuery): readonly ServiceEvent[];
  /**
   * Events as they come about, for `for await`; from the call on none is missed. After `after`, the identifier of an
   * event, those since then come first, all that are kept if it is not known. Ends with `signal` and with `close`, goes
   * on after a reset.
   */
  follow(
    query?: EventQuery,
    options?: { readonly after?: string; readonly signal?: AbortSignal },
  ): AsyncIterable<ServiceEvent>;
  /**
   * What the consumer of an event destination reads, for all that it received of the newest 10,000 deliveries: a batch
   * of base64 records, or a gzip-wrapped batch of log events. Undefined if there is no such destination.
   */
  records(destination: string): JsonObject | undefined;
  /** Makes traffic and session events, as `POST /_emulator/traffic` does; throws for what that refuses. */
  traffic(request: TrafficRequest): TrafficAnswer;
  /** The newest 10,000 requests to the service, oldest of them first; the controls are not among them. */
  requests(): readonly LoggedRequest[];
  /** PEM certificate of the authority that signs the certificates of operators and domains, made when it is first needed. */
  certificateAuthority(): Promise<string>;
}

/** A new emulator that holds nothing and does not listen yet. See {@link EmulatorOptions} for the defaults. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const state = createState(options);
  let listening: Promise<Listening> | undefined;
  let closing = new AbortController();
  let url = 'http://emulator.invalid';
  const viewNow = () => ({ state, account: state.account, origin: url });
  return {
    apiKey: options.apiKeys?.[0] ?? 'emulator-key',
    controlToken: state.controlToken,
    fetch: async (request) => toFetch(await handle(state, await fromFetch(request)), closing.signal),
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      if (listening !== undefined)
        throw new Error('This emulator listens already; make another one for another address');
      listening = listen((request) => handle(state, request), host, port);
      listening.catch(() => {
        listening = undefined;
      });
      ({ url } = await listening);
      return { url };
    },
    reset: () => resetState(state),
    async close() {
      closing.abort();
      closing = new AbortController();
      const server = await listening;
      listening = undefined;
      await server?.close();
    },
    objects(kind) {
      const view = viewNow();
      return [...newestFirst(state.account.store, findAnyKind(kind).name)].map((stored) => answerOf(view, stored));
    },
    events(query = {}) {
      checkEventQuery(query);
      return eventsSince(state.account, query, 0)
        .shown.map(({ event }) => event)
        .slice(-LOG_LIMIT);
    },
    follow(query = {}, { after, signal } = {}) {
      checkEventQuery(query);
      const ends = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      return eventsOnly(follow(viewNow, query, { after, signal: ends }));
    },
    records: (destination) => recordsOf(state.account, destination),
    traffic: (request) => startTraffic(viewNow(), request as unknown as JsonObject),
    requests: () => newest(state.requests),
    async certificateAuthority() {
      return (await authorityOf(state, state.clock.now())).pem;
    },
  };
}

async function* eventsOnly(shown: AsyncIterable<ShownEvent>): AsyncGenerator<ServiceEvent> {
  for await (const { event } of shown) yield event;
}
