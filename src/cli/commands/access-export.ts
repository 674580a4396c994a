/** `netingress access export`: the access as ranges of addresses, for SQL engines that join them with recorded events. */
import { Command } from 'commander';
import { createFacts } from '../../access/facts';
import { type AccessRange, formatRanges, listChangeRanges, listStateRanges } from '../../access/ranges';
import { EXIT } from '../../model/exit-status';
import { formatCount } from '../../model/text';
import { readAccountFacts, readPlannedChange } from '../access/read-facts';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { createOption } from '../options';
import { PRIVATE_FILE, parseOutputFile, printOrWrite } from '../output-file';

interface Options {
  readonly plan?: string;
  readonly out?: string;
}

const HELP = `
Examples:
  netingress access export --out access.csv
  netingress access export --plan plan.json --out access.csv

The CSV has the columns part, side, result, family, low, high and cause. A part is the type of a restriction. The ranges of a
part and a side cover every address exactly once. low and high are hexadecimal digits, so they sort as numbers.
${formatExitHelp({ done: 'every address is decided', undecided: 'rows with the result not_known exist, with their cause' })}
`;

export function accessExportCommand(context: CliContext): Command {
  return new Command('export')
    .description(
      'Writes which addresses each restriction admits, as ranges in CSV, to join with recorded events in any engine. Read-only.',
    )
    .addOption(createOption('plan', { detail: 'also the access after the plan, and what it changes' }))
    .addOption(createOption('out', { detail: 'default: standard output', parse: parseOutputFile(context) }))
    .addHelpText('after', HELP)
    .action((options: Options) => runExport(context, options));
}

async function runExport(context: CliContext, { plan, out }: Options): Promise<void> {
  const ranges = await readRanges(context, plan);
  await printOrWrite(context, formatRanges(ranges), { file: out, contents: 'the access', mode: PRIVATE_FILE });
  const unknown = ranges.filter(({ result }) => result === 'not_known').length;
  if (unknown > 0)
    throw new CliError(
      `${formatCount(unknown, 'range')} of addresses ${unknown === 1 ? 'is' : 'are'} not decided; each is a row with the result not_known and its cause.`,
      EXIT.undecided,
    );
}

async function readRanges(context: CliContext, plan: string | undefined): Promise<AccessRange[]> {
  if (plan === undefined) return listStateRanges(createFacts(await readAccountFacts(context, false)));
  const { before, after, undecided } = await readPlannedChange(context, plan);
  return listChangeRanges(before, after, undecided);
}
