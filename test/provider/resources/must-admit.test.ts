import { formatGrant } from '../../../src/model/grants/grant';
import { getKind } from '../../../src/model/kinds';
import { createObjectResource } from '../../../src/provider/resources/object';
import { ruleSetResource } from '../../../src/provider/resources/rule-set';
import { type CtyValue, type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { callsOf } from '../../support/provider/calls';
import { type RulesByNetwork, ruleSetValue } from '../../support/provider/rule-set';
import { createTestService, errorResponse, hastenTime, type TestService } from '../../support/provider/service';
import { configOf, withChanges } from '../../support/provider/values';

const restrictionResource = createObjectResource(getKind('ip_restriction'));
const OFFICE = '203.0.113.0/24';
const OTHER = '198.51.100.0/24';
const FUTURE_GRANT = formatGrant({ until: '2900-01-01T00:00:00Z', by: 'ana', reason: 'debug', ticket: null });
const UNREADABLE = 'Access of required addresses is not known';

let service: TestService;
let policyId: string;

beforeAll(hastenTime);
beforeEach(async () => {
  service = createTestService();
  policyId = await createPolicy();
});
afterEach(() => service.close());

const createPolicy = async (): Promise<string> => (await service.session.client.create('ip_policy', {})).id;

const addRule = async (cidr: string, action: string, policy = policyId, metadata = ''): Promise<string> =>
  (await service.session.client.create('ip_policy_rule', { ip_policy_id: policy, cidr, action, metadata })).id;

const writesOf = async (run: () => Promise<unknown>): Promise<string[]> =>
  (await service.requestsOf(run)).filter((request) => !request.startsWith('GET'));

const ruleSet = (rules: RulesByNetwork, mustAdmit: CtyValue = null): ObjectValue =>
  ruleSetValue(policyId, rules, { must_admit: mustAdmit });

const sets = callsOf(ruleSetResource, () => service.session);
const restrictions = callsOf(restrictionResource, () => service.session);

const restriction = (values: Readonly<Record<string, CtyValue>> = {}): ObjectValue =>
  configOf(restrictionResource, {
    ...{ id: UNKNOWN, uri: UNKNOWN, created_at: UNKNOWN },
    ...{ type: 'api', enforced: true, ip_policy_ids: [policyId], must_admit: [OFFICE], ...values },
  });

const createRestriction = (values: Readonly<Record<string, CtyValue>> = {}) => restrictions.create(restriction(values));

async function createdRestriction(values: Readonly<Record<string, CtyValue>> = {}): Promise<ObjectValue> {
  const { state, diagnostics } = await createRestriction(values);
  expect(diagnostics).toEqual([]);
  return state as ObjectValue;
}

const updateRestriction = (prior: ObjectValue, values: Readonly<Record<string, CtyValue>>, privateState?: Uint8Array) =>
  restrictions.update(prior, withChanges(prior, values), privateState);

describe('the plan of a rule set', () => {
  const none = /would deny 203\.0\.113\.0\/24, because no allow rule matches/;
  const whole = /the rule deny 203\.0\.113\.0\/24 matches/;
  const part =
    /would deny 203\.0\.113\.128\/25 of 203\.0\.113\.0\/24, because the rule deny 203\.0\.113\.128\/25 matches/;
  test.each<[string, RulesByNetwork, readonly string[], RegExp | undefined]>([
    ['admits every address', { [OFFICE]: 'allow' }, [OFFICE, '203.0.113.7'], undefined],
    ['has no rule', {}, [OFFICE], none],
    ['denies a part', { '203.0.0.0/16': 'allow', '203.0.113.128/25': 'deny' }, [OFFICE], part],
    ['allows another family only', { '::/0': 'allow' }, ['203.0.113.7'], /would deny 203\.0\.113\.7/],
    ['has a null element', { [OFFICE]: null }, [OFFICE], /no allow rule/],
    ['is not known', UNKNOWN, [OFFICE], undefined],
    ['has an unknown action that may allow it', { [OFFICE]: { action: UNKNOWN } }, [OFFICE], undefined],
    ['may deny it by an unknown action', { '0.0.0.0/0': 'allow', [OFFICE]: { action: UNKNOWN } }, [OFFICE], undefined],
    ['denies it beside an unknown action', { '0.0.0.0/0': { action: UNKNOWN }, [OFFICE]: 'deny' }, [OFFICE], whole],
    ['has an unknown action elsewhere', { [OTHER]: { action: UNKNOWN } }, [OFFICE], none],
  ])('that %s', (_, rules, mustAdmit, expected) => {
    const { diagnostics } = sets.plan(ruleSet(rules, [...mustAdmit]));
    const errors = expected ? [['error', expect.stringMatching(expected), ['must_admit']]] : [];
    expect(diagnostics.map(({ severity, detail, path }) => [severity, detail, path])).toEqual(errors);
  });

  test('is not checked for an unknown must_admit, and for the known elements of a partly known one', () => {
    expect(sets.plan(ruleSet({}, UNKNOWN)).diagnostics).toEqual([]);
    expect(sets.plan(ruleSet({}, [UNKNOWN, OFFICE])).diagnostics).toHaveLength(1);
  });

  test('keeps the notation of must_admit in the state, and never replaces for it', () => {
    const prior = ruleSet({ [OFFICE]: 'allow' }, ['203.0.113.7/32']);
    expect(sets.plan(ruleSet({ [OFFICE]: 'allow' }, ['203.0.113.7']), prior).planned).toMatchObject(prior);
    const { planned, requiresReplace } = sets.plan(ruleSet({ [OFFICE]: 'allow' }, [OFFICE]), prior);
    expect([planned?.['must_admit'], requiresReplace]).toEqual([[OFFICE], []]);
  });
});

describe('the apply of a rule set', () => {
  test('refuses rules that do not admit must_admit before its first write, because the plan may not have known them', async () => {
    const writes = await writesOf(async () => {
      const { state, diagnostics } = await sets.create(ruleSet({ [OTHER]: 'allow' }, [OFFICE]));
      expect([state, diagnostics]).toMatchObject([null, [{ summary: 'Required addresses would be denied' }]]);
    });
    expect(writes).toEqual([]);
  });

  test('counts a deny rule that was added since the plan, and not an allow rule, which the next apply deletes', async () => {
    const prior = ruleSet({ [OFFICE]: 'allow' }, [OFFICE]);
    await sets.create(prior);
    await addRule('203.0.113.9/32', 'deny');
    const writes = await writesOf(async () => {
      const denied = await sets.update(prior, ruleSet({ [OFFICE]: 'allow', '10.0.0.0/8': 'allow' }, [OFFICE]));
      expect(denied.state).toEqual(prior);
      const detail = /would deny 203\.0\.113\.9\/32 of 203\.0\.113\.0\/24, because the rule deny 203/;
      expect(denied.diagnostics[0]?.detail).toMatch(detail);
    });
    expect(writes).toEqual([]);

    await addRule(OTHER, 'allow');
    const other = await sets.update(prior, ruleSet({ [OFFICE]: 'allow' }, [OTHER]));
    expect(other.diagnostics[0]?.detail).toMatch(/would deny 198\.51\.100\.0\/24, because no allow rule/);
  });

  test('refuses if an undeclared rule has an action that is not known', async () => {
    const prior = ruleSet({ [OFFICE]: 'allow' }, [OFFICE]);
    await sets.create(prior);
    await addRule('203.0.113.9/32', 'deny');
    changeActions('203.0.113.9/32', 'challenge');
    const { diagnostics } = await sets.update(prior, ruleSet({ [OFFICE]: 'allow', '10.0.0.0/8': 'allow' }, [OFFICE]));
    const detail = expect.stringMatching(/may deny .*the action 'challenge' of the rule/);
    expect(diagnostics).toMatchObject([{ summary: UNREADABLE, detail }]);
  });

  test('a change of must_admit alone sends no write', async () => {
    const prior = ruleSet({ [OFFICE]: 'allow' }, null);
    await sets.create(prior);
    const planned = ruleSet({ [OFFICE]: 'allow' }, [OFFICE]);
    const stored = { id: policyId, ip_policy_id: policyId, rules: planned['rules'], must_admit: [OFFICE] };
    const writes = await writesOf(async () =>
      expect(await sets.update(prior, planned)).toMatchObject({ state: stored, diagnostics: [] }),
    );
    expect(writes).toEqual([]);
  });
});

describe('the deletion of a rule set', () => {
  const declared = (mustAdmit: CtyValue = [OFFICE]): ObjectValue => ruleSet({ [OFFICE]: 'allow' }, mustAdmit);

  test('is refused while an enforced restriction needs it, and names the restriction', async () => {
    await sets.create(declared());
    const { id } = await createdRestriction();
    const detail = new RegExp(`'${policyId}' is refused: the enforced .* 'api' \\(${String(id)}\\) would deny`);
    const writes = await writesOf(async () => {
      const { state, diagnostics } = await sets.delete(declared());
      expect(state).toEqual(declared());
      expect(diagnostics).toMatchObject([{ detail: expect.stringMatching(detail) }]);
    });
    expect(writes).toEqual([]);
  });

  test('is not refused by must_admit = [], by a restriction that is not enforced, or by one of other policies', async () => {
    await sets.create(declared());
    await createdRestriction({ enforced: false });
    const other = await createPolicy();
    await addRule('10.0.0.0/8', 'allow', other);
    await createdRestriction({ type: 'agent', ip_policy_ids: [other], must_admit: null });
    expect(await sets.delete(declared())).toMatchObject({ state: null, diagnostics: [] });

    await sets.create(declared([]));
    await createdRestriction({ type: 'dashboard' });
    expect(await sets.delete(declared([]))).toMatchObject({ state: null, diagnostics: [] });
  });

  test('is refused without must_admit, too, while the restriction would shut out a network of the set', async () => {
    const other = await createPolicy();
    await addRule('10.0.0.0/8', 'allow', other);
    await sets.create(declared(null));
    await createdRestriction({ ip_policy_ids: [policyId, other], must_admit: null });
    const refused = await sets.delete(declared(null));
    expect(refused.diagnostics.map(({ summary }) => summary)).toEqual(['Networks would be shut out']);
    await addRule('203.0.0.0/16', 'allow', other);
    expect(await sets.delete(declared(null))).toMatchObject({ state: null, diagnostics: [] });
  });

  test('is not refused if another policy of the restriction admits the addresses, and a grant does not count', async () => {
    const other = await createPolicy();
    await sets.create(declared());
    await createdRestriction({ ip_policy_ids: [policyId, other] });
    await addRule(OFFICE, 'allow', other, FUTURE_GRANT);
    expect((await sets.delete(declared())).diagnostics).toHaveLength(1);
    await addRule('203.0.0.0/16', 'allow', other);
    expect(await sets.delete(declared())).toMatchObject({ state: null, diagnostics: [] });
  });

  test('is refused if the restrictions cannot be read', async () => {
    await sets.create(declared());
    failReads('/ip_restrictions');
    const detail = expect.stringMatching(/is not known: .*no rights/s);
    expect((await sets.delete(declared())).diagnostics).toMatchObject([{ summary: UNREADABLE, detail }]);
    expect(service.emulator.objects('ip_policy_rule')).toHaveLength(1);
  });
});

describe('an enforced restriction', () => {
  test('is created if the rules surely admit must_admit', async () => {
    await addRule('203.0.0.0/16', 'allow');
    expect((await createdRestriction())['must_admit']).toEqual([OFFICE]);
    expect(service.emulator.objects('ip_restriction')[0]).not.toHaveProperty('must_admit');
  });

  const addPart = async () => [await addRule('203.0.0.0/16', 'allow'), await addRule('203.0.113.9/32', 'deny')];
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'denies a part',
      addPart,
      /type 'api' would deny 203\.0\.113\.9\/32 of 203\.0\.113\.0\/24, because the rule deny 203\.0\.113\.9\/32 \(ipr_\w+\) matches/,
    ],
    [
      'admits by a grant only',
      async () => [await addRule('10.0.0.0/8', 'allow'), await addRule(OFFICE, 'allow', policyId, FUTURE_GRANT)],
      /would deny 203\.0\.113\.0\/24, because no allow rule matches/,
    ],
    [
      'has an unknown action',
      async () => [await addPart(), changeActions('203.0.113.9/32', 'challenge')],
      /may deny 203\.0\.113\.9\/32 of .*the action 'challenge' of the rule/,
    ],
    [
      'has rules that cannot be read',
      async () => failReads('/ip_policy_rules'),
      /may deny 203\.0\.113\.0\/24: the rules of IP policy 'ipp_\w+' could not be read/,
    ],
    [
      'has no rules yet',
      async () => undefined,
      /has no rules yet: refer to the policy through its rules \(ip_policy_ids = \[netingress_ip_policy_rules\.<name>\.ip_policy_id\]\), or add depends_on/,
    ],
  ])('is refused before any write if a policy %s', async (_, prepare, expected) => {
    await prepare();
    const writes = await writesOf(async () => {
      const { state, diagnostics } = await createRestriction();
      expect([state, diagnostics]).toMatchObject([null, [{ detail: expect.stringMatching(expected) }]]);
    });
    expect(writes).toEqual([]);
  });

  test('is refused if a policy does not exist', async () => {
    const { diagnostics } = await createRestriction({ ip_policy_ids: ['ipp_gone'] });
    expect(diagnostics[0]?.detail).toMatch(/IP policy 'ipp_gone' does not exist/);
  });

  test('that admits no address is refused without must_admit, unless the rules cannot be read or must_admit is empty', async () => {
    await addRule(OFFICE, 'deny');
    const { diagnostics } = await createRestriction({ must_admit: null });
    expect(diagnostics[0]?.detail).toMatch(/would deny every address.*set must_admit = \[\]/s);
    expect((await createRestriction({ must_admit: [] })).diagnostics).toEqual([]);
    failReads('/ip_policy_rules');
    expect((await createRestriction({ type: 'agent', must_admit: null })).diagnostics).toEqual([]);
  });

  test('is checked with rules that are read anew, because other clients have changed them since the refresh', async () => {
    const rule = await addRule(OFFICE, 'allow');
    const prior = await createdRestriction({ enforced: false });
    await sets.read(ruleSet({ [OFFICE]: 'allow' }));
    const headers = { authorization: `Bearer ${service.emulator.apiKey}` };
    const url = `http://emulator.localhost/ip_policy_rules/${rule}`;
    await service.emulator.fetch(new Request(url, { method: 'DELETE', headers }));
    const { diagnostics } = await updateRestriction(prior, { enforced: true });
    expect(diagnostics).toMatchObject([{ summary: 'IP restriction would deny every address' }]);
  });

  test('is checked when it becomes enforced, and not before', async () => {
    const requests = await service.requestsOf(() => createdRestriction({ enforced: false, type: 'agent' }));
    expect(requests).toEqual(['POST /ip_restrictions']);
    const prior = await createdRestriction({ enforced: false });
    const writes = await writesOf(async () =>
      expect((await updateRestriction(prior, { enforced: true })).diagnostics).toHaveLength(1),
    );
    expect(writes).toEqual([]);
  });

  test('is checked when only must_admit changes, which sends no write', async () => {
    await addRule(OFFICE, 'allow');
    const prior = await createdRestriction({ must_admit: null });
    const refused = await updateRestriction(prior, { must_admit: ['198.51.100.1'] });
    expect([refused.state, refused.diagnostics[0]?.detail]).toEqual([prior, expect.stringContaining('198.51.100.1')]);
    const writes = await writesOf(async () => {
      const { state, diagnostics } = await updateRestriction(prior, { must_admit: [OFFICE] });
      expect([state?.['must_admit'], diagnostics]).toEqual([[OFFICE], []]);
    });
    expect(writes).toEqual([]);
  });
});

