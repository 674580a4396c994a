import { isLoopback } from '../model/net/proxy';
import { clip, didYouMean } from '../model/text';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import { formatList, type Words } from '../values/words';

/** A value that should be a network, with its position in the document: `prefixes[3].ip_prefix`. */
export interface FeedEntry {
  readonly value: unknown;
  readonly position: string;
}

export interface FeedContents {
  readonly candidates: readonly FeedEntry[];
  /** When the publisher made the document, as UTC in RFC 3339; undefined if the document does not say so. */
  readonly published?: string | undefined;
}

export interface SourceDocument {
  readonly url: string;
  readonly parts: readonly string[];
}

/**
 * Throws a {@link FeedFormatError} if a part selects nothing, or the document has another form than the publisher
 * describes.
 */
type Read = (document: Json, parts: readonly string[]) => FeedContents;

interface Source {
  /**
   * Undefined if the feed has no parts. `meaning` is what a message expects: `services such as CLOUDFRONT`. If parts
   * are not `required`, a feed without parts has all networks.
   */
  readonly parts?: { readonly meaning: string; readonly required: boolean };
  readonly documents: (parts: readonly string[]) => readonly SourceDocument[];
  readonly read: Read;
}

/** The document has another form than its publisher describes, or nothing for a part. The message ends a sentence. */
export class FeedFormatError extends Error {}

export const CATALOGUE: Readonly<Record<string, Source>> = {
  atlassian: {
    documents: (parts) => [{ url: 'https://ip-ranges.atlassian.com/', parts }],
    parts: { meaning: 'products such as bitbucket, or product/direction such as jira/egress', required: false },
    read: (document, parts) => {
      const items = listOf(document, 'items').map((item, index) => ({
        item: objectOf(item, `items[${index}]`),
        index,
      }));
      const matches = (item: JsonObject, part: string): boolean => {
        const [product, direction] = part.split('/');
        const has = (key: string, value: string): boolean => asList(item[key]).includes(value);
        return has('product', product as string) && (direction === undefined || has('direction', direction));
      };
      requireParts(parts, (part) => items.some(({ item }) => matches(item, part)));
      const chosen = items.filter(({ item }) => parts.length === 0 || parts.some((part) => matches(item, part)));
      return {
        candidates: chosen.map(({ item, index }) => ({ value: item['cidr'], position: `items[${index}].cidr` })),
        published: timeOf(document, 'creationDate'),
      };
    },
  },
  aws: {
    documents: (parts) => [{ url: 'https://ip-ranges.amazonaws.com/ip-ranges.json', parts }],
    parts: { meaning: 'services such as CLOUDFRONT, or service/region such as EC2/eu-west-1', required: true },
    read: (document, parts) => {
      const read = (list: string, member: string) =>
        listOf(document, list).map((entry, index) => {
          const prefix = objectOf(entry, `${list}[${index}]`);
          return { prefix, candidate: { value: prefix[member], position: `${list}[${index}].${member}` } };
        });
      const prefixes = [...read('prefixes', 'ip_prefix'), ...read('ipv6_prefixes', 'ipv6_prefix')];
      const matches = ({ service, region }: JsonObject, part: string): boolean => {
        const [wanted, wantedRegion] = part.split('/');
        return service === wanted && (wantedRegion === undefined || region === wantedRegion);
      };
      requireParts(parts, (part) => prefixes.some(({ prefix }) => matches(prefix, part)));
      const chosen = prefixes.filter(({ prefix }) => parts.some((part) => matches(prefix, part)));
      return {
        candidates: chosen.map(({ candidate }) => candidate),
        // 2026-11-20-18-43-09 -> 2026-11-20T18:43:09Z
        published: toTime(
          String(objectOf(document)['createDate'] ?? '').replace(
            /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/,
            '$1T$2:$3:$4Z',
          ),
        ),
      };
    },
  },
  cloudflare: {
    documents: (parts) => [
      { url: 'https://www.cloudflare.com/ips-v4', parts },
      { url: 'https://www.cloudflare.com/ips-v6', parts },
    ],
    read: (document) => ({ candidates: readPaths(document, ['[]']) }),
  },
  fastly: {
    documents: (parts) => [{ url: 'https://api.fastly.com/public-ip-list', parts }],
    read: (document) => ({ candidates: readPaths(document, ['addresses[]', 'ipv6_addresses[]']) }),
  },
  github: {
    documents: (parts) => [{ url: 'https://api.github.com/meta', parts }],
    parts: { meaning: 'keys such as actions or hooks', required: true },
    read: (document, parts) => ({
      candidates: readPaths(
        document,
        parts.map((part) => `${part}[]`),
      ),
    }),
  },
  google: {
    documents: (parts) => [{ url: 'https://www.gstatic.com/ipranges/goog.json', parts }],
    read: (document) => readGoogle(document, []),
  },
  'google-cloud': {
    documents: (parts) => [{ url: 'https://www.gstatic.com/ipranges/cloud.json', parts }],
    parts: { meaning: 'scopes such as europe-west1', required: false },
    read: (document, parts) => readGoogle(document, parts),
  },
  stripe: {
    documents: (parts) =>
      parts.map((part) => ({ url: `https://stripe.com/files/ips/ips_${part}.json`, parts: [part] })),
    parts: { meaning: 'webhooks, api, or both', required: true },
    read: (document, parts) => ({
      candidates: readPaths(
        document,
        parts.map((part) => `${part.toUpperCase()}[]`),
      ),
    }),
  },
};

