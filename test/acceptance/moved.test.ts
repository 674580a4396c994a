/**
 * Coming over from the public service's own provider with `moved` blocks, with the real terraform binary. The other
 * provider is a stand-in (stand-in-provider.ts), installed under that provider's source address from a local mirror, and
 * the state that is moved is one that Terraform wrote with it.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { Json, JsonObject } from '../../src/model/json';
import type { Kind } from '../../src/model/kind';
import { getKind } from '../../src/model/kinds';
import { ngrok } from '../../src/model/profiles/ngrok';
import type { PlanJson } from '../../src/terraform/plan-json';
import { type AllKinds, allDependencies, allSamples, merged, OBJECT } from '../support/acceptance/all-kinds';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import { fullConfig } from '../support/acceptance/samples';
import { installStandIn } from '../support/acceptance/stand-in-mirror';
import type { PlannedActions, Workspace } from '../support/acceptance/workspace';
import { SPEC_KINDS } from '../support/kinds';

jest.setTimeout(180_000);

const source = ngrok.terraformProvider?.addresses[0] ?? '';
/** The other provider's type for each kind; where it has had two names, the one it has now. */
const typeOf = new Map(Object.entries(ngrok.terraformProvider?.types ?? {}).map(([type, kind]) => [kind, type]));
const each = SPEC_KINDS.filter(({ name }) => typeOf.has(name)).map(
  (kind) => [`netingress_${kind.name}`, kind] as const,
);

const { private_key_pem: privateKey, ...certificate } = fullConfig(getKind('tls_certificate'), 1, { object: 0 });
/** Objects beside the samples whose declarations name values that cannot be read in yet other ways, by type and name. */
const others: AllKinds = {
  netingress_tls_certificate: {
    write_only: { ...certificate, private_key_pem_wo: privateKey ?? '', private_key_pem_wo_version: 1 },
  },
  netingress_ssh_certificate_authority: {
    ecdsa: { private_key_type: 'ecdsa', elliptic_curve: 'p384' },
  },
};
/** Every object that is moved, by its address here. */
const objects = each.flatMap(([type, kind]) =>
  [OBJECT, ...Object.keys(others[type] ?? {})].map((name) => [`${type}.${name}`, kind] as const),
);

/** Where an object is in the other provider's words. */
function theirAddress(address: string, { name }: Kind): string {
  return `${typeOf.get(name)}.${address.split('.')[1]}`;
}

let emulator: Emulator;
let workspace: Workspace;
let before: ReadonlyMap<string, Record<string, unknown>>;
let moving: PlanJson;
let requests: string[];
let after: ReadonlyMap<string, Record<string, unknown>>;
let theirs: ReadonlyMap<string, Record<string, unknown>>;
let stateFile: string;
let left: PlannedActions;

beforeAll(async () => {
  emulator = createEmulator({ certificates: { seconds: 3_600 } });
  const { url } = await emulator.listen();
  workspace = await createAttachedWorkspace(url);
  await installStandIn(join(dirname(workspace.folder), 'mirror'), source);
  const samples = merged(
    Object.fromEntries(Object.entries(allSamples()).filter(([type]) => each.some(([kindType]) => kindType === type))),
    others,
  );
  // The objects exist at the service and are in the other provider's state alone.
  await workspace.configure(merged(allDependencies(), samples));
  await workspace.apply();
  before = await workspace.allAttributes();
  await workspace.ok('state', 'rm', ...objects.map(([address]) => address));
  const bothProviders = {
    terraform: {
      required_providers: {
        netingress: { source: 'terraform.local/netingress/netingress' },
        ngrok: { source },
      },
    },
  };
  const flat = objects.map(([address, kind]): AllKinds => {
    const [type = '', name = ''] = theirAddress(address, kind).split('.');
    return { [type]: { [name]: flatValues(kind, before.get(address)) } };
  });
  await workspace.configure(merged(allDependencies(), ...flat), bothProviders);
  await workspace.ok('init', '-no-color', '-upgrade');
  await workspace.apply();
  theirs = await workspace.allAttributes();

  await workspace.configure(merged(allDependencies(), samples), {
    ...bothProviders,
    moved: objects.map(([address, kind]) => ({ from: theirAddress(address, kind), to: address })),
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

/**
 * The state of an imported object as the stand-in stores it: the flat values of a response, an absent string
 * as `""` as providers of its kind write it.
 */
function flatValues(kind: Kind, attributes: Record<string, unknown> = {}): JsonObject {
  const flat = Object.entries(attributes).filter(
    ([name, value]) =>
      value !== null &&
      !(typeof value === 'object' && !Array.isArray(value)) &&
      name in kind.attributes &&
      kind.attributes[name]?.omittedFromResponses === undefined,
  );
  const plain = flat.filter(([, value]) => !Array.isArray(value) || value.every((item) => typeof item === 'string'));
  // Terraform reads `${` in a text as the begin of an expression.
  return Object.fromEntries(plain.map(([name, value]) => [name, escaped(value as Json)]));
}

function escaped(value: Json): Json {
  return typeof value === 'string' ? value.replaceAll('${', '$${') : value;
}

test('the moved state was written with the stand-in for the other provider', () => {
  expect(before.size).toBeGreaterThan(each.length);
  expect([...typeOf.values()].every((type) => type.startsWith('ngrok_'))).toBe(true);
});

test('the other provider’s states contain nothing of values that cannot be read, and the configuration names it', () => {
  const unread = objects.flatMap(([address, kind]) =>
    Object.keys(kind.attributes)
      .filter((name) => kind.attributes[name]?.omittedFromResponses === 'always')
      .map((name) => [address, name, theirs.get(theirAddress(address, kind))?.[name]] as const),
  );
  expect(unread.every(([, , value]) => value === null)).toBe(true);
  const named = unread.filter(([address, name]) => (after.get(address)?.[name] ?? null) !== null);
  expect(named.map(([address, name]) => `${address}.${name}`)).toEqual([
    'netingress_tls_certificate.sample.private_key_pem',
    'netingress_ssh_certificate_authority.sample.key_size',
    'netingress_ssh_certificate_authority.ecdsa.elliptic_curve',
  ]);
  expect(after.get('netingress_tls_certificate.write_only')?.['private_key_pem_wo_version']).toBe(1);
});

test.each(objects)(
  '%s is moved without an import and without being replaced, and then nothing is planned',
  (address, kind) => {
    const change = moving.resource_changes?.find((each) => each.address === address);
    expect(change?.previous_address).toBe(theirAddress(address, kind));
    expect([['no-op'], ['update']]).toContainEqual(change?.change.actions);
    expect(change?.change.importing).toBeUndefined();
    expect(requests).toEqual([]);
    expect(after.get(address)?.['id']).toBe(before.get(address)?.['id']);
    expect(emulator.objects(kind.name).map(({ id }) => id)).toContain(after.get(address)?.['id']);
    expect(stateFile).not.toContain(`"${typeOf.get(kind.name)}"`);
    expect(left).toEqual({});
  },
);
