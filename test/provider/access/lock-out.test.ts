import { Session } from 'node:inspector/promises';
import { getKind } from '../../../src/model/kinds';
import { createProvider } from '../../../src/provider/create-provider';
import { createObjectResource } from '../../../src/provider/resources/object';
import type { CtyValue, ObjectValue } from '../../../src/values/cty-value';
import { callsOf } from '../../support/provider/calls';
import { createTestService, errorResponse, hastenTime, type TestService } from '../../support/provider/service';
import { configOf, configOfSchema, withChanges } from '../../support/provider/values';

const ruleResource = createObjectResource(getKind('ip_policy_rule'));
const restrictionResource = createObjectResource(getKind('ip_restriction'));
const rules = callsOf(ruleResource, () => service.session);
const restrictions = callsOf(restrictionResource, () => service.session);
const SHUT_OUT = 'Everybody would be shut out';

let service: TestService;
let policyId: string;
let restrictionId: string;

beforeAll(hastenTime);
beforeEach(async () => {
  service = createTestService();
  const { client } = service.session;
  policyId = (await client.create('ip_policy', {})).id;
  const restriction = { type: 'api', enforced: true, ip_policy_ids: [policyId] };
  restrictionId = (await client.create('ip_restriction', restriction)).id;
});
afterEach(() => service.close());

async function addRule(cidr: string, action = 'allow'): Promise<ObjectValue> {
  const body = { ip_policy_id: policyId, cidr, action };
  const { id } = await service.session.client.create('ip_policy_rule', body);
  return configOf(ruleResource, { id, cidr, action, ip_policy_id: policyId });
}

const restrict = (values: Readonly<Record<string, CtyValue>> = {}): ObjectValue =>
  configOf(restrictionResource, { type: 'dashboard', enforced: true, ip_policy_ids: [policyId], ...values });

const summaries = async (response: Promise<{ diagnostics: readonly { summary: string }[] }>): Promise<string[]> =>
  (await response).diagnostics.map(({ summary }) => summary);

const deleteRule = (prior: ObjectValue): Promise<string[]> => summaries(rules.delete(prior));

const rulesLeft = (): number => service.emulator.objects('ip_policy_rule').length;

test('of two allow rules that are deleted at once, one stays', async () => {
  // The hastened clock lets both give up at their first look.
  jest.restoreAllMocks();
  try {
    const results = await Promise.all((await addTwo()).map(deleteRule));
    expect([results.flat(), rulesLeft()]).toEqual([[SHUT_OUT], 1]);
  } finally {
    hastenTime();
  }
});

test('a refusal names both restrictions that would admit nobody, and what the run has written before', async () => {
  const only = await addRule('203.0.113.0/24');
  const dashboard = { type: 'dashboard', enforced: true, ip_policy_ids: [policyId] };
  const { id } = await service.session.client.create('ip_restriction', dashboard);
  const { diagnostics } = await rules.delete(only);
  const [refusal] = diagnostics;
  const both = `the IP restriction ${id}, the IP restriction ${restrictionId}`;
  const types = `the enforced IP restrictions of the types 'dashboard' (${id}), 'api' (${restrictionId}) without a rule`;
  const written = `created the IP policy rule ${String(only['id'])}, created the IP restriction ${id}.`;
  const targets = `-target=ADDRESS for each of ${both} (terraform state list -id=${id}, `;
  for (const text of [types, written, targets]) expect(refusal?.detail).toContain(text);
  const names = { addressOf: (each: string) => (each === id ? 'netingress_ip_restriction.dashboard' : 'r.api') };
  const command = 'run terraform apply -target=netingress_ip_restriction.dashboard -target=r.api, and then';
  expect(refusal?.cause?.adviceWith?.(names).join()).toContain(command);
});

test('a deletion waits for the deletion of the restriction that is under way beside it', async () => {
  const only = await addRule('203.0.113.0/24');
  service.emulator.faults.add({ match: { operation: 'ip_restriction.delete' }, do: { status: 503 }, times: 2 });
  const restriction = service.session.client.delete('ip_restriction', restrictionId);
  const [results] = await Promise.all([deleteRule(only), restriction]);
  expect([results, rulesLeft()]).toEqual([[], 0]);
});