/** Each part is the path of networks, such as `prefixes[].cidr`. Without parts the document is a list of strings. */
function readDocument(document: Json, parts: readonly string[]): FeedContents {
  return { candidates: readPaths(document, parts.length === 0 ? ['[]'] : parts) };
}

export interface ResolvedSource {
  readonly documents: readonly SourceDocument[];
  readonly read: Read;
}

/** A problem is the end of a sentence: `'stripe' needs parts; expected webhooks, api, or both`. */
export function resolveSource(source: string, parts: readonly string[]): ResolvedSource | { readonly problem: string } {
  if (source.includes('://')) {
    const problem = findUrlProblem(source);
    return problem === undefined ? { documents: [{ url: source, parts }], read: readDocument } : { problem };
  }
  const known = Object.hasOwn(CATALOGUE, source) ? CATALOGUE[source] : undefined;
  if (!known) {
    const names = Object.keys(CATALOGUE);
    return {
      problem: `'${source}' is not a known feed; expected a URL or one of ${names.join(', ')}${didYouMean(source, names)}`,
    };
  }
  const { parts: accepted, documents, read } = known;
  if (!accepted && parts.length > 0) return { problem: `'${source}' has no parts; expected none` };
  if (accepted?.required && parts.length === 0)
    return { problem: `'${source}' needs parts; expected ${accepted.meaning}` };
  return { documents: documents(parts), read };
}

/**
 * Accepts https, and http to this machine (loopback), which tests use: elsewhere others could change a list on its way.
 * The message does not quote a URL with a user name or password.
 */
function findUrlProblem(text: string): Words | undefined {
  // The parser of URLs ignores tabs and line breaks: `https:///<TAB>/me:secret@host`.
  if (/^[^/?#]*:[/\\]*[^/\\?#]*@/.test(text.replace(/[\t\r\n]/g, '')))
    return 'is a URL with a user name or password; expected a URL without them, because the file of the feed stores it';
  if (!URL.canParse(text)) return `'${text}' is not a URL; expected one that starts with https://`;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined;
  return `'${text}' is not encrypted; expected a URL that starts with https://`;
}

function readGoogle(document: Json, parts: readonly string[]): FeedContents {
  const prefixes = listOf(document, 'prefixes').map((entry, index) => ({
    entry: objectOf(entry, `prefixes[${index}]`),
    position: `prefixes[${index}]`,
  }));
  requireParts(parts, (part) => prefixes.some(({ entry }) => entry['scope'] === part));
  const chosen = prefixes.filter(({ entry }) => parts.length === 0 || parts.includes(String(entry['scope'])));
  return {
    candidates: chosen.map(({ entry, position }) => ({ value: entry['ipv4Prefix'] ?? entry['ipv6Prefix'], position })),
    published: timeOf(document, 'creationTime'),
  };
}

/**
 * Reads the values of paths such as `prefixes[].ip_prefix`: `[]` stands for each element of a list, so
 * `{prefixes: [{ip_prefix: A}, {ip_prefix: B}]}` -> A, B. Throws if one of the paths has no values, even if others have
 * some: the publisher probably made a mistake, and the update would remove all networks of this path.
 */
function readPaths(document: Json, paths: readonly string[]): FeedEntry[] {
  return paths.flatMap((path) => {
    const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
    const found = steps.reduce<FeedEntry[]>(
      (values, step) => values.flatMap((each) => takeStep(each, step, path)),
      [{ value: document, position: '' }],
    );
    if (found.length > 0) return found;
    throw new FeedFormatError(`${path === '[]' ? 'the document' : path} has no networks; expected at least one`);
  });
}

/** A choice: a message that names more is hard to read. */
const MAX_KEYS = 20;

/** `[]` leads to the elements of a list, another step to a member of an object. */
function takeStep({ value, position }: FeedEntry, step: string, path: string): FeedEntry[] {
  if (step === '[]') {
    if (!Array.isArray(value)) {
      const expected = path === '[]' ? 'a list of strings, or the path of the networks, such as prefixes[].cidr' : path;
      throw new FeedFormatError(`${position || 'the document'} is not a list; expected ${expected}`);
    }
    return value.map((each: unknown, index) => ({ value: each, position: `${position}[${index}]` }));
  }
  const name = position === '' ? step : `${position}.${step}`;
  if (isJsonObject(value) && Object.hasOwn(value, step)) return [{ value: value[step], position: name }];
  const keys = isJsonObject(value) ? Object.keys(value).map((key) => clip(key)) : [];
  const present = keys.length === 0 ? '' : `; ${position || 'the document'} has ${formatList(keys, MAX_KEYS)}`;
  throw new FeedFormatError(`${name} is missing; expected ${path}${present}`);
}

function requireParts(parts: readonly string[], has: (part: string) => boolean): void {
  const missing = parts.filter((part) => !has(part));
  if (missing.length > 0)
    throw new FeedFormatError(`has nothing for ${missing.join(', ')}; expected each part to have networks`);
}

function objectOf(value: unknown, position = 'the document'): JsonObject {
  if (isJsonObject(value)) return value;
  throw new FeedFormatError(`${position} is not an object; expected a JSON object as the publisher documents it`);
}

function listOf(document: unknown, member: string): readonly unknown[] {
  const list = objectOf(document)[member];
  if (Array.isArray(list)) return list;
  throw new FeedFormatError(`${member} is ${list === undefined ? 'missing' : 'not a list'}; expected a list`);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Reads the time in a member. A time without an offset is UTC. Undefined if the member is missing or not a time. */
function timeOf(document: unknown, member: string): string | undefined {
  const time = objectOf(document)[member];
  return typeof time === 'string' ? toTime(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`) : undefined;
}

function toTime(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
