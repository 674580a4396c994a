/** State written by this version is read by one whose schema has moved on. */

import { getKind, KINDS } from '../../../src/model/kinds';
import { impliedType } from '../../../src/provider/protocol/schema';
import { getRegistry } from '../../../src/provider/registry';
import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import { createObjectResource } from '../../../src/provider/resources/object';
import { upgradeState } from '../../../src/provider/resources/upgrade-state';
import type { JsonObject } from '../../../src/values/json';
import { createHarness, plain } from '../../support/provider/harness';

const type = 'netingress_ip_policy';

/** The resource as a later version may have it: `description` is called `purpose`, and there is a new attribute. */
function raised(upgraders: ManagedResource['upgraders']): ManagedResource {
  const resource = createObjectResource(getKind('ip_policy'));
  const attributes = resource.schema.attributes.map((attribute) =>
    attribute.name === 'description' ? { ...attribute, name: 'purpose' } : attribute,
  );
  const owner = { name: 'owner', description: 'Who is responsible for it.', type: 'string', optional: true } as const;
  const schema = { ...resource.schema, version: 2, attributes: [...attributes, owner] };
  return { ...resource, schema, ...(upgraders && { upgraders }) };
}

async function storedNow(): Promise<JsonObject> {
  const harness = await createHarness();
  return plain(await harness.applied(type, { description: 'edge', metadata: 'm' })) as JsonObject;
}

test('a state is upgraded directly to the current version', async () => {
  const state = await storedNow();
  const resource = raised({
    0: ({ description, ...others }) => ({ ...others, purpose: description }),
    1: () => {
      throw new Error('not for version 0');
    },
  });
  const { state: upgraded, diagnostics } = upgradeState(resource, { type, version: 0, state });
  expect(diagnostics).toEqual([]);
  const { description, ...others } = state;
  expect(plain(upgraded)).toEqual({ ...others, purpose: description, owner: null });
  expect(Object.keys(upgraded ?? {}).sort()).toEqual(Object.keys(impliedType(resource.schema.attributes)[1]).sort());
});

test('a state of an unknown version is an error that names the known ones', async () => {
  const { state, diagnostics } = upgradeState(raised({ 0: (old) => old }), {
    type,
    version: 1,
    state: await storedNow(),
  });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  expect(diagnostics[0]?.detail).toContain('has version 1; expected version 0, 2.');
});

test('every resource has an upgrader for each version before its own', () => {
  const missing = [...getRegistry(KINDS).resources.values()].flatMap(({ type: name, schema, upgraders = {} }) =>
    Array.from({ length: schema.version }, (_, version) => version).flatMap((version) =>
      version in upgraders ? [] : [`${name} from version ${version}`],
    ),
  );
  expect(missing).toEqual([]);
});
