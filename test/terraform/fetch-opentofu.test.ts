import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { ensureTerraform, projectCache } from '../../src/terraform/ensure-terraform';
import { type DownloadFile, fetchOpenTofu } from '../../src/terraform/opentofu/fetch';
import { OPENTOFU, resolveRelease } from '../../src/terraform/opentofu/release';
import { thisPlatform } from '../../src/terraform/platforms';
import { useFolder } from '../support/folder';
import { type Listening, listen } from '../support/listen';

const platform = 'linux_amd64';
const version = '1.2.3';
const archiveName = `tofu_${version}_${platform}.zip`;
const program = Buffer.from('#!/bin/sh\necho "OpenTofu v1.2.3"\n');
const good = Buffer.from(zipSync({ tofu: program, LICENSE: Buffer.from('MPL') }));

const work = useFolder();
let cache: string;
let server: Listening;
let address: string;
/** `torn` breaks the connection in the middle, `moved` is a redirect. */
type Served = Buffer | { readonly torn: Buffer } | { readonly moved: string };
/** Files of the server by path. */
let files: Record<string, Served>;
let requested: string[];

beforeEach(async () => {
  cache = work.folder;
  requested = [];
  server = await listen(
    createServer(({ url = '' }, response) => {
      requested.push(url);
      const file = files[url];
      if (file === undefined) response.writeHead(404).end();
      else if (Buffer.isBuffer(file)) response.end(file);
      else if ('moved' in file) response.writeHead(302, { location: file.moved }).end('moved');
      else {
        response.writeHead(200, { 'content-length': file.torn.length * 2 });
        response.write(file.torn, () => response.destroy());
      }
    }),
  );
  address = server.url;
  serve(good);
});
afterEach(() => server.close());

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function serve(archive: Served, sums = `${sha256(good)}  ${archiveName}\n`): void {
  const others = `${'0'.repeat(64)}  tofu_${version}_darwin_arm64.zip\n`;
  files = {
    [`/v${version}/${archiveName}`]: archive,
    [`/v${version}/tofu_${version}_SHA256SUMS`]: Buffer.from(`${others}${sums}`),
  };
}

function fetchIt(sha256s: Record<string, string> = {}): Promise<string> {
  return fetchOpenTofu({ release: { version, address, sha256: sha256s }, platform, cache });
}

test('a valid archive becomes a program in the cache, and is fetched once', async () => {
  const file = await fetchIt({ [platform]: sha256(good) });
  expect(file).toBe(join(cache, 'opentofu', version, platform, 'tofu'));
  expect(readFileSync(file)).toEqual(program);
  expect(statSync(file).mode & 0o111).toBe(0o111);
  expect(readdirSync(join(file, '..'))).toEqual(['tofu']);
  const before = requested.length;
  expect(await fetchIt()).toBe(file);
  expect(requested).toHaveLength(before);
});

test('concurrent fetches both succeed', async () => {
  const [one, two] = await Promise.all([fetchIt(), fetchIt()]);
  expect(one).toBe(two);
  expect(readdirSync(join(one, '..'))).toEqual(['tofu']);
});

describe('leaves the cache empty and explains the error if', () => {
  const bad = Buffer.from(good);
  bad[good.length - 40] = (bad[good.length - 40] ?? 0) ^ 1;
  const notZip = Buffer.from('<html>Sign in</html>');
  const noProgram = Buffer.from(zipSync({ terraform: program }));
  const outside = Buffer.from(zipSync({ '../tofu': program, '/tofu': program, 'tofu/': new Uint8Array() }));
  const serveListed = (archive: Buffer) => serve(archive, `${sha256(archive)} *${archiveName}`);
  const setAddress = (url: string) => {
    address = url;
  };
  const changed = /has the SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64}, as in .* the file is incomplete or was changed/;
  const unsafe = /is not a valid release address, expected an https URL/;
  const pinned = { [platform]: 'f'.repeat(64) };
  test.each<[string, () => void, RegExp, Record<string, string>?]>([
    ['the archive was changed', () => serve(bad), changed],
    ['the archive is incomplete', () => serve(good.subarray(0, 50)), changed],
    ['the connection breaks', () => serve({ torn: good }), /zip was not received completely: /],
    ['the release differs from the pinned one', () => serve(good), /expected f{64}, which is pinned/, pinned],
    ['the list lacks the archive', () => serve(good, ''), /checksums of .* do not name tofu_1\.2\.3_linux_amd64\.zip/],
    ['the listed file is not an archive', () => serveListed(notZip), /cannot be unpacked/],
    ['the archive has no program', () => serveListed(noProgram), /does not contain the file tofu/],
    ['the program is outside of its folder', () => serveListed(outside), /does not contain the file tofu/],
    ['the release does not exist', () => (files = {}), /SHA256SUMS returned status 404/],
    ['the server is unreachable', () => setAddress('http://127.0.0.1:9'), /cannot be reached/],
    ['no server listens on another loopback address', () => setAddress('http://127.0.0.2:9'), /cannot be reached/],
    ['the address is not safe', () => setAddress('http://192.0.2.1'), unsafe],
    ['the address is not a URL', () => setAddress('releases'), /is not a valid release address/],
  ])('%s', async (_, arrange, says, pins = {}) => {
    arrange();
    const { message } = (await fetchIt(pins).catch((caught: Error) => caught)) as Error;
    const advice = 'Install Terraform or OpenTofu and put it on the PATH, or set NETINGRESS_OPENTOFU_ADDRESS';
    expect(message).toMatch(new RegExp(`^Cannot fetch OpenTofu: .*${advice}`, 's'));
    expect(message).toMatch(says);
    expect(readdirSync(cache, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())).toEqual([]);
  });
});

