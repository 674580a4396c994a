/** `netingress feeds` as it is called, in this process, with real servers on loopback. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CliContext } from '../../src/command/context';
import { CATALOGUE, resolveSource } from '../../src/feeds/catalogue';
import { DEFAULT_GUARDS, type FeedFile, parseFeedFile } from '../../src/feeds/feed-file';
import { FETCH_LIMITS } from '../../src/feeds/fetch-feed';
import { parseFeedJson } from '../../src/feeds/parse-json';
import { refreshFeed } from '../../src/feeds/refresh-feed';
import { updateFeed } from '../../src/feeds/update-feed';
import { useCommandLine } from '../support/cli/command-line';
import { findUnusedUrl, type Listening, listen } from '../support/listen';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Listening;
let handler: Handler;
let url: string;

beforeAll(async () => {
  server = await listen(createServer((request, response) => handler(request, response)));
  url = `${server.url}/networks`;
});
afterAll(() => server.close());

const cli = useCommandLine();
const { read, write } = cli;

const feeds = (...args: readonly string[]) => cli.run(['feeds', ...args]);

function serve(body: string | Uint8Array, headers: Record<string, string> = {}): Handler {
  return (_, response) => void response.writeHead(200, headers).end(body);
}

/** Distinct public networks: 44.0.0.0/24, 44.0.1.0/24 and on. */
function networks(count: number, first = 0): string[] {
  return [...Array(count).keys()].map((n) => `44.${(first + n) >> 8}.${(first + n) & 255}.0/24`);
}

const list = (items: readonly unknown[]): Handler => serve(JSON.stringify(items));

