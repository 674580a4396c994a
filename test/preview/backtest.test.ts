import { createBacktest } from '../../src/preview/backtest';
import type { JsonObject } from '../../src/values/json';
import { compareAccount } from '../support/preview/access';

const CHANGED = { before: { rules: ['allow 203.0.113.0/24'] }, after: { rules: ['allow 198.51.100.0/24'] } };

const access = (type: string, { before, after } = CHANGED) => compareAccount(type, before, after);

const request = (address: string, time = '2026-05-01T10:00:00Z'): JsonObject => ({
  event_type: 'http_request_complete.v0',
  event_timestamp: time,
  object: { conn: { client_ip: address } },
});

const change = (subject: string, principal: JsonObject = {}): JsonObject => ({
  event_type: 'ip_policy_rule_updated.v0',
  event_timestamp: '2026-05-01T10:00:00Z',
  principal: { id: `usr_${subject}`, subject, source: 'API', credential: { id: `ak_${subject}` }, ...principal },
  object: { id: 'ipr_1' },
});

function backtest(restrictions: ReturnType<typeof access>, events: readonly unknown[]) {
  const run = createBacktest(restrictions);
  for (const event of events) run.add(event);
  return run.result();
}

test('requests that would newly be refused or admitted are counted, with the top addresses and their last time', () => {
  const { restrictions, events, unread } = backtest(access('endpoints'), [
    request('203.0.113.7', '2026-05-02T10:00:00Z'),
    request('203.0.113.7', '2026-05-01T10:00:00Z'),
    request('203.0.113.8'),
    request('198.51.100.1'),
    request('192.0.2.1'),
    request('2001:db8::1'),
    request('no address'),
  ]);
  expect(events).toBe(7);
  expect(unread).toEqual(['1 recorded request without a valid IP address of the client was not judged.']);
  const last = '2026-05-01T10:00:00Z';
  const refused = [
    { address: '203.0.113.7', requests: 2, last_time: '2026-05-02T10:00:00Z' },
    { address: '203.0.113.8', requests: 1, last_time: last },
  ];
  const admitted = [{ address: '198.51.100.1', requests: 1, last_time: last }];
  expect(restrictions).toEqual([
    {
      ...{ account: 'https://a.example.com', type: 'endpoints', requests: 7 },
      newly_refused: { requests: 3, addresses: 2, at_least: false, top: refused },
      newly_admitted: { requests: 1, addresses: 1, at_least: false, top: admitted },
      not_known: { requests: 0, addresses: 0, at_least: false, top: [] },
    },
  ]);
});

test('a request without a readable address is unread, if the part of the account is judged', () => {
  const unreadable = [
    request('203.0.113.7/32'),
    { event_type: 'tcp_connection_closed.v0', object: { conn: { client_ip: 7 } } },
    { event_type: 'tcp_connection_closed.v0' },
    { event_type: 'agent_session_start.v0', object: {} },
  ];
  const notJudged = ['3 recorded requests without a valid IP address of the client were not judged.'];
  expect(backtest(access('endpoints'), unreadable).unread).toEqual(notJudged);
  expect(backtest(access('api'), unreadable).unread).toEqual([]);
});

test('two notations of an address are one, and the last time is the latest instant', () => {
  const changed = { before: { rules: ['allow 2001:db8::/32'] }, after: { rules: [] } };
  const { restrictions } = backtest(access('endpoints', changed), [
    request('2001:DB8:8000:0:0:0:0:1', '2024-01-01T00:00:00+02:00'),
    request('2001:db8:8000::1', '2023-12-31T23:30:00Z'),
  ]);
  const top = [{ address: '2001:db8:8000::1', requests: 2, last_time: '2023-12-31T23:30:00Z' }];
  expect(restrictions[0]?.newly_refused).toMatchObject({ addresses: 1, top });
});

const http = (start?: unknown, address = '203.0.113.7', time = '2026-05-01T10:00:00Z') => ({
  event_type: 'http_request_complete.v0',
  event_timestamp: time,
  object: { conn: { client_ip: address, start_ts: start } },
});
const closed = (...of: Parameters<typeof http>) => ({ ...http(...of), event_type: 'tcp_connection_closed.v0' });
const [NINE, TEN] = ['2026-05-01T09:00:00.123Z', '2026-05-01T10:00:00.123Z'];

test.each<[string, number, readonly object[]]>([
  ['an HTTP request and the closing of its connection', 1, [http(NINE), closed(NINE)]],
  ['the closing before the HTTP request', 1, [closed(NINE), http(NINE)]],
  ['three HTTP requests of one connection', 3, [http(NINE), closed(NINE), http(NINE), http(NINE)]],
  ['two connections that start at once, a request of each', 2, [closed(NINE), http(NINE), http(NINE), closed(NINE)]],
  ['two closings before an HTTP request', 1, [closed(NINE), closed(NINE), http(NINE)]],
  ['connections that start at other times', 2, [http(NINE), closed(TEN)]],
  ['connections of other clients', 2, [http(NINE), closed(NINE, '203.0.113.8')]],
  ['connections of which nobody knows the start', 4, [http(), closed(), http(null), closed(null)]],
  ['a start that is no text', 2, [http(7), closed(7)]],
  ['a newer type', 2, [{ ...http(NINE), event_type: 'http_request_complete.v1' }, closed(NINE)]],
])('%s: %d', (_, requests, events) => {
  const [restriction] = backtest(access('endpoints'), events).restrictions;
  expect(restriction).toMatchObject({ requests, newly_refused: { requests } });
});