test('redirects are followed, also relative ones, but no loop', async () => {
  const real = `/v${version}/${archiveName}`;
  serve({ moved: `${address}/mirror` });
  files = { ...files, '/mirror': { moved: 'files/archive' }, '/files/archive': good };
  expect(readFileSync(await fetchIt())).toEqual(program);
  expect(requested.slice(1)).toEqual([real, '/mirror', '/files/archive']);
  rmSync(join(cache, 'opentofu'), { recursive: true });
  serve({ moved: real });
  await expect(fetchIt()).rejects.toThrow(/has more than 5 redirects, expected at most 5/);
});

test.each(['http://192.0.2.1/file', 'ftp://releases.test/file', 'http://'])(
  'a redirect to %j is refused without a request to it',
  async (moved) => {
    serve({ moved });
    const before = requested.length;
    const asked: string[] = [];
    const download: DownloadFile = (url, signal) => {
      asked.push(new URL(url).origin);
      return fetch(url, { signal, redirect: 'manual' });
    };
    const fetching = fetchOpenTofu({ release: { version, address, sha256: {} }, platform, cache, download });
    await expect(fetching).rejects.toThrow(
      / was redirected to '.*', which is not a valid release address, expected an https URL/,
    );
    expect([new Set(asked), requested.length - before]).toEqual([new Set([address]), 2]);
    expect(readdirSync(cache)).toEqual([]);
  },
);

describe('ensureTerraform()', () => {
  test('fetches the configured release into the cache of the project, reports this once, and prefers a binary on the PATH', async () => {
    const host = thisPlatform();
    const name = `tofu_${version}_${host}.zip`;
    files = {
      [`/v${version}/${name}`]: good,
      [`/v${version}/tofu_${version}_SHA256SUMS`]: Buffer.from(`${sha256(good)}  ${name}\n`),
    };
    await work.write('package.json', '{}');
    const cwd = join(cache, 'src', 'deep');
    mkdirSync(cwd, { recursive: true });
    const env = {
      NETINGRESS_OPENTOFU_ADDRESS: `${address}/`,
      NETINGRESS_OPENTOFU_VERSION: `v${version}`,
      NETINGRESS_OPENTOFU_SHA256: sha256(good).toUpperCase(),
    };
    const messages: string[] = [];
    const file = await ensureTerraform({ env, cwd, onDownload: (message) => messages.push(message) });
    expect(file).toBe(join(cache, 'node_modules/.cache/netingress/opentofu', version, host, 'tofu'));
    expect(await ensureTerraform({ env, cwd, onDownload: (message) => messages.push(message) })).toBe(file);
    expect(messages).toEqual([
      `Neither terraform nor tofu is on the PATH: fetching OpenTofu ${version} from ${address}`,
    ]);
    const other = { ...env, NETINGRESS_OPENTOFU_VERSION: '1.2.4' };
    await expect(ensureTerraform({ env: other, cwd })).rejects.toThrow('returned status 404');
    expect(await ensureTerraform({ env: { ...other, PATH: dirname(file) }, cwd })).toBe(file);
  });

  test('outside a project the cache is in the folder', () => {
    const folder = join(cache, 'empty');
    expect(existsSync(join(tmpdir(), 'package.json'))).toBe(false);
    expect(projectCache(folder)).toBe(join(folder, 'node_modules/.cache/netingress'));
  });
});

test('a configured version has no pinned checksum, a configured checksum is the only one, and an address changes neither', () => {
  expect(resolveRelease({}, platform)).toEqual(OPENTOFU);
  expect(resolveRelease({ NETINGRESS_OPENTOFU_ADDRESS: 'https://mirror.example/tofu/' }, platform)).toEqual({
    ...OPENTOFU,
    address: 'https://mirror.example/tofu',
  });
  expect(resolveRelease({ NETINGRESS_OPENTOFU_VERSION: '1.11.0' }, platform).sha256).toEqual({});
  expect(resolveRelease({ NETINGRESS_OPENTOFU_SHA256: 'AB' }, platform).sha256).toEqual({ [platform]: 'ab' });
  for (const checksum of Object.values(OPENTOFU.sha256)) expect(checksum).toMatch(/^[0-9a-f]{64}$/);
});
