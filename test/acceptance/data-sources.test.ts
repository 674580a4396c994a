/**
 * Data sources with the real terraform binary: every kind by id, by key and as a list. Row 19 is that of
 * docs/internals/terraform-protocol-rules.md.
 */
import { eventTypesIn } from '../../src/model/events/event-types';
import type { Kind } from '../../src/model/kind';
import { parseMessages } from '../../src/terraform/ui-json';
import type { JsonObject } from '../../src/values/json';
import { labelOf, merged, TESTED_PROFILES } from '../support/acceptance/all-kinds';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { dependencies, minimalConfig } from '../support/acceptance/samples';
import type { PlannedActions, Workspace } from '../support/acceptance/workspace';
import { expression } from '../support/expression';
import { describeRows } from '../support/requirements';

let account: AttachedAccount;
let workspace: Workspace;

/** Kinds whose objects are looked up by a description, which several may have. */
const isUnkeyed = ({ naturalKey }: Kind): boolean => !naturalKey;

/** The diagnostics of a plan that fails. */
const planErrors = async (): Promise<string[]> => {
  const { stdout } = await workspace.terraform('plan', '-json');
  return parseMessages(stdout).diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
};

/** Everything that the data sources of all kinds can find, made and found in one apply. */
function everything(kinds: readonly Kind[]) {
  const resources: Record<string, Record<string, JsonObject>> = {};
  const data: Record<string, Record<string, JsonObject>> = {};
  const output: Record<string, JsonObject> = {};
  for (const [index, kind] of kinds.entries()) {
    const type = `netingress_${kind.name}`;
    for (const [other, objects] of Object.entries(dependencies(kind)))
      resources[other] = { ...resources[other], ...objects };
    const label = labelOf(kind);
    const config: JsonObject = { ...minimalConfig(kind, { object: index }), [label]: `the ${kind.name}` };
    resources[type] = { ...resources[type], it: config };
    const from = (path: string): string => expression(`${type}.it.${path}`);
    const nested: Record<string, JsonObject> = {};
    const key: Record<string, JsonObject | string> = {};
    for (const path of kind.naturalKey?.attributes ?? [label]) {
      const [first, member] = path.split('.') as [string, string?];
      if (member === undefined) key[first] = from(path);
      else nested[first] = { ...nested[first], [member]: from(path) };
    }
    // A minimal operator has no deployment to be named by, and others refer to certificates like this one.
    const byKey = ['kubernetes_operator', 'tls_certificate'].includes(kind.name) ? undefined : { ...key, ...nested };
    data[type] = { id: { id: from('id') }, ...(byKey && { key: byKey }) };
    // Only an id can be filtered for where an object has no description.
    const filter = label === 'description' ? `obj.description == "the ${kind.name}"` : `obj.id == "${from('id')}"`;
    data[`netingress_${kind.plural}`] = {
      all: { depends_on: [`${type}.it`] },
      some: { filter, depends_on: [`${type}.it`] },
    };
    const some = `data.netingress_${kind.plural}.some.${kind.plural}[*].${label}`;
    output[`${kind.name}_filtered`] = { value: expression(some) };
    output[`${kind.name}_id`] = { value: `\${data.${type}.id.${label}}` };
    if (byKey) output[`${kind.name}_key`] = { value: `\${data.${type}.key.id == ${type}.it.id}` };
    output[`${kind.name}_all`] = {
      value: `\${contains(data.netingress_${kind.plural}.all.${kind.plural}[*].id, ${type}.it.id)}`,
    };
  }
  data['netingress_event_types'] = { all: {} };
  output['types'] = { value: expression('data.netingress_event_types.all.event_types[*].type') };
  output['filterable'] = {
    value: expression('[for f in data.netingress_event_types.all.event_types[1].fields : f.name if f.filterable]'),
  };
  // Terraform wants outputs of sensitive values marked; none of these is one.
  return { resources, data, output };
}

describeRows(TESTED_PROFILES, { plain: 1 })('every kind of the profile $profile', ({ profile, kinds }) => {
  const each = kinds.map((kind) => [`netingress_${kind.name}`, kind] as const);

  let found: Readonly<Record<string, unknown>>;
  let planned: PlannedActions;
  let errors: string[];

  afterAll(() => account?.close());
  beforeAll(async () => {
    account = await openAttachedAccount({ profile });
    ({ workspace } = account);
    const { resources, data, output } = everything(kinds);
    const duplicates = Object.fromEntries(
      kinds.filter(isUnkeyed).map((kind, index) => [
        `netingress_${kind.name}`,
        Object.fromEntries(
          [0, 1].map((n) => [
            `duplicate${n}`,
            // Numbers beyond those of the objects above, so that their values differ.
            { ...minimalConfig(kind, { object: 60 + 2 * index + n }), description: `duplicate ${kind.name}` },
          ]),
        ),
      ]),
    );
    const all = merged(resources, duplicates);
    await workspace.configure(all, { data, output });
    await workspace.apply();
    found = await workspace.outputs();
    planned = await workspace.changes();

    const absent = Object.fromEntries(
      kinds.map((kind) => [
        `netingress_${kind.name}`,
        {
          absent: { id: `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF` },
          ...(isUnkeyed(kind) && { several: { description: `duplicate ${kind.name}` } }),
        },
      ]),
    );
    await workspace.configure(all, { data: absent });
    errors = await planErrors();
  });

  test.each(each)('%s row 19: is read by id, by key and as a list, in the apply that creates it', (_, { name }) => {
    expect([name, found[`${name}_id`]]).toEqual([name, `the ${name}`]);
    if (`${name}_key` in found) expect([name, found[`${name}_key`]]).toEqual([name, true]);
    expect([name, found[`${name}_all`]]).toEqual([name, true]);
    expect([name, found[`${name}_filtered`]]).toEqual([name, [`the ${name}`]]);
    expect(planned).toEqual({});
  });

  test.each(each)('%s row 19: no match, or several, are errors that name the kind', (_, kind) => {
    const { title, name, idPrefix } = kind;
    const none = `No such ${title}: The service has no ${title} with id '${idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF'`;
    expect(errors.filter((error) => error.startsWith(none))).toHaveLength(1);
    const several = `More than one ${title}: The service has 2 objects with description 'duplicate ${name}'`;
    expect(errors.filter((error) => error.startsWith(several))).toHaveLength(isUnkeyed(kind) ? 1 : 0);
  });

  test('the event types with their fields are read', () => {
    expect(found['types']).toEqual(eventTypesIn(profile));
    expect(found['filterable']).toEqual(['conn.client_ip', 'conn.server_ip', 'conn.server_name', 'conn.server_port']);
  });
});