describe('poisoned feeds', () => {
  const good = networks(40);
  /** By the name in the guide's table. */
  const poisons: Readonly<Record<string, Handler>> = {
    'an empty list': list([]),
    '1 network instead of 40': list(good.slice(0, 1)),
    'twice as many networks': list(networks(80)),
    'as many other networks': list(networks(40, 1000)),
    'one more network with as many addresses as all': list([...good, '52.0.0.0/15']),
    'the first IPv6 network': list([...good, '2600::/48']),
    '`0.0.0.0/0`': list([...good, '0.0.0.0/0']),
    '`::/0`': list([...good, '::/0']),
    'a mask that is too short': list([...good, '64.0.0.0/7']),
    'a private network': list([...good, '10.1.0.0/16']),
    'a multicast network': list([...good, '224.1.0.0/16']),
    'bits beyond the mask': list([...good, '198.18.0.1/24']),
    'a number instead of a network': list([...good, 5]),
    'a string of 10 MB': list([...good, 'x'.repeat(10_000_000)]),
    'a web page with status 200': serve('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
    'an error as JSON with status 200': serve('{"message": "API rate limit exceeded"}'),
    'JSON that is cut off': serve(JSON.stringify(good).slice(0, 300)),
    'a no-break space after the JSON': serve(`${JSON.stringify(good)}\u00a0`),
    'a key that is there twice': serve('{\n"prefixes": [],\n"prefixes": ["44.0.0.0/24"]}'),
    'UTF-16': serve(Buffer.from(JSON.stringify(good), 'utf16le')),
    '1 kB of gzip that becomes 30 MB': serve(gzipSync(Buffer.alloc(30_000_000, ' ')), { 'content-encoding': 'gzip' }),
    'a redirect to another host': (_, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${server.port}/networks` }).end();
    },
    'the ETag of the file with other contents': serve(JSON.stringify(networks(41)), { etag: '"v1"' }),
    'a response that never ends': (_, response) => {
      response.writeHead(200).write('["44.0.0.0/24", ');
    },
  };

  test('are those of the guide, and none changes the file', async () => {
    const guide = await readFile(join(__dirname, '../../docs/guides/feeds.md'), 'utf8');
    const table = guide.slice(guide.indexOf('| poisoned feed |')).split('\n\n')[0] ?? '';
    const rows = table
      .split('\n')
      .slice(2)
      .map((line) => (/^\| (.*) \| `(.*)` \|$/.exec(line) ?? []).slice(1) as [name: string, message: string]);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(poisons));
    handler = serve(JSON.stringify(good), { etag: '"v1"' });
    expect(await feeds('add', url, '--out', 'partner.feed.json')).toMatchObject({ status: 0 });
    const before = await read('partner.feed.json');
    const feed = parseFeedFile(before);
    if ('problem' in feed) throw new Error(feed.problem);
    const context = { env: {}, cwd: cli.folder, signal: new AbortController().signal } as CliContext;
    const results: string[] = [];
    for (const [name, message] of rows) {
      handler = poisons[name] as Handler;
      const limits = { ...FETCH_LIMITS, timeout: name.includes('never ends') ? 300 : 10_000 };
      const result = await refreshFeed(context, 'partner.feed.json', {
        settings: feed,
        before: feed,
        dryRun: false,
        limits,
      });
      const reason = 'reason' in result ? result.reason : '';
      results.push(reason.includes(`${url} ${message}`) ? 'refused' : `${name}: ${reason}`);
      if ((await read('partner.feed.json')) !== before) results.push(`${name}: the file has changed`);
    }
    expect(results).toEqual(rows.map(() => 'refused'));
    handler = serve(JSON.stringify(networks(41)), { etag: '"v2"' });
    expect(await feeds('update')).toMatchObject({ status: 0 });
    expect(await read('partner.feed.json')).not.toBe(before);
  });

  test('write no file when they are added, and have exit status 2, or 3 if nothing was read', async () => {
    handler = list(['10.0.0.0/8']);
    const refused = await feeds('add', url, '--out', 'partner.feed.json');
    expect(refused).toMatchObject({ status: 2, stderr: '1 feed: 1 refused.' });
    expect(refused.stdout).toContain('(10.0.0.0/8); the guard private is false. No file is written.');
    handler = (_, response) => void response.writeHead(503).end();
    const failed = await feeds('add', url, '--out', 'partner.feed.json');
    expect(failed).toMatchObject({ status: 3, stderr: '1 feed: 1 not read.' });
    expect(failed.stdout).toContain('has status 503; expected 200. No file is written.');
    expect(existsSync(join(cli.folder, 'partner.feed.json'))).toBe(false);
  });
});

describe('an addition', () => {
  test('says how many networks the file has, without a line for each', async () => {
    handler = list(networks(250));
    const added = await feeds('add', url, '--max-rules-per-policy', '100', '--out', 'a.feed.json');
    expect(added).toMatchObject({ status: 0, stderr: '' });
    expect(added.stdout).toBe('a.feed.json: added\n  250 networks in 3 policies\n\n1 feed: 1 added.\n');
    const json = await feeds('add', url, '--out', 'b.feed.json', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ feeds: [{ status: 'added', networks: 250, policies: 1 }] });
    expect(JSON.parse(json.stdout).feeds[0].added).toHaveLength(250);
  });

  test('says what may be wrong if the host cannot be reached', async () => {
    const { status, stdout } = await feeds('add', await findUnusedUrl(), '--out', 'a.feed.json');
    expect(status).toBe(3);
    expect(stdout).toContain('was not read: nothing listens there');
    expect(stdout).toContain('behind a proxy, set HTTPS_PROXY. No file is written.');
  });

  test('fails with an invalid proxy in the environment', async () => {
    const env = { HTTPS_PROXY: 'ftp://proxy.example.com' };
    const { status, stdout } = await cli.run(['feeds', 'add', 'https://a.example', '--out', 'a.feed.json'], { env });
    expect(status).toBe(1);
    expect(stdout).toContain("Cannot update a.feed.json: proxyUrl (or https_proxy) has the invalid scheme 'ftp'; ");
    expect(stdout).toContain('such as http://proxy.example.com:3128. No file is written.');
  });

  const github = { hooks: ['44.0.0.0/24'], actions: ['44.0.1.0/24'] };
  test.each([
    [github, [], 'the document is not a list; expected a list of strings, or the path of the networks, such as pre'],
    [
      github,
      ['actions'],
      'at actions: ["44.0.1.0/24"] is a list; expected a string. The path of its elements is actions[]',
    ],
    [github, ['action[]'], 'action is missing; expected action[]; the document has hooks, actions'],
    [
      { prefixes: [{ region: 'eu', cidr: '44.0.0.0/24' }] },
      ['prefixes[]'],
      'at prefixes[0]: {"region":"eu","cidr":"44.0.0.0/24"} is an object; expected a string. The path of its network is prefixes[].cidr',
    ],
    [
      { prefixes: [{ cidr: '44.0.0.0/24' }] },
      ['prefixes[].ip'],
      'prefixes[0].ip is missing; expected prefixes[].ip; prefixes[0] has cidr',
    ],
    [[{}], [], 'at [0]: {} is an object; expected a string. No file is written.'],
  ])('of %j with the path %j names the right one', async (document, paths, message) => {
    handler = serve(JSON.stringify(document));
    const { status, stdout } = await feeds('add', url, ...paths, '--out', 'a.feed.json');
    expect(status).toBe(2);
    expect(stdout).toContain(message);
  });
});

describe('an update', () => {
  test('of all feeds below the folder refreshes the good ones, and prints what changes', async () => {
    handler = list(networks(250));
    await feeds('add', url, '--max-rules-per-policy', '100', '--out', 'a.feed.json');
    await feeds('add', url, '--out', 'b.feed.json');
    const [a, b] = [await read('a.feed.json'), await read('b.feed.json')];
    await write('b.feed.json', b.replace('"minimum": 1', '"minimum": 300'));
    handler = list(networks(250, 2));
    const dry = await feeds('update', '--dry-run');
    expect(await read('a.feed.json')).toBe(a);
    const { status, stdout, stderr } = await feeds('update');
    expect(stdout).toBe(dry.stdout);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '2 feeds: 1 refused, 1 changed.' });
    expect(stdout).toContain('a.feed.json: 250 networks in 3 policies; 2 added, 2 removed');
    expect(stdout).toContain('+ 44.0.250.0/24 (policy 3)');
    expect(stdout).toContain('- 44.0.0.0/24');
    expect(stdout).toContain('has 250 networks; the guard minimum is 300. The file is not changed.');
    const again = await feeds('update', 'a.feed.json', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ feeds: [{ status: 'unchanged', networks: 250, policies: 3 }] });
  });

  test('reads every file before it downloads, and names each that is broken', async () => {
    handler = list(networks(40));
    await feeds('add', url, '--out', 'a.feed.json');
    const a = await read('a.feed.json');
    await feeds('add', url, '--max-rules', '100', '--out', 'b.feed.json');
    const b = await read('b.feed.json');
    await write('b.feed.json', b.replace('"44.0.0.0/24"', '"44.0.0.0/99"'));
    await write('c.feed.json', `${a}\u00a0`);
    handler = list(networks(41));
    const { status, stderr } = await feeds('update');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /b\.feed\.json: line \d+: published\[0\] '44\.0\.0\.0\/99' has the mask[\s\S]*c\.feed\.json: line \d+ has more text/,
      ),
    });
    expect(await read('a.feed.json')).toBe(a);
  });

  test('reports a file that cannot be written, and updates the others', async () => {
    handler = list(networks(40));
    for (const file of ['a', 'b', 'c']) await feeds('add', url, '--out', `${file}.feed.json`);
    await mkdir(join(cli.folder, 'b.feed.json.tmp'));
    handler = list(networks(41));
    const { status, stdout, stderr } = await feeds('update');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '3 feeds: 1 failed, 2 changed.' });
    expect(stdout).toContain('Cannot update b.feed.json: ');
    expect(await read('c.feed.json')).toContain('44.0.40.0/24');
  });

  test('follows a redirect on its host, and reads compressed text', async () => {
    handler = ({ url: path }, response) =>
      path === '/networks'
        ? void response.writeHead(301, { location: '/v2' }).end()
        : void response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync('# ours\n44.0.1.0/24\r\n2600::/32 # six\n44.0.1.0/24'));
    expect(await feeds('add', url, '--out', 'partner.feed.json')).toMatchObject({ status: 0 });
    const file = parseFeedFile(await read('partner.feed.json'));
    expect(file).toMatchObject({
      source: url,
      provenance: { documents: [{ url, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
      shards: [['44.0.1.0/24', '2600::/32']],
    });
  });

  test('within a budget has the default limit of extra addresses', async () => {
    handler = list(['44.0.0.0/24', '44.0.2.0/24']);
    const refused = await feeds('add', url, '--max-rules', '1', '--out', 'cdn.feed.json');
    expect(refused).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('costs more than --max-extra, 0.05 (5 %), in 1 rule: 1 rule, '),
    });
    await feeds('add', url, '--max-rules', '2', '--out', 'cdn.feed.json');
    expect(parseFeedFile(await read('cdn.feed.json'))).toMatchObject({ budget: { maxRules: 2, maxExtra: 0.05 } });
  });

  test('within a budget says its price, and is refused above maxExtra', async () => {
    handler = list(['44.0.0.0/24', '44.0.2.0/24', '52.0.0.0/24', '2600::/48']);
    const added = await feeds('add', url, '--max-rules', '2', '--max-extra', '0.7', '--out', 'cdn.feed.json');
    expect(added.stdout).toContain('2 rules, 67 % more IPv4 addresses (512): 1 network is wider: 44.0.0.0/22 (+512)');
    expect(parseFeedFile(await read('cdn.feed.json'))).toMatchObject({
      published: ['44.0.0.0/24', '44.0.2.0/24', '52.0.0.0/24', '2600::/48'],
      shards: [['44.0.0.0/22', '52.0.0.0/24', '2600::/48']],
    });
    handler = list(['44.0.0.0/24', '44.0.2.0/24', '52.0.0.0/24', '52.0.8.0/24', '2600::/48']);
    const refused = await feeds('update');
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain('costs more than maxExtra, 0.7 (70 %), in 2 rules: 2 rules, ');
    expect(refused.stdout).toContain('Raise maxRules or maxExtra, or divide the networks among policies');
  });

  describe('that a guard refuses', () => {
    const PUBLISHED = 'https://partner.example.com/networks';
    const documents = (cidrs: readonly string[]) => [{ url: PUBLISHED, bytes: Buffer.from(JSON.stringify(cidrs)) }];
    const loose = { ...DEFAULT_GUARDS, maxShrink: 1, maxGrowth: 1e9 };

    test.each([
      [3, ['5.0.0.0/24', '60.0.0.0/24', '100.0.0.0/24', '200.0.0.0/24'], 'in 3 rules has 1 network with a mask'],
      [1, ['5.0.0.0/24', '200.0.0.0/24'], 'in 1 rule contains every address: 0.0.0.0/0'],
      [1, ['9.255.0.0/24', '11.0.0.0/24'], 'in 1 rule has 1 network with a mask that is too short (8.0.0.0/6)'],
      [1, ['169.253.0.0/24', '169.255.0.0/24'], 'not routed on the internet (169.252.0.0/14)'],
    ])('includes the networks that a budget writes: %d rules, %j', (maxRules, cidrs, message) => {
      const settings = { source: PUBLISHED, parts: [], guards: loose, budget: { maxRules, maxExtra: 1e9 } };
      expect(() => updateFeed(settings, undefined, documents(cidrs), new Date())).toThrow(message);
    });

    test.each(
      ['0.1.0.0/16', '192.0.0.0/25', '198.18.0.0/16', '239.0.0.0/8', '250.0.0.0/16', '::/128'].concat(
        'ff02::/24',
        '::ffff:1.2.3.0/120',
        '64:ff9b:1:2::/64',
      ),
    )('includes %s, which no host on the internet has', (network) => {
      const settings = { source: PUBLISHED, parts: [], guards: loose };
      expect(() => updateFeed(settings, undefined, documents([network]), new Date())).toThrow(
        'the guard private is false',
      );
    });

    test('is refused with all guards of a change that it breaks', () => {
      const settings = { source: PUBLISHED, parts: [], guards: { ...DEFAULT_GUARDS, maxGrowth: 1 } };
      const before = readFirst(settings, documents(networks(40)));
      const after = [...networks(20), '2600::/48'];
      expect(() => updateFeed(settings, before, documents(after), new Date())).toThrow(
        'loses 50 % (20 of 40 networks); the guard maxShrink is 0.2 (20 %), and ' +
          'loses 50 % (5,120 of 10,240 IPv4 addresses); the guard maxShrink is 0.2 (20 %), and ' +
          'has 1 network of a family that the file does not have (2600::/48); the guard newFamily is false',
      );
    });

    test('includes a new family, unless the file allows one', () => {
      const ipv6 = [...Array(40).keys()].map((n) => `2600:${n + 1}::/48`);
      const settings = { source: PUBLISHED, parts: [], guards: loose };
      const before = readFirst(settings, documents(ipv6));
      const update = (guards: typeof loose) =>
        updateFeed({ ...settings, guards }, { ...before, guards }, documents([...ipv6, '52.0.0.0/8']), new Date());
      expect(() => update(loose)).toThrow(
        'has 1 network of a family that the file does not have (52.0.0.0/8); the guard newFamily is false',
      );
      expect(update({ ...loose, newFamily: true })).toMatchObject({ networkCount: 41 });
    });
  });

  test('refuses a list that is older than the one of the file', () => {
    const document = (time: string) => ({
      url: 'https://www.gstatic.com/ipranges/goog.json',
      bytes: Buffer.from(JSON.stringify({ creationTime: time, prefixes: [{ ipv4Prefix: '8.8.4.0/24' }] })),
    });
    const settings = { source: 'google', parts: [], guards: DEFAULT_GUARDS };
    const before = readFirst(settings, [document('2026-11-25T21:03:09.1')]);
    expect(() => updateFeed(settings, before, [document('2026-11-24T21:03:09.1')], new Date())).toThrow(
      'was published at 2026-11-24T21:03:09.100Z, before the one of the file, 2026-11-25T21:03:09.100Z',
    );
    const provenance = { ...before.provenance, published: '2026-11-25T21:03:09Z' };
    const update = (time: string) =>
      updateFeed(settings, { ...before, provenance }, [document(time)], new Date('2026-11-26T00:00:00Z'));
    expect(() => update('2026-11-25T21:03:08.9')).toThrow('before the one of the file, 2026-11-25T21:03:09Z');
    expect(update('2026-11-25T21:03:09')).toMatchObject({ file: undefined });
  });

  test('refuses a list that is dated more than a day after the time of this machine', () => {
    const update = (time: string) =>
      updateFeed(
        { source: 'google', parts: [], guards: DEFAULT_GUARDS },
        undefined,
        [
          {
            url: 'https://www.gstatic.com/ipranges/goog.json',
            bytes: Buffer.from(JSON.stringify({ creationTime: time, prefixes: [{ ipv4Prefix: '8.8.4.0/24' }] })),
          },
        ],
        new Date('2026-11-25T12:00:00Z'),
      );
    expect(() => update('2026-11-26T12:00:01')).toThrow(
      'was published at 2026-11-26T12:00:01.000Z, more than a day after the time of this machine, 2026-11-25T12:00:00.000Z',
    );
    expect(update('2026-11-26T12:00:00')).toMatchObject({ networkCount: 1 });
  });
});

/** The file that the first download of the documents would write. */
function readFirst(settings: Parameters<typeof updateFeed>[0], documents: Parameters<typeof updateFeed>[2]): FeedFile {
  const { file } = updateFeed(settings, undefined, documents, new Date());
  return { format: 'netingress-feed', version: 1, ...(file as NonNullable<typeof file>) };
}

describe('mistakes', () => {
  test.each([
    [['add', 'githbu', 'actions'], "'githbu' is not a known feed; expected a URL or one of atlassian, aws"],
    [['add', 'github'], "'github' needs parts; expected keys such as actions or hooks"],
    [['add', 'fastly', 'x'], "'fastly' has no parts; expected none"],
    [
      ['add', 'http://example.com/list', '--out', 'x.feed.json'],
      'is not encrypted; expected a URL that starts with https://',
    ],
    [['add', 'https://example.com/list'], '--out is missing'],
    ...['https://me:secret@', 'http://secret@', 'https://me:sec ret@', 'https://:secret@'].map(
      (start): [string[], string] => [
        ['add', `${start}example.com/list`, '--out', 'x.feed.json'],
        'The feed is a URL with a user name or password; expected a URL without them',
      ],
    ),
    [['add', 'fastly', '--out', 'x.json'], 'expected a file that ends in .feed.json'],
    [['add', 'fastly', '--max-extra', '0.1'], '--max-extra is given without --max-rules'],
    [['update'], 'There is no feed below'],
    [
      ['update', 'none.feed.json'],
      'Cannot read the feed file none.feed.json: the file does not exist. Create it with netingress feeds add.',
    ],
  ])('%j is exit status 1', async (args, message) => {
    const { status, stderr } = await feeds(...args);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    expect(stderr).not.toMatch(/sec ?ret/);
  });

  test.each([
    ['"44.0.1.0/24"', '"44.0.1.0/8"', /line \d+: shards\[0\]\[1\] '44\.0\.1\.0\/8' has bits set beyond its mask/],
    ['"44.0.1.0/24"', '"44.0.0.0/24"', /line \d+: shards\[0\]\[1\] '44\.0\.0\.0\/24' is in two places/],
    ['"44.0.1.0/24"', '"2600:0::/32"', /shards\[0\]\[1\] '2600:0::\/32' is not canonical; expected 2600::\/32/],
    ['"44.0.1.0/24",', '"44.0.1.0/24"', /line \d+ has "44\.0\.2\.0\/24"; expected , or \]/],
    ['<<<<<<< main\n', '', /line 2 is not valid JSON/],
    ['"maxShrink": 0.2', '"maxShrink": 2', /line \d+: guards\.maxShrink is invalid: .*<=1/],
    [
      '"maxRulesPerPolicy": 100',
      '"maxRulesPerPolicy": 2',
      /line \d+: shards\[0\] has 3 networks; expected at most maxRulesPerPolicy, 2/,
    ],
    ['"source": "http', '"source": "ftp', /line \d+: source 'ftp:.*' is not encrypted/],
    ['"source": "http://', '"source": "http://me:secret@', /line \d+: source is a URL with a user name or password;/],
  ])('a file with %s replaced by %s names the line', async (from, to, message) => {
    handler = list(networks(3));
    await feeds('add', url, '--max-rules-per-policy', '100', '--out', 'x.feed.json');
    const text = await read('x.feed.json');
    const broken = from.startsWith('<') ? text.replace('\n', `\n${from}`) : text.replace(from, to);
    expect(broken).not.toBe(text);
    await write('x.feed.json', broken);
    const { status, stderr } = await feeds('update');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(message) });
    expect(await read('x.feed.json')).toBe(broken);
  });
});

describe('the catalogue', () => {
  const FIXTURES = join(__dirname, '../fixtures/feeds');
  const expected: readonly [source: string, parts: string[], files: string[], networks: string[]][] = [
    ['atlassian', [], ['atlassian.2026-11-26.json'], ['52.215.192.128/25', '104.192.136.0/21', '2401:1d80:3000::/36']],
    ['atlassian', ['bitbucket/egress'], ['atlassian.2026-11-26.json'], ['52.215.192.128/25']],
    ['aws', ['CLOUDFRONT'], ['aws.2026-11-26.json'], ['120.52.22.96/27', '2600:9000:3000::/36']],
    ['aws', ['EC2/eu-west-1'], ['aws.2026-11-26.json'], ['52.95.0.0/20']],
    [
      'cloudflare',
      [],
      ['cloudflare-v4.2026-11-26.txt', 'cloudflare-v6.2026-11-26.txt'],
      ['103.21.244.0/22', '104.16.0.0/13', '173.245.48.0/20', '2400:cb00::/32', '2a06:98c0::/29'],
    ],
    [
      'fastly',
      [],
      ['fastly.2026-11-26.json'],
      ['23.235.32.0/20', '151.101.0.0/16', '2a04:4e40::/32', '2a04:4e42::/32'],
    ],
    ['github', ['actions'], ['github.2026-11-26.json'], ['4.148.0.0/16', '20.7.92.46/32', '2a01:111:f403::/48']],
    [
      'github',
      ['web', 'actions'],
      ['github.2026-11-26.json'],
      ['4.148.0.0/16', '20.7.92.46/32', '20.201.28.151/32', '192.30.252.0/22', '2a01:111:f403::/48'],
    ],
    ['google', [], ['google.2026-11-26.json'], ['8.8.4.0/24', '2001:4860::/32']],
    ['google-cloud', ['europe-west1'], ['google-cloud.2026-11-26.json'], ['2600:1900:8000::/44']],
    [
      'stripe',
      ['webhooks', 'api'],
      ['stripe-webhooks.2026-11-26.json', 'stripe-api.2026-11-26.json'],
      ['3.18.12.63/32', '13.112.224.240/32', '13.115.13.148/32', '54.187.205.235/32'],
    ],
  ];

  test('has a fixture for each source', () => {
    expect([...new Set(expected.map(([source]) => source))]).toEqual(Object.keys(CATALOGUE));
  });

  test.each(expected)('reads %s %j', async (source, parts, files, wanted) => {
    const resolved = resolveSource(source, parts);
    if ('problem' in resolved) throw new Error(resolved.problem);
    expect(resolved.documents).toHaveLength(files.length);
    const documents = await Promise.all(
      files.map(async (file, index) => ({
        url: resolved.documents[index]?.url ?? '',
        bytes: await readFile(join(FIXTURES, file)),
      })),
    );
    const settings = { source, parts, guards: DEFAULT_GUARDS };
    expect(updateFeed(settings, undefined, documents, new Date()).file).toMatchObject({
      shards: [wanted],
      ...(/aws|google|atlassian/.test(source) && {
        provenance: { published: expect.stringMatching(/^2026-11-25T21:03:09/) },
      }),
    });
  });

  test.each<[string, string[], object, string]>([
    [
      'https://a.example.com',
      ['v4[]', 'v6[]'],
      { v4: networks(40), v6: [] },
      'v6[] has no networks; expected at least',
    ],
    ['https://a.example.com', ['v4[].x[]'], { v4: [{ x: [] }] }, 'v4[].x[] has no networks; expected at least one'],
    ['fastly', [], { addresses: networks(40), ipv6_addresses: [] }, 'ipv6_addresses[] has no networks'],
  ])('%s %j with a part that became empty is refused', (source, parts, document, message) => {
    const bytes = Buffer.from(JSON.stringify(document));
    const settings = { source, parts, guards: DEFAULT_GUARDS };
    expect(() => updateFeed(settings, undefined, [{ url: '', bytes }], new Date())).toThrow(message);
  });

  test.each([
    ['aws', 'CLOUDFRNT', 'has nothing for CLOUDFRNT'],
    ['github', 'domains', 'domains is not a list; expected domains[]'],
    ['atlassian', 'bitbucket/sideways', 'has nothing for bitbucket/sideways'],
  ])('%s with the part %s, which has no networks, is refused', async (source, part, message) => {
    const bytes = await readFile(join(FIXTURES, `${source}.2026-11-26.json`));
    const settings = { source, parts: [part], guards: DEFAULT_GUARDS };
    expect(() => updateFeed(settings, undefined, [{ url: '', bytes }], new Date())).toThrow(message);
  });
});

test('the line of a missing value is that of the innermost value on its path that exists', () => {
  const json = parseFeedJson('{\n"shards": {\n"networks": [\n"203.0.113.0/24"]}}');
  if ('problem' in json) throw new Error(json.problem);
  expect(json.lineOf(['shards', 'networks', 0])).toBe(4);
  expect(json.lineOf(['shards', 'networks', 1])).toBe(3);
  expect(json.lineOf(['shards', 'absent', 'networks'])).toBe(2);
});
