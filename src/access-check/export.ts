/** `netingress access export`: the access as ranges of addresses, for SQL engines. */
import { createFacts } from '../access/facts';
import { type AccessRange, formatRanges, listChangeRanges, listStateRanges } from '../access-review/ranges';
import type { CliContext } from '../command/context';
import { defineCommand } from '../command/define-command';
import { EXIT } from '../model/exit-status';
import { formatCount } from '../model/text';
import { readAccountFacts, readPlannedChange } from './read-facts';

export const accessExport = defineCommand({
  name: 'export',
  about:
    'Writes which addresses each restriction admits, as ranges in CSV, to join with recorded events in any engine. Read-only.',
  examples: ['netingress access export --out access.csv', 'netingress access export --plan plan.json --out access.csv'],
  details: `The CSV has the columns part, side, result, family, low, high and cause. A part is the type of a restriction. The ranges of a
part and a side cover every address exactly once. low and high are hexadecimal digits, so they sort as numbers.`,
  exit: {
    done: 'every address is decided',
    undecided: 'rows with the result not_known exist, with their cause',
  },
  options: { plan: { detail: 'also the access after the plan, and what it changes' } },
  out: { contents: 'the access' },
  async run(context, { options: { plan } }) {
    const ranges = await readRanges(context, plan);
    const unknown = ranges.filter(({ result }) => result === 'not_known').length;
    return {
      report: formatRanges(ranges),
      status: unknown > 0 ? EXIT.undecided : EXIT.done,
      message: `${formatCount(unknown, 'range')} of addresses ${unknown === 1 ? 'is' : 'are'} not decided; each is a row with the result not_known and its cause.`,
    };
  },
});

async function readRanges(context: CliContext, plan: string | undefined): Promise<AccessRange[]> {
  if (plan === undefined) return listStateRanges(createFacts(await readAccountFacts(context, [])));
  const { before, after, undecided, refused } = await readPlannedChange(context, plan);
  return listChangeRanges(before, after, [...undecided, ...refused]);
}
