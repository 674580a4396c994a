import { createHash } from 'node:crypto';
import { findOverlapping, formatAddressCount, subtractRanges, toRange } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { type Cover, coverNetworks, formatPrice, formatRatio, measureRanges } from '../model/ip/cover-networks';
import { overlapsNonPublicNetwork } from '../model/ip/non-public-networks';
import { clip, formatCount } from '../model/text';
import { isJsonObject, type Json } from '../values/json';
import { formatList, type Words } from '../values/words';
import { assignShards, type ShardChanges, sortNetworks } from './assign-shards';
import { type FeedContents, type FeedEntry, FeedFormatError, resolveSource } from './catalogue';
import { type FeedFile, type Guards, publishedNetworks } from './feed-file';
import { parseFeedJson } from './parse-json';

export interface FeedDocument {
  readonly url: string;
  /** Decompressed. */
  readonly bytes: Uint8Array;
  readonly etag?: string | undefined;
  readonly contentType?: string | undefined;
}

export class FeedError extends Error {
  /** The URL of the document that is refused or was not read; undefined if all documents together are refused. */
  url: string | undefined;

  constructor(message: Words, url?: string) {
    super(message);
    this.url = url;
  }
}

/**
 * The documents cannot become the feed: one is not accepted (such as one that is too long or redirects to another
 * origin), they cannot be parsed, they contradict the file (an older time, or other contents with the same ETag), or
 * they break a guard or the budget. The message is what follows their URLs: `is empty; expected at least one network`.
 */
export class FeedRefusedError extends FeedError {}

export type FeedSettings = Pick<FeedFile, 'source' | 'parts' | 'maxRulesPerPolicy' | 'budget' | 'guards'>;

export interface UpdatedFeed extends Pick<ShardChanges, 'added' | 'removed' | 'postponed'> {
  /**
   * The new file; undefined if its networks would be those of `before`: a new time alone does not change a file.
   */
  readonly file: Omit<FeedFile, 'format' | 'version'> | undefined;
  /** How many networks are published. The shards may have fewer with a budget, and more with postponed networks. */
  readonly networkCount: number;
  readonly shardCount: number;
  readonly newShardCount: number;
  /** The extra addresses that the budget costs, one line for each family with networks; empty without a budget. */
  readonly price: readonly string[];
}

/** How far a publisher's time may be after that of this machine. A choice: clocks that are set differ by less. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * @param settings those of `before`, if there is one
 * @param before the file, which the user may have edited; undefined for a new feed, which has no change to check
 * @param documents one for each document of the source, in its order
 * @throws FeedRefusedError
 */
export function updateFeed(
  settings: FeedSettings,
  before: FeedFile | undefined,
  documents: readonly FeedDocument[],
  now: Date,
): UpdatedFeed {
  const { source, parts, maxRulesPerPolicy, budget, guards } = settings;
  const provenance = documents.map(({ url, bytes, etag }) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { url, sha256, ...(etag !== undefined && { etag }) };
  });
  checkEtags(before, provenance);
  const contents = readDocuments(source, parts, documents);
  const publishedAt = findPublishedAt(contents, before, now);
  const cidrs = parseNetworks(contents.flatMap(({ candidates }) => candidates));
  if (cidrs.length < guards.minimum)
    throw new FeedRefusedError(`has ${formatCount(cidrs.length, 'network')}; the guard minimum is ${guards.minimum}`);
  checkNetworks(cidrs, guards);
  const networks = sortNetworks(cidrs.map(({ canonical }) => canonical));
  if (before) checkChange(publishedNetworks(before).map(parseKnown), cidrs, guards);

  const covers = budget ? coverNetworks(cidrs, budget.maxRules) : [];
  const rules = budget ? covers.flatMap((cover) => cover.networks) : networks;
  if (budget) {
    checkBudget(covers, budget, before);
    checkNetworks(rules.map(parseKnown), guards, `in ${formatCount(budget.maxRules, 'rule')} `);
  }
  const isSame = before !== undefined && sameNetworks(before.shards.flat(), rules);
  const { shards, ...changes } = assignShards(before?.shards ?? [], rules, maxRulesPerPolicy);
  const file = {
    source,
    parts: [...parts],
    ...(maxRulesPerPolicy !== undefined && { maxRulesPerPolicy }),
    ...(budget && { budget }),
    guards,
    provenance: {
      fetched: now.toISOString(),
      ...(publishedAt !== undefined && { published: publishedAt }),
      documents: provenance,
    },
    ...(budget && { published: networks }),
    shards: shards.map((each) => [...each]),
  };
  const isUnchanged = isSame && sameNetworks(publishedNetworks(before), networks);
  return {
    ...changes,
    file: isUnchanged ? undefined : file,
    networkCount: networks.length,
    shardCount: shards.length,
    newShardCount: shards.length - (before?.shards.length ?? 0),
    price: covers.map(formatPrice),
  };
}

