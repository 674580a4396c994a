import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../command/context';
import { defineCommand, defineGroup, type Reported } from '../command/define-command';
import { parseRatio } from '../command/options';
import { checkOutputFile } from '../command/output-file';
import { json, markdown, type Report, textFormat } from '../command/report';
import { decideExit, EXIT } from '../model/exit-status';
import { CATALOGUE, resolveSource } from './catalogue';
import { DEFAULT_GUARDS, DEFAULT_MAX_EXTRA, FEED_FILE_END } from './feed-file';
import { findFeedFiles } from './find-feed-files';
import { feedsToJson, summarizeFeeds } from './format-feeds';
import { type FeedResult, readFeedFiles, refreshFeed } from './refresh-feed';

const FORMATS = { text: textFormat, json, markdown };

const EXIT_MEANINGS = {
  /** The status `refused` of a `FeedResult`. Its status `failed` ends with `EXIT.error`. */
  failed: 'the document of a feed is not accepted, such as one that breaks a guard; its file is not changed',
  undecided: 'a feed was not read',
};

const SOURCES = Object.entries(CATALOGUE).map(
  ([name, { parts }]) =>
    `  ${name.padEnd(13)} ${parts ? `${parts.meaning}${parts.required ? '' : '; without parts all networks'}` : 'all networks'}`,
);

const add = defineCommand({
  name: 'add',
  about: 'Downloads the networks of a feed for the first time, and writes its file with default guards.',
  examples: [
    'netingress feeds add github actions --max-rules-per-policy 100',
    'netingress feeds add aws CLOUDFRONT --max-rules 100 --max-extra 0.01 --out cdn.feed.json',
    "netingress feeds add https://status.example.com/networks.json 'prefixes[].cidr' --out partner.feed.json",
  ],
  details: `Sources and their parts:
${SOURCES.join('\n')}
  https://...   text with one network per line; JSON with a list of strings, or paths such as prefixes[].cidr
`,
  exit: EXIT_MEANINGS,
  args: [
    { name: '<source>', meaning: 'name of a known feed, or a URL' },
    { name: '[part...]', meaning: 'what to select from the feed' },
  ],
  options: {
    'max-rules-per-policy': { parse: parseNumber },
    'max-rules': { parse: parseNumber },
    'max-extra': { detail: `with --max-rules; default: ${DEFAULT_MAX_EXTRA}`, parse: parseRatio },
    // `refreshFeed` writes it; the report goes to standard output.
    out: {
      detail: `a file that ends in ${FEED_FILE_END}; default: SOURCE${FEED_FILE_END}`,
      parse: checkOutputFile,
    },
  },
  formats: FORMATS,
  async run(context, { options, args: [source = '', ...parts] }) {
    const { maxRules, maxExtra, maxRulesPerPolicy, out } = options;
    const resolved = resolveSource(source, parts);
    if ('problem' in resolved) throw new CliError(`The feed ${resolved.problem}.`);
    if (maxExtra !== undefined && maxRules === undefined)
      throw new CliError('--max-extra is given without --max-rules; expected both.');
    if (out === undefined && source.includes('://'))
      throw new CliError(`--out is missing; expected a file for the feed of a URL, such as partner${FEED_FILE_END}.`);
    const file = out ?? `${source}${FEED_FILE_END}`;
    if (!file.endsWith(FEED_FILE_END))
      throw new CliError(
        `--out is '${file}'; expected a file that ends in ${FEED_FILE_END}, which feeds update finds.`,
      );
    if (existsSync(resolve(context.cwd, file)))
      throw new CliError(
        `${file} exists; expected a new file. Run netingress feeds update, or name another file with --out.`,
      );
    const settings = {
      source,
      parts,
      ...(maxRulesPerPolicy !== undefined && { maxRulesPerPolicy }),
      ...(maxRules !== undefined && { budget: { maxRules, maxExtra: maxExtra ?? DEFAULT_MAX_EXTRA } }),
      guards: DEFAULT_GUARDS,
    };
    return reportFeeds([await refreshFeed(context, file, { settings, dryRun: false })]);
  },
});

const update = defineCommand({
  name: 'update',
  about:
    'Downloads feeds again, writes their files and prints what changes. A feed that breaks a guard changes nothing.',
  examples: [
    'netingress feeds update',
    'netingress feeds update github.feed.json --dry-run',
    'netingress feeds update --format markdown > feeds.md',
  ],
  exit: EXIT_MEANINGS,
  args: [
    {
      name: '[file...]',
      meaning: `files of feeds; default: all *${FEED_FILE_END} below this folder, except in node_modules and cdktf.out, and those whose path has a name that begins with a dot`,
    },
  ],
  options: { 'dry-run': {} },
  formats: FORMATS,
  async run(context, { options: { dryRun = false }, args }) {
    const { cwd } = context;
    const files = args.length > 0 ? args : (await findFiles(cwd)).map((file) => relative(cwd, file));
    if (files.length === 0) {
      throw new CliError(
        `There is no feed below ${cwd}; expected a file that ends in ${FEED_FILE_END}. Add one with netingress feeds add.`,
      );
    }
    const results: FeedResult[] = [];
    for (const [file, feed] of await readFeedFiles(cwd, files))
      results.push(await refreshFeed(context, file, { settings: feed, before: feed, dryRun }));
    return reportFeeds(results);
  },
});

export const feeds = defineGroup(
  {
    name: 'feeds',
    about: 'Lists of networks that others publish, as files for `readNetworks`.',
    examples: ['netingress feeds update'],
    exit: EXIT_MEANINGS,
  },
  [add, update],
);

async function findFiles(cwd: string): Promise<string[]> {
  return await findFeedFiles(cwd).catch((error: Error) => {
    throw new CliError(`Cannot look for feeds below ${cwd}: ${error.message}. Name the files of the feeds.`);
  });
}

function reportFeeds(results: readonly FeedResult[]): Reported<Report> {
  const summary = summarizeFeeds(results);
  const has = (status: FeedResult['status']): boolean => results.some((result) => result.status === status);
  return {
    report: { json: () => ({ feeds: feedsToJson(results) }), summary: () => summary },
    status: has('failed') ? EXIT.error : decideExit({ failed: has('refused'), undecided: has('not_read') }),
    message: summary.result,
  };
}

/** The seven digits are a choice. */
function parseNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected an integer from 1 to 9999999.');
}
