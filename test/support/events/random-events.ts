/**
 * Random events, one in each line, as destinations deliver them, and lines that are broken. Each has its `truth`: what
 * a reader must find in it. That comes from the values of which the line was made, and not from reading the line.
 */
import { random32 } from '../../fuzz';

export interface Address {
  readonly family: 'ipv4' | 'ipv6';
  readonly number: bigint;
}

/** The connection that a traffic event names: its address as it is written, and its start. */
export interface Connection {
  readonly name: string;
  readonly isClosed: boolean;
}

/** What a line says. `address` is undefined for a text that is not an address. */
export type Truth = (
  | {
      readonly kind: 'request';
      readonly part: string;
      readonly address: Address | undefined;
      readonly time: string;
      readonly connection?: Connection | undefined;
    }
  | { readonly kind: 'event' | 'broken' }
) & {
  /** The type of the event is not in the model. */
  readonly isOfUnknownType?: true;
  /** The type is that of a request, and nothing where its address would be is a text. */
  readonly lacksAddress?: boolean;
};

export interface RandomLine {
  readonly text: string;
  readonly truth: Truth;
}

/** Returns an integer from 0 to below the limit. `random(50) === 0` is one of 50; how often something is, is chosen. */
type Random = (limit: number) => number;

/** Not `picker` of test/fuzz.ts: docs/performance.md has measurements with the lines that this generator makes. */
export function createRandom(seed: number): Random {
  const next = random32(seed);
  return (limit) => next() % limit;
}

/**
 * The first line is not broken, and two broken lines never follow each other: a reader of several lines may take them
 * for one record.
 */
export function* createRandomLines(seed: number, count: number): Generator<RandomLine> {
  const random = createRandom(seed);
  const pool = Array.from({ length: 2000 }, () => createAddress(random));
  const clients = createClients(seed);
  let wasBroken = true;
  for (let index = 0; index < count; index++) {
    const line: RandomLine =
      !wasBroken && random(50) === 0 ? createBroken(random, pool) : createEvent(random, pool, clients);
    wasBroken = line.truth.kind === 'broken';
    yield line;
  }
}

/** Addresses at and beside the ends of networks, which rules of {@link NETWORKS} decide. */
function createAddress(random: Random): Address {
  const [family, first, bits] = pick(random, NETWORKS);
  const size = 1n << BigInt((family === 'ipv4' ? 32 : 128) - bits);
  const inside = BigInt(random(0x7fffffff)) % size;
  const number = pick(random, [first - 1n, first, first + inside, first + size - 1n, first + size]);
  const limit = 1n << (family === 'ipv4' ? 32n : 128n);
  return { family, number: (number + limit) % limit };
}

/**
 * Networks that tests allow and deny: 203.0.113.0/24 and its upper half, 198.51.100.0/24, 10.0.0.0/8,
 * 255.255.255.254/31, 2001:db8::/32, 2001:db8:1::/48, ::ffff:198.51.100.0/120 and ::/127.
 */
export const NETWORKS: readonly (readonly [family: Address['family'], first: bigint, prefixLength: number])[] = [
  ['ipv4', 0xcb007100n, 24],
  ['ipv4', 0xcb007180n, 25],
  ['ipv4', 0xc6336400n, 24],
  ['ipv4', 0x0a000000n, 8],
  ['ipv4', 0xfffffffen, 31],
  ['ipv6', 0x20010db8000000000000000000000000n, 32],
  ['ipv6', 0x20010db8000100000000000000000000n, 48],
  ['ipv6', 0xffffc6336400n, 120],
  ['ipv6', 0n, 127],
];

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random(values.length)] as T;
}

