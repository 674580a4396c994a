import { getEventListeners } from 'node:events';
import { formatGrant } from '../../src/model/grants/grant';
import type { Kind } from '../../src/model/kind';
import { getKind } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { checkValues } from '../../src/model/validation/validate';
import type { ListedResource } from '../../src/provider/protocol/provider';
import { type ObjectValue, UNKNOWN } from '../../src/values/cty-value';
import type { JsonObject } from '../../src/values/json';
import * as samples from '../support/acceptance/samples';
import { SPEC_KINDS } from '../support/kinds';
import { createHarness, type Harness, plain } from '../support/provider/harness';
import { configOfSchema } from '../support/provider/values';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

const configFor = (kind: Pick<Kind, 'name'>, values: object): ObjectValue =>
  configOfSchema(harness.provider.schema.listResources[resourceType(kind)], values);

/** The sample with ids in place of its references. Creates the objects that have these ids. */
async function resolved(values: JsonObject, kind: Kind): Promise<JsonObject> {
  let text = JSON.stringify(samples.namePoliciesById(values));
  for (const name of samples.referredKinds(kind)) {
    for (const n of [0, 1]) {
      const referred = getKind(name);
      const reference = `\${netingress_${name}.dep${n}.id}`;
      if (!text.includes(reference)) continue;
      const object = await resolved(samples.minimalConfig(referred, { object: 200 + n }), referred);
      const { id } = await harness.applied(resourceType(referred), object);
      // An enforced restriction of a policy without rules is refused.
      if (name === 'ip_policy')
        await harness.applied('netingress_ip_policy_rule', { ip_policy_id: String(id), cidr: '::/0', action: 'allow' });
      text = text.replaceAll(reference, String(id));
    }
  }
  return JSON.parse(text) as JsonObject;
}

