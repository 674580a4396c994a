import { toJson } from './json';
import type { Line } from './section';
import { formatLine } from './text';

export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: 'note' | 'warning' | 'error';
  readonly message: Line;
  /** Address of the resource; of an object without a resource another text that tells it apart. */
  readonly resource: string;
  /** Path of the construct; null if it has none or it is not known. */
  readonly construct: string | null;
  /** Of all results, such as `cdktf.json`: code scanning services require a file, and none is known for a resource. */
  readonly file: string;
  /** Equal for the same result in another run. */
  readonly fingerprint: string;
}

export interface SarifInput {
  /** `netingress drift`. */
  readonly tool: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** What was not checked, one line each. */
  readonly failures: readonly Line[];
  /** What is not decided and belongs to no single result. */
  readonly warnings: readonly Line[];
}

export function toSarif({ tool, rules, results, failures, warnings }: SarifInput): string {
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool,
            rules: rules.map(({ id, name, description: text }) => ({ id, name, shortDescription: { text } })),
          },
        },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: [...notify('error', failures), ...notify('warning', warnings)],
          },
        ],
        results: results.map(({ rule, level, message, resource, construct, file, fingerprint }) => ({
          ruleId: rule,
          ruleIndex: rules.findIndex(({ id }) => id === rule),
          level,
          message: { text: formatLine(message) },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: 1 } },
              logicalLocations: [
                { fullyQualifiedName: resource, kind: 'resource' },
                ...(construct === null ? [] : [{ fullyQualifiedName: construct, kind: 'object' }]),
              ],
            },
          ],
          partialFingerprints: { 'netingress/v1': fingerprint },
        })),
      },
    ],
  });
}

function notify(level: 'error' | 'warning', lines: readonly Line[]) {
  return lines.map((line) => ({ level, message: { text: formatLine(line) } }));
}
