/**
 * Rows 1 to 11 and 14 of the acceptance matrix for the resources beyond the kinds, all of them in one configuration, with
 * the real terraform binary. Tests of one of them only are in other files.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { JsonObject } from '../../../src/model/json';
import { getKind } from '../../../src/model/kinds';
import type { PlanJson, ResourceChange } from '../../../src/terraform/plan-json';
import { isFullCampaign } from '../../fuzz';
import {
  type AllKinds,
  merged,
  SUBJECTS,
  specialDependencies,
  specialResources,
} from '../../support/acceptance/all-kinds';
import { hclResource } from '../../support/acceptance/hcl';
import { type ProviderInProcess, providerInProcess } from '../../support/acceptance/provider-in-process';
import { createProxy, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { type Service, serviceAt } from '../../support/acceptance/service';
import { createWorkspace, type PlannedActions, type Workspace } from '../../support/acceptance/workspace';
import { SPEC_KINDS as KINDS } from '../../support/kinds';

jest.setTimeout(180_000);

const specials = SUBJECTS.filter(({ kind }) => !kind).map(({ type }) => [type] as const);
const [rules, ingressWait, domainWait] = [
  'netingress_ip_policy_rules',
  'netingress_agent_ingress_certificate',
  'netingress_domain_certificate',
] as const;
/** The kind that each depends on. */
const owners: Readonly<Record<string, string>> = {
  [rules]: 'ip_policy',
  [ingressWait]: 'agent_ingress',
  [domainWait]: 'domain',
};

let emulator: Emulator;
let proxy: ServiceProxy;
let service: Service;
let workspace: Workspace;
let inProcess: ProviderInProcess;

beforeAll(async () => {
  // Certificates are there at once, so that a row need not wait for them.
  emulator = createEmulator({ certificates: { seconds: 0 } });
  const { url } = await emulator.listen();
  proxy = await createProxy(url);
  service = serviceAt(url);
  workspace = await createWorkspace(proxy.url);
  inProcess = await providerInProcess(workspace);
});
beforeAll(() => inProcess.use());
afterAll(async () => {
  await inProcess?.close();
  await workspace?.remove();
  await proxy?.close();
  await emulator?.close();
});

test('there are three special resources', () => {
  expect(specials.flat()).toEqual([rules, ingressWait, domainWait]);
});

/** The rows that follow are shown with the packaged provider as Terraform starts it. */
function packaged(): void {
  beforeAll(() => inProcess.dismiss());
  afterAll(() => inProcess.use());
}

/** Begins with nothing at the service and nothing in the state. */
async function anew(...resources: readonly AllKinds[]): Promise<void> {
  await emulator.reset();
  proxy.handle = pass;
  await workspace.forget();
  await workspace.configure(merged(...resources));
}

const managed = specialDependencies();
const sample = (type: string, name = 'sample'): string => `${type}.${name}`;
const changeIn = (plan: PlanJson, type: string): ResourceChange['change'] | undefined =>
  plan.resource_changes?.find(({ address }) => address === sample(type))?.change;

/** The samples with other values: a whole configuration for each type, or members to add to it. */
function samplesWith(values: Readonly<Record<string, JsonObject>>, on = 'managed'): AllKinds {
  return Object.fromEntries(
    Object.entries(specialResources(0, on)).map(([type, { sample: whole = {} }]) => [
      type,
      { sample: { ...whole, ...values[type] } },
    ]),
  );
}

const withTimeouts = (timeouts: JsonObject | null, declared: JsonObject): Readonly<Record<string, JsonObject>> => ({
  [rules]: { rules: declared },
  [ingressWait]: { timeouts },
  [domainWait]: { timeouts },
});

const statesNow = async (): Promise<Record<string, Record<string, unknown> | undefined>> => {
  const found = specials.map(async ([type]) => [type, await workspace.attributes(sample(type))] as const);
  return Object.fromEntries(await Promise.all(found));
};

