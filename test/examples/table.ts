/** The table of `examples/README.md`: `` | [name](name) | what it shows | 2 `ip_policy`, 5 `ip_policy_rule` | ``. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, examplesFolder } from './stage';

/** A line of the table: the folder, and how many objects of which kind it says the example makes. */
export interface Row {
  readonly example: string;
  readonly objects: Counts;
}

/** All lines. */
export function tableOfExamples(): Row[] {
  const readme = readFileSync(join(examplesFolder, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| \[([\w-]+)\]\(\1\/?\) \|.*\| ([^|]*) \|$/gm)];
  return rows.map(([, example = '', makes = '']) => {
    const counts = [...makes.matchAll(/(\d+) `(\w+)`/g)].map(([, count, kind]) => [String(kind), Number(count)]);
    return { example, objects: Object.fromEntries(counts) as Counts };
  });
}

/** What the line of the example promises. */
export function countsPromised(example: string): Counts {
  const row = tableOfExamples().find((each) => each.example === example);
  if (!row) throw new Error(`The table of examples has no line for ${example}`);
  return row.objects;
}
