/** Networks under a name, written down or read from files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseCidr } from '../../../model/ip/cidr';
import { networkErrorReason } from '../../../terraform/network-error';

/** Networks that belong together, such as an office or a provider. */
export interface NamedNetworks {
  /** Who or what they are: the description of their rules. At most 255 bytes. */
  readonly name: string;

  /** IPv4 and IPv6 ranges in CIDR notation, or bare addresses; may be tokens, and a list that only Terraform knows. */
  readonly cidrs: readonly string[];

  /**
   * Metadata of their rules. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;
}

/** Networks as rules are made for them: one, several, or several under a name. */
export type Networks = string | readonly string[] | NamedNetworks;

/** How to read networks. */
export interface ReadNetworksOptions {
  /**
   * The name of the networks.
   *
   * @default - the file's name, or the address that a snapshot was taken from
   */
  readonly name?: string;

  /**
   * Finds the networks in a JSON document, such as `(body) => body.prefixes.map((each) => each.ip_prefix)`.
   *
   * @default - the document is a list of texts
   */
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape; what comes out of it is checked
  readonly pick?: (document: any) => readonly string[];
}

/** What a snapshot file holds. */
interface Snapshot {
  readonly url: string;
  readonly takenAt: string;
  readonly networks: readonly string[];
}

/**
 * Reads networks from a file at synth: JSON (a list of texts, a snapshot, or what `pick` finds), or text with one
 * network a line, where `#` starts a comment.
 *
 * @throws Error that names the file, the line or place, what was found and what is expected; also for a file without
 * any network, which would make an allow list that admits nobody.
 */
export function readNetworks(file: string, options: ReadNetworksOptions = {}): NamedNetworks {
  const text = readFile(file);
  const document = parseJson(text);
  if (document === undefined) {
    const lines = text
      .split(/\r?\n/)
      .map((line, index) => [line.replace(/#.*/, '').trim(), `line ${index + 1}`] as const);
    return {
      name: options.name ?? basename(file),
      cidrs: checked(
        file,
        lines.filter(([line]) => line !== ''),
      ),
    };
  }
  const snapshot = isSnapshot(document) ? document : undefined;
  const found = snapshot ? snapshot.networks : pick(document, options);
  return {
    name: options.name ?? snapshot?.url ?? basename(file),
    cidrs: checked(file, numbered(file, found)),
  };
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice =
      code === 'ENOENT'
        ? `it does not exist. Take it with takeNetworkSnapshot(url, '${file}'), or write one network a line`
        : message;
    throw new Error(`Cannot read networks from ${file}: ${advice}.`, { cause: error });
  }
}

/** How to take a snapshot. */
export interface SnapshotOptions extends Omit<ReadNetworksOptions, 'name'> {
  /**
   * How long the answer may take, in milliseconds.
   *
   * @default 30000 - half a minute, in which no list of networks should need more
   */
  readonly timeout?: number;
}

/**
 * Fetches a list of networks and writes it to a file for {@link readNetworks}, so that synthesis needs no network, gives
 * the same result each time, and a change of the list is reviewed like any other. To be run by hand or on a schedule,
 * never within an app. The answer is JSON or text, as {@link readNetworks} takes them. An answer that cannot be read
 * leaves the file as it was.
 *
 * @throws Error that names the address and its response, or why it cannot be reached
 */
export async function takeNetworkSnapshot(url: string, file: string, options: SnapshotOptions = {}): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(options.timeout ?? 30_000) }).catch(noNetworks(url));
  const text = await answer.text().catch(noNetworks(url));
  if (!answer.ok) throw new Error(`Cannot read networks from ${url}: it answered ${answer.status}, expected 200.`);
  const document = parseJson(text);
  const found =
    document === undefined
      ? text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim())
      : pick(document, options);
  const networks = checked(
    url,
    numbered(url, found).filter(([each]) => each !== ''),
  );
  const snapshot: Snapshot = { url, takenAt: new Date().toISOString(), networks: [...new Set(networks)].sort() };
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
}

function noNetworks(url: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`Cannot read networks from ${url}: ${networkErrorReason(cause)}.`, { cause });
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSnapshot(document: unknown): document is Snapshot {
  return typeof document === 'object' && document !== null && 'networks' in document && 'takenAt' in document;
}

function pick(document: unknown, options: ReadNetworksOptions): readonly string[] {
  return options.pick ? options.pick(document) : (document as readonly string[]);
}

function numbered(from: string, found: unknown): (readonly [unknown, string])[] {
  if (!Array.isArray(found)) {
    throw new Error(`Cannot read networks from ${from}: found no list, expected a JSON list of texts, or \`pick\`.`);
  }
  return found.map((each: unknown, index) => [each, `element ${index}`]);
}

/** The canonical spellings. */
function checked(from: string, found: readonly (readonly [unknown, string])[]): string[] {
  if (found.length === 0) throw new Error(`Cannot read networks from ${from}: it holds none, expected at least one.`);
  return found.map(([text, place]) => {
    const parsed = parseCidr(String(text));
    if (!('problem' in parsed)) return parsed.canonical;
    throw new Error(
      `Cannot read networks from ${from}: ${place}: '${String(text)}' ${parsed.problem}, expected ${parsed.expected}.`,
    );
  });
}