const ruleTexts = (): string[] =>
  emulator
    .objects('ip_policy_rule')
    .map(({ action, cidr, description }) => `${String(action)} ${String(cidr)} ${String(description ?? '-')}`)
    .sort();

const words = (text: string): string => text.replace(/[\s│╷╵]+/g, ' ');

describe('rows 1 and 2', () => {
  packaged();
  const results: PlannedActions[] = [];
  let states: Awaited<ReturnType<typeof statesNow>>;
  let liveRules: string[];
  let destroyed: number;

  beforeAll(async () => {
    const bare = Object.fromEntries(
      Object.entries(specialResources(0, 'bare', 'minimal')).map(([type, { minimal = {} }]) => {
        const { timeouts: _, ...rest } = minimal;
        return [type, { minimal: type === rules ? { ...rest, rules: {} } : rest }];
      }),
    );
    await anew(managed, specialDependencies('bare'), specialResources(), bare);
    await workspace.apply();
    results.push(await workspace.changes());
    // What follows does not depend on how the provider was started.
    inProcess.use();
    results.push(await workspace.changes('-refresh=false'));
    states = await statesNow();
    liveRules = ruleTexts();
    await workspace.ok('destroy', '-auto-approve', '-no-color');
    destroyed = KINDS.reduce((sum, { name }) => sum + emulator.objects(name).length, 0);
  });

  test.each(specials)(
    '%s rows 1 and 2: minimal and full are applied, have an empty plan, arrive and are destroyed',
    (type) => {
      expect(results).toEqual([{}, {}]);
      expect(destroyed).toBe(0);
      const state = states[type];
      if (type === rules) expect(liveRules).toEqual(['allow 10.0.0.0/16 net 0', 'deny 2001:db8::/32 -']);
      else expect(state).toMatchObject({ timeouts: { create: '1m' }, renews_at: expect.stringMatching(/^20.*Z$/) });
      if (type === ingressWait) expect(state?.['region_domains']).not.toEqual([]);
      if (type === domainWait) expect(state?.['certificate']).toMatchObject({ id: expect.stringMatching(/^cert_/) });
      expect(state?.['id']).toMatch(/^[a-z]+_/);
    },
  );
});

