import { FINDING_TYPES } from '../report/finding';
import type { Report } from '../report/report';

/** Prometheus text for the textfile collector or a push gateway. Samples have no time: the scrape sets it. */
export function toPrometheus(report: Report): string {
  const { findings, coverage, incomplete, usage, reverted_changes: reverted, ignored } = report;
  const kinds = [...new Set([...coverage.kinds, ...findings].map(({ kind }) => kind))];
  const incompleteKinds = new Set(incomplete.map(({ kind }) => kind));
  const lines = [
    ...family(
      'netingress_drift_findings',
      'Differences between account, states and configuration.',
      kinds.flatMap((kind) =>
        FINDING_TYPES.map((type): Sample => {
          const count = findings.filter((finding) => finding.kind === kind && finding.type === type).length;
          return [{ kind, type }, count];
        }),
      ),
    ),
    ...family(
      'netingress_drift_objects',
      'Objects of the account.',
      coverage.kinds.flatMap(({ kind, managed, unmanaged, derived }): Sample[] => [
        [{ kind, state: 'managed' }, managed],
        [{ kind, state: 'unmanaged' }, unmanaged],
        [{ kind, state: 'derived' }, derived],
      ]),
    ),
    ...family(
      'netingress_drift_complete',
      'Whether the resource type was read completely.',
      coverage.kinds.map(({ kind }): Sample => [{ kind }, incompleteKinds.has(kind) ? 0 : 1]),
    ),
    ...family('netingress_drift_incomplete', 'Incomplete checks.', [[{}, incomplete.length]]),
    ...family('netingress_drift_ignored', 'Findings that ignore rules removed.', [[{}, ignored.length]]),
    ...family('netingress_drift_reverted_changes', 'Changes that were reverted.', [[{}, reverted.length]]),
    ...family('netingress_drift_requests', 'Requests that read the account.', [[{}, usage.requests]]),
  ];
  return `${lines.join('\n')}\n`;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

function family(name: string, help: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines];
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