/**
 * Returns the time of the oldest document; undefined if no document says when it was made. Throws if the latest time is
 * more than a day in the future, or the oldest before the time in the file: a cache may have returned an outdated list.
 */
function findPublishedAt(
  contents: readonly FeedContents[],
  before: FeedFile | undefined,
  now: Date,
): string | undefined {
  const times = contents
    .map((each) => each.published)
    .filter((time) => time !== undefined)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  const [oldest, latest] = [times[0], times.at(-1)];
  // If the file had a time in the future, every list before that time would be refused as outdated.
  if (latest !== undefined && Date.parse(latest) > now.getTime() + MAX_AHEAD_MS)
    throw new FeedRefusedError(
      `was published at ${latest}, more than a day after the time of this machine, ${now.toISOString()}`,
    );
  const earlier = before?.provenance.published;
  if (earlier !== undefined && oldest !== undefined && Date.parse(oldest) < Date.parse(earlier))
    throw new FeedRefusedError(`was published at ${oldest}, before the one of the file, ${earlier}`);
  return oldest;
}

function sameNetworks(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === b.length && b.every((network) => set.has(network));
}

/**
 * Throws if a document has the strong ETag that the file has, but other bytes: a strong ETag names exact bytes (RFC
 * 9110, 8.8.1). The file has the ETags of the last download that changed it. Weak ETags (`W/"1"`) are not compared.
 */
function checkEtags(before: FeedFile | undefined, documents: FeedFile['provenance']['documents']): void {
  for (const { url, sha256, etag } of documents) {
    const earlier = before?.provenance.documents.find((each) => each.url === url);
    if (etag === undefined || etag.startsWith('W/') || earlier?.etag !== etag || earlier.sha256 === sha256) continue;
    throw new FeedRefusedError(`has other contents than when the file was written, but the same ETag ${etag}`, url);
  }
}

function readDocuments(source: string, parts: readonly string[], documents: readonly FeedDocument[]) {
  const resolved = resolveSource(source, parts);
  if ('problem' in resolved) throw new FeedRefusedError(resolved.problem);
  return documents.map((document, index) => {
    try {
      return resolved.read(parseDocument(document), resolved.documents[index]?.parts ?? []);
    } catch (error) {
      if (error instanceof FeedFormatError)
        throw new FeedRefusedError(`has another form: ${error.message}`, document.url);
      if (error instanceof FeedRefusedError) error.url ??= document.url;
      throw error;
    }
  });
}

/**
 * Parses JSON if the document begins with `[` or `{`. Throws for HTML and an empty document. Any other one is a text
 * with one network per line, and becomes a list of strings without empty lines and comments: `203.0.113.0/24 # Berlin`
 * -> `203.0.113.0/24`.
 */