describe('rows 3 to 5', () => {
  const updated = { '10.0.0.0/16': { action: 'deny', description: 'other', metadata: 'more' } };
  const cleared = { '10.0.0.0/16': { action: 'deny', description: '' }, '10.1.0.0/16': null };
  const ids: Record<string, unknown>[] = [];
  const plans: PlanJson[] = [];
  const after: PlannedActions[] = [];
  const states: Awaited<ReturnType<typeof statesNow>>[] = [];
  const liveRules: string[][] = [];

  /** Plans and applies a configuration, and notes what came of it. */
  async function next(...resources: readonly AllKinds[]): Promise<void> {
    await workspace.configure(merged(...resources));
    plans.push(await workspace.plan());
    await workspace.applyPlanned();
    const state = await statesNow();
    states.push(state);
    ids.push(Object.fromEntries(Object.entries(state).map(([type, values]) => [type, values?.['id']])));
    liveRules.push(ruleTexts());
    after.push(await workspace.changes());
  }

  beforeAll(async () => {
    const all = merged(managed, specialDependencies('other'));
    await anew(all);
    await next(all, specialResources());
    await next(all, samplesWith(withTimeouts({ create: '90s' }, updated)));
    await next(all, samplesWith(withTimeouts({}, cleared)));
    await next(all, samplesWith(withTimeouts(null, {})));
    await next(all, samplesWith({}, 'other'));
    const lifecycle = { create_before_destroy: true };
    const first = Object.fromEntries(specials.map(([type]) => [type, { lifecycle }]));
    await next(all, samplesWith(first, 'managed'));
  });

  test.each(specials)('%s row 3: changeable attributes are updated in place', (type) => {
    expect(changeIn(plans[1] as PlanJson, type)?.actions).toEqual(['update']);
    expect([ids[1]?.[type], after[1]]).toEqual([ids[0]?.[type], {}]);
    if (type === rules) expect(liveRules[1]).toEqual(['deny 10.0.0.0/16 other']);
    else expect(states[1]?.[type]).toMatchObject({ timeouts: { create: '90s' } });
  });

  test.each(specials)(
    '%s row 4: optional attributes are cleared by removing them, and empty values are kept',
    (type) => {
      expect([2, 3].map((n) => changeIn(plans[n] as PlanJson, type)?.actions)).toEqual([['update'], ['update']]);
      expect([after[2], after[3]]).toEqual([{}, {}]);
      if (type === rules) {
        expect(states[2]?.[type]?.['rules']).toMatchObject({ '10.0.0.0/16': { description: '' }, '10.1.0.0/16': null });
        expect([liveRules[2], liveRules[3]]).toEqual([['deny 10.0.0.0/16 -'], []]);
      } else {
        expect([states[2]?.[type]?.['timeouts'], states[3]?.[type]?.['timeouts']]).toEqual([{ create: null }, null]);
      }
    },
  );

  test.each(specials)('%s row 5: another owner replaces it, also with create_before_destroy', (type) => {
    expect(changeIn(plans[4] as PlanJson, type)?.actions).toEqual(['delete', 'create']);
    expect(changeIn(plans[5] as PlanJson, type)?.actions).toEqual(['create', 'delete']);
    expect(new Set([3, 4, 5].map((n) => ids[n]?.[type])).size).toBe(2);
    expect([after[4], after[5]]).toEqual([{}, {}]);
    expect(liveRules[5]).toEqual(liveRules[0]);
  });
});

describe('rows 6 and 7', () => {
  if (isFullCampaign) packaged();
  let before: Awaited<ReturnType<typeof statesNow>>;
  let imported: Awaited<ReturnType<typeof statesNow>>;
  let afterCommand: PlannedActions;
  let generated: PlanJson;
  let afterBlock: PlannedActions;
  let refusals: { nonsense: string; otherType: string; absent: string };

  beforeAll(async () => {
    await anew(managed, samplesWith(withTimeouts(null, { '2001:db8::/32': { action: 'deny', metadata: 'm' } })));
    await workspace.apply();
    before = await statesNow();
    const addresses = specials.map(([type]) => sample(type));
    await workspace.ok('state', 'rm', ...addresses);
    for (const [type] of specials)
      await workspace.ok('import', '-no-color', sample(type), String(before[type]?.['id']));
    imported = await statesNow();
    afterCommand = await workspace.changes();

    await workspace.ok('state', 'rm', ...addresses);
    // Only a block that generates configuration may have a provider.
    const blocks = (idOf: (type: string) => string, more: JsonObject = {}) => ({
      import: specials.map(([type]) => ({ to: sample(type), id: idOf(type), ...more })),
    });
    const errorsOf = async (idOf: (type: string) => string): Promise<string> => {
      await workspace.configure(merged(managed, samplesWith({})), blocks(idOf));
      const { status, stderr } = await workspace.terraform('plan', '-no-color');
      expect(status).toBe(1);
      return words(stderr);
    };
    refusals = {
      nonsense: await errorsOf(() => 'nonsense'),
      otherType: await errorsOf(() => 'ak_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF'),
      absent: await errorsOf((type) => `${getKind(owners[type] ?? '').idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`),
    };
    await workspace.configure(
      managed,
      blocks((type) => String(before[type]?.['id']), { provider: 'netingress' }),
    );
    generated = await workspace.plan('-generate-config-out=generated.tf');
    await workspace.applyPlanned();
    await workspace.configure(managed);
    afterBlock = await workspace.changes();
  });

  test.each(specials)('%s rows 6 and 7: imports by id, by command and by block, and plans no changes', (type) => {
    expect(imported[type]).toEqual(before[type]);
    expect(afterCommand).toEqual({});
    expect(changeIn(generated, type)).toMatchObject({ importing: { id: before[type]?.['id'] }, actions: ['no-op'] });
    expect(afterBlock).toEqual({});
  });

  test.each(specials)('%s row 7: invalid, other kinds’ and absent ids are rejected', (type) => {
    const { title, idPrefix } = getKind(owners[type] ?? '');
    for (const [text, id] of [
      [refusals.nonsense, 'nonsense'],
      [refusals.otherType, 'ak_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF'],
    ] as const) {
      const about = text.split('Error: ').filter((error) => error.includes(`'${id}' is not the id of`));
      expect(about.filter((error) => error.includes(title) && error.includes(`${idPrefix}_`))).toHaveLength(1);
    }
    expect(refusals.absent.split('Error: ').filter((error) => error.includes(sample(type)))).toEqual([
      expect.stringContaining('Cannot import non-existent remote object'),
    ]);
  });
});

