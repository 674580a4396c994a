/**
 * A provider of a service that does not exist, with attributes, nested blocks and a data source. It records the calls
 * for which a provider asks its service: reads, applies, and reads of the data source.
 */
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import { parseProviderSchema } from '../../../src/sandbox/frozen-schema';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';
import { createMemoryProvider } from '../plugin/memory-provider';

export const MADE_UP_ADDRESS = 'terraform.local/made/up';

const string = { type: 'string', description: 'Text.' };
const required = { ...string, required: true };

/** As `terraform providers schema -json` prints it. */
export const MADE_UP_SCHEMA = {
  provider: { version: 0, block: { attributes: { token: { ...string, optional: true, sensitive: true } } } },
  resource_schemas: {
    up_thing: {
      version: 0,
      block: {
        attributes: {
          id: { ...string, computed: true },
          name: required,
          secret: { ...string, optional: true, computed: true, sensitive: true },
        },
        block_types: {
          tag: {
            nesting_mode: 'list',
            block: { attributes: { key: required, value: { ...string, optional: true } } },
          },
          network: { nesting_mode: 'set', max_items: 2, block: { attributes: { cidr: required } } },
        },
      },
    },
  },
  data_source_schemas: {
    up_lookup: { version: 0, block: { attributes: { name: required, value: { ...string, computed: true } } } },
  },
};

export function createMadeUpProvider(calls: string[]): Provider {
  const schema = parseProviderSchema(JSON.parse(JSON.stringify(MADE_UP_SCHEMA)));
  const ok = { diagnostics: [] };
  const thing = schema.resources['up_thing'];
  if (!thing) throw new Error('The schema has no up_thing');
  return {
    ...createMemoryProvider(),
    schema,
    upgradeState: async ({ state }) => ({
      ...ok,
      state: fromJson(impliedType(thing.attributes, thing.blocks), state) as ObjectValue,
    }),
    async readResource({ current, private: data }) {
      calls.push('read');
      return { ...ok, state: current, private: data };
    },
    async planResource({ prior, proposed, priorPrivate }) {
      const planned = proposed && objectValue(Object.entries(proposed));
      if (planned && !prior) {
        planned['id'] = UNKNOWN;
        planned['secret'] ??= UNKNOWN;
      }
      return { ...ok, planned, requiresReplace: [], plannedPrivate: priorPrivate };
    },
    async applyResource({ prior, planned }) {
      calls.push(prior === null ? 'create' : planned === null ? 'delete' : 'update');
      const state = planned && objectValue(Object.entries(planned));
      if (state && state['id'] === UNKNOWN) state['id'] = `thing-${calls.length}`;
      if (state && state['secret'] === UNKNOWN) state['secret'] = 'made-up-secret';
      return { ...ok, state, private: Buffer.alloc(0) };
    },
    async readDataSource({ config }) {
      calls.push('lookup');
      return { ...ok, state: objectValue([...Object.entries(config), ['value', '203.0.113.0/24']]) };
    },
  };
}
