/**
 * For every kind of the model: a deployment causes no findings, and a change of a readable field causes exactly one, with
 * its author. docs/drift-coverage.md contains the results.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnappliedChanges } from '../../src/drift/compare/pending';
import type { Finding } from '../../src/drift/report/finding';
import { semanticallyEqual } from '../../src/model/canonical';
import type { ConfiguredResource } from '../../src/model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../src/model/json';
import type { Attribute, Kind } from '../../src/model/kind';
import { attributeAt } from '../../src/model/natural-key';
import { SENSITIVE_VALUE } from '../../src/model/redaction';
import {
  dependencies,
  fullConfig,
  fullVariants,
  type Leaf,
  leavesOf,
  minimalConfig,
  sampleValue,
  withValue,
} from '../support/acceptance/samples';
import { ANN, createDeployedAccount, type DeployedAccount, pathOf } from '../support/drift/inventory';
import { SPEC_KINDS as KINDS } from '../support/kinds';

let deployed: DeployedAccount;
beforeEach(async () => {
  deployed = await createDeployedAccount();
});
afterEach(() => deployed.close());

interface Row {
  readonly kind: string;
  /** Number of configurations without findings after their deployment. */
  clean: number;
  /** Fields whose changes were found. */
  readonly fields: string[];
  /** Fields that cannot be changed at the service, or not be read. */
  readonly fixed: string[];
  person: string;
}

const rows = new Map<string, Row>(
  KINDS.map(({ name }) => [name, { kind: name, clean: 0, fields: [], fixed: [], person: '' }]),
);
const rowOf = ({ name }: Kind): Row => rows.get(name) as Row;

async function deployDependencies(kind: Kind): Promise<void> {
  for (const [type, resources] of Object.entries(dependencies(kind)))
    for (const [resource, config] of Object.entries(resources)) await deployed.deploy(type, resource, config);
}

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const type = `netingress_${kind.name}`;

  test('a minimal and a full deployment cause no findings', async () => {
    await deployDependencies(kind);
    const minimal = minimalConfig(kind, { object: 50 });
    await deployed.deploy(type, 'minimal', minimal);
    const declared = [declaredAs(kind, 'minimal', minimal)];
    for (let n = 0; n < fullVariants(kind); n++) {
      // Only one object can exist for each value of an enum in a natural key.
      const config = fullConfig(kind, n, { object: 51 + n });
      const full = await deployed.deploy(type, `full${n}`, config).catch((error: Error) => {
        if (!/exist|already|409/i.test(error.message)) throw error;
      });
      if (full) declared.push(declaredAs(kind, `full${n}`, config));
    }
    const { report } = await deployed.drift({ events: deployed.events(), configured: declared });
    expect(report.findings).toEqual([]);
    expect(report.result).toBe('in_sync');
    expect(report.coverage.total.unmanaged).toBe(0);
    rowOf(kind).clean = 1 + fullVariants(kind);
  });

  test('a change of any field is found, with its author', async () => {
    await deployDependencies(kind);
    for (let variant = 0; variant < fullVariants(kind); variant++) {
      const config = fullConfig(kind, variant, { object: variant });
      const object = await deployed.deploy(type, `full${variant}`, config);
      const leaves = leavesOf(kind.attributes, config).filter(({ attribute }) => attribute.type !== 'object');
      for (const leaf of leaves) await changeAndFind(kind, object.values, leaf, variant);
      await remove(kind, object.values);
    }
  });

  test('a field changed in code is pending, and sensitive values are redacted', async () => {
    await deployDependencies(kind);
    for (let variant = 0; variant < fullVariants(kind); variant++) {
      const config = fullConfig(kind, variant, { object: variant });
      const object = await deployed.deploy(type, `full${variant}`, config);
      for (const { path, attribute, value } of leavesOf(kind.attributes, config)) {
        const field = path.join('.');
        const other = otherValue(kind, field, attribute, value, variant);
        if (attribute.type === 'object' || other === undefined || isExpression(value)) continue;
        const changed = declaredAs(kind, `full${variant}`, withValue(config, path, other));
        const pending = findUnappliedChanges([changed], [object]);
        expect(pending.map((each) => [each.type, each.path])).toEqual([['pending', field]]);
        const secret = attribute.omittedFromResponses || attribute.sensitive;
        if (secret) expect(pending).toMatchObject([{ before: SENSITIVE_VALUE, after: SENSITIVE_VALUE }]);
      }
      await remove(kind, object.values);
    }
  });

  test('a deleted object is missing, and a new object is unmanaged', async () => {
    await deployDependencies(kind);
    const object = await deployed.deploy(type, 'one', minimalConfig(kind, { object: 60 }));
    await deployed.changeDirectly('DELETE', pathOf(kind.name, object.values['id']));
    const { report } = await deployed.drift({ events: deployed.events() });
    expect(report.findings).toMatchObject([
      { type: 'missing', kind: kind.name, id: object.values['id'], address: `${type}.one` },
    ]);
    expect(personOf(report.findings[0])).toBe(kind.audited ? ANN.subject : 'kind_not_audited');
    deployed.stateResources.pop();
    const made = await deployed.deploy(type, 'two', minimalConfig(kind, { object: 61 }));
    deployed.stateResources.pop();
    const second = await deployed.drift({ events: deployed.events() });
    expect(second.report.findings).toMatchObject([
      { type: 'unmanaged', kind: kind.name, id: made.values['id'], address: null },
    ]);
    expect(second.report.coverage.kinds.find((each) => each.kind === kind.name)).toMatchObject({ unmanaged: 1 });
  });
});