/** The address in one of its notations. */
export function formatRandomAddress(random: Random, { family, number }: Address): string {
  const dotted = (value: bigint): string =>
    [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
  if (family === 'ipv4') return dotted(number);
  const groups = Array.from({ length: 8 }, (_, index) => (number >> BigInt(112 - 16 * index)) & 0xffffn);
  const withTail = random(4) === 0;
  const shown = (withTail ? groups.slice(0, 6) : groups).map((group) => {
    const text = group.toString(16).padStart(random(3) === 0 ? 4 : 1, '0');
    return random(3) === 0 ? text.toUpperCase() : text;
  });
  const zeros = shown.flatMap((text, index) => (/^0+$/.test(text) ? [index] : []));
  const tail = withTail ? [dotted(number & 0xffffffffn)] : [];
  if (zeros.length === 0 || random(3) === 0) return [...shown, ...tail].join(':');
  const start = pick(random, zeros);
  let end = start + 1;
  while (zeros.includes(end) && random(6) > 0) end++;
  return `${shown.slice(0, start).join(':')}::${[...shown.slice(end), ...tail].join(':')}`;
}

const NO_IPV4 = ['', 'localhost', '203.0.113', '203.0.113.256', '203.0.113.07'];
const NO_ADDRESSES = [...NO_IPV4, '2001:db8', '::1%eth0', '1::2::3', '٣'];

function createTime(random: Random): string {
  const date = new Date(Date.UTC(2026, random(12), 1 + random(28), random(24), random(60), random(60), random(1000)));
  const text = date.toISOString();
  switch (random(5)) {
    case 0:
      return text.replace(/\.\d+Z$/, 'Z');
    case 1:
      return text.replace('Z', `${String(random(1_000_000)).padStart(6, '0')}Z`);
    case 2: {
      const hours = random(14);
      const local = new Date(date.getTime() + hours * 3_600_000).toISOString();
      return local.replace('Z', `+${String(hours).padStart(2, '0')}:00`);
    }
    default:
      return text;
  }
}

function createEvent(random: Random, pool: readonly Address[], clients?: Clients): RandomLine {
  const time = createTime(random);
  const envelope = {
    event_id: `ev_${random(1_000_000)}`,
    event_timestamp: time,
    ...(random(2) === 0 && { account_id: 'ac_1', principal: null }),
  };
  const kind = random(20);
  if (kind === 0) {
    const other = createOther(random);
    const lacksAddress = !other.event_type.startsWith('ip_policy');
    return { text: JSON.stringify({ ...envelope, ...other }), truth: { kind: 'event', lacksAddress } };
  }
  const isAddress = random(30) > 0;
  const address = isAddress ? pick(random, pool) : undefined;
  const text = address ? formatRandomAddress(random, address) : pick(random, NO_ADDRESSES);
  if (kind === 4) {
    const { part, ...event } = createUnknown(random, text);
    const truth: Truth = part === undefined ? { kind: 'event' } : { kind: 'request', part, address, time };
    return { text: JSON.stringify({ ...envelope, ...event }), truth: { ...truth, isOfUnknownType: true } };
  }
  const isAgent = kind < 4;
  const type = isAgent
    ? pick(random, ['agent_session_start.v0', 'agent_session_stop.v0'])
    : pick(random, ['http_request_complete.v0', 'tcp_connection_closed.v0']);
  if (isAgent || !clients) {
    const members = isAgent ? placeAgent(random, text) : placeClient(random, text);
    const truth: Truth = { kind: 'request', part: isAgent ? 'agent' : 'endpoints', address, time };
    return { text: JSON.stringify({ ...envelope, event_type: type, ...members }), truth };
  }
  const client = clients({ text, address });
  const members = placeClient(random, client.text, client.start);
  const connection =
    typeof client.start === 'string'
      ? { name: `${client.text} ${client.start}`, isClosed: type === 'tcp_connection_closed.v0' }
      : undefined;
  const truth: Truth = { kind: 'request', part: 'endpoints', address: client.address, time, connection };
  return { text: JSON.stringify({ ...envelope, event_type: type, ...members }), truth };
}

/** Who opened a connection, and its start, which may be missing, and may not be a string. */
interface Client {
  readonly text: string;
  readonly address: Address | undefined;
  readonly start?: string | number | null | undefined;
}

/** Returns the client of the next event: a new one, or one of the last clients, whose connections have other events. */
type Clients = (next: Client) => Client;

/** It has a generator of its own, so that the other parts of the lines do not depend on the clients. */
function createClients(seed: number): Clients {
  const random = createRandom(seed + 1);
  const last: Client[] = [];
  return (next) => {
    const known = last.length > 0 && random(2) === 0 ? pick(random, last) : undefined;
    const start = pick(random, [
      '2026-05-01T10:00:00.123Z',
      '2026-05-01T10:00:00.124Z',
      '2026-05-01T12:00:00+02:00',
      'at "ten" é',
      undefined,
      null,
      7,
    ]);
    const client = known ?? { ...next, start };
    last.push(client);
    if (last.length > 40) last.shift();
    return client;
  };
}

function placeClient(random: Random, address: string, start?: Client['start']): object {
  const nested = { client_ip: address, start_ts: start };
  const dotted = { 'conn.client_ip': address, 'conn.start_ts': start };
  const more = { server_port: random(2) === 0 ? 443 : '443', server_ip: null };
  const agent = { 'http.request.user_agent': pick(random, ['curl/8 "x"', 'info nan Infinity ,}', 'é€😀']) };
  return pick(random, [
    { object: { conn: { ...nested, ...more }, ...agent } },
    { object: { conn: { ...more, client_ip: address }, 'conn.start_ts': start, http: null } },
    { object: { ...dotted, ...agent } },
    { object: { conn: null, ...dotted } },
    { object: { conn: { server_ip: '192.0.2.1' }, ...dotted } },
    { ...dotted, 'conn.server_port': 443 },
    { 'object.conn.client_ip': address, 'object.conn.start_ts': start, ...agent },
  ]);
}

function placeAgent(random: Random, address: string): object {
  return pick(random, [
    { object: { agent_ip: address, region: null } },
    { object: { session: { id: 'ts_1' }, agent_ip: address } },
    { 'object.agent_ip': address, 'object.region': 'eu' },
  ]);
}

/** Events without an address of a client: nulls, missing fields, other types. */
function createOther(random: Random): { readonly event_type: string } {
  const traffic = { event_type: 'http_request_complete.v0' };
  return pick(random, [
    { ...traffic, object: null },
    { ...traffic },
    { ...traffic, object: { conn: null } },
    { ...traffic, object: { conn: { client_ip: null } } },
    { ...traffic, object: { conn: { client_ip: 7 } } },
    { ...traffic, object: { conn: { client_ip: null }, 'conn.client_ip': '203.0.113.7' } },
    { ...traffic, object: 'text', 'conn.client_ip': '203.0.113.7' },
    { event_type: 'agent_session_start.v0', object: { agent_ip: null } },
    { event_type: 'agent_session_start.v0', agent_ip: '203.0.113.7', object: {} },
    { event_type: 'ip_policy_created.v0', principal: PRINCIPAL, object: { id: 'ipp_1' } },
    { event_type: 'ip_policy_rule_updated.v0', principal: PRINCIPAL, object: { id: 'ipr_1', cidr: '203.0.113.0/24' } },
  ]);
}

/** Events of types that the model does not have. Only the object may have an address. */
function createUnknown(random: Random, address: string): { readonly event_type: string; readonly part?: string } {
  const newer = { event_type: 'http_request_complete.v1' };
  const session = { event_type: 'agent_session_start.v1' };
  return pick(random, [
    { event_type: 'newer_type.v1', object: { x: 1 } },
    { event_type: 'newer_type.v1', object: { agent_ip: address } },
    { ...newer, 'conn.client_ip': address },
    { ...newer, object: { conn: { client_ip: 7 }, 'conn.client_ip': address } },
    { ...newer, object: { conn: { client_ip: address } }, part: 'endpoints' },
    { ...newer, object: { conn: null, 'conn.client_ip': address }, part: 'endpoints' },
    { ...session, object: { conn: {}, agent_ip: address }, part: 'agent' },
  ]);
}

const PRINCIPAL = { id: 'usr_1', subject: 'ci', source: 'API', credential: { id: 'ak_1', uri: null } };

/** A line that no reader can read as one event. */
function createBroken(random: Random, pool: readonly Address[]): RandomLine {
  const { text } = createEvent(random, pool);
  const broken = pick(random, [
    text.slice(0, 1 + random(text.length - 1)),
    text.slice(0, -1),
    text.replace(/\}$/, ',}'),
    text.replace(/\}$/, ', }'),
    text.replace('{', '{"n":NaN,'),
    text.replace('{', '{"n": -Infinity,'),
    text.replace('"event_type"', '"event_typ"').replace('{', '{"message_":1,'),
    text.replace(/"event_type":"[^"]*"/, '"event_type":7'),
    'not json',
    '17',
    '"text"',
    'null',
  ]);
  return { text: broken, truth: { kind: 'broken' } };
}
