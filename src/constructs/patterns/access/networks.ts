import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseCidr } from '../../../model/ip/cidr';
import { tryParseJson } from '../../../model/json';
import { networkErrorReason } from '../../../terraform/network-error';

/** Networks with a common name, such as those of an office. */
export interface NamedNetworks {
  /** The description of their rules. At most 255 bytes. */
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
   * End of their rules, RFC 3339, for example `2027-03-01T00:00:00Z`. Synthesis warns in the last 14 days before the end,
   * and leaves the networks out from the end on; the next deployment then deletes their rules. Without a deployment they
   * stay. For access that ends without one, see `netingress access grant`.
   *
   * @default - no end
   */
  readonly expires?: string;
}

/** One network, a list of networks, or named networks. */
export type Networks = string | readonly string[] | NamedNetworks;

/** Options of {@link readNetworks}. */
export interface ReadNetworksOptions {
  /**
   * The name of the networks.
   *
   * @default - the file's name, or the URL of a snapshot
   */
  readonly name?: string;

  /**
   * Selects the networks of a JSON document, for example `(body) => body.prefixes.map((each) => each.ip_prefix)`.
   *
   * @default - the document is a list of strings
   */
  // biome-ignore lint/suspicious/noExplicitAny: the document has any shape, and the result is validated
  readonly pick?: (document: any) => readonly string[];
}

interface NetworkSnapshot {
  readonly url: string;
  readonly takenAt: string;
  readonly networks: readonly string[];
}

/** A value that should be a network, with its position in the document. */
type Candidate = readonly [value: unknown, position: string];

/**
 * Reads networks from a file at synth. The file is JSON (a list of strings, a snapshot, or a document for `pick`), or text
 * with one network per line and comments after `#`.
 *
 * @throws Error with the file and the position of an invalid network; also for a file without networks, because an allow
 * list without networks denies every address
 */
export function readNetworks(file: string, options: ReadNetworksOptions = {}): NamedNetworks {
  const text = readFile(file);
  const { networks, url } = parseNetworks(file, text, options);
  return { name: options.name ?? url ?? basename(file), cidrs: networks };
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? `the file does not exist. Create it with fetchNetworkSnapshot(url, '${file}'), or write one network per line`
        : message;
    throw unreadable(file, reason, error);
  }
}

/** Options of {@link fetchNetworkSnapshot}. */
export interface NetworkSnapshotOptions extends Omit<ReadNetworksOptions, 'name'> {
  /**
   * Timeout of the request, in milliseconds.
   *
   * @default 30000
   */
  readonly timeout?: number;
}

/**
 * Downloads a list of networks to a file for {@link readNetworks}. The list has the same format as such a file. If it is
 * invalid, the file is not changed.
 *
 * Run it manually or on a schedule, but not within an app: then synthesis is offline and reproducible, and each change of
 * the list can be reviewed.
 *
 * @throws Error with the URL, and the status of the response or the network error
 */
export async function fetchNetworkSnapshot(
  url: string,
  file: string,
  options: NetworkSnapshotOptions = {},
): Promise<void> {
  const rethrow = (cause: unknown): never => {
    throw unreadable(url, networkErrorReason(cause), cause);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(options.timeout ?? 30_000) }).catch(rethrow);
  const text = await response.text().catch(rethrow);
  if (!response.ok) throw unreadable(url, `the response has status ${response.status}; expected 200`);
  const { networks } = parseNetworks(url, text, options);
  const snapshot: NetworkSnapshot = { url, takenAt: new Date().toISOString(), networks: [...new Set(networks)].sort() };
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
}

function unreadable(source: string, reason: string, cause?: unknown): Error {
  return new Error(`Cannot read networks from ${source}: ${reason}.`, { cause });
}

function parseNetworks(
  source: string,
  text: string,
  options: Pick<ReadNetworksOptions, 'pick'>,
): Pick<NetworkSnapshot, 'networks'> & { readonly url?: string } {
  const document = tryParseJson(text);
  if (document === undefined) return { networks: toNetworks(source, splitLines(text)) };
  if (isSnapshot(document))
    return { networks: toNetworks(source, toElements(source, document.networks)), url: document.url };
  return { networks: toNetworks(source, toElements(source, options.pick ? options.pick(document) : document)) };
}

function splitLines(text: string): Candidate[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  return lines.flatMap((line, index): Candidate[] => (line === '' ? [] : [[line, `line ${index + 1}`]]));
}

function isSnapshot(document: unknown): document is NetworkSnapshot {
  return typeof document === 'object' && document !== null && 'networks' in document && 'takenAt' in document;
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
