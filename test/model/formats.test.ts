import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/event-types';
import { TRAFFIC_FIELDS } from '../../src/model/events/traffic';
import { checkEventSource } from '../../src/model/formats/event-source';
import { isFullyQualifiedName } from '../../src/model/formats/hostname';
import { canonicalJson } from '../../src/model/formats/json-text';
import { jsonencode } from '../../src/model/formats/jsonencode';
import { canonicalPem, parsePem } from '../../src/model/formats/pem';
import { parseSealingKey } from '../../src/model/formats/sealing-key';
import type { Grant } from '../../src/model/grants/grant';
import { describeGrant, formatGrant, grantStatus, parseGrant, validateGrant } from '../../src/model/grants/grant';
import { proxyForUrl } from '../../src/model/net/proxy';
import { MAX_METADATA_BYTES } from '../../src/model/resources/common';
import { canonicalTimestamp, parseDuration, parseTimestamp } from '../../src/model/time';
import type { JsonObject } from '../../src/values/json';
import { tries } from '../fuzz';

describe('a duration', () => {
  test.each([
    ['500ms', 500],
    ['1.5s', 1_500],
    ['1h1m1s1ms', 3_661_001],
    ['0.6ms', 1],
  ])('%s are %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '30', 's', '0s', '0.4ms', '-1s', '1 s', '1s ', '1d', '1.s', '1s1'])('%j is not a duration', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('a timestamp', () => {
  test('an RFC 3339 text with a random offset and a fraction has the canonical form of its second in UTC', () => {
    const [min, max] = [new Date('0000-01-02T00:00:00Z'), new Date('9999-12-30T23:59:59Z')];
    const instants = fc.date({ noInvalidDate: true, min, max });
    const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
    const fractions = fc.constantFrom('', '.000', '.5', '.123456789');
    const pad = (number: number) => String(number).padStart(2, '0');
    fc.assert(
      fc.property(instants, offsets, fc.boolean(), fractions, (date, offset, lower, fraction) => {
        const second = Math.floor(date.getTime() / 1000) * 1000;
        const local = new Date(second + offset * 60_000).toISOString().slice(0, 19);
        const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
        const text = `${local}${fraction}${zone}`;
        expect(Math.floor((parseTimestamp(lower ? text.toLowerCase() : text) as number) / 1000)).toBe(second / 1000);
        expect(canonicalTimestamp(text)).toBe(`${new Date(second).toISOString().slice(0, 19)}Z`);
      }),
    );
  });

  test.each([
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00Z'],
    ['0000-02-29T23:59:59Z', '0000-02-29T23:59:59Z'],
    ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59-01:00'],
  ])('%s is a timestamp: %s', (text, canonical) => {
    expect(parseTimestamp(text)).toEqual(expect.any(Number));
    expect(canonicalTimestamp(text)).toBe(canonical);
  });

  test.each([
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T00:60:00Z'],
    ['second 61', '2026-06-30T23:59:61Z'],
    ['a leap second within a day', '2026-06-30T12:00:60Z'],
    ['a leap second within a month', '2026-06-29T23:59:60Z'],
    ['a leap second at the end of local time', '2026-06-30T23:59:60+01:00'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['29 February of no leap year', '2026-02-29T00:00:00Z'],
    ['29 February of 1900', '1900-02-29T00:00:00Z'],
    ['an offset of 24 hours', '2026-01-01T00:00:00+24:00'],
    ['an offset of 60 minutes', '2026-01-01T00:00:00+00:60'],
    ['no offset', '2026-01-01T00:00:00'],
    ['a fraction without digits', '2026-01-01T00:00:00.Z'],
    ['a blank for the T', '2026-01-01 00:00:00Z'],
    ['a year of five digits', '12026-01-01T00:00:00Z'],
    ['a line break behind it', '2026-01-01T00:00:00Z\n'],
  ])('%s is not a timestamp: %j', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
    expect(canonicalTimestamp(text)).toBe(text);
  });
});

describe('a domain name', () => {
  test.each([
    'example.com',
    'EXAMPLE.com',
    'xn--bcher-kva.example',
    'a-b.c-d.org',
    `${'a'.repeat(63)}.example.com`,
    Array(4).fill('a'.repeat(62)).join('.'),
  ])('%s is a domain name', (text) => {
    expect(text.length).toBeLessThanOrEqual(253);
    expect(isFullyQualifiedName(text)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['one label', 'localhost'],
    ['a trailing dot', 'example.com.'],
    ['an empty label', 'a..b'],
    ['a leading hyphen', '-a.example.com'],
    ['a trailing hyphen', 'a-.example.com'],
    ['an underscore', 'a_b.example.com'],
    ['a line break', 'example.com\n'],
    ['a wildcard', '*.example.com'],
    ['letters that are not encoded', 'bücher.example'],
    ['an address', '192.0.2.1'],
    ['a label of 64 characters', `${'a'.repeat(64)}.example.com`],
    ['254 characters', `ab.${Array(4).fill('a'.repeat(62)).join('.')}`],
  ])('%s is not a domain name: %j', (_, text) => {
    expect(isFullyQualifiedName(text)).toBe(false);
  });
});

/** The error codes 5401 to 5406 are those of the service: docs/internals/gaps.md, row `event_subscriptions / sources`. */
describe('an event source', () => {
  const problemsOf = (source: JsonObject) =>
    checkEventSource(source).map(({ member, errorCode }) => [member, errorCode]);

  test.each(EVENT_TYPES)('only a traffic event has fields and a filter: %s', (type) => {
    const traffic = TRAFFIC_EVENT_TYPES.find((each) => each === type);
    const fields = traffic ? [...(TRAFFIC_FIELDS[traffic] ?? [])] : ['conn.client_ip'];
    const refused = Object.entries({ fields: 5401, filter: 5402 });
    expect(problemsOf({ type, fields, filter: 'true' })).toEqual(traffic ? [] : refused);
    expect([checkEventSource({ type }), checkEventSource({ type, fields: [], filter: '' })]).toEqual([[], []]);
  });

  test('a field of another event type is rejected, and one with a typing error with a suggestion', () => {
    const fields = ['conn.bytes_in', 'http.request.method', 'conn.clinet_ip'];
    expect(checkEventSource({ type: 'tcp_connection_closed.v0', fields })).toEqual([
      expect.objectContaining({ member: 'fields', problem: "contains 'http.request.method'", errorCode: 5403 }),
      expect.objectContaining({
        problem: "contains 'conn.clinet_ip'",
        expected: "fields of tcp_connection_closed.v0; did you mean 'conn.client_ip'?",
      }),
    ]);
  });

  test('a field that only the profile `ngrok` has is a problem in `spec`', () => {
    const source = { type: 'http_request_complete.v0', fields: ['conn.client_ip', 'ja4_fingerprint'] };
    expect(checkEventSource(source)).toEqual([]);
    expect(checkEventSource(source, 'spec')).toMatchObject([
      { problem: "contains 'ja4_fingerprint', which exists only in the profile ngrok", errorCode: 5403 },
    ]);
  });

  test('unknown values are skipped, and an unknown type is not reported', () => {
    const unknown = Symbol('unknown') as unknown as string;
    const type = 'tcp_connection_closed.v0';
    const sources = [
      { type: unknown, fields: ['nonsense'] },
      { type, fields: [unknown], filter: unknown },
      { type, fields: unknown },
      { type: 'nonsense', fields: ['nonsense'] },
    ];
    expect(sources.flatMap((source) => checkEventSource(source))).toEqual([]);
  });

  const [HTTP, TCP] = ['http_request_complete.v0', 'tcp_connection_closed.v0'];

  test.each([
    ['ev.conn.server_port == 443 && ev.conn.client_ip.startsWith("10.")', HTTP, []],
    ['ev.conn.server_port ==', HTTP, [5404]],
    ['ev.conn.server_port == "443"', HTTP, [5404]],
    ['ev.http.request.method == "get"', HTTP, [5406]],
    ['ev.http.request.method == "get"', TCP, [5405]],
    ['ev.conn.sever_port == 443', HTTP, [5405]],
  ])('the filter %s of %s has the problems %j', (filter, type, codes) => {
    expect(problemsOf({ type, filter })).toEqual(codes.map((errorCode) => ['filter', errorCode]));
  });
});

describe('JSON text', () => {
  /** Returns JSON with members in another order at every depth. */
  function turned(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, turned(member)] as const);
    return Object.fromEntries(members.reverse());
  }

  const escaped = (text: string): string =>
    text.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

  test('the canonical form ignores layout, member order and escaping, and is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const canonical = canonicalJson(text);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
        expect(canonicalJson(canonical)).toBe(canonical);
        expect(canonicalJson(JSON.stringify(turned(value), null, '\t'))).toBe(canonical);
        expect(canonicalJson(escaped(text))).toBe(canonical);
      }),
    );
  });

  test('different values have different canonical forms', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
        if (canonicalJson(one) !== canonicalJson(other)) return;
        expect(JSON.parse(one)).toEqual(JSON.parse(other));
      }),
    );
  });

  test.each([
    ['a name that JavaScript sorts', '{"10": 1, "9": 2}', '{"9":2,"10":1}'],
    ['a name like a prototype', '{"__proto__": 1, "a": 2}', '{"a":2,"__proto__":1}'],
  ])('are equal: %s', (_, a, b) => {
    expect(canonicalJson(a)).toBe(canonicalJson(b));
  });

  test.each([
    ['the order of elements', '[1,2]', '[2,1]'],
    ['integers that a JavaScript number cannot distinguish', '[9007199254740993]', '[9007199254740992]'],
    ['numbers that are written otherwise', '[1.0]', '[1]'],
    ['a duplicate member', '{"a":1,"a":2}', '{"a":2}'],
    ['a duplicate member, escaped', '{"a":1,"\\u0061":2}', '{"a":2,"\\u0061":1}'],
    ['no JSON, by blanks', 'owner = edge', 'owner=edge'],
    ['nearly JSON', '{a: 1}', '{a:1}'],
    ['nothing and blanks', '', ' '],
  ])('differ: %s', (_, a, b) => {
    expect(canonicalJson(a)).not.toBe(canonicalJson(b));
  });

  test('20,000 nested lists are canonical without their blanks', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(canonicalJson(deep.replaceAll('[', '[ ')) === deep).toBe(true);
  });
});

