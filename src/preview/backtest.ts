/**
 * Finds recorded requests and sessions that the change would newly refuse or admit, and the authors of recorded changes
 * that it would shut out. Its memory is bounded except for some bytes for each recorded connection (`connections.ts`).
 */

import type { RestrictionChange } from '../access/compare-accounts';
import { NEVER } from '../access/diagram';
import { type Effect, listEffects } from '../access-review/ranges';
import { compareTexts, groupBy } from '../model/arrays';
import { findEventType } from '../model/events/event-catalog';
import { CONNECTION_CLOSED, SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../model/events/event-types';
import { compareRanges, containsRange, rangeOf, toRange } from '../model/ip/address-set';
import { parseCidr, parseIp } from '../model/ip/cidr';
import { formatCount } from '../model/text';
import { isLater, type RecordedTime, readTime } from '../model/time';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import type { Words } from '../values/words';
import { createConnectionCounter, type EventOfConnection } from './connections';

export type AccountAccess = RestrictionChange & { readonly account: string };

export interface BacktestSide {
  readonly requests: number;
  readonly addresses: number;
  /** The number of addresses is a lower limit, because there were too many to remember. */
  readonly at_least: boolean;
  readonly top: readonly { readonly address: string; readonly requests: number; readonly last_time: string }[];
}

export interface BacktestRestriction {
  /** One of `accounts` of the report; the events are judged by the restrictions of every account. */
  readonly account: string;
  readonly type: string;
  /** Recorded requests to this part of the account. */
  readonly requests: number;
  readonly newly_refused: BacktestSide;
  readonly newly_admitted: BacktestSide;
  /** What is not known decides whether the change refuses or admits them. */
  readonly not_known: BacktestSide;
}

/** A user or API key that changed objects, and would no longer reach the API or the dashboard. */
export interface BacktestAuthor {
  readonly type: 'api' | 'dashboard';
  /**
   * Accounts whose change shuts out the author. An event does not say to which account it belongs, so all are judged.
   */
  readonly accounts: readonly string[];
  readonly id: string;
  readonly subject: string;
  readonly credential_id: string | null;
  /** Null if the event does not contain it. */
  readonly address: string | null;
  readonly events: number;
  readonly last_time: string;
}

export interface Backtest {
  /** Recorded events, and counted requests. */
  readonly events: number;
  /**
   * A sentence for each part of the input that was not read, one for requests that were not judged, and one for changes
   * whose authors are left out.
   */
  readonly unread: readonly string[];
  readonly restrictions: readonly BacktestRestriction[];
  readonly authors_shut_out: readonly BacktestAuthor[];
  /**
   * Authors whose events contain no address, while the change shuts out addresses at their part of the account. Authors
   * with an address for which that is not known are not counted.
   */
  readonly authors_maybe_shut_out: number;
}

export interface CountedRequests {
  /** Type of the restriction. */
  readonly part: string;
  readonly address: string;
  readonly requests: number;
  /** RFC 3339; empty if it is not known. */
  readonly lastTime: string;
}

export interface BacktestRun {
  /** `times`: how many events the value stands for, which differ only in members that decide nothing. */
  add(event: unknown, times?: number): undefined;
  addCounted(requests: CountedRequests): void;
  addUnreadable(requests: number): void;
  result(unread?: readonly string[]): Backtest;
}

/**
 * How many addresses of a side are told apart, and how many authors are remembered. Chosen: it bounds the memory.
 * More addresses set `at_least`; how many changes of further authors there are is a sentence of `unread`.
 */
const MAX_ADDRESSES = 50_000;
/** Chosen: so many decided addresses are remembered. When there are more, all are forgotten and decided again. */
const MAX_DECISIONS = 20_000;
/** Chosen: how many addresses of a side the report lists. */
export const TOP = 10;

export function createBacktest(access: readonly AccountAccess[]): BacktestRun {
  const all = access.map(createJudge);
  const judges: Judges = groupBy(all, ({ type }) => type);
  const authors: Authors = new Map();
  let events = 0;
  let unreadable = 0;
  let ofFurtherAuthors = 0;
  const connections = createConnectionCounter();
  const addRequest = (
    part: string,
    address: string,
    time: string,
    times: number,
    connection?: EventOfConnection,
  ): void => {
    const concerned = judges.get(part);
    if (!concerned) return;
    const requests = connection ? connections.add(connection, times) : times;
    const added = concerned.map((judge) => judge.add(address, time, requests));
    if (added.includes('unreadable')) unreadable += requests;
  };
  return {
    add(value, times = 1) {
      events += times;
      if (!isJsonObject(value as Json)) return;
      const event = value as JsonObject;
      const time = String(event['event_timestamp'] ?? '');
      const request = findRequest(event);
      const part = PARTS.get(String(event['event_type']));
      if (request) addRequest(request.part, request.address, time, times, request.connection);
      else if (part !== undefined) unreadable += judges.has(part) ? times : 0;
      else if (!addAuthor(authors, judges, event, time, times)) ofFurtherAuthors += times;
    },
    addCounted({ part, address, requests, lastTime }) {
      events += requests;
      addRequest(part, address, lastTime, requests);
    },
    addUnreadable(requests) {
      unreadable += requests;
    },
    result(unread = []) {
      const shutOut = [...authors].sort(([a], [b]) => compareTexts(a, b)).map(([, author]) => author);
      return {
        events,
        unread: [
          ...unread,
          ...(unreadable > 0 ? [describeUnreadable(unreadable)] : []),
          ...(ofFurtherAuthors > 0 ? [describeFurtherAuthors(ofFurtherAuthors)] : []),
        ],
        restrictions: all.map((judge) => judge.result()),
        authors_shut_out: shutOut.filter(({ isShutOut }) => isShutOut).map(({ isShutOut: _, ...author }) => author),
        authors_maybe_shut_out: shutOut.filter(({ isShutOut }) => !isShutOut).length,
      };
    },
  };
}

const PARTS: ReadonlyMap<string, string> = new Map([
  ...TRAFFIC_EVENT_TYPES.map((type) => [type, 'endpoints'] as const),
  ...SESSION_EVENT_TYPES.map((type) => [type, 'agent'] as const),
]);

function describeUnreadable(requests: number): Words {
  return `${formatCount(requests, 'recorded request')} without a valid IP address of the client ${requests === 1 ? 'was' : 'were'} not judged.`;
}

function describeFurtherAuthors(changes: number): Words {
  return `${formatCount(changes, 'recorded change')} by further authors who would or may be shut out ${changes === 1 ? 'is' : 'are'} left out: the report has the first ${formatCount(MAX_ADDRESSES, 'such author')}.`;
}

/** Without `isShutOut` an author may be shut out: the events contain no address. */
type Authors = Map<string, BacktestAuthor & { readonly isShutOut: boolean }>;

interface Judged {
  /** One text for each address: `2001:DB8::0:1` -> `2001:db8::1`. */
  readonly address: string;
  readonly effect: Effect | undefined;
}

interface Judge {
  readonly account: string;
  readonly type: string;
  judge(text: string): Judged | undefined;
  /** The change surely shuts out an address, and afterwards the restriction admits none. */
  readonly closes: boolean;
  /** The change shuts out at least one address, surely or possibly. */
  readonly shutsOutSome: boolean;
  add(text: string, time: string, count: number): 'judged' | 'unreadable';
  result(): BacktestRestriction;
}

/** By the type of the restriction, one for each account. */
type Judges = ReadonlyMap<string, readonly Judge[]>;

function createJudge(change: AccountAccess): Judge {
  const { account, type, newlyShutOut, space } = change;
  const judged = new Map<string, Judged | undefined>();
  const sides = { newly_refused: createSide(), newly_admitted: createSide(), not_known: createSide() };
  const ranges = listEffects(change);
  const effects = Object.keys(sides) as Effect[];
  let requests = 0;
  const decide = (text: string): Judged | undefined => {
    const cidr = parseIp(text) && parseCidr(text);
    if (!cidr || 'problem' in cidr) return undefined;
    const range = toRange(cidr);
    return {
      address: cidr.canonical.replace(/\/\d+$/, ''),
      effect: effects.find((effect) => containsRange(ranges[effect], range)),
    };
  };
  const judge = (text: string): Judged | undefined => {
    if (judged.has(text)) return judged.get(text);
    if (judged.size >= MAX_DECISIONS) judged.clear();
    const result = decide(text);
    judged.set(text, result);
    return result;
  };
  return {
    account,
    type,
    judge,
    closes: newlyShutOut.sure.networks.length > 0 && space.possiblyFor(change.admitsAfter) === NEVER,
    shutsOutSome: newlyShutOut.sure.networks.length + newlyShutOut.possible.networks.length > 0,
    add(text, time, count) {
      requests += count;
      const result = judge(text);
      if (!result) return 'unreadable';
      if (result.effect) sides[result.effect].add(result.address, time, count);
      return 'judged';
    },
    result: () => ({
      account,
      type,
      requests,
      newly_refused: sides.newly_refused.result(),
      newly_admitted: sides.newly_admitted.result(),
      not_known: sides.not_known.result(),
    }),
  };
}

function createSide(): { add(address: string, time: string, count: number): void; result(): BacktestSide } {
  const addresses = new Map<string, { requests: number; last: RecordedTime }>();
  let requests = 0;
  let isFull = false;
  return {
    add(address, time, count) {
      requests += count;
      const known = addresses.get(address);
      const last = readTime(time);
      if (known) {
        known.requests += count;
        if (isLater(last, known.last)) known.last = last;
      } else if (addresses.size < MAX_ADDRESSES) addresses.set(address, { requests: count, last });
      else isFull = true;
    },
    result: () => ({
      requests,
      addresses: addresses.size,
      at_least: isFull,
      top: [...addresses]
        .sort(([a, x], [b, y]) => y.requests - x.requests || compareRanges(rangeOf(a), rangeOf(b)))
        .slice(0, TOP)
        .map(([address, { requests: count, last }]) => ({ address, requests: count, last_time: last.text })),
    }),
  };
}

export interface FoundRequest {
  readonly part: string;
  readonly address: string;
  /** Undefined if the event is not of a connection, or does not say when it started. */
  readonly connection?: EventOfConnection | undefined;
}

/**
 * Undefined for an event that is no request, or has no address. An event with the address of a connection is a request
 * to endpoints, whatever its type. The address is not checked.
 */
export function findRequest({ event_type: type, object }: JsonObject): FoundRequest | undefined {
  if (!isJsonObject(object)) return undefined;
  const connection = object['conn'];
  const [client, start] = isJsonObject(connection)
    ? [connection['client_ip'], connection['start_ts']]
    : [object['conn.client_ip'], object['conn.start_ts']];
  if (typeof client === 'string') {
    const isOfConnection = typeof start === 'string' && TRAFFIC_EVENT_TYPES.some((traffic) => traffic === type);
    const known = { key: `${client} ${start}`, isClosing: type === CONNECTION_CLOSED };
    return { part: 'endpoints', address: client, connection: isOfConnection ? known : undefined };
  }
  const agent = object['agent_ip'];
  return typeof agent === 'string' && String(type).startsWith('agent_session')
    ? { part: 'agent', address: agent }
    : undefined;
}

/** False for an author who would or may be shut out, and is left out because `MAX_ADDRESSES` others are remembered. */
function addAuthor(authors: Authors, judges: Judges, event: JsonObject, time: string, times: number): boolean {
  const { principal } = event;
  if (!isJsonObject(principal) || findEventType(String(event['event_type']))?.class !== 'audit') return true;
  const type = String(principal['source']).toLowerCase() === 'dashboard' ? 'dashboard' : 'api';
  const concerned = (judges.get(type) ?? []).filter(({ shutsOutSome }) => shutsOutSome);
  if (concerned.length === 0) return true;
  // The specification has no address of the author; a newer service may have one.
  const address = [principal['client_ip'], principal['ip'], event['client_ip']].find(
    (value) => typeof value === 'string',
  ) as string | undefined;
  const accounts = concerned
    .filter(({ closes, judge }) => closes || (address !== undefined && judge(address)?.effect === 'newly_refused'))
    .map(({ account }) => account);
  const isShutOut = accounts.length > 0;
  if (!isShutOut && address !== undefined) return true;
  const { credential } = principal;
  const credentialId = isJsonObject(credential) ? String(credential['id']) : null;
  const id = String(principal['id'] ?? '');
  const key = [type, id, credentialId, address].join(' ');
  const known = authors.get(key);
  if (!known && authors.size >= MAX_ADDRESSES) return false;
  const isOlder = known !== undefined && isLater(readTime(known.last_time), readTime(time));
  authors.set(key, {
    type,
    accounts,
    id,
    subject: isOlder ? known.subject : String(principal['subject'] ?? ''),
    credential_id: credentialId,
    address: address ?? null,
    events: (known?.events ?? 0) + times,
    last_time: isOlder ? known.last_time : time,
    isShutOut,
  });
  return true;
}