test('a deletion looks once more if the deletion of the restriction ends while the restrictions are read', async () => {
  const only = await addRule('203.0.113.0/24');
  let release = (): void => undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  let reads = 0;
  service.intervene(async (request) => {
    if (request.method === 'DELETE' && request.url.endsWith(restrictionId)) return held;
    // At the third read, only the deletion of the restriction keeps that of the rule waiting: QUIET_MS have passed.
    if (request.method !== 'GET' || !request.url.includes('/ip_restrictions') || ++reads !== 3) return undefined;
    const response = await service.emulator.fetch(request);
    release();
    await restriction;
    return response;
  });
  const restriction = service.session.client.delete('ip_restriction', restrictionId);
  expect([await deleteRule(only), rulesLeft()]).toEqual([[], 0]);
});

describe('a restriction that begins to name the policy while its only rule is deleted', () => {
  /** Lets the restriction name another policy, and returns its change back to this one. */
  async function prepareChange(): Promise<() => Promise<string[]>> {
    const { client } = service.session;
    const { id: other } = await client.create('ip_policy', {});
    await client.create('ip_policy_rule', { ip_policy_id: other, cidr: '10.0.0.0/8', action: 'allow' });
    await client.update('ip_restriction', restrictionId, { ip_policy_ids: [other] });
    const values = { id: restrictionId, type: 'api' };
    const [prior, planned] = [restrict({ ...values, ip_policy_ids: [other] }), restrict(values)];
    return () => summaries(restrictions.update(prior, planned));
  }

  test('at once: the restriction is refused', async () => {
    const only = await addRule('203.0.113.0/24');
    const change = await prepareChange();
    const results = await Promise.all([change(), deleteRule(only)]);
    expect(results).toEqual([['IP restriction would deny every address'], []]);
  });

  test('after the change was sent: the deletion waits for it, and is refused', async () => {
    const only = await addRule('203.0.113.0/24');
    const change = await prepareChange();
    let deletion: Promise<string[]> | undefined;
    service.intervene(({ method }) => {
      if (method === 'PATCH') deletion ??= deleteRule(only);
      return undefined;
    });
    expect([await change(), await deletion, rulesLeft()]).toEqual([[], [SHUT_OUT], 2]);
  });
});

const changeRule = (prior: ObjectValue, name: 'cidr' | 'action', value: string): Promise<string[]> =>
  summaries(rules.update(prior, withChanges(prior, { [name]: value })));

const createRestriction = (mustAdmit: string[] | null = null): Promise<string[]> =>
  summaries(restrictions.create(restrict({ must_admit: mustAdmit })));

/** Two rules, which allow a network each. */
const addTwo = async () => [await addRule('203.0.113.0/24'), await addRule('198.51.100.0/24')] as const;

test('a rule whose network was changed counts, for other rules and for a restriction that is written afterwards', async () => {
  const [first, second] = await addTwo();
  expect(await changeRule(first, 'cidr', '192.0.2.0/24')).toEqual([]);
  expect(await deleteRule(second)).toEqual([]);
  expect(await createRestriction()).toEqual([]);
});

test('a list that was read before a rule was changed, and judged afterwards, does not count its old network', async () => {
  const only = await addRule('203.0.113.0/24');
  let restriction: Promise<string[]> | undefined;
  let change: Promise<string[]> | undefined;
  let noteRead = (): void => undefined;
  const isRead = new Promise<undefined>((resolve) => {
    noteRead = () => resolve(undefined);
  });
  service.intervene(async (request) => {
    if (request.method === 'PATCH') {
      restriction = createRestriction(['203.0.113.0/24']);
      return isRead;
    }
    if (!restriction || !request.url.includes('/ip_policy_rules')) return undefined;
    const response = await service.emulator.fetch(request);
    noteRead();
    await change;
    return response;
  });
  change = changeRule(only, 'cidr', '192.0.2.0/24');
  expect([await change, await restriction]).toEqual([[], ['Required addresses would be denied']]);
});

test('a rule that was changed to deny does not count as the last one that allows', async () => {
  const [first, second] = await addTwo();
  expect(await changeRule(first, 'action', 'deny')).toEqual([]);
  expect([await deleteRule(second), rulesLeft()]).toEqual([[SHUT_OUT], 2]);
});

