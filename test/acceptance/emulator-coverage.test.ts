/**
 * Calls the operations of the specification through our client and with Terraform. The emulator's log contains which calls
 * succeeded. docs/emulator-coverage.md lists the operations.
 */
import { createClient } from '../../src/client';
import { createEmulator, type LoggedRequest } from '../../src/emulator';
import { CONNECTION_CLOSED } from '../../src/model/events/event-types';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../../src/model/sub-collections';
import { createMaker } from '../every-kind';
import { allKindsResources } from '../support/acceptance/all-kinds';
import { openAttachedAccount } from '../support/acceptance/provider-in-process';
import { OPERATIONS } from '../support/emulator/operations';
import { SPEC_KINDS } from '../support/kinds';
import { opened } from '../support/opened';
import { testInCi } from '../support/requirements';

const sourceType = CONNECTION_CLOSED;

/** The operations of the specification for which a request got a status from 200 to 299. */
const served = (requests: readonly LoggedRequest[]): Set<string> =>
  new Set(
    requests.flatMap(({ operation, status }) =>
      operation !== null && status >= 200 && status < 300 ? [operation] : [],
    ),
  );

/** Calls the operations with our client, and returns those that the emulator served. */
async function withClient(): Promise<Set<string>> {
  const { emulator, client, close } = await opened(async (onClose) => {
    const emulator = createEmulator();
    onClose(() => emulator.close());
    const client = createClient({ baseUrl: (await emulator.listen()).url, apiKey: 'key' });
    onClose(() => client.close());
    return { emulator, client };
  });
  const first = async (list: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of list) return;
  };
  try {
    const { make } = createMaker((kind, body) => client.create(kind.name, body));
    for (const kind of SPEC_KINDS) {
      const { id } = await make(kind);
      await client.get(kind.name, id);
      await first(client.list(kind.name));
      await client.update(kind.name, id, { description: 'updated' });
      for (const { detach } of Object.values(kind.attributes))
        if (detach) await client.detach(kind.name, id, detach.path);
      if (kind.name === EVENT_SOURCES.parent) {
        const { id: subscription } = await make(kind, 'minimal');
        await client.eventSources.create(subscription, { type: sourceType });
        await client.eventSources.list(subscription);
        await client.eventSources.get(subscription, sourceType);
        await client.eventSources.update(subscription, sourceType, { fields: ['conn.bytes_in'] });
        await client.eventSources.delete(subscription, sourceType);
      }
      if (kind.name === BOUND_ENDPOINTS.parent) await first(client.boundEndpoints(id));
      await client.delete(kind.name, id);
    }
    return served(emulator.requests());
  } finally {
    await close();
  }
}

/** Creates, reads, updates, lists and deletes an object of every kind, and reads bound endpoints. Returns what was served. */
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

test('every operation is served to the client', async () => {
  const client = await withClient();
  expect(all.filter((name) => !client.has(name))).toEqual([]);
});

testInCi(
  'creating, reading, updating, listing and deleting an object of every kind with Terraform calls every operation with `byTerraform`, and no other one',
  async () => {
    const terraform = await withTerraform();
    const expected = OPERATIONS.filter(({ byTerraform }) => byTerraform).map(({ name }) => name);
    expect(all.filter((name) => terraform.has(name))).toEqual(expected);
  },
);
