import { basename } from 'node:path';
import { Command } from 'commander';
import { MAX_CHARACTERS } from '../../report/markdown';
import { type CommentHost, findHost } from '../comment/hosts';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { readInput } from '../read-input';

const EXAMPLES = `
Examples:
  netingress preview --format markdown --out preview.md
  netingress comment preview.md

${formatExitHelp({ done: 'the pull request has the comment', failed: 'the host refused', undecided: 'the host was not reached, or does not work' })}
`;

export function commentCommand(context: CliContext): Command {
  return new Command('comment')
    .description(
      'Creates or replaces the one comment with a report, in the pull request of a job on GitHub or the merge request of a job on GitLab.',
    )
    .argument('<report>', 'report in Markdown; - for standard input')
    .addHelpText('after', EXAMPLES)
    .action((file: string) => comment(context, file));
}

/** A report that cannot be posted is printed, so that the log of the job has it. */
async function comment(context: CliContext, file: string): Promise<void> {
  const report = await readInput(context, file, 'the report');
  if (report.trim() === '') throw new CliError(`The report ${file} is empty; expected a report in Markdown.`);
  try {
    const host = await findHost(context, (path) => readInput(context, path, 'the event of the job'));
    const { marker, body } = addMarker(report, file);
    const action = await post(host, marker, body);
    context.printError(`${action} the comment in ${host.name}.`);
  } catch (error) {
    context.signal.throwIfAborted();
    context.print(report.trimEnd());
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`Cannot post the report, so it is printed instead: ${error.message}`, error.status);
  }
}

/** The first comment with the marker is the one. Others come from two first runs at the same time, and are removed. */
async function post(host: CommentHost, marker: string, body: string): Promise<string> {
  const find = async () => (await host.list()).filter((each) => each.body.startsWith(marker));
  const [earlier, ...others] = await find();
  if (!earlier) {
    await host.create(body);
    // Both of two runs at the same time may have found no comment. The first comment stays, with the text of the run that looks
    // last; the other run may have removed the comment of this one already.
    const [first, ...later] = await find();
    if (first && first.body !== body) await host.replace(first.id, body);
    for (const { id } of later) await host.remove(id);
    return 'Created';
  }
  await host.replace(earlier.id, body);
  for (const { id } of others) await host.remove(id);
  return 'Replaced';
}

/** `<!-- netingress-preview: staging -->` in the first line, or a marker with the name of the file. */
function addMarker(report: string, file: string): { readonly marker: string; readonly body: string } {
  const [first = ''] = report.split('\n', 1);
  const existing = /^<!-- netingress-[^>]* -->$/.exec(first.trimEnd())?.[0];
  const marker = existing ?? `<!-- netingress-comment: ${basename(file).replace(/[^\w.-]/g, '_')} -->`;
  const body = existing === undefined ? `${marker}\n\n${report}` : report;
  if (body.length <= MAX_CHARACTERS) return { marker, body };
  const note = '\n\n_Shortened: see the report in the job._\n';
  return { marker, body: `${body.slice(0, body.lastIndexOf('\n', MAX_CHARACTERS - note.length))}${note}` };
}
