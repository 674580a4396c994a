/**
 * Calls the operations of the specification through our client and with Terraform. The emulator's log contains which calls
 * succeeded. docs/emulator-coverage.md lists the operations.
 */
import { createClient } from '../../src/client';
import { createEmulator, type LoggedRequest } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import type { Kind } from '../../src/model/kind';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../../src/model/sub-collections';
import { createMaker } from '../every-kind';
import { allKindsResources } from '../support/acceptance/all-kinds';
import { openAttachedAccount } from '../support/acceptance/provider-in-process';
import { OPERATIONS } from '../support/emulator/operations';
import { SPEC_KINDS } from '../support/kinds';

jest.setTimeout(120_000);

const sourceType = 'tcp_connection_closed.v0';

/** Operations that the requests drove, with success. */
const served = (requests: readonly LoggedRequest[]): Set<string> =>
  new Set(
    requests.flatMap(({ operation, status }) =>
      operation !== null && status >= 200 && status < 300 ? [operation] : [],
    ),
  );

/** The calls of a client, each of which must succeed. */
interface Driver {
  create(kind: Kind, body: JsonObject): Promise<{ readonly id: string }>;
  read(kind: Kind, id: string): Promise<void>;
  update(kind: Kind, id: string): Promise<void>;
  remove(kind: Kind, id: string): Promise<void>;
  detach(kind: Kind, id: string, path: string): Promise<void>;
  sources(id: string): Promise<void>;
  boundEndpoints(id: string): Promise<void>;
}

/** Every operation once, on an emulator of its own. */
async function drive(start: (url: string) => Driver): Promise<Set<string>> {
  const emulator = createEmulator();
  try {
    const driver = start((await emulator.listen()).url);
    const { make } = createMaker(driver.create);
    for (const kind of SPEC_KINDS) {
      const { id } = await make(kind);
      await driver.read(kind, id);
      await driver.update(kind, id);
      for (const { detach } of Object.values(kind.attributes)) if (detach) await driver.detach(kind, id, detach.path);
      if (kind.name === EVENT_SOURCES.parent) await driver.sources((await make(kind, 'minimal')).id);
      if (kind.name === BOUND_ENDPOINTS.parent) await driver.boundEndpoints(id);
      await driver.remove(kind, id);
    }
    return served(emulator.requests());
  } finally {
    await emulator.close();
  }
}

function withClient(url: string): Driver {
  const client = createClient({ baseUrl: url, apiKey: 'key' });
  return {
    create: (kind, body) => client.create(kind.name, body),
    async read(kind, id) {
      await client.get(kind.name, id);
      for await (const _ of client.list(kind.name)) break;
    },
    update: async (kind, id) => void (await client.update(kind.name, id, { description: 'updated' })),
    remove: (kind, id) => client.delete(kind.name, id),
    detach: (kind, id, path) => client.detach(kind.name, id, path),
    async sources(id) {
      await client.eventSources.create(id, { type: sourceType });
      await client.eventSources.list(id);
      await client.eventSources.get(id, sourceType);
      await client.eventSources.update(id, sourceType, { fields: ['conn.bytes_in'] });
      await client.eventSources.delete(id, sourceType);
    },
    async boundEndpoints(id) {
      for await (const _ of client.boundEndpoints(id)) break;
    },
  };
}

/** Creates, reads, updates, lists and deletes an object of every kind, and reads bound endpoints. */
async function withTerraform(): Promise<Set<string>> {
  const { emulator, workspace, close } = await openAttachedAccount();
  try {
    const bound = {
      netingress_kubernetes_operator_bound_endpoints: {
        it: { kubernetes_operator_id: `\${netingress_kubernetes_operator.sample.id}` },
      },
    };
    await workspace.configure(allKindsResources(), { data: bound });
    await workspace.apply();
    const lists = Object.fromEntries(SPEC_KINDS.map(({ plural }) => [`netingress_${plural}`, { it: {} }]));
    const singles = Object.fromEntries(
      SPEC_KINDS.map(({ name }) => [`netingress_${name}`, { it: { id: `\${netingress_${name}.sample.id}` } }]),
    );
    await workspace.configure(allKindsResources(' changed'), { data: { ...bound, ...lists, ...singles } });
    await workspace.apply();
    await workspace.ok('destroy', '-no-color', '-auto-approve');
    return served(emulator.requests());
  } finally {
    await close();
  }
}

const all = OPERATIONS.map(({ name }) => name);
let client: Set<string>;
let terraform: Set<string>;

beforeAll(async () => {
  client = await drive(withClient);
  terraform = await withTerraform();
});

test('every operation is served to the client', () => {
  expect(all.filter((name) => !client.has(name))).toEqual([]);
});

test('Terraform calls every operation, except parts of objects that the provider changes with their object', () => {
  const expected = OPERATIONS.filter(({ byTerraform }) => byTerraform).map(({ name }) => name);
  expect(all.filter((name) => terraform.has(name))).toEqual(expected);
});
