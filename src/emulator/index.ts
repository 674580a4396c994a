/**
 * The emulator of the management API, in process or listening. It keeps the state in memory, and also in a file if the
 * options name one. It validates requests against the model, and rejects what it does not support.
 */

import type { EndpointAccess } from '../access/decide-request';
import type { JsonObject } from '../values/json';
import { type AccessRequest, findAccess } from './control/access';
import { getAccount } from './control/control';
import { createFaultsApi, type EmulatorFaults } from './control/faults';
import { keepInFile } from './control/snapshot/file';
import { loadSnapshot } from './control/snapshot/load';
import { takeSnapshot } from './control/snapshot/snapshot';
import type { Snapshot } from './control/snapshot/types';
import { createEmulatorState, resetEmulatorState } from './control/state';
import { readTraffic } from './control/traffic-request';
import { getCertificateAuthority } from './crypto/certificate-authority';
import type { ServiceEvent } from './events/event';
import { type EventQuery, findEventsSince, type MatchedEvent } from './events/follow';
import { newest } from './events/log';
import type { TrafficRequest, TrafficResult } from './events/traffic';
import { handle } from './handle';
import { fromFetchRequest, toFetchResponse } from './http/fetch';
import type { LoggedRequest } from './http/logged-request';
import { type Listener, listenHttp } from './http/server';
import { getAnyKind } from './service/kinds/endpoint';
import { runChange, runExclusive } from './service/objects/changes';
import { checkEventQuery, followEvents } from './service/objects/follow-events';
import { checkLimitNames } from './service/objects/limits';
import { readRecords } from './service/objects/publish';
import { toResponseBody } from './service/objects/render-object';
import { startTraffic } from './service/objects/traffic';
import type { EmulatorClock } from './service/state/clock';
import type { EmulatorOptions } from './service/state/options';
import { newestFirst } from './service/state/store';

export type { EndpointAccess } from '../access/decide-request';
export type { AccessRequest } from './control/access';
export type { EmulatorFaults } from './control/faults';
export { diffSnapshots, type KindChanges, type ObjectChange, type SnapshotDiff } from './control/snapshot/diff';
export { SnapshotError } from './control/snapshot/load';
export type { Snapshot, SnapshotAccount, SnapshotObject } from './control/snapshot/types';
export type { Principal, ServiceEvent } from './events/event';
export type { EventQuery } from './events/follow';
export type { EventRequest, TrafficRequest, TrafficResult } from './events/traffic';
export type { Fault, FaultEffect, FaultInput, FaultMatch } from './http/fault';
export type { LoggedRequest } from './http/logged-request';
export type { Clock, EmulatorClock } from './service/state/clock';
export type { AccountOptions, CertificateOutcome, EmulatorOptions } from './service/state/options';

/**
 * An emulator. `close` releases the listening socket and the lock of the state file; without both it needs no `close`.
 */
export interface Emulator {
  /**
   * Serves a request without a socket. Any host is accepted; absolute URIs in responses start with it. Like the `fetch`
   * of the platform, it rejects with a TypeError if a fault drops the connection, and with the reason of a signal that
   * aborts during the delay of a fault.
   */
  fetch(request: Request): Promise<Response>;
  /**
   * Starts to listen, by default on `127.0.0.1` and a free port. `url` has no trailing slash. Rejects if the emulator
   * listens already or cannot listen there, as on a port that is taken.
   */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /**
   * Waits for pending writes, then deletes all events, scheduled traffic, logged requests, faults and objects, these
   * also from the state file, and restores the settings and the clock of the options. The accounts remain, with the
   * keys of the options and, in the profile `ngrok`, a development domain, and so do saved snapshots.
   */
  reset(): Promise<void>;
  /**
   * Stops listening, closes all connections, ends the iterators of `follow`, and writes the state file if there is one.
   * Rejects if the file cannot be written. The emulator can be used again.
   */
  close(): Promise<void>;
  /** The first key of the first account; `emulator-key` if the options have no keys, so that any is accepted. */
  readonly apiKey: string;
  /** Bearer token of the controls when the emulator listens on a host other than loopback. */
  readonly controlToken: string;
  readonly clock: EmulatorClock;
  readonly faults: EmulatorFaults;
  /**
   * Returns all objects of a kind as the API renders them, newest first. Default: the first account. `endpoint` is a
   * kind too. Changes by the clock, such as an issued certificate, appear after the next successful request of the
   * account or to the controls. Throws for an unknown kind or account.
   */
  objects(kind: string, account?: string): readonly JsonObject[];
  /**
   * Returns the events of the first account that match the query, oldest first: as published or, with a subscription or
   * destination, as delivered. Returns the newest 10,000 if more match. Events older than the newest 10,000 of the
   * account may be missing, and so may deliveries older than its newest 10,000. Throws for an unknown event type.
   */
  events(query?: EventQuery): readonly ServiceEvent[];
  /**
   * Yields new events of the first account from the call on. With `after`, the id of an event, it starts with
   * the recorded events after it, or all of them if it is unknown. Ends with `signal` or `close`; a reset does not end
   * it. Throws for an unknown event type.
   */
  follow(
    query?: EventQuery,
    options?: { readonly after?: string; readonly signal?: AbortSignal },
  ): AsyncIterable<ServiceEvent>;
  /**
   * Returns what the consumer of an event destination of the first account reads: a batch of base64 records or a
   * gzip-wrapped batch of log events. Deliveries older than the newest 10,000 to all destinations may be missing. A
   * deleted destination has a batch as long as a delivery to it is kept. Returns undefined for an unknown destination.
   * Throws for a destination with the target `datadog` or `azure_logs_ingestion`.
   */
  records(destination: string): JsonObject | undefined;
  /** Generates traffic and session events, as `POST /_emulator/traffic` does. Throws for an invalid request. */
  traffic(request: TrafficRequest): TrafficResult;
  /**
   * Evaluates a request to an endpoint of the first account by its traffic policy and, if it is public, the restriction
   * of the type `endpoints`, as `POST /_emulator/access` does. Throws if `client_ip` is no IP address, and for an
   * unknown type of action in `passes`.
   */
  access(request: AccessRequest): EndpointAccess;
  /**
   * Returns at most the newest 10,000 requests to the service, oldest first. Requests to the controls are not logged.
   */
  requests(): readonly LoggedRequest[];
  /** Returns the state as JSON, by default without secrets. */
  snapshot(options?: { readonly secrets?: boolean }): Promise<Snapshot>;
  /**
   * Replaces objects, settings and clock by those of a snapshot, and the seed if the snapshot has it. An account that
   * the snapshot lacks has then what a new one has: nothing, or the development domain of the profile `ngrok`. Deletes
   * all events and scheduled traffic; logged requests and faults remain. Rejects with a {@link SnapshotError}, without
   * a change, for a snapshot that is invalid, of another profile, or of an account that this emulator does not have.
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Returns the PEM certificate of the authority that signs operator and domain certificates. Created on first use, and
   * again after a snapshot with another seed.
   */
  certificateAuthority(): Promise<string>;
}

