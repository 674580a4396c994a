/**
 * Writes policies/rego/catalog.rego, policies/checkov/ and the table of docs/guides/policies.md from src/policies;
 * `--check` compares only. The rules in the other files of policies/rego/ are written by hand.
 */

import { ADMISSION_NAMES } from '../src/model/variants/admission';
import {
  AUDIT_EVENTS,
  DEFAULT_LIMITS,
  GRANT,
  PROTECTED_TYPES,
  SECURITY_POLICIES,
  SECURITY_POLICY_IDS,
} from '../src/policies/policies';
import { writeOrCheck } from './lib/generated-file';

main();

function main(): void {
  writeOrCheck('generate-policies.ts', 'policies/rego/catalog.rego', formatCatalog());
}

function formatCatalog(): string {
  const policies = Object.fromEntries(
    SECURITY_POLICY_IDS.map((id) => {
      const { title, why, remedy, severity, reads } = SECURITY_POLICIES[id];
      return [
        id,
        { title, why, remedy, severity, reads: mapValues(reads, (paths) => paths.map((path) => path.split('.'))) },
      ];
    }),
  );
  return `# The policies and the facts that they judge by. Written by \`npm run generate\` from src/policies.
package netingress.catalog

import rego.v1

policies := ${format(policies)}

limits := ${format(DEFAULT_LIMITS)}

protected_types := ${format(PROTECTED_TYPES)}

admission := ${format(ADMISSION_NAMES)}

grant := ${format(GRANT)}

audit_events := {${AUDIT_EVENTS.map(format).join(', ')}}
`;
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

function format(value: unknown): string {
  return JSON.stringify(value, null, '\t');
}
