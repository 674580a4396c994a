/**
 * Parses the table of `examples/README.md`: `` | [name](name) | description | 2 `ip_policy`, 5 `ip_policy_rule` | ``.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, examplesFolder } from './stage';

export interface Row {
  readonly example: string;
  readonly objects: Counts;
}

export function parseExamplesTable(): Row[] {
  const readme = readFileSync(join(examplesFolder, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| \[([\w-]+)\]\(\1\/?\) \|.*\| ([^|]*) \|$/gm)];
  return rows.map(([, example = '', objects = '']) => {
    const counts = [...objects.matchAll(/(\d+) `(\w+)`/g)].map(([, count, kind]) => [String(kind), Number(count)]);
    return { example, objects: Object.fromEntries(counts) as Counts };
  });
}

export function expectedCounts(example: string): Counts {
  const row = parseExamplesTable().find((each) => each.example === example);
  if (!row) throw new Error(`The table of examples has no row for ${example}`);
  return row.objects;
}
