/**
 * For every kind of the model, and every field that can be read: nothing is found after a deployment, and a change by
 * hand is found as exactly that field, with the person. The results are written to docs/drift-coverage.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPending } from '../../src/drift/compare/pending';
import type { DeclaredInput } from '../../src/drift/input';
import type { Finding } from '../../src/drift/report/finding';
import { HIDDEN } from '../../src/drift/report/redact-sensitive';
import { semanticallyEqual } from '../../src/model/canonical';
import { isJsonObject, type Json, type JsonObject } from '../../src/model/json';
import type { Attribute, Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { attributeAt } from '../../src/model/natural-key';
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
import { ANN, createEstate, type Estate, pathOf } from '../support/drift/inventory';

let estate: Estate;
beforeEach(async () => {
  estate = await createEstate();
});
afterEach(() => estate.close());

interface Row {
  readonly kind: string;
  /** Configurations after which nothing was found. */
  clean: number;
  /** Fields that were changed by hand and found. */
  readonly fields: string[];
  /** Fields that nobody can change by hand, so that there is nothing to find. */
  readonly fixed: string[];
  person: string;
}

const rows = new Map<string, Row>(
  KINDS.map(({ name }) => [name, { kind: name, clean: 0, fields: [], fixed: [], person: '' }]),
);
const rowOf = ({ name }: Kind): Row => rows.get(name) as Row;

async function deployDependencies(kind: Kind): Promise<void> {
  for (const { name } of KINDS) {
    const type = `netingress_${name}`;
    for (const [resource, config] of Object.entries(dependencies(kind)[type] ?? {}))
      await estate.deploy(type, resource, config);
  }
}

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const type = `netingress_${kind.name}`;

  test('nothing is found after a deployment, minimal and full', async () => {
    await deployDependencies(kind);
    const minimal = minimalConfig(kind, { object: 50 });
    await estate.deploy(type, 'minimal', minimal);
    const declared = [declaredAs(kind, 'minimal', minimal)];
    for (let n = 0; n < fullVariants(kind); n++) {
      // A kind that exists once for each value of an enum has room for only so many.
      const config = fullConfig(kind, n, { object: 51 + n });
      const full = await estate.deploy(type, `full${n}`, config).catch((error: Error) => {
        if (!/exist|already|409/i.test(error.message)) throw error;
      });
      if (full) declared.push(declaredAs(kind, `full${n}`, config));
    }
    const { report } = await estate.drift({ events: estate.events(), declared });
    expect(report.findings).toEqual([]);
    expect(report.result).toBe('agreement');
    expect(report.coverage.total.unmanaged).toBe(0);
    rowOf(kind).clean = 1 + fullVariants(kind);
  });

  test('every field that can be changed by hand is found, exactly, with the person', async () => {
    await deployDependencies(kind);
    for (let variant = 0; variant < fullVariants(kind); variant++) {
      const config = fullConfig(kind, variant, { object: variant });
      const object = await estate.deploy(type, `full${variant}`, config);
      const leaves = leavesOf(kind.attributes, config).filter(({ attribute }) => attribute.type !== 'object');
      for (const leaf of leaves) await changeAndFind(kind, object.values, leaf, variant);
      await remove(kind, object.values);
    }
  });

  test('every field that is changed in the code alone is pending, exactly, and no secret is shown', async () => {
    await deployDependencies(kind);
    for (let variant = 0; variant < fullVariants(kind); variant++) {
      const config = fullConfig(kind, variant, { object: variant });
      const object = await estate.deploy(type, `full${variant}`, config);
      for (const { path, attribute, value } of leavesOf(kind.attributes, config)) {
        const field = path.join('.');
        const other = otherValue(kind, field, attribute, value, variant);
        if (attribute.type === 'object' || other === undefined || isExpression(value)) continue;
        const changed = declaredAs(kind, `full${variant}`, withValue(config, path, other));
        const pending = findPending([changed], [object]);
        expect(pending.map((each) => [each.type, each.path])).toEqual([['pending', field]]);
        const secret = attribute.readback || attribute.sensitive;
        if (secret) expect(pending).toMatchObject([{ before: HIDDEN, after: HIDDEN }]);
      }
      await remove(kind, object.values);
    }
  });

  test('an object that is deleted by hand is missing, one that is made by hand is unmanaged', async () => {
    await deployDependencies(kind);
    const object = await estate.deploy(type, 'one', minimalConfig(kind, { object: 60 }));
    await estate.byHand('DELETE', pathOf(kind.name, object.values['id']));
    const { report } = await estate.drift({ events: estate.events() });
    expect(report.findings).toMatchObject([
      { type: 'missing', kind: kind.name, id: object.values['id'], address: `${type}.one` },
    ]);
    expect(personOf(report.findings[0])).toBe(kind.audited ? ANN.subject : 'emits no audit events');
    estate.stated.pop();
    const made = await estate.deploy(type, 'two', minimalConfig(kind, { object: 61 }));
    estate.stated.pop();
    const second = await estate.drift({ events: estate.events() });
    expect(second.report.findings).toMatchObject([
      { type: 'unmanaged', kind: kind.name, id: made.values['id'], address: null },
    ]);
    expect(second.report.coverage.kinds.find((each) => each.kind === kind.name)).toMatchObject({ unmanaged: 1 });
  });
});