describe('rows 8 to 10', () => {
  let vanished: PlannedActions;
  let drifted: PlannedActions;
  let afterDrift: PlannedActions;
  let liveRules: string[];
  let destroyed: number | null;

  const ownersNow = async (change: (owner: string, id: string) => Promise<void>): Promise<void> => {
    const states = await statesNow();
    for (const [type] of specials) await change(owners[type] ?? '', String(states[type]?.['id']));
  };

  beforeAll(async () => {
    await anew(managed, specialResources());
    await workspace.apply();
    await ownersNow((owner, id) => service.remove(getKind(owner), id));
    vanished = await workspace.changes();
    await workspace.applyPlanned();

    await ownersNow(async (owner, id) => {
      if (owner !== 'ip_policy') return service.patch(getKind(owner), id, { certificate_management_policy: null });
      const { status } = await service.request('POST', '/ip_policy_rules', {
        ip_policy_id: id,
        cidr: '198.51.100.0/24',
        action: 'allow',
      });
      expect(status).toBe(201);
    });
    drifted = await workspace.changes();
    await workspace.applyPlanned();
    liveRules = ruleTexts();
    afterDrift = await workspace.changes();

    await ownersNow((owner, id) => service.remove(getKind(owner), id));
    destroyed = (await workspace.terraform('destroy', '-auto-approve', '-no-color', '-refresh=false')).status;
  });

  test.each(specials)('%s row 8: is planned again after its owner was deleted remotely', (type) => {
    expect(vanished[sample(type)]).toBe('create');
  });

  test.each(specials)('%s row 9: drift is planned to be reverted, and is reverted', (type) => {
    // Without its policy the certificate is not provisioned any more: the wait begins anew.
    expect(drifted[sample(type)]).toBe(type === rules ? 'update' : 'create');
    expect(liveRules).toEqual(['allow 10.0.0.0/16 net 0', 'deny 2001:db8::/32 -']);
    expect(afterDrift).toEqual({});
  });

  test.each(specials)('%s row 10: is destroyed without an error after its owner was deleted remotely', () => {
    expect(destroyed).toBe(0);
  });
});

