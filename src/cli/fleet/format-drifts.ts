/** The drift reports of several accounts in one. */
import { createHash } from 'node:crypto';
import type { ExitPolicy } from '../../drift/exit-status';
import { type Format, listResults, RULES } from '../../drift/formats';
import { summarizeDrift } from '../../drift/formats/sections';
import type { Report } from '../../drift/report/report';
import { toSarif } from '../../report/sarif';
import { type FleetWords, formatFleet, summarizeFleet } from './merge-reports';
import type { AccountResult } from './run-fleet';

const WORDS: FleetWords = {
  title: 'Drift',
  failed: 'with differences',
  done: 'in sync',
  marker: '<!-- netingress-drift -->',
};

export async function formatDrifts(
  results: readonly AccountResult<Report>[],
  format: Format,
  policy: ExitPolicy,
): Promise<{ readonly text: string; readonly message: string }> {
  const text =
    format === 'sarif'
      ? formatSarif(results)
      : await formatFleet(results, format, WORDS, {
          summarize: (report) => summarizeDrift({ report, graph: { nodes: [], edges: [] } }, policy),
          toReport: (report) => report,
        });
  return { text, message: summarizeFleet(results, WORDS) };
}

function formatSarif(reports: readonly AccountResult<Report>[]): string {
  const all = reports.map(({ account, value, problem }) => {
    if (value === undefined) return { results: [], failures: [`${account}: ${problem}`] };
    const { results, failures } = listResults(value);
    return {
      results: results.map((result) => ({
        ...result,
        message: `${account}: ${String(result.message)}`,
        resource: `${account}/${result.resource}`,
        fingerprint: createHash('sha256').update(`${account}\n${result.fingerprint}`).digest('hex'),
      })),
      failures: failures.map((failure) => `${account}: ${String(failure)}`),
    };
  });
  return toSarif({
    tool: 'netingress drift',
    rules: RULES,
    results: all.flatMap(({ results }) => results),
    failures: all.flatMap(({ failures }) => failures),
  });
}
