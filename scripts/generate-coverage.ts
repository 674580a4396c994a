/** Writes what the tests of all kinds cover, as tables in docs/; `--check` compares only. */
import { getCoverage } from '../test/support/drift/coverage';
import { OPERATIONS } from '../test/support/emulator/operations';
import { KINDS_WITH_PROFILE } from '../test/support/kinds';
import { writeOrCheck } from './lib/generated-file';

writeOrCheck('generate-coverage.ts', 'docs/drift-coverage.md', formatDriftCoverage());
writeOrCheck('generate-coverage.ts', 'docs/emulator-coverage.md', formatEmulatorCoverage());

function formatDriftCoverage(): string {
  const quoted = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(', ');
  const rows = KINDS_WITH_PROFILE.map(({ kind }) => {
    const { configurations, found, fixed } = getCoverage(kind);
    const author = kind.audited ? 'yes' : 'no audit events';
    return `| \`${kind.name}\` | ${configurations} | ${quoted(found)} | ${quoted(fixed)} | ${author} |`;
  });
  return `# What drift detection finds

Written by \`npm run generate\`. \`test/drift/every-kind.test.ts\` makes each of these deployments and changes on the emulator.

*In sync* counts the configurations, minimal and full, without findings after their deployment. *Found* lists the fields
whose changes at the service are found, with the values before and after. *Fixed* lists the fields that the service does
not change, or does not return. *Author* says whether audit events name the author.

| kind | in sync | found | fixed | author |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function formatEmulatorCoverage(): string {
  const rows = OPERATIONS.map(
    ({ name, request, byTerraform }) => `| ${name} | \`${request}\` | ${byTerraform ? 'yes' : '–'} |`,
  );
  return `# What the emulator covers

Written by \`npm run generate\`. The table lists every operation of the specification.
\`test/acceptance/emulator-coverage.test.ts\` calls all of them successfully with our client, and with Terraform
exactly those with *yes*, according to the log of the emulator.

| operation | request | Terraform |
| --- | --- | --- |
${rows.join('\n')}

The provider changes the sources of a subscription by updating the subscription. It detaches a value only when the value is
removed from the configuration. For an unknown path or method the emulator returns 404 with \`details.path\`.
`;
}
