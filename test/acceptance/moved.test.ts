/**
 * Coming over from the public service's own provider with `moved` blocks, with the real terraform binary. The other
 * provider is a stand-in (stand-in-provider.ts), installed under that provider's source address from a local mirror, and
 * the state that is moved is one that Terraform wrote with it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleProvider } from '../../scripts/build-provider';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { Json, JsonObject } from '../../src/model/json';
import { findKind, KINDS } from '../../src/model/kinds';
import { ngrok } from '../../src/model/profiles/ngrok';
import { PLATFORMS } from '../../src/terraform/mirror';
import type { PlanJson } from '../../src/terraform/plan-json';
import { addressOf, allDependencies, allSamples, merged, OBJECT } from './all-kinds';
import { createWorkspace, type PlannedActions, type Workspace } from './workspace';

jest.setTimeout(180_000);

const source = ngrok.terraformProvider?.address ?? '';
/** The other provider's type for each kind; where it has had two names, the one it has now. */
const typeOf = new Map(Object.entries(ngrok.terraformProvider?.types ?? {}).map(([type, kind]) => [kind, type]));
const each = KINDS.filter(({ name }) => typeOf.has(name)).map((kind) => [`netingress_${kind.name}`, kind] as const);

let emulator: Emulator;
let workspace: Workspace;
let before: ReadonlyMap<string, Record<string, unknown>>;
let moving: PlanJson;
let requests: string[];
let after: ReadonlyMap<string, Record<string, unknown>>;
let stateFile: string;
let left: PlannedActions;

beforeAll(async () => {
  emulator = createEmulator({ certificates: { seconds: 3_600 } });
  const { url } = await emulator.listen();
  workspace = await createWorkspace(url);
  await installStandIn(join(dirname(workspace.folder), 'mirror'));
  const samples = Object.fromEntries(
    Object.entries(allSamples()).filter(([type]) => each.some(([kindType]) => kindType === type)),
  );
  // The objects exist at the service and are in the other provider's state alone.
  await workspace.configure(merged(allDependencies(), samples));
  await workspace.apply();
  before = await workspace.allAttributes();
  await workspace.ok('state', 'rm', ...each.map(([, kind]) => addressOf(kind)));
  const bothProviders = {
    terraform: {
      required_providers: {
        netingress: { source: 'terraform.local/netingress/netingress' },
        ngrok: { source },
      },
    },
  };
  const theirs = Object.fromEntries(
    each.map(([type, kind]) => [typeOf.get(kind.name), { [OBJECT]: flatValues(before.get(`${type}.${OBJECT}`)) }]),
  );
  await workspace.configure(
    merged(allDependencies(), theirs as Record<string, Record<string, JsonObject>>),
    bothProviders,
  );
  await workspace.ok('init', '-no-color', '-upgrade');
  await workspace.apply();

  await workspace.configure(merged(allDependencies(), samples), {
    ...bothProviders,
    moved: each.map(([type, kind]) => ({ from: `${typeOf.get(kind.name)}.${OBJECT}`, to: `${type}.${OBJECT}` })),
  });
  const sent = emulator.requests().length;
  moving = await workspace.plan();
  await workspace.applyPlanned();
  requests = emulator
    .requests()
    .slice(sent)
    .flatMap(({ method, path }) => (method === 'GET' || method === 'PATCH' ? [] : [`${method} ${path}`]));
  after = await workspace.allAttributes();
  stateFile = await readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8');
  left = await workspace.changes();
});
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

/** Puts the stand-in where Terraform looks for the other provider. */
async function installStandIn(mirror: string): Promise<void> {
  const version = '0.8.0';
  const name = `terraform-provider-ngrok_v${version}`;
  for (const platform of PLATFORMS) {
    const folder = join(mirror, source, version, platform);
    mkdirSync(folder, { recursive: true });
    await bundleProvider(join(__dirname, 'stand-in-provider.ts'), join(folder, name), version);
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  }
}

/** What the stand-in stores of an object: the flat values, an absent text as `""` as providers of its kind write it. */
function flatValues(attributes: Record<string, unknown> = {}): JsonObject {
  const flat = Object.entries(attributes).filter(
    ([, value]) => value !== null && !(typeof value === 'object' && !Array.isArray(value)),
  );
  const plain = flat.filter(([, value]) => !Array.isArray(value) || value.every((item) => typeof item === 'string'));
  // Terraform reads `${` in a text as the begin of an expression.
  return Object.fromEntries(plain.map(([name, value]) => [name, escaped(value as Json)]));
}

function escaped(value: Json): Json {
  return typeof value === 'string' ? value.replaceAll('${', '$${') : value;
}

test('the state that is moved was written with the stand-in of the other provider', () => {
  expect(before.size).toBeGreaterThan(each.length);
  expect([...typeOf.values()].every((type) => type.startsWith('ngrok_'))).toBe(true);
});

test.each(each)(
  '%s is moved without an import and without being replaced, and then nothing is planned',
  (type, kind) => {
    const change = moving.resource_changes?.find(({ address }) => address === `${type}.${OBJECT}`);
    expect(change?.previous_address).toBe(`${typeOf.get(kind.name)}.${OBJECT}`);
    expect([['no-op'], ['update']]).toContainEqual(change?.change.actions);
    expect(change?.change.importing).toBeUndefined();
    expect(requests).toEqual([]);
    expect(after.get(`${type}.${OBJECT}`)?.['id']).toBe(before.get(`${type}.${OBJECT}`)?.['id']);
    expect(emulator.objects(findKind(kind.name).name).map(({ id }) => id)).toContain(
      after.get(`${type}.${OBJECT}`)?.['id'],
    );
    expect(stateFile).not.toContain(`"${typeOf.get(kind.name)}"`);
    expect(left).toEqual({});
  },
);
