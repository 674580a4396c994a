import { setImmediate } from 'node:timers/promises';
import { ipPolicyRules } from '../../src/model/composites';
import type { Kind } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { listBlockingReferences } from '../../src/model/references';
import { createProvider } from '../../src/provider/create-provider';
import { createPlanKeys } from '../../src/provider/plan-walk/keys';
import type { Provider } from '../../src/provider/protocol/provider';
import { createObjectResource } from '../../src/provider/resources/object';
import { isSameValue, UNKNOWN } from '../../src/values/cty-value';
import { createFakeService } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

const NONE = new Uint8Array();

async function startWalk(environment: Record<string, string> = {}): Promise<Provider> {
  const service = createFakeService();
  const provider = createProvider({ environment, connect: () => service.client });
  const config = { base_url: 'https://service.test', api_key: 'key', profile: 'ngrok' };
  await provider.configure({ config: configOfSchema(provider.schema.provider, config) });
  return provider;
}

type Values = Readonly<Record<string, unknown>>;

interface Step {
  readonly kind: string;
  readonly prior?: Values;
  readonly planned?: Values;
}

/** Plans the steps in their order, without `provider` in a new walk; returns the diagnostics as `severity: summary`. */
async function planAll(steps: readonly Step[], provider?: Provider): Promise<string[]> {
  const used = provider ?? (await startWalk());
  const found: string[] = [];
  for (const { kind, prior, planned } of steps) {
    const schema = kind === ipPolicyRules.name ? ipPolicyRules : getKind(kind);
    const [before, after] = [prior, planned].map((values) => (values ? configOf(schema, values) : null));
    const request = { prior: before ?? null, proposed: after ?? null, config: after ?? null, priorPrivate: NONE };
    const unchanged = before && after && isSameValue(before, after) ? before : undefined;
    const type = resourceType(schema);
    if (unchanged && used.keepsUnchanged?.({ type, prior: () => unchanged, priorPrivate: NONE })) continue;
    const { diagnostics } = await used.planResource({ type, ...request });
    found.push(...diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`));
  }
  return found;
}

const allow = { action: 'allow' };
const dashboard = { id: 'ipx_1', type: 'dashboard', enforced: true, ip_policy_ids: ['ipp_1'] };
const office = { id: 'ipr_1', ip_policy_id: 'ipp_1', cidr: '203.0.113.0/24', action: 'allow' };
const set = { id: 'ipp_1', ip_policy_id: 'ipp_1', rules: { '203.0.113.0/24': allow } };
const domain = { id: 'rd_1', domain: 'app.example.com' };

const create = (kind: string, { id: _, ...planned }: Values): Step => ({ kind, planned });
const remove = (kind: string, prior: Values): Step => ({ kind, prior });
const keep = (kind: string, values: Values): Step => ({ kind, prior: values, planned: values });
const rules = (planned: Values, prior?: Values): Step => ({
  kind: 'ip_policy_rules',
  planned,
  ...(prior && { prior }),
});

const refused = (what: string): string[] => [`error: The ${what} would be deleted and created again`];

test.each([
  ['ip_restriction', dashboard, refused("IP restriction 'dashboard'")],
  ['ip_policy_rule', office, refused("IP policy rule 'ipp_1/203.0.113.0/24'")],
  ['domain', domain, refused("domain 'app.example.com'")],
])('a renamed %s is refused, whichever is planned first, but not in two walks', async (kind, values, expected) => {
  const [removal, creation] = [remove(kind, values), create(kind, values)];
  expect(await planAll([removal, creation])).toEqual(expected);
  expect(await planAll([creation, removal])).toEqual(expected);
  expect([await planAll([removal]), await planAll([creation])]).toEqual([[], []]);
});

test.each<[string, readonly Step[]]>([
  ['-replace of a restriction', [keep('ip_restriction', dashboard), create('ip_restriction', dashboard)]],
  ['a rule that becomes one of a set', [remove('ip_policy_rule', office), create('ip_policy_rules', set)]],
  ['a rule of a set that becomes a single one', [create('ip_policy_rule', office), remove('ip_policy_rules', set)]],
  ['a rule that moves to a set', [remove('ip_policy_rule', office), rules(set, { ...set, rules: {} })]],
])('%s is refused', async (_, steps) => {
  expect(await planAll(steps)).toEqual([expect.stringContaining('would be deleted and created again')]);
});

test.each<[string, readonly Step[]]>([
  ['a restriction whose old block goes', [remove('ip_restriction', dashboard), keep('ip_restriction', dashboard)]],
  ['an imported rule whose old block goes', [remove('ip_policy_rule', office), keep('ip_policy_rule', office)]],
  ['a single rule that goes while a set has it', [keep('ip_policy_rules', set), remove('ip_policy_rule', office)]],
])('%s is refused, in any order', async (_, steps) => {
  const expected = [expect.stringContaining('would be deleted although the configuration declares it')];
  expect(await planAll(steps)).toEqual(expected);
  expect(await planAll([...steps].reverse())).toEqual(expected);
});

test('networks that stay, another action and rules of two policies are no conflict', async () => {
  const denied: Step = { kind: 'ip_policy_rule', prior: office, planned: { ...office, action: 'deny' } };
  const elsewhere = create('ip_policy_rule', { ...office, ip_policy_id: 'ipp_2' });
  expect(await planAll([denied, elsewhere, keep('ip_policy_rules', { ...set, ip_policy_id: 'ipp_3' })])).toEqual([]);
});

test('an object whose name changes in place frees the old name for another one', async () => {
  const vault = { id: 'vault_1', name: 'edge' };
  const renamed: Step = { kind: 'vault', prior: vault, planned: { ...vault, name: 'core' } };
  expect(await planAll([renamed, create('vault', vault)])).toEqual([]);
  expect(await planAll([remove('vault', vault), create('vault', vault)])).toEqual(refused("vault 'edge'"));
});

test.each([
  ['changed', { ...office, cidr: '192.0.2.0/24' }],
  ['deleted', null],
])('a rule that was %s outside Terraform gets its network back beside the creation of another rule', (_, found) => {
  const rule = getKind('ip_policy_rule');
  const resource = createObjectResource(rule);
  const stored = configOf(rule, office);
  const other = configOf(rule, { ...office, cidr: '10.0.0.0/8' });
  const keys = createPlanKeys();
  // Terraform reads the state of this rule, and plans the other one before it refreshes this one.
  keys.noteState(resource, stored, stored);
  expect(keys.check(resource, null, other)).toEqual([]);
  const refreshed = found && configOf(rule, found);
  keys.noteState(resource, stored, refreshed);
  expect(keys.check(resource, refreshed, stored)).toEqual([]);
});

test('a plan for netingress moves refuses nothing, its deletes are refused when it is applied, and an apply without a session removes its mark', async () => {
  const environment = { NETINGRESS_PLAN_FOR_MOVES: '1' };
  const provider = await startWalk(environment);
  const steps = [remove('ip_restriction', dashboard), create('ip_restriction', dashboard)];
  expect(await planAll(steps, provider)).toEqual([]);
  const kind = getKind('ip_restriction');
  const [type, prior] = [resourceType(kind), configOf(kind, dashboard)];
  const request = { type, prior, proposed: null, config: null, priorPrivate: NONE };
  const { plannedPrivate } = await provider.planResource(request);
  const applied = await provider.applyResource({ type, prior, planned: null, config: null, plannedPrivate });
  expect([applied.state, applied.diagnostics[0]?.summary]).toEqual([prior, 'The plan is for netingress moves only']);
  const unconfigured = createProvider({ environment, connect: () => createFakeService().client });
  const failed = await unconfigured.applyResource({ type, prior, planned: null, config: null, plannedPrivate });
  expect([failed.diagnostics[0]?.summary, plannedPrivate.length > 0]).toEqual(['Provider is not configured', true]);
  expect(failed.private).toEqual(NONE);
});

test('a domain whose region changes is refused while an endpoint of the plan names it, in any order', async () => {
  const moved: Step = { kind: 'domain', prior: { ...domain, region: 'us' }, planned: { ...domain, region: 'eu' } };
  const values = { id: 'ep_1', url: 'https://app.example.com', traffic_policy: '{}' };
  const endpoint = keep('cloud_endpoint', values);
  const expected = ["error: The domain 'app.example.com' cannot be replaced while the cloud endpoint ep_1 names it"];
  const errors = (found: string[]): string[] => found.filter((each) => each.startsWith('error'));
  expect(errors(await planAll([moved, endpoint]))).toEqual(expected);
  expect(errors(await planAll([endpoint, moved]))).toEqual(expected);
  const elsewhere = { ...values, url: 'https://other.example.com' };
  expect(errors(await planAll([moved, keep('cloud_endpoint', elsewhere)]))).toEqual([]);
});

test('no kind is kept without a plan that names a kind whose replacement may have the same key', () => {
  const replaceable = KINDS.filter(({ naturalKey, attributes }) =>
    Object.entries(attributes).some(
      ([name, { requiresReplace }]) => naturalKey?.unique && requiresReplace && !naturalKey.attributes.includes(name),
    ),
  );
  const users = replaceable.flatMap(({ name }) => listBlockingReferences(name).map(({ kind }) => kind));
  expect(users).toContain(getKind('cloud_endpoint'));
  const isKept = (kind: Kind): boolean => createObjectResource(kind).keepsUnchanged?.(NONE) ?? false;
  expect(users.filter((kind) => !kind.readOnly && isKept(kind))).toEqual([]);
});

describe('a network that one plan takes from a policy and gives to another one', () => {
  const TAKEN = '198.51.100.0/24';
  const HALF = '198.51.100.0/25';
  const shrunk = rules(set, { ...set, rules: { ...set.rules, [TAKEN]: allow } });
  const restriction = (before: string[], after: unknown[]): Step => ({
    kind: 'ip_restriction',
    prior: { ...dashboard, ip_policy_ids: before },
    planned: { ...dashboard, ip_policy_ids: after },
  });
  const given = (ip_policy_id: unknown, network = HALF) => rules({ ip_policy_id, rules: { [network]: allow } });
  const expected = ["error: Networks of the IP restriction 'dashboard' may be shut out in between"];

  const policy: Step = { kind: 'ip_policy', planned: {} };
  const intoNew = given(UNKNOWN);
  const gets = (...after: unknown[]): Step => restriction(['ipp_1'], after);
  const single = { ...office, ip_policy_id: 'ipp_2', cidr: TAKEN };

  test.each<[string, readonly Step[], [Step, Step, Step]]>([
    ['a new one', [policy], [shrunk, intoNew, gets('ipp_1', UNKNOWN)]],
    ['one of two new ones of the restriction', [policy, policy], [shrunk, intoNew, gets('ipp_1', UNKNOWN, UNKNOWN)]],
    ['one that the restriction names already', [], [shrunk, given('ipp_2'), gets('ipp_1', 'ipp_2')]],
    ['one with single rules', [], [shrunk, create('ip_policy_rule', single), gets('ipp_2')]],
  ])('of the restriction is refused, whichever is planned last: %s', async (_, policies, [a, b, c]) => {
    expect(await planAll([...policies, a, b, c])).toEqual(expected);
    expect(await planAll([...policies, b, c, a])).toEqual(expected);
    expect(await planAll([...policies, c, a, b])).toEqual(expected);
  });

  test('to a new one is refused if the plan deletes the policy that the restriction names no more, first or last', async () => {
    const deleted = remove('ip_policy', { id: 'ipp_2' });
    const others = [shrunk, intoNew, restriction(['ipp_1', 'ipp_2'], ['ipp_1', UNKNOWN])];
    expect(await planAll([policy, deleted, ...others])).toEqual(expected);
    expect(await planAll([policy, ...others, deleted])).toEqual(expected);
  });

  const other = { ...set, id: 'ipp_2', ip_policy_id: 'ipp_2' };
  const namesBoth = restriction(['ipp_1', 'ipp_2'], ['ipp_1', 'ipp_2', UNKNOWN]);

  test('is refused unless another list of the restriction, which is planned before, allows the whole of it', async () => {
    const planWith = (network: string, name: Step) => {
      const kept = keep('ip_policy_rules', { ...other, rules: { [network]: allow } });
      return planAll([policy, kept, shrunk, given(UNKNOWN, TAKEN), name]);
    };
    expect(await planWith(TAKEN, namesBoth)).toEqual([]);
    expect(await planWith(HALF, namesBoth)).toEqual(expected);
    // The list is of no policy that the restriction names before.
    expect(await planWith(TAKEN, gets('ipp_1', 'ipp_2', UNKNOWN))).toEqual(expected);
  });

  test('is not refused if a single rule of the restriction allows it before and after', async () => {
    const planWith = (cidr: string) => {
      const rule: Step = { kind: 'ip_policy_rule', prior: single, planned: { ...single, cidr } };
      return planAll([policy, rule, shrunk, intoNew, namesBoth]);
    };
    expect(await planWith(TAKEN)).toEqual([]);
    // The rule is replaced.
    expect(await planWith(HALF)).toEqual(expected);
  });

  const mayBeOld = restriction(['ipp_1', 'ipp_2'], ['ipp_1', UNKNOWN]);
  test.each<[string, readonly Step[]]>([
    ['may be of another new policy, not of the restriction', [policy, policy, shrunk, intoNew, gets('ipp_1', UNKNOWN)]],
    ['may be of a new policy, and the restriction may keep an id', [policy, shrunk, intoNew, mayBeOld]],
    ['is of no policy that this plan creates', [shrunk, intoNew, gets('ipp_1', UNKNOWN)]],
    ['no restriction names', [shrunk, given('ipp_2'), gets('ipp_1')]],
    ['has other networks', [shrunk, given('ipp_2', '192.0.2.0/24'), gets('ipp_1', 'ipp_2')]],
    ['has it before, too', [shrunk, rules({ ...other, id: undefined }, other), gets('ipp_1', 'ipp_2')]],
    ['has unknown rules', [shrunk, rules({ ip_policy_id: UNKNOWN, rules: UNKNOWN }), gets('ipp_1', UNKNOWN)]],
  ])('is no reason to refuse if the other one %s', async (_, steps) => {
    expect(await planAll(steps)).toEqual([]);
  });

  test('is looked for until Terraform has asked for nothing for 200 ms, not even for an unchanged object', async () => {
    const provider = await startWalk();
    let [now, polls] = [0, 0];
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
      polls += 1;
      return now;
    });
    let isPlanned = false;
    const deleted = planAll([remove('ip_policy_rule', office)], provider).finally(() => {
      isPlanned = true;
    });
    now = 199;
    await planAll([keep('ip_policy', { id: 'ipp_2' })], provider);
    now = 398;
    polls = 0;
    while (polls < 2) await setImmediate();
    expect(isPlanned).toBe(false);
    now = 399;
    await deleted;
    clock.mockRestore();
  });
});