test('the last time of an address may be that of the closing, and each of many connections is one request', () => {
  const start = (index: number) => new Date(Date.UTC(2026, 4, 1) + index).toISOString();
  const starts = Array.from({ length: 5000 }, (_, index) => start(index));
  const later = '2026-05-01T11:00:00Z';
  const events = [...starts.map((each) => http(each)), ...starts.map((each) => closed(each, undefined, later))];
  const [restriction] = backtest(access('endpoints'), events).restrictions;
  const top = [{ address: '203.0.113.7', requests: 5000, last_time: later }];
  expect(restriction?.newly_refused).toMatchObject({ requests: 5000, top });
});

test('a connection of a client without a valid address is unread once', () => {
  const unread = '1 recorded request without a valid IP address of the client was not judged.';
  expect(backtest(access('endpoints'), [closed(NINE, 'x'), http(NINE, 'x')]).unread).toEqual([unread]);
});

test('flattened members and sessions of agents are recognized', () => {
  const flat = { event_type: 'http_request_complete.v0', object: { 'conn.client_ip': '203.0.113.7' } };
  const session = { event_type: 'agent_session_created.v0', object: { agent_ip: '203.0.113.7' } };
  expect(backtest(access('endpoints'), [flat, session]).restrictions[0]?.newly_refused.requests).toBe(1);
  expect(backtest(access('agent'), [flat, session]).restrictions[0]?.newly_refused.requests).toBe(1);
});

test('an author with a recorded address that is shut out is named once, with the API key', () => {
  const shutOut = change('ci', { client_ip: '203.0.113.7' });
  const events = [shutOut, shutOut, change('admitted', { client_ip: '198.51.100.1' })];
  expect(backtest(access('api'), events)).toMatchObject({
    authors_shut_out: [{ type: 'api', subject: 'ci', credential_id: 'ak_ci', address: '203.0.113.7', events: 2 }],
    authors_maybe_shut_out: 0,
  });
});

test('an author names the accounts that shut the author out, and no other', () => {
  const closed = access('api', { before: CHANGED.before, after: { rules: [] } });
  const others = access('api').map((change) => ({ ...change, account: 'https://b.example.com' }));
  const authors = (...events: JsonObject[]) =>
    backtest([...closed, ...others], events).authors_shut_out.map(({ accounts }) => accounts);
  expect(authors(change('ci'))).toEqual([['https://a.example.com']]);
  const both = ['https://a.example.com', 'https://b.example.com'];
  expect(authors(change('ci', { client_ip: '203.0.113.7' }))).toEqual([both]);
});

test('of authors who may be shut out 50,000 are counted, and how many changes are by further ones is said', () => {
  const events = Array.from({ length: 50_000 }, (_, index) => change(`author ${index}`));
  const { authors_maybe_shut_out: maybe, unread } = backtest(access('api'), [...events, change('a'), change('a')]);
  expect(maybe).toBe(50_000);
  expect(unread).toEqual([
    '2 recorded changes by further authors who would or may be shut out are left out: the report has the first 50,000 such authors.',
  ]);
});

test('authors without an address are counted, and named if no address is admitted any more', () => {
  const judge = (changes: ReturnType<typeof access>, ...subjects: readonly string[]) => {
    const events = subjects.map((subject) => change(subject));
    const { authors_shut_out: shutOut, authors_maybe_shut_out: maybe } = backtest(changes, events);
    return [shutOut.map(({ subject }) => subject), maybe];
  };
  expect(judge(access('api'), 'ci', 'bot')).toEqual([[], 2]);
  expect(judge(access('api', { before: CHANGED.before, after: { rules: [] } }), 'ci')).toEqual([['ci'], 0]);
  expect(judge(access('dashboard'), 'ci')).toEqual([[], 0]);
});

test('of 60,000 addresses 50,000 are counted, as a lower limit, and all requests', () => {
  const run = createBacktest(access('endpoints', { before: { rules: ['allow 10.0.0.0/8'] }, after: { rules: [] } }));
  for (let index = 0; index < 60_000; index++)
    run.add(request(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`));
  const refused = run.result().restrictions[0]?.newly_refused;
  expect(refused).toMatchObject({ requests: 60_000, addresses: 50_000, at_least: true });
});

test('records that are not events do not stop the backtest', () => {
  const run = createBacktest(access('endpoints'));
  for (const value of [null, 7, 'text', [], {}, { object: null }]) run.add(value);
  expect(run.result(['a']).unread).toEqual(['a']);
  expect(run.result()).toMatchObject({ events: 6, unread: [], restrictions: [{ requests: 0 }] });
});

test('events are judged by the restrictions of each account', () => {
  const open = { before: { rules: ['allow 203.0.113.0/24'] }, after: { rules: ['allow 203.0.113.0/24'] } };
  const second = access('endpoints', open).map((restriction) => ({ ...restriction, account: 'https://b.example.com' }));
  const { restrictions } = backtest([...access('endpoints'), ...second], [request('203.0.113.7')]);
  expect(restrictions.map(({ account, newly_refused: refused }) => [account, refused.requests])).toEqual([
    ['https://a.example.com', 1],
    ['https://b.example.com', 0],
  ]);
});

test('counted requests can be of every part of an account', () => {
  const parts = ['agent', 'api', 'dashboard', 'endpoints'];
  const closing = { before: CHANGED.before, after: { rules: [] } };
  const run = createBacktest(parts.flatMap((type) => access(type, closing)));
  const address = '203.0.113.7';
  for (const [index, part] of parts.entries()) run.addCounted({ part, address, requests: 5 + index, lastTime: '' });
  const refused = (requests: number) => ({ requests, newly_refused: { requests, top: [{ address, last_time: '' }] } });
  expect(run.result().restrictions).toMatchObject(parts.map((type, index) => ({ type, ...refused(5 + index) })));
});
