import { FINDING_TYPES } from '../report/finding';
import type { Report } from '../report/report';

/** The report as Prometheus text, for the textfile collector or a push gateway. No time stands in it: the scrape has one. */
export function toPrometheus({ findings, coverage, incomplete, usage, undone, ignored }: Report): string {
  const kinds = [...new Set([...coverage.kinds.map(({ kind }) => kind), ...findings.map(({ kind }) => kind)])];
  const perKind = kinds.flatMap((kind) =>
    FINDING_TYPES.map((type) => {
      const count = findings.filter((each) => each.kind === kind && each.type === type).length;
      return `netingress_drift_findings{kind=${label(kind)},type=${label(type)}} ${count}`;
    }),
  );
  const broken = new Set(incomplete.map(({ kind }) => kind));
  const objects = coverage.kinds.flatMap(({ kind, managed, unmanaged, derived }) => [
    `netingress_drift_objects{kind=${label(kind)},state="managed"} ${managed}`,
    `netingress_drift_objects{kind=${label(kind)},state="unmanaged"} ${unmanaged}`,
    `netingress_drift_objects{kind=${label(kind)},state="derived"} ${derived}`,
  ]);
  const lines = [
    ...family('netingress_drift_findings', 'Differences between account, states and code.', perKind),
    ...family('netingress_drift_objects', 'Objects of the account.', objects),
    ...family(
      'netingress_drift_complete',
      'Whether the kind was read to its end.',
      coverage.kinds.map(({ kind }) => `netingress_drift_complete{kind=${label(kind)}} ${broken.has(kind) ? 0 : 1}`),
    ),
    ...family('netingress_drift_incomplete', 'What could not be looked at.', [
      `netingress_drift_incomplete ${incomplete.length}`,
    ]),
    ...family('netingress_drift_ignored', 'Findings that ignore rules took out.', [
      `netingress_drift_ignored ${ignored.length}`,
    ]),
    ...family('netingress_drift_undone', 'Changes that were made and undone.', [
      `netingress_drift_undone ${undone.length}`,
    ]),
    ...family('netingress_drift_requests', 'Requests that reading the account took.', [
      `netingress_drift_requests ${usage.requests}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A label's value, quoted and escaped as the text format requires. */
function label(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function family(name: string, help: string, samples: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples];
}
