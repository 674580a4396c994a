/** Row 16 of the matrix: 50 objects of a kind at once, with parallelism 10 and 50. */
import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { capacity, dependencies, minimalConfig } from './samples';
import { createWorkspace, type Workspace } from './workspace';

jest.setTimeout(240_000);

const wanted = 50;
let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = createEmulator();
  const { url } = await emulator.listen();
  workspace = await createWorkspace(url);
  const resources: Record<string, Record<string, JsonObject>> = {};
  for (const kind of KINDS) {
    for (const [type, objects] of Object.entries(dependencies(kind)))
      resources[type] = { ...resources[type], ...objects };
  }
  for (const kind of KINDS) {
    const objects = Array.from({ length: countOf(kind) }, (_, object) => [
      `object${object}`,
      minimalConfig(kind, { object }),
    ]);
    resources[`netingress_${kind.name}`] = { ...resources[`netingress_${kind.name}`], ...Object.fromEntries(objects) };
  }
  await workspace.configure(resources);
});
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

/** As many as the service admits: a kind that exists once per value of an enum has fewer. */
function countOf(kind: Kind): number {
  return Math.min(wanted, capacity(kind));
}

describe('all objects at once', () => {
  beforeAll(async () => {
    await workspace.apply('-parallelism=50');
  });

  test.each(KINDS.map((kind) => [`netingress_${kind.name}`, kind] as const))(
    '%s row 16: each of many is created exactly once',
    (_, kind) => {
      const made = emulator.objects(kind.name).length;
      expect(made).toBeGreaterThanOrEqual(countOf(kind));
      expect(made).toBeLessThanOrEqual(countOf(kind) + 2);
    },
  );

  test('and the plan afterwards is empty', async () => {
    expect(await workspace.changes('-parallelism=10')).toEqual({});
  });
});
