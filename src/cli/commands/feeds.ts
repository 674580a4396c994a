import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { CATALOGUE, resolveSource } from '../../feeds/catalogue';
import { DEFAULT_GUARDS, DEFAULT_MAX_EXTRA, FEED_FILE_END } from '../../feeds/feed-file';
import { decideExit } from '../../model/exit-status';
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import { toText } from '../../report/text';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { findFeedFiles } from '../feeds/find-feed-files';
import { feedsToJson, summarizeFeeds } from '../feeds/format-feeds';
import { type FeedResult, readFeedFiles, refreshFeed } from '../feeds/refresh-feed';
import {
  addFormatOptions,
  createOption,
  type FormatOptions as FormatOptionsOf,
  parseRatio,
  resolveFormat,
} from '../options';
import { parseOutputFile } from '../output-file';

const FORMATS = ['text', 'json', 'markdown'] as const;

type FormatOptions = FormatOptionsOf<(typeof FORMATS)[number]>;

interface AddOptions extends FormatOptions {
  readonly out?: string;
  readonly maxRules?: number;
  readonly maxExtra?: number;
  readonly maxRulesPerPolicy?: number;
}

interface UpdateOptions extends FormatOptions {
  readonly dryRun?: true;
}

const EXIT_HELP = formatExitHelp({
  failed: 'a feed breaks a guard, and its file is not changed',
  undecided: 'a feed was not read',
});

export function feedsCommand(context: CliContext): Command {
  return new Command('feeds')
    .description('Lists of networks that others publish, as files for `readNetworks`.')
    .addHelpText('after', `\nExample:\n  netingress feeds update\n\n${EXIT_HELP}\n`)
    .addCommand(addCommand(context))
    .addCommand(updateCommand(context));
}

function addCommand(context: CliContext): Command {
  const sources = Object.entries(CATALOGUE).map(([name, { parts }]) => {
    return `  ${name.padEnd(13)} ${parts ? `${parts.meaning}${parts.required ? '' : '; without parts all networks'}` : 'all networks'}`;
  });
  const help = `
Examples:
  netingress feeds add github actions --max-rules-per-policy 100
  netingress feeds add aws CLOUDFRONT --max-rules 100 --max-extra 0.01 --out cdn.feed.json
  netingress feeds add https://status.example.com/networks.json 'prefixes[].cidr' --out partner.feed.json

Sources and their parts:
${sources.join('\n')}
  https://...   text with one network per line; JSON with a list of strings, or paths such as prefixes[].cidr

${EXIT_HELP}
`;
  const command = new Command('add')
    .description('Downloads the networks of a feed for the first time, and writes its file with default guards.')
    .argument('<source>', 'name of a known feed, or a URL')
    .argument('[part...]', 'what to select from the feed')
    .addOption(createOption('max-rules-per-policy', { parse: parseNumber }))
    .addOption(createOption('max-rules', { parse: parseNumber }))
    .addOption(
      createOption('max-extra', { detail: `with --max-rules; default: ${DEFAULT_MAX_EXTRA}`, parse: parseRatio }),
    )
    .addOption(
      createOption('out', {
        detail: `a file that ends in ${FEED_FILE_END}; default: SOURCE${FEED_FILE_END}`,
        parse: parseOutputFile(context),
      }),
    )
    .addHelpText('after', help)
    .action((source: string, parts: string[], options: AddOptions) => runAdd(context, source, parts, options));
  return addFormatOptions(command, { formats: FORMATS, default: 'text' });
}

function updateCommand(context: CliContext): Command {
  const command = new Command('update')
    .description(
      'Downloads feeds again, writes their files and prints what changes. A feed that breaks a guard changes nothing.',
    )
    .argument('[file...]', `files of feeds; default: all *${FEED_FILE_END} below this folder`)
    .addOption(createOption('dry-run'))
    .addHelpText(
      'after',
      `\nExamples:\n  netingress feeds update\n  netingress feeds update github.feed.json --dry-run\n  netingress feeds update --format markdown > feeds.md\n\n${EXIT_HELP}\n`,
    )
    .action((files: string[], options: UpdateOptions) => runUpdate(context, files, options));
  return addFormatOptions(command, { formats: FORMATS, default: 'text' });
}

async function runAdd(context: CliContext, source: string, parts: string[], options: AddOptions): Promise<void> {
  const { maxRules, maxExtra, maxRulesPerPolicy } = options;
  const resolved = resolveSource(source, parts);
  if ('problem' in resolved) throw new CliError(`The feed ${resolved.problem}.`);
  if (maxExtra !== undefined && maxRules === undefined)
    throw new CliError('--max-extra is given without --max-rules; expected both.');
  if (options.out === undefined && source.includes('://'))
    throw new CliError(`--out is missing; expected a file for the feed of a URL, such as partner${FEED_FILE_END}.`);
  const file = options.out ?? `${source}${FEED_FILE_END}`;
  if (!file.endsWith(FEED_FILE_END))
    throw new CliError(`--out is '${file}'; expected a file that ends in ${FEED_FILE_END}, which feeds update finds.`);
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
  report(context, options, [await refreshFeed(context, file, { settings, dryRun: false })]);
}

async function runUpdate(context: CliContext, named: readonly string[], options: UpdateOptions): Promise<void> {
  const { cwd } = context;
  const files = named.length > 0 ? named : (await findFiles(cwd)).map((file) => relative(cwd, file));
  if (files.length === 0) {
    throw new CliError(
      `There is no feed below ${cwd}; expected a file that ends in ${FEED_FILE_END}. Add one with netingress feeds add.`,
    );
  }
  const results: FeedResult[] = [];
  for (const [file, feed] of await readFeedFiles(cwd, files))
    results.push(await refreshFeed(context, file, { settings: feed, before: feed, dryRun: options.dryRun === true }));
  report(context, options, results);
}

async function findFiles(cwd: string): Promise<string[]> {
  return await findFeedFiles(cwd).catch((error: Error) => {
    throw new CliError(`Cannot look for feeds below ${cwd}: ${error.message}. Name the files of the feeds.`);
  });
}

function report(context: CliContext, options: FormatOptions, results: readonly FeedResult[]): void {
  const summary = summarizeFeeds(results);
  const format = resolveFormat(options);
  const text =
    format === 'json'
      ? toJson({ feeds: feedsToJson(results) })
      : format === 'markdown'
        ? toMarkdown(summary)
        : toText(summary);
  context.print(text.trimEnd());
  if (results.some((result) => result.status === 'failed')) throw new CliError(summary.result);
  const status = decideExit({
    failed: results.some((result) => result.status === 'refused'),
    undecided: results.some((result) => result.status === 'not_read'),
  });
  if (status !== 0) throw new CliError(summary.result, status);
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected an integer of 1 or more.');
}