test.each([
  [1e-7, '0.0000001'],
  [-1.5e-9, '-0.0000000015'],
  [1e21, '1000000000000000000000'],
])('jsonencode writes all digits of %p, as terraform console prints jsonencode(…)', (number, text) => {
  expect(jsonencode({ number: [number] })).toBe(`{"number":[${text}]}`);
});

describe('PEM', () => {
  const der = Buffer.from('the content, longer than one line of a PEM block has room for');
  const base64 = der.toString('base64');
  const pem = (label: string, body: string): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
  const certificate = { label: 'CERTIFICATE', der };

  test.each([
    ['one line', pem('CERTIFICATE', base64)],
    ['lines of 64 characters', pem('CERTIFICATE', base64.replace(/(.{64})/g, '$1\n'))],
    ['lines that end as on Windows', pem('CERTIFICATE', base64.replace(/(.{64})/g, '$1\n')).replaceAll('\n', '\r\n')],
    ['text before and after', `Subject: somebody\n${pem('CERTIFICATE', base64)}\nand so on\n`],
  ])('reads a block written with %s', (_, text) => {
    expect(parsePem(text)).toEqual([certificate]);
  });

  test('reads several blocks in their order', () => {
    const text = `${pem('CERTIFICATE', base64)}\n${pem('RSA PRIVATE KEY', 'AAAA')}\n${pem('CERTIFICATE', base64)}`;
    expect(parsePem(text).map(({ label }) => label)).toEqual(['CERTIFICATE', 'RSA PRIVATE KEY', 'CERTIFICATE']);
  });

  test.each([
    ['no text', ''],
    ['no end', `-----BEGIN CERTIFICATE-----\n${base64}`],
    ['another end', `-----BEGIN CERTIFICATE-----\n${base64}\n-----END KEY-----`],
    ['what is no base64', pem('CERTIFICATE', 'not_base64!')],
    ['four hyphens', pem('CERTIFICATE', base64).replaceAll('-----', '----')],
  ])('finds no block in %s', (_, text) => {
    expect(parsePem(text)).toEqual([]);
  });

  test('a block without an end takes linear time', () => {
    const began = process.cpuUsage();
    expect(parsePem(`-----BEGIN CERTIFICATE-----${' '.repeat(200_000)}`)).toEqual([]);
    // A choice, far above linear time.
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });

  test('two encrypted keys are not equal', () => {
    const encrypted = (body: string): string =>
      `${pem('EC PARAMETERS', 'AAAA')}\n${pem('EC PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\n\n${body}`)}`;
    expect(canonicalPem(encrypted('AAAA'))).not.toBe(canonicalPem(encrypted('BBBB')));
  });
});

describe('a sealing key', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const pem = ec.export({ format: 'pem', type: 'spki' }).toString();
  const pkcs1 = rsa.export({ format: 'pem', type: 'pkcs1' }).toString();

  const result = (text: string): string => {
    const parsed = parseSealingKey(text);
    return 'problem' in parsed ? parsed.problem : parsed.algorithm;
  };

  test.each([
    ['as it is written', pem, 'ECDH-ES'],
    ['after attributes of a bag', `Bag Attributes\n    friendlyName: ci\n${pem}`, 'ECDH-ES'],
    ['in PKCS #1, on one line', pkcs1.replaceAll('\n', ''), 'RSA-OAEP-256'],
  ])('PEM is read %s', (_, text, algorithm) => {
    expect(result(text)).toBe(algorithm);
  });

  const jwk = (key: typeof ec, more: object): string => JSON.stringify({ ...key.export({ format: 'jwk' }), ...more });

  test.each([
    [jwk(ec, { use: 'enc', alg: 'ECDH-ES+A256KW' }), 'ECDH-ES'],
    [jwk(ec, { key_ops: ['deriveBits'] }), 'ECDH-ES'],
    [jwk(rsa, { alg: 'RSA-OAEP-256', key_ops: ['wrapKey'] }), 'RSA-OAEP-256'],
    [jwk(ec, { use: 'sig' }), "is a key for the use 'sig'"],
    [jwk(ec, { alg: 'ES256' }), "is a key for the algorithm 'ES256', not ECDH-ES"],
    [jwk(ec, { key_ops: ['verify'] }), 'is a key for the operations ["verify"]'],
    [jwk(rsa, { key_ops: 'encrypt' }), 'is a key for the operations "encrypt"'],
  ])('a JWK is used only for what it is made for: %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });
});

describe('a grant in metadata', () => {
  const grant: Grant = { until: '2027-03-01T10:00:00Z', by: 'ana', reason: 'debug checkout', ticket: 'OPS-7' };
  const end = Date.parse(grant.until);

  const member = (changes: object): string =>
    JSON.stringify({ netingress_grant: { version: 1, until: grant.until, by: 'ana', reason: 'r', ...changes } });

  test('a random valid grant is read as it was written', () => {
    const line = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
    const when = fc.date({ min: new Date('1990-01-01'), max: new Date('2999-01-01'), noInvalidDate: true });
    const until = when.map((date) => `${date.toISOString().slice(0, 19)}Z`);
    const any = fc.record({ until, by: line, reason: line, ticket: fc.option(line) });
    fc.assert(
      fc.property(any, (each) => {
        fc.pre(validateGrant(each).length === 0);
        expect(parseGrant(formatGrant(each))).toEqual(each);
      }),
      tries(1000),
    );
  });

  test('the format of version 1 does not change', () => {
    expect(formatGrant(grant)).toBe(
      '{"netingress_grant":{"version":1,"until":"2027-03-01T10:00:00Z","by":"ana","reason":"debug checkout","ticket":"OPS-7"}}',
    );
    expect(formatGrant({ ...grant, ticket: null })).not.toContain('ticket');
  });

  test('other members of the metadata are kept, and an earlier grant is replaced', () => {
    const metadata = formatGrant({ ...grant, until: '2020-01-01T00:00:00Z' }, '{"team":"edge"}');
    expect(JSON.parse(formatGrant(grant, metadata))).toEqual({
      team: 'edge',
      netingress_grant: { version: 1, until: grant.until, by: 'ana', reason: 'debug checkout', ticket: 'OPS-7' },
    });
  });

  test('the end is stored in UTC with seconds, whatever its notation', () => {
    expect(parseGrant(formatGrant({ ...grant, until: '2027-03-01T12:00:00.9+02:00' }))?.until).toBe(grant.until);
  });

  test('a grant of a later version is read by the members of this version', () => {
    const later = parseGrant(member({ version: 2, approved_by: 'bo' }));
    expect(later).toMatchObject({ by: 'ana', reason: 'r', ticket: null });
  });

  test.each([
    ['no metadata', null],
    ['truncated JSON', '{"netingress_grant":{"version":1'],
    ['an object without the member', '{"until":"2027-03-01T10:00:00Z"}'],
    ['a grant that is text', '{"netingress_grant":"2027-03-01T10:00:00Z"}'],
    ['no version', member({ version: undefined })],
    ['a version that is text', member({ version: '1' })],
    ['no end', member({ until: undefined })],
    ['a day that does not exist', member({ until: '2027-02-30T10:00:00Z' })],
    ['an end without a time zone', member({ until: '2027-03-01T10:00:00' })],
    ['no author', member({ by: undefined })],
    ['no reason', member({ reason: undefined })],
  ])('%s is not a grant', (_, metadata) => {
    expect(parseGrant(metadata)).toBeUndefined();
  });

  test('random text and random JSON are no grant, and no exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (metadata) => {
        expect(parseGrant(metadata)).toBeUndefined();
      }),
      tries(1000),
    );
  });

  test('a grant is live before its end, and overdue from its end on', () => {
    expect([end - 1, end, end + 1].map((now) => grantStatus(grant, now))).toEqual(['live', 'overdue', 'overdue']);
  });

  test('metadata at the limit is accepted, in bytes and not in letters, and one byte more is refused with the limit', () => {
    const free = MAX_METADATA_BYTES - Buffer.byteLength(formatGrant({ ...grant, reason: '' }));
    const reason = `${'é'.repeat(Math.floor(free / 2))}${'x'.repeat(free % 2)}`;
    expect(validateGrant({ ...grant, reason })).toEqual([]);
    const problem = `has ${MAX_METADATA_BYTES + 1} bytes with the grant`;
    const expected = `at most ${MAX_METADATA_BYTES} bytes; shorten the reason`;
    expect(validateGrant({ ...grant, reason: `${reason}x` })).toEqual([{ subject: 'metadata', problem, expected }]);
  });

  test.each([
    ['by', ''],
    ['by', 'ana\nbo'],
    ['reason', '   '],
    ['reason', 'a\u202eb'],
    ['ticket', ''],
    ['until', 'tomorrow'],
  ])('%s cannot be %j', (name, text) => {
    expect(validateGrant({ ...grant, [name]: text })).toMatchObject([{ subject: name }]);
  });

  test('a description names end, author, reason and ticket on one line', () => {
    expect(describeGrant(grant, 'live')).toBe('granted until 2027-03-01T10:00:00Z, by ana, debug checkout (OPS-7)');
    const overdue = describeGrant({ ...grant, by: 'a\nb', ticket: null }, 'overdue');
    expect(overdue).toBe('granted until 2027-03-01T10:00:00Z, by a b, debug checkout, overdue');
  });
});

describe('the proxy for a URL', () => {
  const proxy = 'http://proxy.example.com:3128';
  const API = 'https://api.example.com';

  /** A title, whether the proxy is used, the environment, and the URL. */
  test.each<[string, boolean, Record<string, string>, string?]>([
    ['https_proxy is for https', true, { https_proxy: proxy }],
    ['the upper-case variable counts too', true, { HTTPS_PROXY: proxy }],
    ['the lower-case variable comes first', true, { HTTPS_PROXY: 'http://x', https_proxy: proxy }],
    ['all_proxy is for what has none of its own', true, { ALL_PROXY: proxy }],
    ['http_proxy is not for https', false, { http_proxy: proxy }],
    ['an empty variable does not count', false, { https_proxy: '' }],
    ['no_proxy excepts the host', false, { https_proxy: proxy, no_proxy: 'x, API.example.com' }],
    ['no_proxy excepts subdomains', false, { https_proxy: proxy, NO_PROXY: 'example.com' }],
    ['a leading dot means the same', false, { https_proxy: proxy, NO_PROXY: '.example.com' }],
    ['no other name that ends alike', true, { https_proxy: proxy, NO_PROXY: 'example.com' }, 'https://badexample.com'],
    ['a port excepts that port only', true, { https_proxy: proxy, NO_PROXY: 'api.example.com:8443' }],
    ['the port of the scheme counts', false, { https_proxy: proxy, NO_PROXY: 'api.example.com:443' }],
    ['a star excepts all', false, { https_proxy: proxy, no_proxy: '*' }],
    [
      'an address without brackets has no port',
      false,
      { https_proxy: proxy, no_proxy: 'fd00::5' },
      'https://[fd00::5]',
    ],
    ['an address in another notation', false, { https_proxy: proxy, no_proxy: '[FD00:0::A]' }, 'https://[fd00::a]'],
    ['an address with a port', true, { https_proxy: proxy, no_proxy: '[fd00::a]:443' }, 'https://[fd00::a]:8443'],
    ['this machine is reached directly', false, { ALL_PROXY: proxy }, 'http://127.0.0.1:4040'],
    ['this machine has more names', false, { https_proxy: proxy }, 'https://api.localhost'],
    ['what is no URL has no proxy', false, { https_proxy: proxy }, 'api.example.com'],
  ])('%s', (_, isUsed, environment, url = API) => {
    expect(proxyForUrl(url, environment)).toBe(isUsed ? proxy : undefined);
  });
});