describe('a refresh of a restriction', () => {
  const { read: refresh } = restrictions;

  test('stores its verdict, which a plan shows as a warning only while must_admit and ip_policy_ids are the same, and it is enforced', async () => {
    const rule = await addRule(OFFICE, 'allow');
    const state = await createdRestriction();
    await service.session.client.delete('ip_policy_rule', rule);
    const read = await refresh(state);
    // The service does not return must_admit.
    expect([read.state, read.diagnostics]).toEqual([state, []]);
    const plan = (values: Readonly<Record<string, CtyValue>>) =>
      restrictions.plan(withChanges(restriction(), values), state, read.private).diagnostics;
    const detail = expect.stringMatching(/type 'api' would deny 203\.0\.113\.0\/24, because no allow rule matches/);
    expect(plan({})).toMatchObject([{ severity: 'warning', detail }]);
    const others: Readonly<Record<string, CtyValue>>[] = [
      { must_admit: ['198.51.100.1'] },
      { ip_policy_ids: UNKNOWN },
      { enforced: false },
    ];
    expect(others.map(plan)).toEqual([[], [], []]);

    await addRule(OFFICE, 'allow');
    expect((await refresh(state, read.private)).private).toHaveLength(0);
    const applied = await updateRestriction(state, { description: 'x' }, Buffer.from(read.private));
    expect([applied.diagnostics, applied.private.length]).toEqual([[], 0]);
  });

  test('of rules that could not be read says that it is not known, and not that addresses were denied', async () => {
    await addRule(OFFICE, 'allow');
    const state = await createdRestriction();
    failReads('/ip_policy_rules');
    const { diagnostics } = restrictions.plan(restriction(), state, (await refresh(state)).private);
    const summary = 'Access of required addresses was not known at the last refresh';
    const detail = expect.stringContaining('no rights');
    expect(diagnostics).toMatchObject([{ severity: 'warning', summary, detail }]);
  });

  const unchecked = [{ must_admit: null }, { must_admit: [] }, { enforced: false }];
  test.each(unchecked)('sends no request for the rules of one with %j', async (values) => {
    await addRule(OFFICE, 'allow');
    const state = await createdRestriction(values);
    const requests = await service.requestsOf(() => refresh(state));
    expect(requests.filter((request) => request.includes('/ip_policy_rules'))).toEqual([]);
  });
});

function failReads(path: string): void {
  service.intervene(({ url }) => (url.includes(path) ? errorResponse(403, 'ERR_1', 'no rights') : undefined));
}

/** Lists of rules have the action for the network. */
function changeActions(cidr: string, action: string): void {
  service.changeListed('/ip_policy_rules', (rule) => (rule['cidr'] === cidr ? { ...rule, action } : rule));
}
