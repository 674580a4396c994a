import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { shortenMarkdown } from '../../report/markdown';
import { findHost, isOfFork, type PostHost } from '../comment/hosts';
import { NotPermittedError } from '../comment/send';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { createOption } from '../options';
import { readInput } from '../read-input';

const EXAMPLES = `
Examples:
  netingress preview --format markdown --out preview.md
  netingress comment preview.md
  netingress comment drift.md --issue 'Drift of production'
  netingress comment drift.md --issue 'Drift of production' --close

${formatExitHelp({ done: 'the report is posted, or the job is that of a fork', failed: 'the host refused', undecided: 'the host was not reached, or does not work' })}
`;

interface Options {
  readonly issue?: string;
  readonly close?: boolean;
}

export function commentCommand(context: CliContext): Command {
  return new Command('comment')
    .description(
      'Creates or replaces the one comment with a report, in the pull request of a job on GitHub or the merge request of a job on GitLab; or the one open issue.',
    )
    .argument('<report>', 'report in Markdown; - for standard input')
    .addOption(createOption('issue', { parse: parseTitle }))
    .addOption(createOption('close', { detail: 'with --issue; creates none' }))
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: Options) => comment(context, file, options));
}

function parseTitle(title: string): string {
  if (title.trim() !== '') return title;
  throw new InvalidArgumentError('It is empty; expected a title.');
}

/** A report that cannot be posted is printed, so that the log of the job has it. */
async function comment(context: CliContext, file: string, { issue, close = false }: Options): Promise<void> {
  if (close && issue === undefined)
    throw new CliError('--close is given without --issue; expected the title of the issue to close.');
  const report = await readInput(context, file, 'the report');
  if (report.trim() === '') throw new CliError(`The report ${file} is empty; expected a report in Markdown.`);
  const readEvent = (path: string) => readInput(context, path, 'the event of the job');
  try {
    const host = await findHost(context, { issue, readEvent });
    const { marker, body } = addMarker(report, file, { issue, maxCharacters: host.maxCharacters });
    const action = close ? await closeAll(host, marker, body) : await post(host, marker, body);
    context.printError(`${action} ${host.name}.`);
  } catch (error) {
    context.signal.throwIfAborted();
    context.print(report.trimEnd());
    if (!(error instanceof CliError)) throw error;
    if (error instanceof NotPermittedError && issue === undefined && (await isOfFork(context, readEvent))) {
      context.printError(`The job of a fork may not comment, so the report is printed instead: ${error.message}`);
      return;
    }
    throw new CliError(`Cannot post the report, so it is printed instead: ${error.message}`, error.status);
  }
}

/** The last report says why the issue is closed. */
async function closeAll(host: PostHost, marker: string, body: string): Promise<string> {
  const open = (await host.list()).filter((each) => each.body.startsWith(marker));
  for (const { id } of open) {
    await host.replace(id, body);
    await host.remove(id);
  }
  return open.length === 0 ? 'Did not find' : 'Closed';
}

/** The first post with the marker is the one. Others come from two first runs at the same time, and are removed. */
async function post(host: PostHost, marker: string, body: string): Promise<string> {
  const find = async () => (await host.list()).filter((each) => each.body.startsWith(marker));
  const [earlier, ...others] = await find();
  if (!earlier) {
    await host.create(body);
    // Both of two runs at the same time may have found none. The first post stays, with the text of the run that looks
    // last; the other run may have removed the post of this one already.
    const [first, ...later] = await find();
    if (first && first.body !== body) await host.replace(first.id, body);
    for (const { id } of later) await host.remove(id);
    return 'Created';
  }
  await host.replace(earlier.id, body);
  for (const { id } of others) await host.remove(id);
  return 'Replaced';
}

/**
 * `<!-- netingress-preview: staging -->` in the first line, or a marker with the name of the file. The title of an issue
 * decides alone, so that reports with one marker can have several issues.
 */
function addMarker(
  report: string,
  file: string,
  { issue, maxCharacters }: { readonly issue: string | undefined; readonly maxCharacters: number },
): { readonly marker: string; readonly body: string } {
  const [first = ''] = report.split('\n', 1);
  const existing = issue === undefined ? /^<!-- netingress-[^>]* -->$/.exec(first.trimEnd())?.[0] : undefined;
  const name = encodeTitle(issue ?? basename(file));
  const marker = existing ?? `<!-- netingress-${issue === undefined ? 'comment' : 'issue'}: ${name} -->`;
  const body = existing === undefined ? `${marker}\n\n${report}` : report;
  return { marker, body: shortenMarkdown(body, maxCharacters, '_Shortened: see the report in the job._') };
}

/** Different titles have different results, without a character that could end the marker: `a b` -> `a%20b`. */
function encodeTitle(title: string): string {
  return encodeURIComponent(title);
}
