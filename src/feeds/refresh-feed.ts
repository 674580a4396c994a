import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { replaceFile } from '../command/output-file';
import { endSentence } from '../model/text';
import type { Words } from '../values/words';
import { resolveSource } from './catalogue';
import { type FeedFile, formatFeedFile, parseFeedFile } from './feed-file';
import { FETCH_LIMITS, type FetchLimits, fetchFeedDocument } from './fetch-feed';
import {
  type FeedDocument,
  FeedError,
  FeedRefusedError,
  type FeedSettings,
  type UpdatedFeed,
  updateFeed,
} from './update-feed';

export type FeedResult = RefreshedFeed | FailedFeed;

interface RefreshedFeed {
  readonly file: string;
  /** `added`: the file is new. With `dryRun` the status is that of a run that would write the file. */
  readonly status: 'added' | 'changed' | 'unchanged';
  readonly update: UpdatedFeed;
}

interface FailedFeed {
  readonly file: string;
  /**
   * `refused`: a response is not accepted, such as a document that breaks a guard ({@link FeedRefusedError}).
   * `not_read`: no complete document was received. `failed`: anything else, such as an invalid proxy, or a file that
   * cannot be written.
   */
  readonly status: 'refused' | 'not_read' | 'failed';
  /** Sentences, of which the last one says that the file is not changed, or not written. */
  readonly reason: Words;
}

export interface RefreshOptions {
  readonly settings: FeedSettings;
  /** Undefined for a new file. */
  readonly before?: FeedFile;
  readonly dryRun: boolean;
  readonly limits?: FetchLimits;
}

/**
 * Downloads the documents of a feed and, if they pass the guards and change it, writes its file, but not with `dryRun`.
 * A failure is a result and not an exception, so that the feeds after it are updated and reported. Throws only a
 * {@link CliError} for an invalid source, and the reason of an aborted `signal`.
 */
export async function refreshFeed(
  { env, cwd, signal }: CliContext,
  file: string,
  { settings, before, dryRun, limits = FETCH_LIMITS }: RefreshOptions,
): Promise<FeedResult> {
  const source = resolveSource(settings.source, settings.parts);
  if ('problem' in source) throw new CliError(`The feed ${source.problem}.`);
  try {
    const documents: FeedDocument[] = [];
    for (const { url } of source.documents) documents.push(await fetchFeedDocument(url, env, limits, signal));
    const update = updateFeed(settings, before, documents, new Date());
    if (!update.file) return { file, status: 'unchanged', update };
    if (!dryRun) await replaceFile(resolve(cwd, file), formatFeedFile(update.file));
    return { file, status: before ? 'changed' : 'added', update };
  } catch (error) {
    signal.throwIfAborted();
    const end = before ? 'The file is not changed.' : 'No file is written.';
    if (error instanceof FeedError) {
      const subject = error.url ?? source.documents.map(({ url }) => url).join(', ');
      const status = error instanceof FeedRefusedError ? 'refused' : 'not_read';
      return { file, status, reason: `${subject} ${error.message}. ${end}` };
    }
    return { file, status: 'failed', reason: `Cannot update ${file}: ${endSentence((error as Error).message)} ${end}` };
  }
}

function describeUnreadable({ code, message }: NodeJS.ErrnoException): { readonly problem: Words } {
  return {
    problem: code === 'ENOENT' ? 'the file does not exist. Create it with netingress feeds add' : message,
  };
}

/**
 * Reads all files before a feed is downloaded. Throws a {@link CliError} with one line for each file that is not read
 * or not valid.
 */
export async function readFeedFiles(cwd: string, files: readonly string[]): Promise<Map<string, FeedFile>> {
  const feeds = new Map<string, FeedFile>();
  const problems: string[] = [];
  for (const file of files) {
    const feed = await readFile(resolve(cwd, file), 'utf8').then(parseFeedFile, describeUnreadable);
    if ('problem' in feed) problems.push(`Cannot read the feed file ${file}: ${feed.problem}.`);
    else feeds.set(file, feed);
  }
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  return feeds;
}