/**
 * Creates an emulator that does not listen yet. It has the state of its state file. Without that file it has no
 * objects, except the development domain of each account in the profile `ngrok`. See {@link EmulatorOptions} for the
 * defaults. Throws for contradictory options, an empty list of accounts, an account without a key, empty or repeated
 * keys or account names, an unknown name in `limits`, and an unusable state file, event folder or clock.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  checkLimitNames(options.limits ?? {});
  const state = createEmulatorState(options);
  const releaseFile = options.stateFile === undefined ? undefined : keepInFile(state, options.stateFile);
  let listening: Promise<Listener> | undefined;
  let closing = new AbortController();
  // The prefix of URIs outside of a response, as in `objects`: this one until the first `listen`, then the latest URL.
  let url = 'http://emulator.invalid';
  const getContext = () => ({ state, account: state.account, origin: url });
  return {
    apiKey: options.accounts?.[0]?.apiKeys[0] ?? options.apiKeys?.[0] ?? 'emulator-key',
    controlToken: state.controlToken,
    clock: state.clock,
    faults: createFaultsApi(state),
    fetch: async (request) =>
      toFetchResponse(await handle(state, await fromFetchRequest(request)), request.signal, closing.signal),
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      if (listening !== undefined)
        throw new Error(
          'The emulator listens already; expected one call of listen. Call close first, or create another emulator.',
        );
      listening = listenHttp((request) => handle(state, request), host, port);
      listening.catch(() => {
        listening = undefined;
      });
      ({ url } = await listening);
      return { url };
    },
    reset: () => runChange(state, () => resetEmulatorState(state)),
    async close() {
      closing.abort();
      closing = new AbortController();
      const server = await listening;
      listening = undefined;
      await server?.close();
      try {
        await state.save?.();
      } finally {
        releaseFile?.();
      }
    },
    objects(kind, name) {
      const account = getAccount(state, name);
      const context = { state, account, origin: url };
      return [...newestFirst(account.store, getAnyKind(kind).name)].map((stored) => toResponseBody(context, stored));
    },
    events(query = {}) {
      checkEventQuery(query);
      return newest(findEventsSince(state.account, query, 0).matched).map(({ event }) => event);
    },
    follow(query = {}, { after, signal } = {}) {
      checkEventQuery(query);
      return eventsOnly(
        followEvents(getContext, query, { after, signals: [closing.signal, ...(signal ? [signal] : [])] }),
      );
    },
    records: (destination) => readRecords(state.account, destination),
    access: (request) => findAccess(state, state.account, request),
    traffic: (request) => startTraffic(getContext(), readTraffic(request as unknown as JsonObject, state.profile.name)),
    requests: () => newest(state.requests.entries),
    snapshot: (which) => runExclusive(state, () => takeSnapshot(state, which)),
    restore: (snapshot) => runChange(state, () => loadSnapshot(state, snapshot)),
    async certificateAuthority() {
      return (await getCertificateAuthority(state)).pem;
    },
  };
}

async function* eventsOnly(shown: AsyncIterable<MatchedEvent>): AsyncGenerator<ServiceEvent> {
  for await (const { event } of shown) yield event;
}