function declaredAs({ name }: Kind, resource: string, values: JsonObject): DeclaredInput {
  const type = `netingress_${name}`;
  return { stack: 'test', address: `${type}.${resource}`, type, name: resource, repeated: false, values };
}

const isExpression = (value: Json): boolean => JSON.stringify(value).includes('${');

function personOf(finding: Finding | undefined): string {
  return finding?.by?.who?.subject ?? finding?.unattributed ?? 'nobody';
}

async function remove(kind: Kind, values: JsonObject): Promise<void> {
  await estate.byHand('DELETE', pathOf(kind.name, values['id']));
  estate.stated.pop();
}

/** Changes one field by hand and puts it back, so that the next field starts from agreement. */
async function changeAndFind(
  kind: Kind,
  values: JsonObject,
  { path, attribute, value }: Leaf,
  variant: number,
): Promise<void> {
  const field = path.join('.');
  const other = otherValue(kind, field, attribute, value, variant);
  if (attribute.readback || other === undefined || isFixed(kind, path)) {
    if (!rowOf(kind).fields.includes(field) && !rowOf(kind).fixed.includes(field)) rowOf(kind).fixed.push(field);
    return;
  }
  const object = pathOf(kind.name, values['id']);
  await estate.byHand('PATCH', object, patchOf(kind, values, path, other));
  const { report } = await estate.drift({ events: estate.events() });
  expect(report.findings.map(({ type, path: found }) => `${type} ${found}`)).toEqual([`changed ${field}`]);
  const [finding] = report.findings;
  expect(finding).toMatchObject({
    kind: kind.name,
    id: values['id'],
    address: `netingress_${kind.name}.full${variant}`,
  });
  expect(semanticallyEqual(attribute, finding?.before ?? null, resolved(value))).toBe(true);
  expect(semanticallyEqual(attribute, finding?.after ?? null, resolved(other))).toBe(true);
  expect(personOf(finding)).toBe(kind.audited ? ANN.subject : 'emits no audit events');
  await estate.byHand('PATCH', object, patchOf(kind, values, path, resolved(value)));
  const row = rowOf(kind);
  row.person = personOf(finding);
  if (!row.fields.includes(field)) row.fields.push(field);
}

function resolved(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(resolved);
  const address = typeof value === 'string' ? /^\$\{(netingress_[^}]+)\.id\}$/.exec(value)?.[1] : undefined;
  return address === undefined ? value : (estate.stated.find((each) => each.address === address)?.values['id'] ?? null);
}

/** A field below which, or at which, the service refuses every change. */
function isFixed(kind: Kind, path: readonly string[]): boolean {
  return path.some(
    (_, index) => attributeAt(kind.attributes, path.slice(0, index + 1).join('.')).requiresReplace === 'always',
  );
}

function otherValue(kind: Kind, field: string, attribute: Attribute, value: Json, variant: number): Json | undefined {
  // Without the element that another attribute needs, the service would take that one away too.
  const kept = (kind.requires ?? []).flatMap(({ requires, element }) => (requires === field ? [element] : []));
  for (let n = variant + 1; n < variant + 4; n++) {
    const sample = sampleValue(attribute, n, { object: 90 });
    const candidate = Array.isArray(sample) ? [...new Set([...(sample as Json[]), ...kept])] : sample;
    if (!semanticallyEqual(attribute, candidate, value)) return candidate;
  }
  return undefined;
}

/** The PATCH that a person would send: the member, or the whole object that it is in, without what cannot be sent. */
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

// Tests of a file run before its describes, so this one is a describe too.
describe('the table', () => {
  test('in docs is the one that these tests found', () => {
    const text = renderTable();
    // A run of some tests only knows some rows.
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
      person === ANN.subject ? 'named' : person,
    ].join(' | '),
  );
  return `# What drift detection finds

Written by \`UPDATE_DOCS=1 npx jest test/drift/every-kind\`, and compared with what the tests find in every run.

*Clean* counts the configurations, minimal and full, after whose deployment nothing is found. *Found* are the fields
that were changed by hand, one at a time, and found as exactly that field with the values before and after. *Fixed* are
those that nobody can change at the service, or that no answer holds. *Who* tells whether audit events name the person.

| kind | clean | found | fixed | who |
|---|---|---|---|---|
${cells.map((row) => `| ${row} |`).join('\n')}
`;
}
