/** Writes the JSON Schemas of the JSON reports, which docs/ publishes; `--check` compares only. */
import { reportJsonSchema } from '../src/drift/report/report-schema';
import { previewReportJsonSchema } from '../src/preview/report-schema';
import { writeOrCheckFolder } from './lib/generated-file';

const format = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

writeOrCheckFolder(
  'generate-schemas.ts',
  'docs/schemas',
  new Map([
    ['drift-report.schema.json', format(reportJsonSchema())],
    ['preview-report.schema.json', format(previewReportJsonSchema())],
  ]),
);