/** The configuration without the attributes that the validation refuses, such as those that exclude another one. */
function withoutConflicts(kind: Kind, values: JsonObject): JsonObject {
  const refused = new Set(checkValues(kind, samples.withUnknownReferences(values)).map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
}

async function list(
  kind: Pick<Kind, 'name'>,
  values: JsonObject = {},
  options: { includeObject?: boolean; limit?: number; signal?: AbortSignal; onFirst?: () => void } = {},
): Promise<ListedResource[]> {
  const { onFirst, ...rest } = options;
  const listed: ListedResource[] = [];
  const { signal } = new AbortController();
  const request = { type: resourceType(kind), config: configFor(kind, values), includeObject: false, signal };
  for await (const each of harness.provider.listResources({ ...request, limit: Number.POSITIVE_INFINITY, ...rest }))
    if (listed.push(each) === 1) onFirst?.();
  return listed;
}

const variants = SPEC_KINDS.flatMap((kind) =>
  samples.fullConfigs(kind, { object: 1 }).map((values, n) => [`${kind.name} ${n}`, kind, values] as const),
);

test.each(variants)(
  '%s is listed as read, and its generated configuration plans no changes',
  async (_, kind, values) => {
    const type = resourceType(kind);
    const state = await harness.applied(type, await resolved(withoutConflicts(kind, values), kind));
    const [listed] = await list(kind, {}, { includeObject: true, limit: 1 });
    expect(listed?.diagnostics).toEqual([]);
    expect(plain(listed?.identity)).toEqual({ id: state['id'] });
    expect(listed?.displayName).not.toBe('');
    const imported = await harness.imported(type, String(state['id']));
    expect(plain(listed?.object)).toEqual(plain(imported));
    if (!imported) throw new Error('Nothing was imported');
    const { config, planned } = await planGenerated(type, imported);
    expect(await harness.validate(type, config)).toEqual([]);
    expect([plain(planned.planned), planned.requiresReplace]).toEqual([plain(imported), []]);
  },
);

/** Plans the configuration that the provider generates for the state. */
async function planGenerated(type: string, state: ObjectValue) {
  const { config, diagnostics } = await harness.provider.generateConfig({ type, state });
  const planned = await harness.plan(type, plain(config) as JsonObject, state);
  expect([diagnostics, planned.diagnostics]).toEqual([[], []]);
  return { config: config as ObjectValue, planned };
}

test('a generated configuration omits computed and default values', async () => {
  const { id } = await harness.applied('netingress_ip_policy', {});
  const values = { type: 'api', ip_policy_ids: [String(id)], enforced: false, description: '' };
  const state = await harness.applied('netingress_ip_restriction', values);
  const { config } = await harness.provider.generateConfig({ type: 'netingress_ip_restriction', state });
  const given = Object.entries(plain(config) as JsonObject).filter(([, value]) => value !== null);
  expect(given).toEqual(Object.entries({ type: 'api', ip_policy_ids: [id] }));
});

test.each([
  ['netingress_ip_policy_rules', 'ip_policy', { rules: { '10.0.0.0/8': { action: 'allow', description: 'vpn' } } }],
  ['netingress_domain_certificate', 'domain', {}],
  ['netingress_agent_ingress_certificate', 'agent_ingress', {}],
])('the generated configuration of an imported %s plans no changes', async (type, of, values) => {
  const kind = getKind(of);
  const domain = { domain: 'a.example.com', certificate_management_policy: { authority: 'letsencrypt' } };
  const { id } = await harness.applied(resourceType(kind), of === 'ip_policy' ? {} : domain);
  harness.emulator.clock.advance(3600);
  await harness.applied(type, { [`${of}_id`]: String(id), ...values });
  const imported = await harness.imported(type, String(id));
  if (!imported) throw new Error('Nothing was imported');
  expect(plain((await planGenerated(type, imported)).planned.planned)).toEqual(plain(imported));
});

test.each([
  ['2030-01-01T00:00:00Z', ''],
  ['2020-01-01T00:00:00Z', ', overdue'],
])('a warning names the grant until %s in a list, because an imported rule has no end', async (until, status) => {
  const { id } = await harness.applied('netingress_ip_policy', {});
  const rule = { ip_policy_id: String(id), action: 'allow' };
  const metadata = formatGrant({ until, by: 'ana', reason: 'r', ticket: null });
  const { id: granted } = await harness.applied('netingress_ip_policy_rule', { ...rule, cidr: '192.0.2.1', metadata });
  await harness.applied('netingress_ip_policy_rule', { ...rule, cidr: '192.0.2.2' });
  const listed = await list(getKind('ip_policy_rule'), {}, { includeObject: true });
  const detail = `Rule ${String(granted)} allows 192.0.2.1/32 until ${until}, by ana, r${status}. A rule in a configuration has no end; delete its blocks from the generated configuration.`;
  expect(listed.map(({ diagnostics }) => diagnostics)).toMatchObject([[], [{ severity: 'warning', detail }]]);
});

describe('a list', () => {
  const policy = getKind('ip_policy');

  async function policies(...descriptions: string[]): Promise<void> {
    for (const description of descriptions) await harness.applied('netingress_ip_policy', { description });
  }

  test('is newest first, ends at the limit, and reads no more pages than needed', async () => {
    await policies('a', 'b', 'c');
    const before = harness.requests().length;
    const listed = await list(policy, {}, { limit: 2 });
    expect(harness.requests().length - before).toBe(1);
    expect(listed).toMatchObject(['c', 'b'].map((displayName) => ({ displayName, object: null })));
    expect(harness.query()).toBe('?limit=2');
    expect(await list(policy, {}, { limit: 0 })).toEqual([]);
    expect(await list(policy)).toHaveLength(3);
  });

  test('is reduced by the service’s filter', async () => {
    await policies('a', 'b');
    const listed = await list(policy, { filter: 'obj.description == "a"' });
    expect(listed.map(({ displayName }) => displayName)).toEqual(['a']);
    expect(harness.query()).toContain('filter=');
  });

  test('ends with an error when Terraform is interrupted, and requests no further page', async () => {
    await policies(...Array.from({ length: 101 }, (_, n) => `policy ${n}`));
    const before = harness.requests().length;
    const listed = await list(policy, {}, { onFirst: () => harness.provider.stop() });
    expect(listed.at(-1)?.diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot list IP policies' }]);
    expect(listed).toHaveLength(101);
    expect(harness.requests().length - before).toBe(1);
  });

  test('has no filter if the service supports none', () => {
    const { listResources } = harness.provider.schema;
    for (const kind of SPEC_KINDS) {
      const names = listResources[resourceType(kind)]?.attributes.map(({ name }) => name);
      expect(names).toEqual(kind.listFilter ? ['filter'] : []);
    }
  });

  test('with an invalid filter ends with an error', async () => {
    const diagnostics = [{ severity: 'error', summary: 'Cannot list IP policies' }];
    expect(await list(policy, { filter: 'obj.description ==' })).toMatchObject([{ identity: null, diagnostics }]);
  });

  test('with an empty filter is invalid, with an unknown one valid', async () => {
    const validate = async (filter: unknown) => {
      const request = { mode: 'list', type: resourceType(policy), writeOnlyAllowed: false } as const;
      return (await harness.provider.validate({ ...request, config: configFor(policy, { filter }) })).diagnostics;
    };
    expect(await validate('')).toMatchObject([{ severity: 'error', path: ['filter'] }]);
    expect(await validate(UNKNOWN)).toEqual([]);
  });
});

test.each([
  ['all objects', undefined],
  ['as many as Terraform wants', 1],
])('a list of %s combines no signals, and leaves no listener on that of the request', async (_, limit) => {
  await harness.applied('netingress_ip_policy', { description: 'one' });
  await harness.applied('netingress_ip_policy', { description: 'two' });
  const combine = jest.spyOn(AbortSignal, 'any');
  const { signal } = new AbortController();
  const listed = await list({ name: 'ip_policy' }, {}, { ...(limit !== undefined && { limit }), signal });
  expect(listed).toHaveLength(limit ?? 2);
  expect([combine.mock.calls, getEventListeners(signal, 'abort')]).toEqual([[], []]);
  combine.mockRestore();
});
