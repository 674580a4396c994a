/**
 * Rows of the acceptance matrix that one configuration with all resource types but the rotation can show, as one history of
 * two accounts: an interrupted creation (17) with inputs that are known only after apply (12), two provider configurations
 * and moved addresses (18), a change to other unknown inputs (12), and the state of an earlier layout (15).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { KINDS } from '../../../src/model/kinds';
import type { CompleteSettings } from '../../../src/model/provider-settings';
import { reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { createProvider } from '../../../src/provider/create-provider';
import type { Provider } from '../../../src/provider/protocol/provider';
import { getRegistry } from '../../../src/provider/registry';
import { upgradeState } from '../../../src/provider/resources/upgrade-state';
import { isJsonObject, type Json, type JsonObject } from '../../../src/values/json';
import {
  type AllKinds,
  allDependencies,
  allSamples,
  labelOf,
  merged,
  OBJECT,
  type Subject,
  TESTED_PROFILES,
} from '../../support/acceptance/all-kinds';
import { canFindProcesses, providersIn } from '../../support/acceptance/processes';
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { createProxy, type ProxiedRequest, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { startTerraform } from '../../support/acceptance/terraform-processes';
import type { PlannedActions } from '../../support/acceptance/workspace';
import { describeRows } from '../../support/requirements';
import { endAllScripts } from '../../support/script';

type States = ReadonlyMap<string, Record<string, unknown>>;

/** The samples with every input taken from the output of another resource, which contains what they were. */
function later(samples: AllKinds, name = OBJECT): AllKinds {
  const all = Object.entries(samples).map(([type, { [OBJECT]: sample = {} }]): AllKinds => {
    const source = type.replace('netingress_', '');
    const taken = Object.keys(sample).map((name) => [name, `\${terraform_data.${source}.output.${name}}`]);
    return {
      [type]: { [name]: Object.fromEntries(taken) as JsonObject },
      terraform_data: { [source]: { input: sample } },
    };
  });
  return merged(...all);
}

/** The same resources under other names, in the account of another provider configuration. */
function inSecondAccount(resources: AllKinds): AllKinds {
  const renamed = (value: Json): Json => {
    if (typeof value === 'string') return value.replace(/\$\{((netingress|terraform)_\w+)\./g, '${$1.second_');
    if (Array.isArray(value)) return (value as Json[]).map(renamed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member ?? null)]));
  };
  const changed = Object.entries(resources).map(([type, all]) => {
    const provider = type !== 'terraform_data' && { provider: 'netingress.second' };
    const configs = Object.entries(all).map(([name, config]) => [
      `second_${name}`,
      renamed({ ...config, ...provider }),
    ]);
    return [type, Object.fromEntries(configs)];
  });
  return Object.fromEntries(changed);
}

