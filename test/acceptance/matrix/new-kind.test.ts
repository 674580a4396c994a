/**
 * A kind that is used takes one data file and one line: a copy of the sources gets an invented kind, its line in the list
 * (and the import that the line needs). The constructs and client types of the copy are generated, what a user writes with
 * them is compiled, and its provider is built and used. Only CI runs it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createEmulator, Emulator } from '../../../src/emulator';
import { type CopiedTree, copyTree } from '../../support/acceptance/copied-tree';
import { createWorkspace, type Workspace } from '../../support/acceptance/workspace';
import { expression } from '../../support/expression';
import { describeWith, testInCi } from '../../support/requirements';

const type = 'netingress_traffic_mirror';

let tree: CopiedTree;
let loaded: { readonly createEmulator: typeof createEmulator };

beforeAll(async () => {
  tree = copyTree();
  addKind(tree.folder);
  await tree.script('scripts/generate-constructs.ts');
  await tree.script('scripts/generate-client-types.ts');
  loaded = await tree.load("export { createEmulator } from './src/emulator';");
});
afterAll(() => tree?.remove());

/** One data file, and one line with its import. */
function addKind(folder: string): void {
  const file = readFileSync(join(__dirname, '../../fixtures/invented-kind.ts'), 'utf8');
  const inPlace = file.replaceAll('../../src/model/resources/', './').replaceAll('../../src/model/', '../');
  writeFileSync(join(folder, 'src/model/resources/traffic-mirror.ts'), inPlace);
  const list = join(folder, 'src/model/kinds.ts');
  const before = readFileSync(list, 'utf8');
  const after = before
    .replace(
      '\n\n/** A kind is listed',
      "\nimport { trafficMirror } from './resources/traffic-mirror';\n\n/** A kind is listed",
    )
    .replace('\n];', '\n  trafficMirror,\n];');
  expect(after.split('\n').length - before.split('\n').length).toBe(2);
  writeFileSync(list, after);
}

testInCi(
  'constructs and the types of the client are generated, and what a user writes with them compiles',
  async () => {
    writeFileSync(
      join(tree.folder, 'user.ts'),
      `
    import { App, TerraformStack } from 'cdktf';
    import { DataNetingressTrafficMirror, DataNetingressTrafficMirrors, TrafficMirror } from './src';
    import { createClient } from './src/client';
    const stack = new TerraformStack(new App(), 'stack');
    const mirror = new TrafficMirror(stack, 'mirror', {
      domain: 'app.example.com', collector: { host: 'c.example.com', port: 443 }, mode: 'complete', sharedKeyWo: 'x',
    });
    export const port: number = mirror.collector.port;
    // @ts-expect-error a mirror needs a collector
    new TrafficMirror(stack, 'bad', { domain: 'app.example.com' });
    export const one: string = new DataNetingressTrafficMirror(stack, 'one', { domain: mirror.domain }).mode;
    export const all = new DataNetingressTrafficMirrors(stack, 'all', { filter: 'obj.mode == "complete"' }).trafficMirrors;
    export async function change(id: string): Promise<string | undefined> {
      const { trafficMirrors } = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
      // @ts-expect-error the domain of a mirror cannot be changed
      await trafficMirrors.update(id, { domain: 'other.example.com' });
      return (await trafficMirrors.update(id, { exempt: '10.0.0.0/8' })).collector?.host;
    }
    `,
    );
    await tree.typeCheck('user.ts');
  },
);

describeWith('CAMPAIGN=full', 'with the real terraform binary and the provider built from the copy', () => {
  let emulator: Emulator;
  let workspace: Workspace;

  beforeAll(async () => {
    await tree.script('scripts/build-provider.ts');
    emulator = loaded.createEmulator();
    const { url } = await emulator.listen();
    workspace = await createWorkspace(url, join(tree.folder, 'lib/provider/terraform-provider-netingress'));
  });
  afterAll(async () => {
    await workspace?.remove();
    await emulator?.close();
  });

  test('it is applied, found by both data sources, unchanged afterwards, imported and destroyed', async () => {
    const domain = 'app.example.com';
    const required = { domain, collector: { host: 'collector.example.com' } };
    const mirror = { ...required, description: 'edge', ip_policy_ids: [expression('netingress_ip_policy.edge.id')] };
    await workspace.configure(
      { netingress_ip_policy: { edge: {} }, [type]: { edge: mirror } },
      {
        data: {
          [type]: { one: { domain: expression(`${type}.edge.domain`) } },
          netingress_traffic_mirrors: { all: { filter: `obj.domain == "${domain}"`, depends_on: [`${type}.edge`] } },
        },
        output: {
          one: { value: expression(`data.${type}.one.id == ${type}.edge.id`) },
          all: { value: expression('data.netingress_traffic_mirrors.all.traffic_mirrors[*].mode') },
        },
      },
    );
    await workspace.apply();
    expect(await workspace.outputs()).toEqual({ one: true, all: ['sampled'] });
    expect(emulator.objects('traffic_mirror')).toMatchObject([{ domain: 'app.example.com', ip_policies: [{}] }]);
    expect(await workspace.changes()).toEqual({});
    await workspace.ok('state', 'rm', `${type}.edge`);
    await workspace.ok('import', '-no-color', `${type}.edge`, 'app.example.com');
    expect(await workspace.changes()).toEqual({});
    await workspace.ok('destroy', '-auto-approve', '-no-color');
    expect(emulator.objects('traffic_mirror')).toEqual([]);
  });
});
