/** Row 11 of the matrix: what the service's failures do to plan, apply and state, for every kind at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { Kind } from '../../../src/model/kind';
import {
  addressOf,
  allKindsResources,
  countObjects,
  labelOf,
  TESTED_PROFILES,
} from '../../support/acceptance/all-kinds';
import { createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { createProxy, type Passing, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import type { Workspace } from '../../support/acceptance/workspace';

jest.setTimeout(240_000);

/** What happens to a request instead of being served; undefined lets it pass. */
type Fault = (request: Passing) => Promise<void> | void;
type Decide = (request: Passing) => Fault | undefined;

const injected =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (request) => {
    const body = { status_code: status, msg: 'injected', details: { operation_id: 'op_injected' } };
    request.respond(status, 'application/json', JSON.stringify(body), headers);
  };

/** The service carries out the request, and its response is lost. */
const responseLost: Fault = async (request) => {
  await request.forward();
  request.drop();
};

describe.each(TESTED_PROFILES)('profile $profile', (tested) => {
  const { profile, kinds } = tested;
  let emulator: Emulator;
  let proxy: ServiceProxy;
  let workspace: Workspace;

  beforeAll(async () => {
    // A certificate job that ends between two looks would be a difference, and a true one.
    emulator = createEmulator({ profile, certificates: { seconds: 3_600 } });
    proxy = await createProxy((await emulator.listen()).url);
    workspace = await createAttachedWorkspace(proxy.url, { NETINGRESS_PROFILE: profile });
    await runScenario();
  });
  afterAll(async () => {
    await workspace?.remove();
    await proxy?.close();
    await emulator?.close();
  });

  interface Outcome {
    readonly status: number | null;
    /** Of all errors, on one line. */
    readonly errors: string;
  }

  /** Runs a command while the service fails as `decide` says. */
  async function whileFailing(decide: Decide, ...args: string[]): Promise<Outcome> {
    proxy.handle = (request) => (decide(request) ?? pass)(request);
    const { status, stderr } = await workspace.terraform(...args);
    proxy.handle = pass;
    return { status, errors: stderr.replace(/[\s│╷╵]+/g, ' ').trim() };
  }

  const apply = ['apply', '-no-color', '-auto-approve'];
  const eachKind = kinds.map((kind) => [`netingress_${kind.name}`, kind] as const);

  /** Collections whose objects have a secret that only the response to their creation contains. */
  const secretPaths = new Set(
    kinds
      .filter(({ attributes }) =>
        Object.values(attributes).some(({ omittedFromResponses }) => omittedFromResponses === 'after-create'),
      )
      .map(({ path }) => path),
  );

  /** The kind's object in the state, or undefined. */
  async function inState(kind: Kind): Promise<Record<string, unknown> | undefined> {
    return workspace.attributes(addressOf(kind)).catch(() => undefined);
  }

  async function allInState(): Promise<Map<string, Record<string, unknown> | undefined>> {
    const found = await Promise.all(kinds.map(async (kind) => [kind.name, await inState(kind)] as const));
    return new Map(found);
  }

  async function deleteObject(path: string): Promise<void> {
    const { status } = await fetch(`${proxy.url}${path}`, {
      method: 'DELETE',
      headers: { Authorization: 'Bearer any' },
    });
    expect(status).toBe(204);
  }

  /** Whether the object can be made before any other of the same configuration. */
  function hasNoReferences(kind: Kind): boolean {
    return !Object.values(kind.attributes).some((attribute) => 'ref' in attribute && attribute.ref);
  }

  const scenario = {
    refused: { status: null, errors: '' } as Outcome,
    refusedState: new Map<string, unknown>(),
    lost: { status: null, errors: '' } as Outcome,
    /** Paths of the objects that the errors of `lost` name for deletion. */
    unusable: [] as readonly string[],
    recovered: { status: null, errors: '' } as Outcome,
    created: new Map<string, Record<string, unknown> | undefined>(),
    counts: new Map<string, number>(),
    updateRefused: { status: null, errors: '' } as Outcome,
    afterRefusedUpdate: new Map<string, Record<string, unknown> | undefined>(),
    limited: { status: null, errors: '' } as Outcome,
    afterLimited: new Map<string, Record<string, unknown> | undefined>(),
    unreadable: { status: null, errors: '' } as Outcome,
    deleteRefused: { status: null, errors: '' } as Outcome,
    afterRefusedDelete: new Map<string, unknown>(),
    deleteLost: { status: null, errors: '' } as Outcome,
  };

  async function runScenario(): Promise<void> {
    await workspace.configure(allKindsResources('', tested));
    scenario.refused = await whileFailing(({ method }) => (method === 'POST' ? injected(400) : undefined), ...apply);
    scenario.refusedState = await allInState();
    scenario.lost = await whileFailing(({ method }) => (method === 'POST' ? responseLost : undefined), ...apply);
    // An object whose secret was lost with the response is not usable. The error names it and how to delete it.
    const named = [...scenario.lost.errors.matchAll(/DELETE (\/\S+)/g)].map(([, path]) => path as string);
    for (const path of named) await deleteObject(path);
    scenario.unusable = named;
    scenario.recovered = await whileFailing(({ method }) => (method === 'POST' ? pass : undefined), ...apply);
    scenario.created = await allInState();
    for (const { name } of kinds) scenario.counts.set(name, emulator.objects(name).length);

    await workspace.configure(allKindsResources(' changed', tested));
    scenario.updateRefused = await whileFailing(
      ({ method }) => (method === 'PATCH' ? injected(500) : undefined),
      ...apply,
    );
    scenario.afterRefusedUpdate = await allInState();
    const limit = injected(429, { 'Retry-After': '1' });
    let limited = 0;
    scenario.limited = await whileFailing(
      ({ method }) => (method === 'PATCH' && limited++ < 3 ? limit : undefined),
      ...apply,
    );
    scenario.afterLimited = await allInState();

    const before = await readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8');
    scenario.unreadable = await whileFailing(({ method }) => (method === 'GET' ? injected(500) : undefined), ...apply);
    expect(await readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8')).toBe(before);

    const destroy = ['destroy', '-no-color', '-auto-approve'];
    scenario.deleteRefused = await whileFailing(
      ({ method }) => (method === 'DELETE' ? injected(500) : undefined),
      ...destroy,
    );
    scenario.afterRefusedDelete = await allInState();
    let deletes = 0;
    scenario.deleteLost = await whileFailing(
      ({ method }) => (method === 'DELETE' && deletes++ % 3 === 0 ? responseLost : undefined),
      ...destroy,
    );
  }

  test.each(eachKind)('%s row 11: a rejected create names the object and stores nothing in the state', (_, kind) => {
    expect(scenario.refused.status).toBe(1);
    // Terraform does not try what depends on something that failed.
    if (hasNoReferences(kind)) expect(scenario.refused.errors).toContain(`Cannot create ${kind.title}`);
    expect(scenario.refusedState.get(kind.name)).toBeUndefined();
  });

  test('row 11: the errors of lost creates name exactly the objects whose secret was lost', () => {
    expect(scenario.lost.status).toBe(secretPaths.size > 0 ? 1 : 0);
    const collections = scenario.unusable.map((path) => path.slice(0, path.lastIndexOf('/')));
    expect(new Set(collections)).toEqual(secretPaths);
    expect(scenario.recovered).toEqual({ status: 0, errors: '' });
  });

  test.each(eachKind)(
    '%s row 11: a create whose response is lost is recovered: one object, and it is in the state',
    (_, kind) => {
      expect(scenario.created.get(kind.name)?.['id']).toMatch(new RegExp(`^${kind.idPrefix}_`));
      expect(scenario.counts.get(kind.name)).toBe(countObjects(kind, allKindsResources('', tested)));
    },
  );

  // Here, too, Terraform does not go on to what depends on something that failed.
  test.each(eachKind)('%s row 11: a failed update names the object and keeps the state', (_, kind) => {
    expect(scenario.updateRefused.status).toBe(1);
    if (hasNoReferences(kind)) expect(scenario.updateRefused.errors).toContain(`Cannot update ${kind.title}`);
    expect(scenario.afterRefusedUpdate.get(kind.name)).toEqual(scenario.created.get(kind.name));
  });

  test.each(eachKind)('%s row 11: an update is repeated after 429', (_, kind) => {
    expect(scenario.limited).toEqual({ status: 0, errors: '' });
    expect(scenario.afterLimited.get(kind.name)?.[labelOf(kind)]).toMatch(/ changed$/);
  });

  test.each(eachKind)('%s row 11: a read that fails names the object', (_, kind) => {
    expect(scenario.unreadable.status).toBe(1);
    if (hasNoReferences(kind)) expect(scenario.unreadable.errors).toContain(`Cannot read ${kind.title}`);
  });

  test.each(eachKind)(
    '%s row 11: a delete that fails keeps the object, and one whose response is lost has succeeded',
    (_, kind) => {
      expect(scenario.deleteRefused.status).toBe(1);
      expect(scenario.afterRefusedDelete.get(kind.name)).toBeDefined();
      expect(scenario.deleteLost).toEqual({ status: 0, errors: '' });
      expect(emulator.objects(kind.name)).toEqual([]);
    },
  );
});
