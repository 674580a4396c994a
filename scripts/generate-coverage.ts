/** Writes what the tests of all kinds cover, as tables in docs/; `--check` compares only. */

import { isAudited } from '../src/model/events/event-types';
import {
  CLIENTS,
  type ClientFacts,
  findDefect,
  isLacking,
  METHODS,
  OPERATIONS as STEPS,
} from '../test/conformance/clients/clients';
import { SERVICES } from '../test/conformance/clients/services';
import { getCoverage } from '../test/support/drift/coverage';
import { OPERATIONS } from '../test/support/emulator/operations';
import { KINDS_WITH_PROFILE } from '../test/support/kinds';
import { writeOrCheck } from './lib/generated-file';

writeOrCheck('generate-coverage.ts', 'docs/drift-coverage.md', formatDriftCoverage());
writeOrCheck('generate-coverage.ts', 'docs/emulator-coverage.md', formatEmulatorCoverage());

writeOrCheck('generate-coverage.ts', 'docs/vendor-clients.md', formatVendorClients());

function formatVendorClients(): string {
  const clients: readonly ClientFacts[] = Object.values(CLIENTS);
  const judge = (facts: ClientFacts, service: string): string => {
    const steps = STEPS.filter((step) => !isLacking(facts, service, METHODS[step]));
    const failing = steps.filter((step) => findDefect(facts, service, step));
    if (steps.length === 0) return 'not in the client';
    const lacking = STEPS.filter((step) => isLacking(facts, service, METHODS[step]));
    const notes = [
      ...(failing.length > 0 ? [`its own defect: ${failing.join(', ')}`] : []),
      ...(lacking.length > 0 ? [`not in the client: ${lacking.join(', ')}`] : []),
    ];
    return notes.join('; ') || 'all';
  };
  const rows = SERVICES.map(
    ({ name, path }) => `| \`${path}\` | ${clients.map((facts) => judge(facts, name)).join(' | ')} |`,
  );
  const defects = clients.flatMap(({ name, defects: found }) =>
    found.map(
      ({ services, operation, reason, source }) =>
        `| ${name} | ${services?.map((service) => `\`${service}\``).join(', ') ?? 'all'} | ${operation} | ${reason} | ${source} |`,
    ),
  );
  return `# What the vendor's own clients do with the emulator

Written by \`npm run generate\`. \`test/conformance/clients/clients.test.ts\` makes the calls; those of Python and Go in CI only.
\`npm run conformance\` makes them on an account of a service ([guide](guides/ngrok.md#how-far-this-was-tested)).
The clients were written by others, and share nothing with the emulator: ${clients.map((facts) => facts.package).join(', ')}.
The emulator has the profile \`ngrok\`.

Each client creates objects with its own defaults, reads one (*get*), changes it (*update*), lists the objects in two pages,
deletes one and does not find it afterwards (*miss*). *Preserve* is an update that names one member and keeps the others.
*All* means that every step ended as documented.

| collection | ${clients.map(({ name }) => name).join(' | ')} |
|---|---|---|---|
${rows.join('\n')}

## Defects of the clients

These are the differences that remain. No service could prevent them. The tests require that they still happen, so a fixed
one is noticed.

| client | collection | step | what it does | decided by |
|---|---|---|---|---|
${defects.join('\n')}

## Refusals

Each client reads the status and the code of a refusal of each of these operations: create, get, update, list, delete.
`;
}

function formatDriftCoverage(): string {
  const quoted = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(', ');
  const rows = KINDS_WITH_PROFILE.map(({ kind }) => {
    const { configurations, found, fixed } = getCoverage(kind);
    const author = isAudited(kind.name) ? 'yes' : 'no audit events';
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
\`test/acceptance/emulator-coverage.test.ts\` calls all of them successfully with our client. With Terraform it creates,
reads, updates, lists and deletes an object of every kind, which calls exactly those with *yes*, according to the log of
the emulator.

| operation | request | Terraform |
| --- | --- | --- |
${rows.join('\n')}

The provider changes the sources of a subscription by updating the subscription. It deletes the certificate or the
certificate management policy of a domain in an update that removes the value from the configuration; that test makes no
such update. For an unknown path or method the emulator returns 404 with \`details.path\`.
`;
}
