import { drift as command } from '../../../src/drift/command';
import { describeDrift } from '../../../src/drift/formats/describe-drift';
import type { DriftOptions } from '../../../src/drift/formats/sections';
import type { Drift } from '../../../src/drift/report/report';
import { writeFormat } from '../cli/write-format';

export type FormatName = keyof typeof command.formats;

export const FORMATS = Object.keys(command.formats) as FormatName[];

export function formatDrift(drift: Drift, format: FormatName, options?: DriftOptions): Promise<string> {
  return writeFormat(command.formats[format], describeDrift(drift, options), 'drift');
}
