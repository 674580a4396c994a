/**
 * The file of a feed, `<name>.feed.json`: where the networks come from, the guards that an update must pass, the
 * limits, and the networks of the last update, divided into the rules of one or more IP policies (shards). The command
 * `netingress feeds` writes it, and `readNetworks` reads it at synth. Users may edit the members above `provenance`; an
 * update that changes the feed replaces `provenance` and what follows.
 */

import { z } from 'zod';
import { parseCidr } from '../model/ip/cidr';
import type { Words } from '../values/words';
import { resolveSource } from './catalogue';
import { parseFeedJson } from './parse-json';

export const FEED_FILE_END = '.feed.json';

const FORMAT = 'netingress-feed';
const VERSION = 1;

const ratio = z.number().min(0);
const count = z.number().int().min(1);
const networks = z.array(z.string());

const schema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  source: z.string(),
  parts: z.array(z.string()),
  /** The most rules of one policy. Undefined: all networks are one shard. */
  maxRulesPerPolicy: count.optional(),
  /**
   * At most `maxRules` rules for IPv4, and as many for IPv6. Wider networks replace the published ones to meet this.
   * They may add at most `maxExtra` times the published addresses of the family: 0.05 allows 5 extra addresses for 100.
   */
  budget: z.strictObject({ maxRules: count, maxExtra: ratio }).optional(),
  guards: z.strictObject({
    /** The fewest networks that a published list may have. */
    minimum: count,
    /**
     * The largest part of the networks, and of the addresses of a family, that one update may remove: 0.2 is a fifth.
     */
    maxShrink: ratio.max(1),
    /**
     * How much one update may add, as a part of the networks and of the addresses of a family before it: 0.5 is a half.
     */
    maxGrowth: ratio,
    /**
     * Whether an update may add the first networks of a family (IPv4 or IPv6), for which `maxGrowth` has no measure.
     */
    newFamily: z.boolean(),
    /**
     * The shortest prefix that a network may have, also one that a budget made wider: 8 accepts a /8 and refuses a /7.
     */
    shortestIpv4: z.number().int().min(1).max(32),
    shortestIpv6: z.number().int().min(1).max(128),
    /** Whether networks with addresses that are not routed on the internet, such as 10.0.0.0/8, are accepted. */
    private: z.boolean(),
  }),
  provenance: z.strictObject({
    fetched: z.iso.datetime(),
    /** When the publisher made the oldest of the documents; undefined if none of them says so. */
    published: z.iso.datetime().optional(),
    documents: z.array(z.strictObject({ url: z.string(), sha256: z.string(), etag: z.string().optional() })),
  }),
  /** The published networks, if there is a budget: the shards then have the networks that meet it. */
  published: networks.optional(),
  shards: z.array(networks).min(1),
});

export type FeedFile = z.infer<typeof schema>;
export type Guards = FeedFile['guards'];

/**
 * Judgements, not measurements: the parts leave room for a usual weekly update, and few publishers have a network as
 * large as a /8 of IPv4 or a /19 of IPv6.
 */
export const DEFAULT_GUARDS: Guards = {
  minimum: 1,
  maxShrink: 0.2,
  maxGrowth: 0.5,
  newFamily: false,
  shortestIpv4: 8,
  shortestIpv6: 19,
  private: false,
};

/**
 * The `maxExtra` of `feeds add --max-rules` without `--max-extra`. Extra addresses get in, so every budget has a limit;
 * its size is a judgement.
 */
export const DEFAULT_MAX_EXTRA = 0.05;

/** Without a budget these include networks that were no longer published, but postponed (`assign-shards.ts`). */
export function publishedNetworks({ published, shards }: FeedFile): readonly string[] {
  return published ?? shards.flat();
}

/** By its name or, because `readNetworks` accepts a renamed file, by how its text begins. */
export function isFeedFile(file: string, text: string): boolean {
  return file.endsWith(FEED_FILE_END) || /^\s*\{\s*"format":\s*"netingress-feed"/.test(text);
}

export function formatFeedFile(feed: Omit<FeedFile, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...feed }, null, 2)}\n`;
}

interface Problem {
  readonly problem: Words;
}

/** Makes the end of a sentence from the path of a value and what is wrong with it. */
type At = (path: readonly PropertyKey[], problem: Words) => Problem;

/**
 * The first problem, as the end of a sentence: `line 12: shards[0][3] '203.0.113.7' is not canonical; expected
 * 203.0.113.7/32`.
 */
export function parseFeedFile(text: string): FeedFile | Problem {
  const json = parseFeedJson(text);
  if ('problem' in json) return json;
  const at: At = (path, problem) => ({
    problem: `line ${json.lineOf(path)}: ${path.length > 0 ? `${formatPath(path)} ` : ''}${problem}`,
  });
  const checked = schema.safeParse(json.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return at(issue?.path ?? [], `is invalid: ${issue?.message}`);
  }
  const feed = checked.data;
  const source = resolveSource(feed.source, feed.parts);
  if ('problem' in source) return at(['source'], source.problem);
  return findSizeProblem(feed, at) ?? findNetworkProblem(feed, at) ?? feed;
}

function findSizeProblem({ maxRulesPerPolicy, shards }: FeedFile, at: At): Problem | undefined {
  if (maxRulesPerPolicy === undefined)
    return shards.length > 1
      ? at(['shards', 1], 'is a second shard; expected one without maxRulesPerPolicy')
      : undefined;
  const long = shards.findIndex(({ length }) => length > maxRulesPerPolicy);
  if (long < 0) return undefined;
  return at(
    ['shards', long],
    `has ${shards[long]?.length} networks; expected at most maxRulesPerPolicy, ${maxRulesPerPolicy}. No update moves a ` +
      'network to another shard: for another limit, add the feed again as another file',
  );
}

function findNetworkProblem({ published = [], shards }: FeedFile, at: At): Problem | undefined {
  const lists = shards.map((list, shard): NetworkList => ({ list, path: ['shards', shard] }));
  return findListProblem(lists, at) ?? findListProblem([{ list: published, path: ['published'] }], at);
}

interface NetworkList {
  readonly list: readonly string[];
  readonly path: readonly PropertyKey[];
}

/** The first network that is invalid, not in canonical notation, or twice in the lists, be it in one or in two. */
function findListProblem(lists: readonly NetworkList[], at: At): Problem | undefined {
  const seen = new Map<string, readonly PropertyKey[]>();
  for (const { list, path } of lists) {
    for (const [index, network] of list.entries()) {
      const place = [...path, index];
      const parsed = parseCidr(network);
      if ('problem' in parsed) return at(place, `'${network}' ${parsed.problem}; expected ${parsed.expected}`);
      if (parsed.canonical !== network) return at(place, `'${network}' is not canonical; expected ${parsed.canonical}`);
      const other = seen.get(network);
      if (other) return at(place, `'${network}' is in two places; expected one: ${formatPath(other)} has it, too`);
      seen.set(network, path);
    }
  }
  return undefined;
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
