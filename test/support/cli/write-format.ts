import type { ReportFormat } from '../../../src/command/report';

/** A report of one account, as a command writes it to standard output. */
export async function writeFormat<Of>(format: ReportFormat<Of>, report: Of, command: string): Promise<string> {
  return format.write(report, { command, markerParts: [], isMerged: false, out: undefined, warn: () => undefined });
}
