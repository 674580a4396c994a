/** Downloads the documents of one feed, and writes its file if everything about them is as the file expects. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { resolveSource } from '../../feeds/catalogue';
import { type FeedFile, formatFeedFile, parseFeedFile } from '../../feeds/feed-file';
import {
  type FeedDocument,
  FeedRefusedError,
  type FeedSettings,
  type UpdatedFeed,
  updateFeed,
} from '../../feeds/update-feed';
import { type CliContext, CliError } from '../context';
import { replaceFile } from '../output-file';
import { FETCH_LIMITS, FeedNotReadError, type FetchLimits, fetchFeedDocument } from './fetch-feed';

export type FeedResult = RefreshedFeed | FailedFeed;

interface RefreshedFeed {
  readonly file: string;
  readonly status: 'changed' | 'unchanged';
  readonly update: UpdatedFeed;
}

interface FailedFeed {
  readonly file: string;
  /** `refused`: the documents break a guard. `not_read`: no complete document was received. */
  readonly status: 'refused' | 'not_read';
  readonly reason: string;
}

export interface RefreshOptions {
  /** For a new file, whose settings are given. */
  readonly settings?: FeedSettings;
  readonly dryRun: boolean;
  readonly limits?: FetchLimits;
}

export async function refreshFeed(
  context: CliContext,
  file: string,
  { settings: given, dryRun, limits = FETCH_LIMITS }: RefreshOptions,
): Promise<FeedResult> {
  const { env, cwd, signal } = context;
  const before = given ? undefined : await readFeedFile(file, resolve(cwd, file));
  const settings = given ?? (before as FeedFile);
  const source = resolveSource(settings.source, settings.parts);
  if ('problem' in source) throw new CliError(`The feed ${source.problem}.`);
  try {
    const documents: FeedDocument[] = [];
    for (const { url } of source.documents) documents.push(await fetchFeedDocument(url, env, limits, signal));
    const update = updateFeed(settings, before, documents, new Date());
    if (!update.file) return { file, status: 'unchanged', update };
    if (!dryRun) await replaceFile(resolve(cwd, file), formatFeedFile(update.file));
    return { file, status: 'changed', update };
  } catch (error) {
    const urls = source.documents.map(({ url }) => url).join(', ');
    if (error instanceof FeedRefusedError) return { file, status: 'refused', reason: `${urls} ${error.message}.` };
    if (error instanceof FeedNotReadError) return { file, status: 'not_read', reason: `${urls} ${error.message}.` };
    throw error;
  }
}

async function readFeedFile(file: string, path: string): Promise<FeedFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CliError(`Cannot read the feed file ${file}: ${error.message}.`);
  });
  const feed = parseFeedFile(text);
  if ('problem' in feed) throw new CliError(`Cannot read the feed file ${file}: ${feed.problem}.`);
  return feed;
}
