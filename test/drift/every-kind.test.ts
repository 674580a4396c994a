/**
 * For every kind of the model: a deployment causes no findings, and a change of a field that a client can change and
 * read causes exactly one, with its author if the kind is audited. docs/drift-coverage.md lists the fields.
 */

import type { Finding } from '../../src/drift/compare/finding';
import { findUnappliedChanges } from '../../src/drift/compare/pending';
import { semanticallyEqual } from '../../src/model/canonical';
import { isAudited } from '../../src/model/events/event-types';
import type { Attribute, Kind } from '../../src/model/kind';
import { isSensitive } from '../../src/model/marks';
import { attributeAt } from '../../src/model/natural-key';
import { fromStates } from '../../src/objects/from-states';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { SENSITIVE_VALUE } from '../../src/values/marks';
import { campaignSize } from '../fuzz';
import {
  capacity,
  dependencies,
  fullConfig,
  fullVariants,
  type Leaf,
  minimalConfig,
  withValue,
} from '../support/acceptance/samples';
import { findChange, findOtherValue, listFields } from '../support/drift/coverage';
import { ANN, createDeployedAccount, type DeployedAccount } from '../support/drift/inventory';
import { KINDS_WITH_PROFILE } from '../support/kinds';
import { configuredResource } from '../support/state-resource';

let deployed: DeployedAccount;
afterEach(() => deployed.close());

/** A plain run tries one of the configurations that together have all members of unions. */
const variantsOf = (kind: Kind): number => campaignSize(1, fullVariants(kind));

async function deployDependencies(kind: Kind): Promise<void> {
  for (const [type, resources] of Object.entries(dependencies(kind)))
    for (const [resource, config] of Object.entries(resources)) await deployed.deploy(type, resource, config);
}

// The numbers of `object` are arbitrary: objects with different ones have different natural keys.
describe.each(KINDS_WITH_PROFILE.map(({ kind, profile }) => [kind.name, kind, profile] as const))(
  '%s',
  (_, kind, profile) => {
    const type = `netingress_${kind.name}`;
    beforeEach(async () => {
      deployed = await createDeployedAccount(profile);
    });

    test('a minimal deployment and full ones cause no findings', async () => {
      await deployDependencies(kind);
      const minimal = minimalConfig(kind, { object: 50 });
      await deployed.deploy(type, 'minimal', minimal);
      const declared = [declaredAs(kind, 'minimal', minimal)];
      // As many as can exist beside the minimal one.
      for (let n = 0; n < Math.min(variantsOf(kind), capacity(kind) - 1); n++) {
        const config = fullConfig(kind, n, { object: 51 + n });
        await deployed.deploy(type, `full${n}`, config);
        declared.push(declaredAs(kind, `full${n}`, config));
      }
      const { report } = await deployed.drift({ events: deployed.events(), configured: declared });
      expect(report.findings).toEqual([]);
      expect(report.result).toBe('in_sync');
      expect(report.coverage.total.unmanaged).toBe(0);
    });

    test('a change of any field that a client can change and read is found, with its author if the kind is audited; a literal changed in code is pending, and a sensitive one has no values', async () => {
      await deployDependencies(kind);
      for (let variant = 0; variant < variantsOf(kind); variant++) {
        const config = fullConfig(kind, variant, { object: variant });
        const object = await deployed.deploy(type, `full${variant}`, config);
        for (const field of listFields(kind, variant)) {
          await changeAndFind(kind, object.values, field, variant);
          const other = findOtherValue(kind, field, variant);
          if (other === undefined || isExpression(field.value)) continue;
          const changed = declaredAs(kind, `full${variant}`, withValue(config, field.path, other));
          const pending = findUnappliedChanges([changed], fromStates([object]));
          expect(pending.map((each) => [each.type, each.path])).toEqual([['pending', field.path.join('.')]]);
          if (isSensitive(field.attribute))
            expect(pending).toMatchObject([{ before: SENSITIVE_VALUE, after: SENSITIVE_VALUE }]);
        }
        await deployed.remove(object.values['id']);
        forgetLast();
      }
    });

    test('a deleted object is missing, and a new object is unmanaged', async () => {
      await deployDependencies(kind);
      const object = await deployed.deploy(type, 'one', minimalConfig(kind, { object: 60 }));
      await deployed.remove(object.values['id']);
      const { report } = await deployed.drift({ events: deployed.events() });
      expect(report.findings).toMatchObject([
        { type: 'missing', kind: kind.name, id: object.values['id'], address: `${type}.one` },
      ]);
      expect(authorOrReason(report.findings[0])).toBe(isAudited(kind.name) ? ANN.subject : 'kind_not_audited');
      expect(report.reverted_changes).toEqual([]);
      forgetLast();
      const made = await deployed.deploy(type, 'two', minimalConfig(kind, { object: 61 }));
      forgetLast();
      const second = await deployed.drift({ events: deployed.events() });
      expect(second.report.findings).toMatchObject([
        { type: 'unmanaged', kind: kind.name, id: made.values['id'], address: null },
      ]);
      expect(second.report.coverage.kinds.find((each) => each.kind === kind.name)).toMatchObject({ unmanaged: 1 });
    });
  },
);

function declaredAs({ name }: Kind, resource: string, values: JsonObject) {
  return configuredResource(`netingress_${name}.${resource}`, values);
}

const isExpression = (value: Json): boolean => JSON.stringify(value).includes('${');

/** The state no longer has the resource that was deployed last: it was destroyed, or its object is unmanaged now. */
function forgetLast(): void {
  deployed.stateResources.pop();
}

/** The author of the change, or why the finding has none. */
function authorOrReason(finding: Finding | undefined): string {
  return finding?.attribution?.author?.subject ?? finding?.unattributed ?? 'unknown';
}

/** Changes one field and restores it, so that the next field starts in sync. */
async function changeAndFind(kind: Kind, values: JsonObject, field: Leaf, variant: number): Promise<void> {
  const { path, attribute, value } = field;
  const other = findChange(kind, field, variant);
  if (other === undefined) return;
  await deployed.edit(values['id'], patchOf(kind, values, path, other));
  const { report } = await deployed.drift({ events: deployed.events() });
  const isPolicy = attribute.type === 'string' && attribute.format === 'traffic_policy';
  // A finding in a policy has the path of its member: policy-differences.test.ts.
  expect(
    report.findings.map((finding) => `${finding.type} ${isPolicy ? finding.path?.split('.')[0] : finding.path}`),
  ).toEqual([`changed ${path.join('.')}`]);
  const [finding] = report.findings;
  const address = `netingress_${kind.name}.full${variant}`;
  expect(finding).toMatchObject({ kind: kind.name, id: values['id'], address });
  if (!isPolicy) {
    expect(semanticallyEqual(attribute, finding?.before ?? null, deployed.resolve(value))).toBe(true);
    expect(semanticallyEqual(attribute, finding?.after ?? null, deployed.resolve(other))).toBe(true);
  }
  expect(authorOrReason(finding)).toBe(isAudited(kind.name) ? ANN.subject : 'kind_not_audited');
  await deployed.edit(values['id'], patchOf(kind, values, path, deployed.resolve(value)));
}

/**
 * A PATCH body with the member, or with the object that contains it. It omits read-only members, and members of the
 * object itself whose change replaces the resource: a PATCH of a client cannot contain them.
 */
function patchOf(kind: Kind, values: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [top] = path as [string, ...string[]];
  const whole = withValue(values, path, deployed.resolve(value))[top] ?? null;
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