describe('row 11', () => {
  let refused: string;
  let afterRefused: Awaited<ReturnType<typeof statesNow>>;
  let unreadable: string;
  let before: Awaited<ReturnType<typeof statesNow>>;
  let afterUnreadable: Awaited<ReturnType<typeof statesNow>>;

  const injected = (status: number) =>
    JSON.stringify({ status_code: status, msg: 'injected', details: { operation_id: 'op_1' } });
  /** What an apply says while the service refuses what the resources ask it for. */
  const failing = async (...args: string[]): Promise<string> => {
    proxy.handle = (request) => {
      const asked = /^\/ip_policy_rules|^\/(agent_ingresses|reserved_domains)(\/|\?)/.test(request.path);
      return asked ? request.respond(400, 'application/json', injected(400)) : pass(request);
    };
    const { status, stderr } = await workspace.terraform(...args, '-no-color');
    proxy.handle = pass;
    expect(status).toBe(1);
    return words(stderr);
  };

  beforeAll(async () => {
    await anew(managed);
    await workspace.apply();
    await workspace.configure(merged(managed, specialResources()));
    refused = await failing('apply', '-auto-approve', '-refresh=false');
    afterRefused = await statesNow();
    await workspace.apply();
    before = await statesNow();
    unreadable = await failing('plan');
    afterUnreadable = await statesNow();
  });

  test.each(specials)(
    '%s row 11: a creation that fails says so and leaves nothing, and the next one succeeds',
    (type) => {
      const at = refused.split('Error: ').filter((error) => error.includes(sample(type)));
      expect(at).toEqual([expect.stringContaining('injected')]);
      expect(afterRefused[type]).toBeUndefined();
      expect(before[type]).toBeDefined();
    },
  );

  test.each(specials)('%s row 11: a failed read is reported and keeps the state', (type) => {
    expect(unreadable).toContain('injected');
    expect(afterUnreadable[type]).toEqual(before[type]);
  });
});

describe('row 14', () => {
  const owner = { ip_policy_id: 'ipp_1' };
  const cases: Readonly<Record<string, readonly (readonly [values: JsonObject, attribute: string, says: string])[]>> = {
    [rules]: [
      [{ ...owner, rules: { '"10.0.0.1/8"': { action: 'allow' } } }, 'rules', 'expected the network address'],
      [{ ...owner, rules: { '"10.0.0.0/8"': { action: 'permit' } } }, 'rules', "expected 'allow' or 'deny'"],
      [
        { ...owner, rules: { '"10.0.0.1"': { action: 'deny' }, '"10.0.0.1/32"': { action: 'deny' } } },
        'rules',
        'has the equal keys',
      ],
      [
        { ...owner, rules: { '"10.0.0.0/8"': { action: 'deny', description: 'x'.repeat(256) } } },
        'rules',
        'at most 255 bytes',
      ],
      [
        { ...owner, rules: { '"10.0.0.0/8"': { action: 'deny', metadata: 'x'.repeat(4_097) } } },
        'rules',
        'at most 4096 bytes',
      ],
    ],
    [ingressWait]: [[{ agent_ingress_id: 'agin_1', timeouts: { create: '20 minutes' } }, 'timeouts', "such as '20m'"]],
    [domainWait]: [[{ domain_id: 'rd_1', timeouts: { create: '0s' } }, 'timeouts', "such as '20m'"]],
  };

  interface Shown {
    readonly detail: string;
    readonly address?: string;
    readonly range?: { readonly start: { readonly line: number } };
  }

  test.each(specials)('%s row 14: every violation is reported once, at its line', async (type) => {
    await workspace.forget();
    await workspace.configure({});
    const file = join(workspace.folder, 'generated.tf');
    let text = '';
    const expected = (cases[type] ?? []).map(([values, attribute, says], index) => {
      const block = hclResource(type, `case${index}`, values, text.split('\n').length);
      text += block.text;
      // One invalid element is reported on the next line; two are reported for the whole map.
      const line = (block.lines[attribute] ?? 0) + (attribute === 'rules' && !says.includes('equal keys') ? 1 : 0);
      return { address: `${type}.case${index}`, line, detail: expect.stringContaining(says) };
    });
    await writeFile(file, text);
    const { diagnostics } = JSON.parse((await workspace.terraform('validate', '-json')).stdout) as {
      diagnostics: Shown[];
    };
    const shown = diagnostics.map(({ address = '', range, detail }) => ({ address, line: range?.start.line, detail }));
    expect(shown.sort((a, b) => (a.address < b.address ? -1 : 1))).toEqual(expected);
  });
});