function parseDocument({ bytes, contentType = '' }: FeedDocument): Json {
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new FeedRefusedError(`has the encoding ${charset}; expected UTF-8`);
  const text = decodeUtf8(bytes);
  const start = text.trimStart().charAt(0);
  if (start === '<' || /^(text\/html|application\/xhtml)/i.test(contentType))
    throw new FeedRefusedError('is an HTML page; expected JSON or text with one network per line');
  if (start === '') throw new FeedRefusedError('is empty; expected at least one network');
  if (start !== '[' && start !== '{') {
    return text
      .split(/\r?\n/)
      .map((line) => (line.split('#', 1)[0] as string).trim())
      .filter((line) => line !== '');
  }
  const json = parseFeedJson(text);
  if ('problem' in json) throw new FeedRefusedError(`is broken JSON: ${json.problem}`);
  return json.value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw new FeedRefusedError('is not UTF-8');
}

/** Returns each network once, in canonical notation. Throws for the first value that is not a network. */
function parseNetworks(candidates: readonly FeedEntry[]): Cidr[] {
  const networks = new Map<string, Cidr>();
  for (const { value, position } of candidates) {
    const parsed = typeof value === 'string' ? parseCidr(clip(value)) : undefined;
    if (parsed && !('problem' in parsed)) networks.set(parsed.canonical, parsed);
    else {
      const reason = parsed ? `${parsed.problem}; expected ${parsed.expected}` : describeOther(value, position);
      throw new FeedRefusedError(
        `has an invalid network at ${position}: ${clip(JSON.stringify(value) ?? 'nothing')} ${reason}`,
      );
    }
  }
  return [...networks.values()];
}

/**
 * The usual mistake is a path that ends too early: for an object with a network in `cidr`, `prefixes[]` ->
 * `prefixes[].cidr`.
 */
function describeOther(value: unknown, position: string): Words {
  const path = position.replace(/\[\d+\]/g, '[]');
  if (Array.isArray(value)) return `is a list; expected a string. The path of its elements is ${path}[]`;
  if (!isJsonObject(value)) return 'is not a string; expected a network such as 203.0.113.0/24';
  const member = Object.keys(value).find((key) => typeof value[key] === 'string' && isCidr(value[key]));
  return `is an object; expected a string${member === undefined ? '' : `. The path of its network is ${path}.${clip(member)}`}`;
}

function isCidr(text: string): boolean {
  return !('problem' in parseCidr(clip(text)));
}

function parseKnown(network: string): Cidr {
  return parseCidr(network) as Cidr;
}

/** A choice: a message that names more is hard to read. */
const MAX_LISTED = 5;

function formatCidrs(cidrs: readonly Cidr[]): string {
  const texts = cidrs.map(({ canonical }) => canonical);
  return formatList(texts, MAX_LISTED);
}

/** Checks the guards for single networks. `start` begins the message: `in 100 rules ` for those of a budget. */
function checkNetworks(cidrs: readonly Cidr[], guards: Guards, start = ''): void {
  const { shortestIpv4, shortestIpv6 } = guards;
  const open = cidrs.filter(({ prefixLength }) => prefixLength === 0);
  if (open.length > 0) throw new FeedRefusedError(`${start}contains every address: ${formatCidrs(open)}`);
  const short = cidrs.filter(
    ({ network, prefixLength }) => prefixLength < (network.kind() === 'ipv4' ? shortestIpv4 : shortestIpv6),
  );
  if (short.length > 0) {
    const limits = `shortestIpv4 is /${shortestIpv4}, shortestIpv6 is /${shortestIpv6}`;
    throw new FeedRefusedError(
      `${start}has ${formatCount(short.length, 'network')} with a mask that is too short (${formatCidrs(short)}); the guard ${limits}`,
    );
  }
  const inner = guards.private ? [] : cidrs.filter(overlapsNonPublicNetwork);
  if (inner.length > 0) {
    throw new FeedRefusedError(
      `${start}has ${formatCount(inner.length, 'network')} with addresses that are not routed on the internet (${formatCidrs(inner)}); the guard private is false`,
    );
  }
}

