/** The report of a run: results by collection, without keys and without objects of the account. */
import type { Result } from './plan';

export interface Run {
  readonly host: string;
  readonly profile: string;
  readonly time: string;
  readonly version: string;
  readonly results: readonly Result[];
  /** Collections whose objects could carry no marker of the run. */
  readonly unmarkable: readonly string[];
  /** Collections that the account or its key does not have. */
  readonly absent: readonly string[];
  readonly requests: number;
  /**
   * Paths of objects of this and earlier runs that could not be deleted, and of collections that could not be listed.
   */
  readonly left: readonly string[];
}

export function formatReport({ results, unmarkable, absent, left, ...run }: Run): string {
  const count = (wanted: Result['result']): number => results.filter(({ result }) => result === wanted).length;
  const differences = results.filter(({ result }) => result === 'different');
  return [
    `# Conformance of ${run.host}`,
    `netingress ${run.version}, profile \`${run.profile}\`, ${run.time}, ${run.requests} requests.`,
    `${count('as documented')} as documented, ${count('different')} different, ${count('not available')} not available to this account.`,
    [
      '| collection | by | what | result |',
      '|---|---|---|---|',
      ...results.map(({ path, by, what, result, detail }) =>
        row([`\`${path}\``, by, what, result === 'not available' ? `${result}: ${detail}` : result]),
      ),
    ].join('\n'),
    ...differences.map(({ path, by, what, detail }) => `## ${path}, ${by}: ${what}\n\n\`\`\`text\n${detail}\n\`\`\``),
    `Skipped, because an object could carry no marker of the run: ${listPaths(unmarkable)}.`,
    ...(absent.length > 0 ? [`Skipped, because they are not available to this account: ${listPaths(absent)}.`] : []),
    left.length === 0
      ? 'Every object of the run is deleted.'
      : `Not deleted: ${left.join(', ')}. The next run tries again.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function listPaths(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(', ');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
