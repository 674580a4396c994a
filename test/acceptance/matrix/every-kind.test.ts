/**
 * Rows of the acceptance matrix that one configuration with everything in it can show: unknown inputs (12), state of an
 * earlier layout (15), an interrupted creation (17), and two accounts and moved addresses (18), for every resource type.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { KINDS } from '../../../src/model/kinds';
import {
  type Reattach,
  type ReattachServer,
  reattachVariable,
  serveForReattach,
} from '../../../src/plugin/process/reattach';
import { createProvider } from '../../../src/provider/create-provider';
import type { Provider } from '../../../src/provider/protocol/provider';
import { getRegistry } from '../../../src/provider/registry';
import { upgradeState } from '../../../src/provider/resources/upgrade-state';
import { findChanges, type PlanJson } from '../../../src/terraform/plan-json';
import { isJsonObject, type Json, type JsonObject } from '../../../src/values/json';
import { isFullCampaign } from '../../fuzz';
import {
  type AllKinds,
  allDependencies,
  allSamples,
  labelOf,
  merged,
  OBJECT,
  TESTED_PROFILES,
} from '../../support/acceptance/all-kinds';
import { canFindProcesses, providersIn } from '../../support/acceptance/processes';
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { createProxy, type ProxiedRequest, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { startTerraform } from '../../support/acceptance/terraform-processes';
import { expectUnchanged, type PlannedActions } from '../../support/acceptance/workspace';
import { describeRows } from '../../support/requirements';
import { endAllScripts } from '../../support/script';

describeRows(TESTED_PROFILES, { plain: 1 })('profile $profile', (tested) => {
  const { profile, kinds, subjects, eachSubject } = tested;
  let emulators: Emulator[];
  let urls: string[];
  let proxy: ServiceProxy;
  let workspace: AttachedWorkspace;

  beforeAll(async () => {
    // Certificates exist at once, so resources that wait for them are like the others.
    emulators = [
      createEmulator({ profile, certificates: { seconds: 0 } }),
      createEmulator({ profile, certificates: { seconds: 0 } }),
    ];
    urls = await Promise.all(emulators.map(async (emulator) => (await emulator.listen()).url));
    proxy = await createProxy(urls[0] ?? '');
    workspace = await createAttachedWorkspace(proxy.url, { NETINGRESS_PROFILE: profile });
  });
  afterAll(async () => {
    endAllScripts();
    await workspace?.remove();
    await proxy?.close();
    await Promise.all((emulators ?? []).map((emulator) => emulator.close()));
  });

  /** Begins with nothing at the services and nothing in the state. */
  async function anew(): Promise<void> {
    for (const emulator of emulators) await emulator.reset();
    proxy.handle = pass;
    await workspace.forget();
  }

  /** The objects of a subject's own kind in an account; what waits for a certificate has none. */
  const objects = (kind: string, account = 0): readonly JsonObject[] => emulators[account]?.objects(kind) ?? [];

  describe('inputs that are known only after apply', () => {
    /** The samples with every input taken from the output of another resource; that output contains what they were. */
    function later(samples: AllKinds): AllKinds {
      const taken = Object.entries(samples).map(([type, { [OBJECT]: sample = {} }]) => {
        const name = type.replace('netingress_', '');
        const values = Object.keys(sample).map((attribute) => [
          attribute,
          `\${terraform_data.${name}.output.${attribute}}`,
        ]);
        return { type, sample: Object.fromEntries(values) as JsonObject, data: { [name]: { input: sample } } };
      });
      return merged(
        allDependencies(tested),
        ...taken.map(({ type, sample }) => ({ [type]: { [OBJECT]: sample } })),
        ...taken.map(({ data }) => ({ terraform_data: data })),
      );
    }

    let created: PlanJson;
    let again: PlannedActions;
    let changed: PlannedActions;
    let afterChange: PlannedActions;
    const states: Map<string, Record<string, unknown> | undefined>[] = [];
    const readStates = async (): Promise<void> => {
      const found = subjects.map(async ({ type, address }) => [type, await workspace.attributes(address)] as const);
      states.push(new Map(await Promise.all(found)));
    };
    const rotation = { netingress_rotation: { [OBJECT]: { rotation: '1' } } };

    beforeAll(async () => {
      await anew();
      await workspace.configure(merged(later(allSamples(0, tested)), rotation));
      created = await workspace.plan();
      await workspace.applyPlanned();
      await readStates();
      // Certificates are issued after the first apply, so its refresh has them.
      again = await workspace.apply();
      await expectUnchanged(workspace);
      await workspace.configure(merged(later(allSamples(1, tested)), rotation));
      changed = await workspace.apply();
      await readStates();
      if (isFullCampaign) {
        await workspace.apply('-refresh-only');
        await expectUnchanged(workspace);
      }
      afterChange = await workspace.changes();
    });

    test.each(eachSubject)(
      '%s row 12: with every input unknown is planned, created as it turns out, and unchanged then, also by a refresh',
      (type, subject) => {
        const change = findChanges(created).find(({ address }) => address === subject.address)?.change;
        expect(change?.actions).toEqual(['create']);
        const given = Object.keys(allSamples(0, tested)[type]?.[OBJECT] ?? {});
        expect(given.filter((name) => change?.after_unknown[name] !== true)).toEqual([]);
        expect(states[0]?.get(type)?.['id']).toMatch(/^[a-z0-9]+_/);
        expect(again).toEqual({});
      },
    );

    test.each(eachSubject)(
      '%s row 12: with every input another unknown one is changed to what it turns out',
      (type, subject) => {
        expect(['update', 'replace']).toContain(changed[subject.address]);
        if (subject.kind) expect(states[1]?.get(type)?.[labelOf(subject)]).toBe(`sample 1 of ${subject.kind.name}`);
        else expect(JSON.stringify(states[1]?.get(type))).toMatch(/"create":"2m"|"10\.1\.0\.0\/16"/);
        expect(afterChange).toEqual({});
      },
    );
  });

  describe('state of an earlier layout', () => {
    let server: ReattachServer;
    let planned: PlannedActions;
    const upgraded: string[] = [];

    // Of the objects of the tests above.
    beforeAll(async () => {
      await writeEarlierLayout();
      const connect = ({ apiKey }: { readonly apiKey: string }) =>
        createClient({ baseUrl: urls[0] ?? '', apiKey, profile });
      const provider = () =>
        raisedProvider(createProvider({ environment: workspace.env, connect }), (type) => void upgraded.push(type));
      server = await serveForReattach(provider, { pid: process.pid, platform: process.platform });
      planned = await changesWith(server.reattach);
    });
    afterAll(() => server?.close());

    /** The state file as an earlier version would have written it, which called `id` something else. */
    async function writeEarlierLayout(): Promise<void> {
      interface State {
        readonly resources: { type: string; instances: { attributes: Record<string, unknown> }[] }[];
      }
      const file = join(workspace.folder, 'terraform.tfstate');
      const state = JSON.parse(await readFile(file, 'utf8')) as State;
      const own = state.resources.filter(({ type }) => type.startsWith('netingress_'));
      for (const instance of own.flatMap(({ instances }) => instances)) {
        const { id, ...others } = instance.attributes;
        instance.attributes = { ...others, identifier: id };
      }
      await writeFile(file, JSON.stringify(state));
    }

    async function changesWith(reattach: Reattach): Promise<PlannedActions> {
      workspace.env['TF_REATTACH_PROVIDERS'] = reattachVariable('terraform.local/netingress/netingress', reattach);
      try {
        return await workspace.changes();
      } finally {
        workspace.provider?.use();
        if (!workspace.provider) delete workspace.env['TF_REATTACH_PROVIDERS'];
      }
    }

    test.each(eachSubject)('%s row 15: is read by a build that has another layout, and nothing is planned', (type) => {
      expect(upgraded).toContain(type);
      expect(planned).toEqual({});
    });
  });

  describe('Ctrl-C while everything is being created, and then an account of another provider configuration beside it', () => {
    /** The same resources under other names, in the account of another provider configuration. */
    function inSecondAccount(resources: AllKinds): AllKinds {
      const renamed = (value: Json): Json => {
        if (typeof value === 'string') return value.replace(/\$\{(netingress_\w+)\./g, '${$1.second_');
        if (Array.isArray(value)) return (value as Json[]).map(renamed);
        if (!isJsonObject(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member ?? null)]));
      };
      const objectsOf = (all: Record<string, JsonObject>): [string, JsonObject][] =>
        Object.entries(all).map(([name, config]) => [
          `second_${name}`,
          { ...(renamed(config) as JsonObject), provider: 'netingress.second' },
        ]);
      return Object.fromEntries(
        Object.entries(resources).map(([type, all]) => [type, Object.fromEntries(objectsOf(all))]),
      );
    }

    const provider = () => ({ netingress: [{}, { alias: 'second', base_url: urls[1] ?? '', api_key: 'another-key' }] });
    const paused: ProxiedRequest[] = [];
    let status: number | null;
    let output: string;
    let states: Map<string, Record<string, unknown> | undefined>;
    let planned: PlannedActions;
    let left: number[];
    let counts: Map<string, [number, number]>;
    let moved: PlannedActions;

    beforeAll(async () => {
      await anew();
      // Only the requests that are paused below wait for long.
      const settings = { certificates: { seconds: 3_600 } };
      await fetch(`${urls[0]}/_emulator/settings`, { method: 'PUT', body: JSON.stringify(settings) });
      await workspace.configure(allDependencies(tested));
      await workspace.apply();
      await workspace.configure(merged(allDependencies(tested), allSamples(0, tested)));
      // A set of rules makes its deny first and holds the allow back until that is done.
      const types = subjects.map(({ type }) => type);
      const awaited = kinds.length + types.filter((type) => type.endsWith('_rules')).length;
      const awaitedWaits = types.filter(
        (type) => type.endsWith('ingress_certificate') || type.endsWith('domain_certificate'),
      ).length;
      const waits = new Set<string>();
      const reached = new Promise<void>((resolve) => {
        proxy.handle = async (request) => {
          if (request.method === 'POST') paused.push(request);
          else await pass(request);
          for (const [polled] of request.path.matchAll(/^\/(agent_ingresses|reserved_domains)(?=\/\w+$)/g))
            waits.add(polled);
          if (paused.length === awaited && waits.size === awaitedWaits) resolve();
        };
      });
      // In CI the process group gets the signal, and with it the packaged provider.
      const terraform = await startTerraform(
        workspace,
        'apply',
        '-no-color',
        '-auto-approve',
        '-refresh=false',
        '-parallelism=50',
      );
      await reached;
      terraform.signalGroup('SIGINT');
      await terraform.says('Interrupt received');
      proxy.handle = pass;
      await Promise.all(paused.map(pass));
      const ended = await terraform.ended;
      status = ended.status;
      output = ended.output.replace(/[\s│╷╵]+/g, ' ');
      left = canFindProcesses ? providersIn(workspace.folder) : [];
      const found = subjects.map(async ({ type, address }) => [type, await workspace.attributes(address)] as const);
      states = new Map(await Promise.all(found));
      emulators[0]?.clock.advance(3_600);

      const resources = merged(allDependencies(tested), allSamples(0, tested));
      await workspace.configure(merged(resources, inSecondAccount(resources)), { provider: provider() });
      planned = await workspace.apply();
      counts = new Map(kinds.map(({ name }) => [name, [objects(name, 0).length, objects(name, 1).length]]));
      const elsewhere = Object.fromEntries(
        Object.entries(allSamples(0, tested)).map(([type, { [OBJECT]: sample = {} }]) => [type, { moved: sample }]),
      );
      await workspace.configure(merged(allDependencies(tested), elsewhere, inSecondAccount(resources)), {
        provider: provider(),
        moved: subjects.map(({ type, address }) => ({ from: address, to: `${type}.moved` })),
      });
      moved = await workspace.changes();
    });

    test.each(eachSubject)(
      '%s row 17: an interrupted creation is in the state, was not made, or is adopted by the next apply',
      (type, subject) => {
        expect(status).toBe(1);
        expect(left).toEqual([]);
        const state = states.get(type);
        if (subject.kind) {
          const sample = objects(subject.kind.name).filter((each) =>
            String(each[labelOf(subject)]).startsWith('sample 0'),
          );
          expect(sample.map(({ id }) => id)).toEqual([state?.['id']]);
          expect(planned[subject.address]).toBeUndefined();
        } else if (type.endsWith('_certificate')) {
          expect(state).toBeUndefined();
          expect(output).toContain('Terraform was interrupted while waiting');
          expect(planned[subject.address]).toBe('create');
        } else {
          // One of its two rules was made. The set is not tainted, so the next apply deletes none of them.
          expect([state, planned[subject.address]]).toEqual([undefined, 'create']);
          expect(objects('ip_policy_rule').filter(({ cidr }) => cidr === '2001:db8::/32')).toHaveLength(1);
        }
      },
    );

    test.each(eachSubject)(
      '%s row 18: each provider configuration works with its own account, and an address can move',
      (type, subject) => {
        if (subject.kind) {
          const [first, second] = counts.get(subject.kind.name) ?? [0, 0];
          expect(first).toBeGreaterThan(0);
          expect(second).toBe(first);
        }
        expect(moved[`${type}.moved`]).toBe('move');
        expect(Object.keys(moved)).toHaveLength(subjects.length);
      },
    );
  });
});

/**
 * The provider as a later version could be: each schema has the next version, and upgrades the state of the present
 * version, in which `id` is taken to be called `identifier`. Calls `onUpgrade` for each object that it upgrades.
 */
function raisedProvider(provider: Provider, onUpgrade: (type: string) => void): Provider {
  const raised = new Map(
    [...getRegistry(KINDS).resources.values()].map((resource) => {
      const { type, schema } = resource;
      const version = schema.version + 1;
      const upgrade = ({ identifier, ...others }: JsonObject): JsonObject => {
        onUpgrade(type);
        return { ...others, id: identifier };
      };
      return [type, { ...resource, schema: { ...schema, version }, upgraders: { [schema.version]: upgrade } }];
    }),
  );
  return {
    ...provider,
    schema: {
      ...provider.schema,
      resources: Object.fromEntries([...raised].map(([type, { schema }]) => [type, schema])),
    },
    async upgradeState(request) {
      const resource = raised.get(request.type);
      if (!resource) throw new Error(`There is no resource ${request.type}`);
      return upgradeState(resource, request);
    },
  };
}
