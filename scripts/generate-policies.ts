/**
 * Writes policies/rego/catalog.rego, policies/checkov/ and the table of docs/guides/policies.md from src/policies;
 * `--check` compares only. The rules in the other files of policies/rego/ are written by hand.
 */
import { stringify } from 'yaml';
import { ruleSetAdmission } from '../src/model/variants/admission';
import {
  AUDIT_EVENTS,
  GRANT,
  LIMITS,
  PROTECTED_TYPES,
  RESOURCE_TYPES,
  SECURITY_POLICIES,
  SECURITY_POLICY_IDS,
  type SecurityPolicyId,
} from '../src/policies/policies';
import { checkovId, checkovPolicies } from './lib/checkov-policies';
import { writeOrCheck, writeOrCheckFolder, writeOrCheckPart } from './lib/generated-file';

const SCRIPT = 'generate-policies.ts';
const START = '<!-- Policies: written by `npm run generate` from src/policies/policies.ts. -->';
const END = '<!-- End of the policies. -->';

main();

function main(): void {
  writeOrCheck(SCRIPT, 'policies/rego/catalog.rego', formatCatalog());
  const files = [...checkovPolicies()].map(([name, policy]): [string, string] => [name, stringify(policy)]);
  writeOrCheckFolder(SCRIPT, 'policies/checkov', new Map(files));
  writeOrCheckPart(SCRIPT, 'docs/guides/policies.md', [START, END], formatTable());
}

function formatCatalog(): string {
  const policies = Object.fromEntries(
    SECURITY_POLICY_IDS.map((id) => {
      const { title, why, remedy, severity, reads } = SECURITY_POLICIES[id];
      const paths = Object.entries(reads).map(([type, names]) => [type, names.map((path) => path.split('.'))]);
      return [id, { title, why, remedy, severity, reads: Object.fromEntries(paths) }];
    }),
  );
  return `# The policies and the facts that they judge by. Written by \`npm run generate\` from src/policies.
package netingress.catalog

import rego.v1

policies := ${format(policies)}

limits := ${format(LIMITS)}

protected_types := ${format(PROTECTED_TYPES)}

resource_types := ${formatSet(RESOURCE_TYPES)}

admission := ${format(Object.keys(ruleSetAdmission))}

grant := ${format(GRANT)}

audit_events := ${formatSet(AUDIT_EVENTS)}
`;
}

/** A bigint is decimal text. */
function format(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part), '\t');
}

function formatSet(values: readonly string[]): string {
  return `{${values.map(format).join(', ')}}`;
}

function formatTable(): string {
  const rows = SECURITY_POLICY_IDS.map((id) => {
    const { title, why, remedy, aspect, aspectNote } = SECURITY_POLICIES[id];
    const name = aspect === 'SecurityPolicies' || aspect === undefined ? '' : `, or \`${aspect}\` alone`;
    const inAspect = aspect === undefined ? 'no: a configuration does not say it' : `yes${name}`;
    const about = [`${title}.`, why, remedy, aspectNote].filter(Boolean).join(' ');
    return `| \`${id}\` | ${about} | ${inAspect} | ${describeSeverity(id)} | ${describeCheckov(id)} |`;
  });
  return ['| id | policy | aspect | Rego | checkov |', '|---|---|---|---|---|', ...rows].join('\n');
}

function describeSeverity(id: SecurityPolicyId): string {
  return SECURITY_POLICIES[id].severity === 'error' ? '`deny`' : '`warn`';
}

function describeCheckov(id: SecurityPolicyId): string {
  const { notInCheckov } = SECURITY_POLICIES[id];
  return notInCheckov === undefined ? `\`${checkovId(id)}\`` : `no: ${notInCheckov}`;
}
