/**
 * The emulator: the service's management API on this machine, in process or listening. It holds what it is given in
 * memory, checks it against the model, and serves nothing that it does not mean: what it cannot do it refuses by name.
 */
import type { JsonObject } from '../model/json';
import { type EmulatorFaults, emulatorFaults } from './control/faults/faults-api';
import { keepInFile } from './control/snapshot/file';
import { loadSnapshot } from './control/snapshot/load';
import { type Snapshot, takeSnapshot } from './control/snapshot/snapshot';
import { authorityOf } from './crypto/certificate-authority';
import { checkEventQuery, type EventQuery, eventsSince, type ShownEvent } from './events/delivery/event-query';
import { follow } from './events/delivery/follow';
import { recordsOf } from './events/delivery/records';
import type { ServiceEvent } from './events/event';
import type { TrafficRequest } from './events/traffic/request';
import { startTraffic, type TrafficAnswer } from './events/traffic/run';
import { fromFetch, toFetch } from './http/fetch';
import { handle } from './http/handle';
import { harOf } from './http/har';
import { LOG_LIMIT, type LoggedRequest, newest } from './http/log';
import { type Listening, listen } from './http/server';
import { findAnyKind } from './kinds/all-kinds';
import { toResponseBody } from './objects/render-object';
import { newestFirst } from './objects/store';
import type { EmulatorOptions } from './state/options';
import { createState, resetState } from './state/state';
import { type EmulatorClock, emulatorClock } from './time/clock-api';
import { exclusively, serialized } from './time/serialize';

export type { Fault, FaultEffect, FaultInput, FaultMatch } from './control/faults/fault';
export type { EmulatorFaults } from './control/faults/faults-api';
export { SnapshotError } from './control/snapshot/check';
export { diffSnapshots, type KindChanges, type ObjectChange, type SnapshotDiff } from './control/snapshot/diff';
export type { Snapshot, SnapshotAccount, SnapshotObject } from './control/snapshot/snapshot';
export type { EventQuery } from './events/delivery/event-query';
export type { Principal, ServiceEvent } from './events/event';
export type { EventRequest, TrafficRequest } from './events/traffic/request';
export type { TrafficAnswer } from './events/traffic/run';
export type { LoggedRequest } from './http/log';
export type { AccountOptions, EmulatorOptions } from './state/options';
export type { CertificateOutcome } from './state/settings';
export type { Clock } from './time/clock';
export type { EmulatorClock } from './time/clock-api';

/** A running emulator. It owns nothing outside the process but the socket it listens on, which `close` gives back. */
export interface Emulator {
  /**
   * Answers a request without a socket; any host will do, and absolute URIs in answers start with it. Rejects as the
   * platform's `fetch` does when a fault drops the connection, or with the reason of the request's signal.
   */
  fetch(request: Request): Promise<Response>;
  /** Listens on `127.0.0.1` and a free port unless told otherwise. `url` has no trailing slash. Once per emulator. */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** Resets everything but the saved snapshots to the start, after the changes that are under way. */
  reset(): Promise<void>;
  /** Stops listening, if it does, ends all connections, and writes the state file, if there is one. */
  close(): Promise<void>;
  /** A key that it accepts: the first of the first account. */
  readonly apiKey: string;
  /** What the controls want as bearer token when it listens on another host than loopback. */
  readonly controlToken: string;
  /** Its time, which can be stopped and put to any other. */
  readonly clock: EmulatorClock;
  /** What goes wrong, as long as it is set. */
  readonly faults: EmulatorFaults;
  /**
   * All objects of a kind as the service answered the last request, newest first; of the first account unless another
   * is named. `endpoint` is one of the kinds. A certificate that the service issues by itself is there with the next
   * request after its job's time.
   */
  objects(kind: string, account?: string): readonly JsonObject[];
  /**
   * The newest 10,000 events of the first account, oldest of them first: as they came about or, with a subscription or
   * destination, as they were delivered. Throws for a type that does not exist.
   */
  events(query?: EventQuery): readonly ServiceEvent[];
  /**
   * Events of the first account as they come about, for `for await`; from the call on none is missed. After `after`, the
   * identifier of an event, those since then come first, all that are kept if it is not known. Ends with `signal` and
   * with `close`, goes on after a reset.
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
  /** The newest requests with their answers as an HTTP Archive 1.2, secrets replaced; as many as 4 MiB of bodies hold. */
  har(): JsonObject;
  /** What it holds, as readable JSON; without secrets unless they are asked for. */
  snapshot(options?: { readonly secrets?: boolean }): Promise<Snapshot>;
  /** Puts what a snapshot holds in the place of everything; rejects with a {@link SnapshotError}, and changes nothing, for anything else. */
  restore(snapshot: Snapshot): Promise<void>;
  /** PEM certificate of the authority that signs the certificates of operators and domains, made when it is first needed. */
  certificateAuthority(): Promise<string>;
}

/**
 * A new emulator that holds nothing, or what its state file holds, and does not listen yet. See {@link EmulatorOptions}
 * for the defaults; throws for options that contradict each other, and for a state file that it cannot use.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const state = createState(options);
  const releaseFile = options.stateFile === undefined ? undefined : keepInFile(state, options.stateFile);
  let listening: Promise<Listening> | undefined;
  let closing = new AbortController();
  let url = 'http://emulator.invalid';
  const viewNow = () => ({ state, account: state.account, origin: url });
  return {
    apiKey: options.accounts?.[0]?.apiKeys[0] ?? options.apiKeys?.[0] ?? 'emulator-key',
    controlToken: state.controlToken,
    clock: emulatorClock(state.clock),
    faults: emulatorFaults(state),
    fetch: async (request) => toFetch(await handle(state, await fromFetch(request)), request.signal, closing.signal),
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
    reset: () => serialized(state, () => resetState(state)),
    async close() {
      closing.abort();
      closing = new AbortController();
      const server = await listening;
      listening = undefined;
      await server?.close();
      await state.save?.();
      releaseFile?.();
    },
    objects(kind, name) {
      const account = name === undefined ? state.account : state.accounts.get(name);
      if (!account)
        throw new Error(`There is no account '${name}'; expected one of ${[...state.accounts.keys()].join(', ')}`);
      const view = { state, account, origin: url };
      return [...newestFirst(account.store, findAnyKind(kind).name)].map((stored) => toResponseBody(view, stored));
    },
    events(query = {}) {
      checkEventQuery(query);
      return eventsSince(state.account, query, 0)
        .shown.map(({ event }) => event)
        .slice(-LOG_LIMIT);
    },
    follow(query = {}, { after, signal } = {}) {
      checkEventQuery(query);
      return eventsOnly(follow(viewNow, query, { after, signals: [closing.signal, ...(signal ? [signal] : [])] }));
    },
    records: (destination) => recordsOf(state.account, destination),
    traffic: (request) => startTraffic(viewNow(), request as unknown as JsonObject),
    requests: () => newest(state.requests),
    har: () => harOf(state.exchanges.kept),
    snapshot: (which) => exclusively(state, () => takeSnapshot(state, which)),
    restore: (snapshot) => serialized(state, () => loadSnapshot(state, snapshot)),
    async certificateAuthority() {
      return (await authorityOf(state)).pem;
    },
  };
}

async function* eventsOnly(shown: AsyncIterable<ShownEvent>): AsyncGenerator<ServiceEvent> {
  for await (const { event } of shown) yield event;
}
