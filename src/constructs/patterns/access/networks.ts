import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseCidr } from '../../../model/ip/cidr';
import { tryParseJson } from '../../../values/json';
import type { Words } from '../../../values/words';

/** Networks with a common name, such as those of an office. */
export interface NamedNetworks {
  /** The description of their rules. At most 255 bytes; if empty, the rules have none. */
  readonly name: string;

  /** IPv4 and IPv6 ranges in CIDR notation, or addresses without a mask. The list and its elements may be tokens. */
  readonly cidrs: readonly string[];

  /**
   * Metadata of their rules. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * End of their rules, RFC 3339, for example `2027-03-01T00:00:00Z`; not a token. Synthesis warns in the last 14 days
   * before the end, and leaves the networks out from the end on, by the clock of its machine; the next deployment then
   * deletes their rules. Without a deployment they stay. For access that ends without one, see
   * `netingress access grant`.
   *
   * @default - no end
   */
  readonly expires?: string;

  /**
   * The file of a feed, and how it divides the networks among policies (shards). `readNetworks` sets it.
   *
   * @default - the networks are not from a feed
   */
  readonly feed?: {
    readonly file: string;
    /** The most rules of one policy; undefined if the file does not divide the networks. */
    readonly maxRulesPerPolicy?: number;
    readonly shards: readonly (readonly string[])[];
  };
}

/** One network, a list of networks, or named networks. */
export type Networks = string | readonly string[] | NamedNetworks;

/** Options of {@link readNetworks}. */
export interface ReadNetworksOptions {
  /**
   * The name of the networks.
   *
   * @default - the file's name; for a feed, without `.feed.json`
   */
  readonly name?: string;

  /**
   * Selects the networks of a JSON document, for example `(body) => body.prefixes.map((each) => each.ip_prefix)`. Not
   * called for a feed or a text. What it throws is not caught.
   *
   * @default - the document is a list of strings
   */
  // biome-ignore lint/suspicious/noExplicitAny: the document has any shape, and the result is validated
  readonly pick?: (document: any) => readonly string[];
}

type Candidate = readonly [value: unknown, position: string];

/**
 * Reads networks from a file when it is called, relative to the working directory. The file is one that
 * `netingress feeds` wrote (`*.feed.json`), JSON (a list of strings, or a document for `pick`), or text with one
 * network per line and comments after `#`. What is no feed and cannot be parsed as JSON is text.
 *
 * @throws Error with the file and the position of an invalid network; also for a file that cannot be read, and for one
 * without networks, because an allow list without networks denies every address
 */
export function readNetworks(file: string, options: ReadNetworksOptions = {}): NamedNetworks {
  const text = readFile(file);
  const { isFeedFile } = loadFeedFile();
  if (isFeedFile(file, text)) return readFeed(file, text, options.name);
  return { name: options.name ?? basename(file), cidrs: parseNetworks(file, text, options) };
}

function readFeed(file: string, text: string, name: string | undefined): NamedNetworks {
  const { FEED_FILE_END, parseFeedFile } = loadFeedFile();
  const parsed = parseFeedFile(text);
  if ('problem' in parsed) throw unreadable(file, parsed.problem);
  const { maxRulesPerPolicy, shards } = parsed;
  const cidrs = shards.flat();
  if (cidrs.length === 0) throw unreadable(file, 'the feed has no networks; expected at least one');
  return {
    name: name ?? basename(file, FEED_FILE_END),
    cidrs,
    feed: { file, shards, ...(maxRulesPerPolicy !== undefined && { maxRulesPerPolicy }) },
  };
}

/** Loaded by the first call of `readNetworks`, because not every app calls it. */
function loadFeedFile(): typeof import('../../../feeds/feed-file') {
  return require('../../../feeds/feed-file') as typeof import('../../../feeds/feed-file');
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? `the file does not exist. Create it with netingress feeds add, or write one network per line`
        : message;
    throw unreadable(file, reason, error);
  }
}

function unreadable(source: string, reason: Words, cause?: unknown): Error {
  return new Error(`Cannot read networks from ${source}: ${reason}.`, { cause });
}

function parseNetworks(source: string, text: string, { pick }: Pick<ReadNetworksOptions, 'pick'>): string[] {
  const document = tryParseJson(text);
  if (document === undefined) return toNetworks(source, splitLines(text));
  return toNetworks(source, toElements(source, pick ? pick(document) : document));
}

function splitLines(text: string): Candidate[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  return lines.flatMap((line, index): Candidate[] => (line === '' ? [] : [[line, `line ${index + 1}`]]));
}

function toElements(source: string, list: unknown): Candidate[] {
  if (Array.isArray(list)) return list.map((value: unknown, index) => [value, `element ${index}`]);
  throw unreadable(source, 'the document is not a list; expected a JSON list of strings. Select the list with `pick`');
}

function toNetworks(source: string, candidates: readonly Candidate[]): string[] {
  if (candidates.length === 0) throw unreadable(source, 'the list is empty; expected at least one network');
  return candidates.map(([value, position]) => {
    const parsed = parseCidr(String(value));
    if (!('problem' in parsed)) return parsed.canonical;
    throw unreadable(source, `${position}: '${String(value)}' ${parsed.problem}; expected ${parsed.expected}`);
  });
}
