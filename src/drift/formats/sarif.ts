import { FINDING_TYPES, type FindingType } from '../compare/finding';
import type { Report } from '../report/report';
import { formatAttribution, formatFinding, formatSubject, HEADINGS } from './labels';

const DESCRIPTIONS: Readonly<Record<FindingType, string>> = {
  changed: 'A field differs between the account and the state.',
  missing: 'An object of the state was deleted.',
  unmanaged: 'An object of the account is in no state.',
  pending: 'The configuration differs from what is deployed.',
  replaced: 'Another object replaced an object of the state.',
  conflict: 'Several resources manage one object.',
};

/** SARIF 2.1.0. Logical locations contain Terraform addresses and, if known, paths of constructs. */
export function toSarif({ findings, incomplete }: Report): string {
  const results = findings.map((finding) => {
    const author = formatAttribution(finding);
    const message = `${formatSubject(finding)}: ${formatFinding(finding)}${author === null ? '' : `; by ${author}`}`;
    return {
      ruleId: finding.type,
      ruleIndex: FINDING_TYPES.indexOf(finding.type),
      level: finding.type === 'pending' ? 'note' : finding.type === 'missing' ? 'error' : 'warning',
      message: { text: `${message}. ${finding.remedy.text}` },
      locations: [
        {
          // Code scanning services require a file, and a synthesized stack does not contain those of its constructs.
          physicalLocation: { artifactLocation: { uri: 'cdktf.json' }, region: { startLine: 1 } },
          logicalLocations: [
            { fullyQualifiedName: finding.address ?? `${finding.kind}/${finding.id}`, kind: 'resource' },
            ...(finding.construct === null ? [] : [{ fullyQualifiedName: finding.construct, kind: 'object' }]),
          ],
        },
      ],
      partialFingerprints: { 'netingress/v1': finding.fingerprint },
    };
  });
  const notifications = incomplete.map(({ kind, message }) => ({
    level: 'error',
    message: { text: `${kind}: ${message}` },
  }));
  const rules = FINDING_TYPES.map((type) => ({
    id: type,
    name: HEADINGS[type],
    shortDescription: { text: DESCRIPTIONS[type] },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'netingress drift', rules } },
        invocations: [{ executionSuccessful: incomplete.length === 0, toolExecutionNotifications: notifications }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