/**
 * Checks the guards for changes. A network that is only divided or combined is not a change: 192.0.2.0/24 instead of
 * its two halves. The message has every guard for changes that is broken, so that the user sees which ones to loosen.
 */
function checkChange(before: readonly Cidr[], after: readonly Cidr[], guards: Guards): void {
  const { maxShrink, maxGrowth, newFamily } = guards;
  const [rangesBefore, rangesAfter] = [before.map(toRange), after.map(toRange)];
  const lost = subtractRanges(rangesBefore, rangesAfter);
  const gained = subtractRanges(rangesAfter, rangesBefore);
  const count = (ranges: typeof rangesBefore, changed: typeof lost): number =>
    ranges.filter((range) => findOverlapping(changed, range).length > 0).length;
  const problems = [
    findExcess('loses', count(rangesBefore, lost), before.length, 'networks', 'maxShrink', maxShrink),
    findExcess('gains', count(rangesAfter, gained), before.length, 'networks', 'maxGrowth', maxGrowth),
  ];
  for (const family of ['ipv4', 'ipv6'] as const) {
    const name = family === 'ipv4' ? 'IPv4 addresses' : 'IPv6 networks of /64';
    const size = measureRanges(rangesBefore, family);
    if (size === 0n) {
      const appeared = after.filter(({ network }) => network.kind() === family);
      if (appeared.length === 0 || newFamily) continue;
      problems.push(
        `has ${formatCount(appeared.length, 'network')} of a family that the file does not have ` +
          `(${formatCidrs(appeared)}); the guard newFamily is false`,
      );
      continue;
    }
    problems.push(
      findExcess('loses', measureRanges(lost, family), size, name, 'maxShrink', maxShrink),
      findExcess('gains', measureRanges(gained, family), size, name, 'maxGrowth', maxGrowth),
    );
  }
  const broken = problems.filter((problem) => problem !== undefined);
  if (broken.length > 0) throw new FeedRefusedError(broken.join(', and '));
}

/**
 * Undefined if `part` is at most `limit` times `whole`, the size before the change. What is gained is no part of it.
 */
function findExcess(
  verb: 'loses' | 'gains',
  part: number | bigint,
  whole: number | bigint,
  what: string,
  guard: string,
  limit: number,
): string | undefined {
  if (Number(part) <= Number(whole) * limit) return undefined;
  const percent = formatRatio(BigInt(part), BigInt(whole));
  const [partCount, wholeCount] = [part, whole].map((count) => formatAddressCount(BigInt(count)));
  const numbers =
    verb === 'loses' ? `${partCount} of ${wholeCount} ${what}` : `${what}: ${partCount} new, ${wholeCount} before`;
  return `${verb} ${percent} (${numbers}); the guard ${guard} is ${formatLimit(limit)}`;
}

function formatLimit(limit: number): string {
  return `${limit} (${Number((limit * 100).toPrecision(12))} %)`;
}

/** What a message tells the user to change: options of `feeds add`, which has no file yet, or members of the file. */
const ADD_OPTIONS = ['--max-rules', '--max-extra', '--max-rules-per-policy'] as const;
const FILE_MEMBERS = ['maxRules', 'maxExtra', 'maxRulesPerPolicy'] as const;

function checkBudget(
  covers: readonly Cover[],
  { maxRules, maxExtra }: NonNullable<FeedFile['budget']>,
  before: FeedFile | undefined,
): void {
  const expensive = covers.find(({ size, extra }) => Number(extra) > Number(size) * maxExtra);
  if (!expensive) return;
  const [rules, extra, rulesPerPolicy] = before === undefined ? ADD_OPTIONS : FILE_MEMBERS;
  throw new FeedRefusedError(
    `costs more than ${extra}, ${formatLimit(maxExtra)}, in ${formatCount(maxRules, 'rule')}: ${formatPrice(expensive)}. Raise ${rules} or ` +
      `${extra}, or divide the networks among policies with ${rulesPerPolicy} and without a budget`,
  );
}
