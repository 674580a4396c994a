/** The drift reports of several accounts in one. */
import { createHash } from 'node:crypto';
import { type Format, listResults, MAX_DRAWN, RULES, type SummaryFormat, writeDrift } from '../../drift/formats';
import { type DriftOptions, summarizeDrift } from '../../drift/formats/sections';
import type { Drift, Report } from '../../drift/report/report';
import { focusGraph, keepRelated } from '../../graph/focus';
import { drawPicture } from '../../graph/formats/picture';
import type { Graph } from '../../graph/graph';
import { mergeGraphs } from '../../graph/merge-graphs';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { formatCount } from '../../model/text';
import { toSarif } from '../../report/sarif';
import type { Summary } from '../../report/section';
import { type FleetWords, formatFleet, summarizeFleet } from './merge-reports';
import type { AccountResult } from './run-fleet';

const WORDS: FleetWords = {
  title: 'Drift',
  failed: 'with differences',
  done: 'in sync',
  advice: `A remedy needs ${PROVIDER_ATTRIBUTES.base_url.env} and ${PROVIDER_ATTRIBUTES.api_key.env} of its account, and without -chdir the folder of its configuration.`,
};

/** What is kept of an account: its objects are not, because those of 50 accounts would fill the memory. */
export interface AccountDrift {
  readonly report: Report;
  readonly summary: Summary;
  readonly options: DriftOptions;
  /** The objects with findings and their neighbors; undefined if no picture is drawn. */
  readonly graph: Graph | undefined;
}

export function keepDrift(drift: Drift, format: Format, options: DriftOptions): AccountDrift {
  const { report } = drift;
  const isDrawn = format === 'html' && report.findings.length > 0;
  return {
    report,
    options,
    summary: summarizeDrift(drift, options),
    graph: isDrawn ? keepRelated(drift.graph) : undefined,
  };
}

export async function formatDrifts(
  results: readonly AccountResult<AccountDrift>[],
  format: Format,
): Promise<{ readonly text: string; readonly message: string }> {
  const text =
    format === 'sarif'
      ? formatSarif(results)
      : await formatFleet(results, format, WORDS, {
          summarize: ({ summary }) => summary,
          toReport: ({ report }) => report,
          write: writeDrifts,
        });
  return { text, message: summarizeFleet(results, WORDS) };
}

async function writeDrifts(
  summary: Summary,
  format: SummaryFormat,
  shown: readonly { readonly account: string; readonly value: AccountDrift }[],
): Promise<string> {
  return await writeDrift(summary, format, {
    marker: '<!-- netingress-drift -->',
    draw() {
      const graphs = shown.flatMap(({ account, value: { graph } }) => (graph ? [{ account, graph }] : []));
      const { graph, omitted } = focusGraph(mergeGraphs(graphs), { max: MAX_DRAWN });
      if (graph.nodes.length === 0) return undefined;
      const note = omitted > 0 ? { note: `${formatCount(omitted, 'object')} not drawn.` } : {};
      return drawPicture(graph, { heading: 'Objects with differences', ...note });
    },
  });
}

function formatSarif(reports: readonly AccountResult<AccountDrift>[]): string {
  const all = reports.map(({ account, value, problem }) => {
    if (value === undefined) return { results: [], failures: [`${account}: ${problem}`], warnings: [] };
    const { results, failures, warnings } = listResults(value.report, value.options);
    return {
      results: results.map((result) => ({
        ...result,
        message: `${account}: ${String(result.message)}`,
        resource: `${account}/${result.resource}`,
        fingerprint: createHash('sha256').update(`${account}\n${result.fingerprint}`).digest('hex'),
      })),
      failures: failures.map((failure) => `${account}: ${String(failure)}`),
      warnings: warnings.map((warning) => `${account}: ${String(warning)}`),
    };
  });
  return toSarif({
    tool: 'netingress drift',
    rules: RULES,
    results: all.flatMap(({ results }) => results),
    failures: all.flatMap(({ failures }) => failures),
    warnings: all.flatMap(({ warnings }) => warnings),
  });
}
