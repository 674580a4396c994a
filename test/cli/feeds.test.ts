/** `netingress feeds` as it is called, in this process, with real servers on loopback. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
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
import { withError, withOutput } from '../support/cli/run-in-process';
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

/** A document as it was downloaded. */
const documentOf = (content: unknown, from = '') => ({ url: from, bytes: Buffer.from(JSON.stringify(content)) });

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
    const rows = [...table.matchAll(/^\| (.*) \| `(.*)` \|$/gm)].map(([, name = '', message = '']) => [name, message]);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(poisons));
    handler = serve(JSON.stringify(good), { etag: '"v1"' });
    expect(await feeds('add', url, '--out', 'partner.feed.json')).toMatchObject({ status: 0 });
    const before = await read('partner.feed.json');
    const feed = parseFeedFile(before);
    if ('problem' in feed) throw new Error(feed.problem);
    const context = { env: {}, cwd: cli.folder, signal: new AbortController().signal } as CliContext;
    const results: string[] = [];
    for (const [name = '', message = ''] of rows) {
      handler = poisons[name] as Handler;
      const limits = { ...FETCH_LIMITS, timeout: name.includes('never ends') ? 300 : 10_000 };
      const options = { settings: feed, before: feed, dryRun: false, limits };
      const result = await refreshFeed(context, 'partner.feed.json', options);
      const reason = 'reason' in result ? result.reason : '';
      if (!reason.includes(`${url} ${message}`)) results.push(`${name}: ${reason}`);
      if ((await read('partner.feed.json')) !== before) results.push(`${name}: the file has changed`);
    }
    expect(results).toEqual([]);
    handler = serve(JSON.stringify(networks(41)), { etag: '"v2"' });
    expect(await feeds('update')).toMatchObject({ status: 0 });
    expect(await read('partner.feed.json')).not.toBe(before);
  });

  test('write no file when they are added, and have exit status 2, or 3 if nothing was read', async () => {
    const add = () => feeds('add', url, '--out', 'partner.feed.json');
    handler = list(['10.0.0.0/8']);
    const refused = expect.stringContaining('(10.0.0.0/8); the guard private is false. No file is written.');
    expect(await add()).toEqual({ status: 2, stderr: '1 feed: 1 refused.', stdout: refused });
    handler = (_, response) => void response.writeHead(503).end();
    const unread = expect.stringContaining('has status 503; expected 200. No file is written.');
    expect(await add()).toEqual({ status: 3, stderr: '1 feed: 1 not read.', stdout: unread });
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

  test('says what may be wrong if the host cannot be reached, and fails with an invalid proxy in the environment', async () => {
    expect(await feeds('add', await findUnusedUrl(), '--out', 'a.feed.json')).toEqual(
      withOutput(3, /was not read: nothing listens there.*behind a proxy, set HTTPS_PROXY\. No file is written\./s),
    );
    // The source has two documents.
    const proxied = { env: { HTTPS_PROXY: await findUnusedUrl() } };
    const unread = await cli.run(['feeds', 'add', 'cloudflare', '--out', 'a.feed.json'], proxied);
    expect(unread).toEqual(withOutput(3, 'https://www.cloudflare.com/ips-v4 was not read'));
    const env = { HTTPS_PROXY: 'ftp://proxy.example.com' };
    const failed = await cli.run(['feeds', 'add', 'https://a.example', '--out', 'a.feed.json'], { env });
    const invalid =
      "Cannot update a.feed.json: proxyUrl (or https_proxy, http_proxy or all_proxy) has the invalid scheme 'ftp'; ";
    expect(failed).toEqual(withOutput(1, invalid));
    expect(failed.stdout).toContain('such as http://proxy.example.com:3128. No file is written.');
  });

  test('follows a redirect on its host, and reads compressed text', async () => {
    handler = ({ url: path }, response) =>
      path === '/networks'
        ? void response.writeHead(301, { location: '/v2' }).end()
        : void response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync('# ours\n44.0.1.0/24\r\n2600::/32 # six\n44.0.1.0/24'));
    expect(await feeds('add', url, '--out', 'partner.feed.json')).toMatchObject({ status: 0 });
    expect(parseFeedFile(await read('partner.feed.json'))).toMatchObject({
      source: url,
      provenance: { documents: [{ url, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
      shards: [['44.0.1.0/24', '2600::/32']],
    });
  });

  const github = { hooks: ['44.0.0.0/24'], actions: ['44.0.1.0/24'] };
  const prefixes = [{ region: 'eu', cidr: '44.0.0.0/24' }];
  test.each<[unknown, string[], string]>([
    [github, [], 'the document is not a list; expected a list of strings, or the path of the networks, such as pre'],
    [github, ['actions'], '["44.0.1.0/24"] is a list; expected a string. The path of its elements is actions[]'],
    [github, ['action[]'], 'action is missing; expected action[]; the document has hooks, actions'],
    [
      { prefixes },
      ['prefixes[]'],
      'at prefixes[0]: {"region":"eu","cidr":"44.0.0.0/24"} is an object; expected a string. The path of its network is prefixes[].cidr',
    ],
    [{ prefixes }, ['prefixes[].ip'], 'prefixes[0].ip is missing; expected prefixes[].ip; prefixes[0] has region'],
    [[{}], [], 'at [0]: {} is an object; expected a string. No file is written.'],
  ])('of %j with the path %j is refused, with what is there instead', async (document, paths, message) => {
    handler = serve(JSON.stringify(document));
    expect(await feeds('add', url, ...paths, '--out', 'a.feed.json')).toEqual(withOutput(2, message));
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
    expect(dry.stdout).toContain('a.feed.json: 250 networks in 3 policies; 2 added, 2 removed');
    for (const text of [
      '+ 44.0.250.0/24 (policy 3)',
      '- 44.0.0.0/24',
      'has 250 networks; the guard minimum is 300. The file is not changed.',
    ])
      expect(dry.stdout).toContain(text);
    expect(await feeds('update')).toEqual({ status: 2, stdout: dry.stdout, stderr: '2 feeds: 1 refused, 1 changed.' });
    const again = await feeds('update', 'a.feed.json', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ feeds: [{ status: 'unchanged', networks: 250, policies: 3 }] });
  });

  test('reads every file before it downloads, and names each that is broken', async () => {
    handler = list(networks(40));
    await feeds('add', url, '--out', 'a.feed.json');
    const a = await read('a.feed.json');
    await feeds('add', url, '--max-rules', '100', '--out', 'b.feed.json');
    await write('b.feed.json', (await read('b.feed.json')).replace('"44.0.0.0/24"', '"44.0.0.0/99"'));
    await write('c.feed.json', `${a}\u00a0`);
    handler = list(networks(41));
    const problems =
      /b\.feed\.json: line \d+: published\[0\] '44\.0\.0\.0\/99' has the mask[\s\S]*c\.feed\.json: line \d+ has more text/;
    expect(await feeds('update')).toEqual(withError(1, problems));
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

  test('within a budget has the default limit of extra addresses, says its price, and is refused above maxExtra', async () => {
    const add = (...args: string[]) => feeds('add', url, '--max-rules', ...args, '--out', 'cdn.feed.json');
    handler = list(['44.0.0.0/24', '44.0.2.0/24']);
    expect(await add('1')).toEqual(withOutput(2, 'costs more than --max-extra, 0.05 (5 %), in 1 rule: 1 rule, '));
    await add('2');
    expect(parseFeedFile(await read('cdn.feed.json'))).toMatchObject({ budget: { maxRules: 2, maxExtra: 0.05 } });
    await rm(join(cli.folder, 'cdn.feed.json'));
    const published = ['44.0.0.0/24', '44.0.2.0/24', '52.0.0.0/24', '2600::/48'];
    handler = list(published);
    const added = await add('2', '--max-extra', '0.7');
    expect(added.stdout).toContain('2 rules, 67 % more IPv4 addresses (512): 1 network is wider: 44.0.0.0/22 (+512)');
    const shards = [['44.0.0.0/22', '52.0.0.0/24', '2600::/48']];
    expect(parseFeedFile(await read('cdn.feed.json'))).toMatchObject({ published, shards });
    handler = list([...published, '52.0.8.0/24']);
    const refused =
      /costs more than maxExtra, 0\.7 \(70 %\), in 2 rules: 2 rules, .*Raise maxRules or maxExtra, or divide the networks among policies/s;
    expect(await feeds('update')).toEqual(withOutput(2, refused));
  });

  describe('that a guard refuses', () => {
    const PUBLISHED = 'https://partner.example.com/networks';
    const loose = { ...DEFAULT_GUARDS, maxShrink: 1, maxGrowth: 1e9 };
    const documents = (cidrs: readonly string[]) => [documentOf(cidrs, PUBLISHED)];
    const settings = { source: PUBLISHED, parts: [], guards: loose };
    const update = (
      cidrs: readonly string[],
      more: Partial<Parameters<typeof updateFeed>[0]> = {},
      before?: FeedFile,
    ) => updateFeed({ ...settings, ...more }, before, documents(cidrs), new Date());

    test.each([
      [3, ['5.0.0.0/24', '60.0.0.0/24', '100.0.0.0/24', '200.0.0.0/24'], 'in 3 rules has 1 network with a mask'],
      [1, ['5.0.0.0/24', '200.0.0.0/24'], 'in 1 rule contains every address: 0.0.0.0/0'],
      [1, ['9.255.0.0/24', '11.0.0.0/24'], 'in 1 rule has 1 network with a mask that is too short (8.0.0.0/6)'],
      [1, ['169.253.0.0/24', '169.255.0.0/24'], 'not routed on the internet (169.252.0.0/14)'],
    ])('includes the networks that a budget writes: %d rules, %j', (maxRules, cidrs, message) => {
      expect(() => update(cidrs, { budget: { maxRules, maxExtra: 1e9 } })).toThrow(message);
    });

    test('includes each network that no host on the internet has', () => {
      const ipv4 = ['0.1.0.0/16', '192.0.0.0/25', '198.18.0.0/16', '239.0.0.0/8', '250.0.0.0/16'];
      for (const network of [...ipv4, '::/128', 'ff02::/24', '::ffff:102:300/120', '64:ff9b:1:2::/64'])
        expect(() => update([network])).toThrow(`(${network}); the guard private is false`);
    });

    test('is refused with all guards of a change that it breaks', () => {
      const guards = { ...DEFAULT_GUARDS, maxGrowth: 1 };
      const before = readFirst({ ...settings, guards }, documents(networks(40)));
      expect(() => update([...networks(20), '2600::/48'], { guards }, before)).toThrow(
        'loses 50 % (20 of 40 networks); the guard maxShrink is 0.2 (20 %), and ' +
          'loses 50 % (5,120 of 10,240 IPv4 addresses); the guard maxShrink is 0.2 (20 %), and ' +
          'has 1 network of a family that the file does not have (2600::/48); the guard newFamily is false',
      );
    });

    test('includes a new family, unless the file allows one', () => {
      const ipv6 = [...Array(40).keys()].map((n) => `2600:${n + 1}::/48`);
      const before = readFirst(settings, documents(ipv6));
      const withFamily = (guards: typeof loose) => update([...ipv6, '52.0.0.0/8'], { guards }, { ...before, guards });
      expect(() => withFamily(loose)).toThrow(
        'has 1 network of a family that the file does not have (52.0.0.0/8); the guard newFamily is false',
      );
      expect(withFamily({ ...loose, newFamily: true })).toMatchObject({ networkCount: 41 });
    });
  });

  test('names the one of several documents that it refuses', () => {
    const documents = ['44.0.0.0/24', '<!doctype html>'].map((text, n) => ({ url: `${n}`, bytes: Buffer.from(text) }));
    const settings = { source: 'cloudflare', parts: [], guards: DEFAULT_GUARDS };
    const error = expect.objectContaining({ url: '1', message: expect.stringContaining('is an HTML page') });
    expect(() => updateFeed(settings, undefined, documents, new Date())).toThrow(error);
  });

  test('refuses a list that is older than the one of the file, or dated more than a day after the time of this machine', () => {
    const document = (creationTime: string) => documentOf({ creationTime, prefixes: [{ ipv4Prefix: '8.8.4.0/24' }] });
    const settings = { source: 'google', parts: [], guards: DEFAULT_GUARDS };
    const update = (time: string, before: FeedFile | undefined, now = '2026-11-26T00:00:00Z') =>
      updateFeed(settings, before, [document(time)], new Date(now));
    const before = readFirst(settings, [document('2026-11-25T21:03:09.1')]);
    expect(() => update('2026-11-24T21:03:09.1', before)).toThrow(
      'was published at 2026-11-24T21:03:09.100Z, before the one of the file, 2026-11-25T21:03:09.100Z',
    );
    const whole = { ...before, provenance: { ...before.provenance, published: '2026-11-25T21:03:09Z' } };
    expect(() => update('2026-11-25T21:03:08.9', whole)).toThrow('before the one of the file, 2026-11-25T21:03:09Z');
    expect(update('2026-11-25T21:03:09', whole)).toMatchObject({ file: undefined });
    const later = '2026-11-26T12:00:01';
    const day = `${later}.000Z, more than a day after the time of this machine, 2026-11-25T12:00:00.000Z`;
    expect(() => update(later, undefined, '2026-11-25T12:00:00Z')).toThrow(`was published at ${day}`);
    expect(update('2026-11-26T12:00:00', undefined, '2026-11-25T12:00:00Z')).toMatchObject({ networkCount: 1 });
  });
});

/** The file that the first download of the documents would write. */
function readFirst(settings: Parameters<typeof updateFeed>[0], documents: Parameters<typeof updateFeed>[2]): FeedFile {
  const { file } = updateFeed(settings, undefined, documents, new Date());
  return { format: 'netingress-feed', version: 1, ...(file as NonNullable<typeof file>) };
}

describe('mistakes', () => {
  const toFile = ['--out', 'x.feed.json'];
  const credentials = 'The feed is a URL with a user name or password; expected a URL without them';
  test.each([
    [['add', 'githbu', 'actions'], "'githbu' is not a known feed; expected a URL or one of atlassian, aws"],
    [['add', 'github'], "'github' needs parts; expected keys such as actions or hooks"],
    [['add', 'fastly', 'x'], "'fastly' has no parts; expected none"],
    [['add', 'http://example.com/l', ...toFile], 'is not encrypted; expected a URL that starts with https://'],
    [['add', 'https://example.com/list'], '--out is missing'],
    [['add', 'https://me:secret@example.com/list', ...toFile], credentials],
    [['add', 'http://secret@example.com/list', ...toFile], credentials],
    [['add', 'https://me:sec ret@example.com/list', ...toFile], credentials],
    [['add', 'https://:secret@example.com/list', ...toFile], credentials],
    [['add', 'https:///\t/me:secret@example.com/list', ...toFile], credentials],
    [['add', 'fastly', '--out', 'x.json'], 'expected a file that ends in .feed.json'],
    [['add', 'fastly', '--max-extra', '0.1'], '--max-extra is given without --max-rules'],
    [['add', 'fastly', '--max-rules', '10000000'], 'Expected an integer from 1 to 9999999.'],
    [['update'], 'There is no feed below'],
    [['update', 'none.feed.json'], 'none.feed.json: the file does not exist. Create it with netingress feeds add.'],
  ])('%j is exit status 1', async (args, message) => {
    const ended = await feeds(...args);
    expect(ended).toEqual(withError(1, message));
    expect(ended.stderr).not.toMatch(/sec ?ret/);
  });

  test.each([
    ['"44.0.1.0/24"', '"44.0.1.0/8"', /line \d+: shards\[0\]\[1\] '44\.0\.1\.0\/8' has bits set beyond its mask/],
    ['"44.0.1.0/24"', '"44.0.0.0/24"', /line \d+: shards\[0\]\[1\] '44\.0\.0\.0\/24' is in two places/],
    [
      '"44.0.1.0/24"',
      '"2600:0::/32"',
      /line \d+: shards\[0\]\[1\] '2600:0::\/32' is not canonical; expected 2600::\/32/,
    ],
    ['"44.0.1.0/24",', '"44.0.1.0/24"', /line \d+ has "44\.0\.2\.0\/24"; expected , or \]/],
    ['{\n', '{\n<<<<<<< main\n', /line 2 is not valid JSON/],
    ['"maxShrink": 0.2', '"maxShrink": 2', /line \d+: guards\.maxShrink is invalid: .*<=1/],
    ['PerPolicy": 100', 'PerPolicy": 2', /line \d+: shards\[0\] has 3 networks; expected at most maxRulesPerPolicy, 2/],
    ['"source": "http', '"source": "ftp', /line \d+: source 'ftp:.*' is not encrypted/],
    ['"source": "http://', '"source": "http://me:secret@', /line \d+: source is a URL with a user name or password;/],
  ])('a file with %j replaced by %j names the line', async (from, to, message) => {
    handler = list(networks(3));
    await feeds('add', url, '--max-rules-per-policy', '100', ...toFile);
    const text = await read('x.feed.json');
    const broken = text.replace(from, to);
    await write('x.feed.json', broken);
    expect(await feeds('update')).toEqual(withError(1, message));
    expect([await read('x.feed.json'), broken === text]).toEqual([broken, false]);
  });
});

describe('the catalogue', () => {
  /** The bytes of the fixtures as the documents of a source, with their addresses. */
  const readFixtures = (names: readonly string[], urls: readonly string[] = []) =>
    Promise.all(
      names.map(async (name, index) => {
        const file = join(__dirname, `../fixtures/feeds/${name}.2026-11-26.${name.startsWith('cl') ? 'txt' : 'json'}`);
        return { url: urls[index] ?? '', bytes: await readFile(file) };
      }),
    );
  const github = ['20.201.28.151/32', '192.30.252.0/22', '2a01:111:f403::/48'];
  const stripe = ['3.18.12.63/32', '13.112.224.240/32', '13.115.13.148/32', '54.187.205.235/32'];
  /** Without names of fixtures, that of the source. */
  const expected: readonly [source: string, parts: string[], networks: string[], fixtures?: string[]][] = [
    ['atlassian', [], ['52.215.192.128/25', '104.192.136.0/21', '2401:1d80:3000::/36']],
    ['atlassian', ['bitbucket/egress'], ['52.215.192.128/25']],
    ['aws', ['CLOUDFRONT'], ['120.52.22.96/27', '2600:9000:3000::/36']],
    ['aws', ['EC2/eu-west-1'], ['52.95.0.0/20']],
    [
      'cloudflare',
      [],
      ['103.21.244.0/22', '104.16.0.0/13', '173.245.48.0/20', '2400:cb00::/32', '2a06:98c0::/29'],
      ['cloudflare-v4', 'cloudflare-v6'],
    ],
    ['fastly', [], ['23.235.32.0/20', '151.101.0.0/16', '2a04:4e40::/32', '2a04:4e42::/32']],
    ['github', ['web', 'actions'], ['4.148.0.0/16', '20.7.92.46/32', ...github]],
    ['google', [], ['8.8.4.0/24', '2001:4860::/32']],
    ['google-cloud', ['europe-west1'], ['2600:1900:8000::/44']],
    ['stripe', ['webhooks', 'api'], stripe, ['stripe-webhooks', 'stripe-api']],
  ];

  test('has the sources of this table, in its order', () => {
    expect([...new Set(expected.map(([source]) => source))]).toEqual(Object.keys(CATALOGUE));
  });

  test.each(expected)('reads %s %j', async (source, parts, wanted, fixtures = [source]) => {
    const resolved = resolveSource(source, parts);
    if ('problem' in resolved) throw new Error(resolved.problem);
    const urls = resolved.documents.map((document) => document.url);
    expect(urls).toHaveLength(fixtures.length);
    const settings = { source, parts, guards: DEFAULT_GUARDS };
    const { file } = updateFeed(settings, undefined, await readFixtures(fixtures, urls), new Date());
    const published = /aws|google|atlassian/.test(source) ? expect.stringMatching(/^2026-11-25T21:03:09/) : undefined;
    expect([file?.shards, file?.provenance.published]).toEqual([[wanted], published]);
  });

  test.each<[string, string[], object, string]>([
    ['https://a.example', ['v4[]', 'v6[]'], { v4: networks(9), v6: [] }, 'v6[] has no networks; expected at least'],
    ['https://a.example', ['v4[].x[]'], { v4: [{ x: [] }] }, 'v4[].x[] has no networks; expected at least one'],
    ['fastly', [], { addresses: networks(9), ipv6_addresses: [] }, 'ipv6_addresses[] has no networks'],
  ])('%s %j with an empty part is refused', (source, parts, document, message) => {
    const settings = { source, parts, guards: DEFAULT_GUARDS };
    expect(() => updateFeed(settings, undefined, [documentOf(document)], new Date())).toThrow(message);
  });

  test.each([
    ['aws', 'CLOUDFRNT', 'has nothing for CLOUDFRNT'],
    ['github', 'domains', 'domains is not a list; expected domains[]'],
    ['atlassian', 'bitbucket/sideways', 'has nothing for bitbucket/sideways'],
  ])('%s with the part %s, which has no networks, is refused', async (source, part, message) => {
    const settings = { source, parts: [part], guards: DEFAULT_GUARDS };
    const documents = await readFixtures([source]);
    expect(() => updateFeed(settings, undefined, documents, new Date())).toThrow(message);
  });
});

test('the line of a missing value is that of the innermost value on its path that exists', () => {
  const json = parseFeedJson('{\n"shards": {\n"networks": [\n"203.0.113.0/24"]}}');
  if ('problem' in json) throw new Error(json.problem);
  const paths = [...[0, 1].map((index) => ['shards', 'networks', index]), ['shards', 'absent', 'networks']];
  expect(paths.map(json.lineOf)).toEqual([4, 3, 2]);
});
