import { FINDING_TYPES, type FindingType } from '../report/finding';
import type { Report } from '../report/report';
import { headings, subjectOf, whatOf, whoOf } from './labels';

const meanings: Readonly<Record<FindingType, string>> = {
  changed: 'A field differs between the account and the state.',
  missing: 'An object of the state is no longer in the account.',
  unmanaged: 'An object of the account is in no state.',
  pending: 'What is declared is not deployed, or what is deployed is no longer declared.',
  replaced: 'Another object has taken the place of an object of the state.',
  'claimed twice': 'One object stands in two places of the states.',
};

/** The report as SARIF 2.1.0. Locations are logical: addresses, and constructs where they are known. */
export function toSarif({ findings, incomplete }: Report): string {
  const results = findings.map((finding) => {
    const who = whoOf(finding);
    return {
      ruleId: ruleId(finding.type),
      ruleIndex: FINDING_TYPES.indexOf(finding.type),
      level: finding.type === 'pending' ? 'note' : finding.type === 'missing' ? 'error' : 'warning',
      message: {
        text: `${subjectOf(finding)}: ${whatOf(finding)}${who === null ? '' : `; by ${who}`}. ${finding.remedy.text}`,
      },
      locations: [
        {
          // Code scanning services show nothing without a file, and the construct's own is not known to a stack.
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
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'netingress drift',
            rules: FINDING_TYPES.map((type) => ({
              id: ruleId(type),
              name: headings[type].replaceAll(' ', ''),
              shortDescription: { text: meanings[type] },
            })),
          },
        },
        invocations: [{ executionSuccessful: incomplete.length === 0, toolExecutionNotifications: notifications }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleId(type: FindingType): string {
  return type.replaceAll(' ', '-');
}