function declaredAs({ name }: Kind, resource: string, values: JsonObject): ConfiguredResource {
  const type = `netingress_${name}`;
  return { stack: 'test', address: `${type}.${resource}`, type, name: resource, values };
}

const isExpression = (value: Json): boolean => JSON.stringify(value).includes('${');

function personOf(finding: Finding | undefined): string {
  return finding?.attribution?.author?.subject ?? finding?.unattributed ?? 'unknown';
}

async function remove(kind: Kind, values: JsonObject): Promise<void> {
  await deployed.changeDirectly('DELETE', pathOf(kind.name, values['id']));
  deployed.stateResources.pop();
}

/** Changes one field and restores it, so that the next field starts in sync. */
async function changeAndFind(
  kind: Kind,
  values: JsonObject,
  { path, attribute, value }: Leaf,
  variant: number,
): Promise<void> {
  const field = path.join('.');
  const other = otherValue(kind, field, attribute, value, variant);
  if (attribute.omittedFromResponses || other === undefined || isFixed(kind, path)) {
    if (!rowOf(kind).fields.includes(field) && !rowOf(kind).fixed.includes(field)) rowOf(kind).fixed.push(field);
    return;
  }
  const object = pathOf(kind.name, values['id']);
  await deployed.changeDirectly('PATCH', object, patchOf(kind, values, path, other));
  const { report } = await deployed.drift({ events: deployed.events() });
  expect(report.findings.map(({ type, path: found }) => `${type} ${found}`)).toEqual([`changed ${field}`]);
  const [finding] = report.findings;
  expect(finding).toMatchObject({
    kind: kind.name,
    id: values['id'],
    address: `netingress_${kind.name}.full${variant}`,
  });
  expect(semanticallyEqual(attribute, finding?.before ?? null, resolved(value))).toBe(true);
  expect(semanticallyEqual(attribute, finding?.after ?? null, resolved(other))).toBe(true);
  expect(personOf(finding)).toBe(kind.audited ? ANN.subject : 'kind_not_audited');
  await deployed.changeDirectly('PATCH', object, patchOf(kind, values, path, resolved(value)));
  const row = rowOf(kind);
  row.person = personOf(finding);
  if (!row.fields.includes(field)) row.fields.push(field);
}

function resolved(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(resolved);
  const address =
    typeof value === 'string' ? /^\$\{(netingress_[^}]+)\.(?:id|ip_policy_id)\}$/.exec(value)?.[1] : undefined;
  return address === undefined
    ? value
    : (deployed.stateResources.find((each) => each.address === address)?.values['id'] ?? null);
}

/** Whether a change of the field, or of an object that contains it, requires a replacement. */
function isFixed(kind: Kind, path: readonly string[]): boolean {
  return path.some(
    (_, index) => attributeAt(kind.attributes, path.slice(0, index + 1).join('.')).requiresReplace === 'always',
  );
}

function otherValue(kind: Kind, field: string, attribute: Attribute, value: Json, variant: number): Json | undefined {
  // Without the required element the service would clear the other attribute too.
  const kept = (kind.requires ?? []).flatMap(({ requires, element }) => (requires === field ? [element] : []));
  for (let n = variant + 1; n < variant + 4; n++) {
    const sample = sampleValue(attribute, n, { object: 90 });
    const candidate = Array.isArray(sample) ? [...new Set([...(sample as Json[]), ...kept])] : sample;
    if (!semanticallyEqual(attribute, candidate, value)) return candidate;
  }
  return undefined;
}

/** A PATCH body with the member, or with the object that contains it, without read-only members. */
function patchOf(kind: Kind, values: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [top] = path as [string, ...string[]];
  const whole = withValue(values, path, resolved(value))[top] ?? null;
  return { [top]: sendable(attributeAt(kind.attributes, top), whole, true) };
}

function sendable(attribute: Attribute, value: Json, isTop = false): Json {
  if (attribute.type !== 'object' || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(attribute.attributes)
      .filter(([name, member]) => member.presence !== 'computed' && value[name] !== null && value[name] !== undefined)
      .filter(([, member]) => member.requiresReplace !== 'always' || !isTop)
      .map(([name, member]) => [name, sendable(member, value[name] ?? null)]),
  );
}

const file = join(__dirname, '../../docs/drift-coverage.md');

// Within a describe, since tests outside run first.
describe('the table of results', () => {
  test('matches docs/drift-coverage.md', () => {
    const text = renderTable();
    // A run of single tests has only some rows.
    if ([...rows.values()].some(({ clean }) => clean === 0)) return;
    if (process.env['UPDATE_DOCS']) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

function renderTable(): string {
  const cells = [...rows.values()].map(({ kind, clean, fields, fixed, person }) =>
    [
      `\`${kind}\``,
      `${clean} of ${clean}`,
      fields.map((field) => `\`${field}\``).join(', '),
      fixed.map((field) => `\`${field}\``).join(', '),
      person === ANN.subject ? 'yes' : 'no audit events',
    ].join(' | '),
  );
  return `# What drift detection finds

Generated by \`UPDATE_DOCS=1 npx jest test/drift/every-kind\`; every test run compares this file with its results.

*In sync* counts the configurations, minimal and full, without findings after their deployment. *Found* lists the fields
whose changes at the service are found, with the values before and after. *Fixed* lists the fields that the service does
not change, or does not return. *Author* says whether audit events name the author.

| kind | in sync | found | fixed | author |
|---|---|---|---|---|
${cells.map((row) => `| ${row} |`).join('\n')}
`;
}