test('a rule whose deletion has failed counts as there again, so the other one may be deleted', async () => {
  const [first, second] = await addTwo();
  service.intervene(({ method }) => (method === 'DELETE' ? errorResponse(400, 'ERR_1', 'No.') : undefined));
  expect(await deleteRule(first)).toEqual(['Cannot delete IP policy rule']);
  service.intervene(() => undefined);
  expect([await deleteRule(second), rulesLeft()]).toEqual([[], 1]);
});

test.each(['is not enforced', 'names another policy'])('a restriction that %s keeps no rule', async (how) => {
  const only = await addRule('203.0.113.0/24');
  const { id } = await service.session.client.create('ip_policy', {});
  const update = how === 'is not enforced' ? { enforced: false } : { ip_policy_ids: [id] };
  await service.session.client.update('ip_restriction', restrictionId, update);
  expect([await deleteRule(only), rulesLeft()]).toEqual([[], 0]);
});

test('an allow rule that a deny rule covers is deleted, and then the deny rule', async () => {
  const [deny, whole] = [await addRule('0.0.0.0/0', 'deny'), await addRule('203.0.113.0/24')];
  expect(await deleteRule(whole)).toEqual([]);
  expect([await deleteRule(deny), rulesLeft()]).toEqual([[], 0]);
});

test('the refusal names the folder of the stack, and the command that prints the address of the restriction', async () => {
  const prior = await addRule('203.0.113.0/24');
  const { client } = service.session;
  const provider = createProvider({ environment: {}, connect: () => client, folder: 'cdktf.out/stacks/access' });
  const settings = { base_url: 'https://service.test', api_key: 'key' };
  await provider.configure({ config: configOfSchema(provider.schema.provider, settings) });
  const request = {
    type: 'netingress_ip_policy_rule',
    prior,
    planned: null,
    config: null,
    plannedPrivate: new Uint8Array(),
  };
  const [refusal] = (await provider.applyResource(request)).diagnostics;
  expect(refusal?.detail).toContain(`(terraform state list -id=${restrictionId} prints it)`);
  expect(refusal?.detail).toContain('Run each with terraform -chdir=cdktf.out/stacks/access.');
});

test('a rule is deleted if the restrictions cannot be read', async () => {
  const only = await addRule('203.0.113.0/24');
  service.emulator.faults.add({ match: { operation: 'ip_restriction.list' }, do: { status: 403 } });
  expect([await deleteRule(only), rulesLeft()]).toEqual([[], 0]);
});

test('59 deletions at once read the restrictions and the rules once', async () => {
  const all = await Promise.all(Array.from({ length: 60 }, (_, n) => addRule(`10.0.${n}.0/24`)));
  const requests = await service.requestsOf(() => Promise.all(all.slice(1).map(deleteRule)));
  expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
});

test('eight deletions judge their networks twice each: before and after it, all networks together', async () => {
  const { client } = service.session;
  const { id: other } = await client.create('ip_policy', {});
  await client.update('ip_restriction', restrictionId, { ip_policy_ids: [policyId, other] });
  const each: ObjectValue[] = [];
  for (let n = 0; n < 8; n += 1) {
    each.push(await addRule(`10.0.${n}.0/24`));
    await client.create('ip_policy_rule', { ip_policy_id: other, cidr: `10.0.${n}.0/24`, action: 'allow' });
  }
  const calls = await countCalls('findShortfalls', async () => {
    for (const prior of each) expect(await summaries(rules.delete(prior, { isHandedOver: true }))).toEqual([]);
  });
  expect(calls).toBe(2 * each.length);
});

/** How often `work` calls the functions with this name, as V8 counts it: `jest.mock` would load each module once more. */
async function countCalls(name: string, work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.flatMap((script) => script.functions).filter(({ functionName }) => functionName === name);
    return functions.flatMap(({ ranges }) => ranges.slice(0, 1)).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}

test('a change of the network that admits nobody is refused, counting a deny rule whose deletion has failed', async () => {
  const [[first, second], deny] = [await addTwo(), await addRule('203.0.113.0/25', 'deny')];
  service.intervene(({ method, url }) =>
    method === 'DELETE' && url.endsWith(String(deny['id'])) ? errorResponse(400, 'ERR_1', 'No.') : undefined,
  );
  expect(await Promise.all([deny, second].map(deleteRule))).toEqual([['Cannot delete IP policy rule'], []]);
  expect(await changeRule(first, 'cidr', '203.0.113.0/26')).toEqual([SHUT_OUT]);
});