describeRows(TESTED_PROFILES, { plain: 1 })('profile $profile', (tested) => {
  const { profile, kinds, subjects, eachSubject } = tested;
  const emulators: Emulator[] = [];
  let proxy: ServiceProxy;
  let workspace: AttachedWorkspace;

  let interrupted: { readonly status: number | null; readonly output: string; readonly left: readonly number[] };
  let afterInterrupt: States;
  let completed: PlannedActions;
  let counts: ReadonlyMap<string, readonly number[]>;
  let changed: PlannedActions;
  let afterChange: States;
  const upgraded = new Set<string>();
  let planned: PlannedActions;

  const setCertificateSeconds = (seconds: number): Promise<unknown> =>
    fetch(`${proxy.url}/_emulator/settings`, { method: 'PUT', body: JSON.stringify({ certificates: { seconds } }) });

  /** Applies, and interrupts Terraform while it waits for each create and each certificate, which then are answered. */
  async function interruptApply(): Promise<void> {
    const types = subjects.map(({ type }) => type);
    // One POST for each kind. A set of rules makes its deny first and holds the allow back until that is done, so one more.
    const awaited = kinds.length + types.filter((type) => type.endsWith('_rules')).length;
    const awaitedWaits = types.filter((type) => /(ingress|domain)_certificate$/.test(type)).length;
    const paused: ProxiedRequest[] = [];
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
    const args = ['apply', '-no-color', '-auto-approve', '-refresh=false', '-parallelism=50'];
    const terraform = await startTerraform(workspace, ...args);
    await reached;
    terraform.signalGroup('SIGINT');
    await terraform.says('Interrupt received');
    proxy.handle = pass;
    await Promise.all(paused.map(pass));
    const { status, output } = await terraform.ended;
    const left = canFindProcesses ? providersIn(workspace.folder) : [];
    interrupted = { status, output: output.replace(/[\s│╷╵]+/g, ' '), left };
  }

  /** The state file as an earlier version would have written it, which called `id` something else. */
  async function writeEarlierLayout(): Promise<void> {
    interface State {
      readonly resources: { type: string; instances: { attributes: Record<string, unknown> }[] }[];
    }
    const file = join(workspace.folder, 'terraform.tfstate');
    const state = JSON.parse(await readFile(file, 'utf8')) as State;
    for (const { type, instances } of state.resources)
      for (const instance of type.startsWith('netingress_') ? instances : []) {
        const { id, ...others } = instance.attributes;
        instance.attributes = { ...others, identifier: id };
      }
    await writeFile(file, JSON.stringify(state));
  }

  async function planWithLaterVersion(): Promise<PlannedActions> {
    const connect = ({ profile: { name }, accountObject: _, ...options }: CompleteSettings) =>
      createClient({ ...options, profile: name });
    const provider = () =>
      raisedProvider(createProvider({ environment: workspace.env, connect }), (type) => void upgraded.add(type));
    const server = await serveForReattach(provider, { pid: process.pid, platform: process.platform });
    workspace.env['TF_REATTACH_PROVIDERS'] = reattachVariable('terraform.local/netingress/netingress', server.reattach);
    try {
      return await workspace.changes();
    } finally {
      await server.close();
    }
  }

  beforeAll(async () => {
    for (let account = 0; account < 2; account++)
      emulators.push(createEmulator({ profile, certificates: { seconds: 0 } }));
    const [url = '', secondUrl = ''] = await Promise.all(emulators.map(async (one) => (await one.listen()).url));
    proxy = await createProxy(url);
    workspace = await createAttachedWorkspace(proxy.url, { NETINGRESS_PROFILE: profile });
    const first = allDependencies(tested);
    // So long that the waits for certificates still run at the interrupt.
    await setCertificateSeconds(3_600);
    await workspace.configure(first);
    await workspace.apply();
    await workspace.configure(merged(first, later(allSamples(0, tested))));
    await interruptApply();
    afterInterrupt = await workspace.allAttributes();
    await setCertificateSeconds(0);
    emulators[0]?.clock.advance(3_600);

    const second = inSecondAccount(merged(first, later(allSamples(0, tested))));
    const provider = { netingress: [{}, { alias: 'second', base_url: secondUrl, api_key: 'another-key' }] };
    const moved = subjects.map(({ type, address }) => ({ from: address, to: `${type}.moved` }));
    await workspace.configure(merged(first, later(allSamples(0, tested), 'moved'), second), { provider, moved });
    completed = await workspace.apply();
    counts = new Map(kinds.map(({ name }) => [name, emulators.map((one) => one.objects(name).length)]));

    await workspace.configure(merged(first, later(allSamples(1, tested), 'moved'), second), { provider });
    changed = await workspace.apply();
    afterChange = await workspace.allAttributes();
    await writeEarlierLayout();
    planned = await planWithLaterVersion();
  });
  afterAll(async () => {
    endAllScripts();
    await workspace?.remove();
    await proxy?.close();
    await Promise.all(emulators.map((emulator) => emulator.close()));
  });

  const movedOf = ({ type }: Subject): string => `${type}.moved`;

  test.each(eachSubject)(
    '%s rows 12 and 17: with every input unknown, an object of an interrupted apply is in the state; the next apply creates a set of rules or a wait for a certificate, which is in none',
    (type, subject) => {
      expect([interrupted.status, interrupted.left]).toEqual([1, []]);
      const state = afterInterrupt.get(subject.address);
      const action = completed[movedOf(subject)];
      if (subject.kind) {
        expect(action).toBe('move');
        expect(state?.['id']).toMatch(/^[a-z0-9]+_/);
      } else {
        // One of the two rules of the set was made. The set is in no state and so not tainted: the next apply keeps the rule.
        expect([state, action]).toEqual([undefined, 'create']);
        if (type.endsWith('_certificate'))
          expect(interrupted.output).toContain('Terraform was interrupted while waiting');
      }
    },
  );

  test.each(eachSubject)(
    '%s rows 12 and 18: each provider configuration works with its own account; with other inputs, unknown again, it is changed to their values',
    (type, subject) => {
      const state = afterChange.get(movedOf(subject));
      expect(['update', 'replace']).toContain(changed[movedOf(subject)]);
      if (!subject.kind) return expect(JSON.stringify(state)).toMatch(/"create":"2m"|"10\.1\.0\.0\/16"/);
      expect(state?.[labelOf(subject)]).toBe(`sample 1 of ${subject.kind.name}`);
      // Nothing that the interrupted apply made was made again.
      const [first = 0, second] = counts.get(subject.kind.name) ?? [];
      expect([first > 0, second]).toEqual([true, first]);
      expect(changed[`${type}.second_${OBJECT}`]).toBeUndefined();
    },
  );

  test.each(eachSubject)('%s row 15: is read by a build that has another layout, and nothing is planned', (type) => {
    expect(upgraded).toContain(type);
    expect(planned).toEqual({});
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
  const resources = Object.fromEntries([...raised].map(([type, { schema }]) => [type, schema]));
  return {
    ...provider,
    schema: { ...provider.schema, resources },
    async upgradeState(request) {
      const resource = raised.get(request.type);
      if (!resource) throw new Error(`There is no resource ${request.type}`);
      return upgradeState(resource, request);
    },
  };
}
