/** Drift and grants: a live one needs no configuration, an overdue one is a finding that says so. */

import { createEvaluationHistory, evaluateEvent } from '../../src/drift/evaluate-event';
import { formatFinding } from '../../src/drift/formats/labels';
import { detectDrift } from '../../src/drift/report/report';
import { formatGrant } from '../../src/model/grants/grant';
import type { AccountObject, ConfiguredResource, StateResource } from '../../src/model/inventory';
import { fromStates } from '../../src/objects/from-states';
import type { JsonObject } from '../../src/values/json';
import { createInventory } from '../support/account';
import { formatDrift } from '../support/drift/format-drift';
import { configuredResource, stateResource } from '../support/state-resource';

const NOW = Date.parse('2030-01-01T00:00:00Z');

const rule = (id: string, cidr: string, until?: string, more: JsonObject = {}): AccountObject => ({
  id,
  values: {
    ip_policy_id: 'ipp_1',
    cidr,
    action: 'allow',
    description: null,
    metadata: until === undefined ? null : formatGrant({ until, by: 'ana', reason: 'debug', ticket: null }),
    ...more,
  },
});

const RULES = [
  rule('ipr_live', '203.0.113.1/32', '2030-01-01T01:00:00Z'),
  rule('ipr_overdue', '203.0.113.2/32', '2029-12-31T23:00:00Z'),
  rule('ipr_plain', '203.0.113.3/32'),
];

const detect = (
  stateResources: readonly StateResource[],
  { configured, rules = RULES }: { configured?: readonly ConfiguredResource[]; rules?: readonly AccountObject[] } = {},
) =>
  detectDrift({
    account: createInventory({
      ip_policy_rule: rules,
      ip_policy: [{ id: 'ipp_1', values: { description: 'Offices', metadata: null } }],
    }),
    inState: fromStates(stateResources),
    configured,
    lookups: [],
    now: NOW,
    usage: { requests: 0, pages: 0 },
    today: '2030-01-01',
  }).report;

const ALL = 'netingress_ip_policy_rules.all';
const set = (grants: string | null): StateResource =>
  stateResource(ALL, { id: 'ipp_1', ip_policy_id: 'ipp_1', rules: {}, grants }, { state: { stack: 'net' } });

const lines = (report: ReturnType<typeof detect>): string[] =>
  report.findings
    .filter(({ kind }) => kind !== 'ip_policy')
    .map((finding) => `${finding.path ?? finding.id}: ${finding.grant ?? 'no grant'}`);

const OVERDUE = 'granted until 2029-12-31T23:00:00Z, by ana, debug, overdue';
const LIVE = 'granted until 2030-01-01T01:00:00Z, by ana, debug';

test('without a state, a live grant needs no configuration, and an overdue one is unmanaged and says so', async () => {
  const report = detect([]);
  expect(lines(report)).toEqual([`ipr_overdue: ${OVERDUE}`, 'ipr_plain: no grant']);
  expect(report.derived).toEqual([
    { kind: 'ip_policy_rule', id: 'ipr_live', name: 'ipp_1/203.0.113.1/32', reason: `was ${LIVE}` },
  ]);
  const finding = report.findings.find(({ id }) => id === 'ipr_overdue');
  expect(finding?.remedy.command).toBe('npx netingress access reap');
  expect(finding && formatFinding(finding)).toBe(`is in the account and in no state; ${OVERDUE}`);
  const drift = { report, graph: { nodes: [], edges: [] }, unchecked: [] };
  for (const format of ['text', 'markdown', 'html'] as const)
    expect(await formatDrift(drift, format)).toMatch(/Temporary access[\s\S]*203\.0\.113\.1\/32 was granted until /);
});

test('an exclusive set keeps a live grant, and shows an overdue one and a rule without a grant', () => {
  const report = detect([set(null)]);
  expect(lines(report)).toEqual([`rules["203.0.113.2/32"]: ${OVERDUE}`, 'rules["203.0.113.3/32"]: no grant']);
  expect(report.derived.map(({ id }) => id)).toEqual(['ipr_live']);
});

test('an exclusive set with `refuse` shows live grants too', () => {
  expect(lines(detect([set('refuse')]))[0]).toBe(`rules["203.0.113.1/32"]: ${LIVE}`);
});

test('the remedy of an overdue grant in a set is the reaper, and not code, which would make it permanent', () => {
  const place = { stack: 'net', path: 'net/all' };
  const configured = configuredResource(ALL, { ip_policy_id: 'ipp_1', rules: {} }, place);
  const found = detect([set(null)], { configured: [configured] }).findings.map(({ path, remedy }) => [path, remedy]);
  expect(Object.fromEntries(found)).toMatchObject({
    'rules["203.0.113.2/32"]': { command: 'npx netingress access reap', code: null },
    'rules["203.0.113.3/32"]': { code: { construct: 'net/all' } },
  });
});

test('a rotation is no object of the account, so it is neither missing nor unsupported', () => {
  const values = { id: 'rotation', rotation: 'r1', current: 'a', a: 'r1', b: 'r1', version: 1 };
  const { incomplete, findings } = detect([stateResource('netingress_rotation.ci', values)], { rules: [] });
  expect([incomplete, findings.filter(({ kind }) => kind !== 'ip_policy')]).toEqual([[], []]);
});

describe('an event of a rule', () => {
  const event = (type: string, rule: AccountObject, time: string) => ({
    ...{ event_id: `ev_${type}_${time}`, event_type: `ip_policy_rule_${type}.v0`, event_timestamp: time },
    principal: { id: 'usr_1', subject: 'ana@example.com', source: 'API' },
    object: { id: rule.id, ...rule.values, ip_policy: { id: 'ipp_1', uri: '' } },
  });
  const evaluate = (type: string, rule: AccountObject, time: string, grants: string | null = null) =>
    evaluateEvent(event(type, rule, time) as never, { stateResources: [set(grants)] }, createEvaluationHistory());
  const [live, , plain] = RULES as [AccountObject, AccountObject, AccountObject];

  test.each(['created', 'updated', 'deleted'])('that is a live grant is not drift: %s', (type) => {
    expect(evaluate(type, live, '2030-01-01T00:30:00Z')).toBeUndefined();
  });

  test('that is a grant after its end, not wanted, or no grant, is drift', () => {
    expect(evaluate('updated', live, '2030-01-01T01:30:00Z')?.grant).toContain('overdue');
    expect(evaluate('created', live, '2030-01-01T00:30:00Z', 'refuse')?.grant).toBe(LIVE);
    expect(evaluate('created', plain, '2030-01-01T00:30:00Z')).toMatchObject({ type: 'changed', grant: null });
  });
});

test('a grant that is a deny rule is an ordinary rule', () => {
  const deny = rule('ipr_deny', '203.0.113.4/32', '2030-01-01T01:00:00Z', { action: 'deny' });
  expect(lines(detect([], { rules: [deny] }))).toEqual(['ipr_deny: no grant']);
});
