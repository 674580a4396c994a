import { reviewRestrictions } from '../../src/access/compare-accounts';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { createSpace } from '../../src/access/space';
import { explainOpen, explainRules, findCauses, formatCause } from '../../src/access-review/causes';
import { type Cidr, parseCidr } from '../../src/model/ip/cidr';
import { api, rule, type State, toFacts } from '../access/states';
import { later } from '../support/unknown';

/** Each surely different network of the API with its causes. */
function causesOf(before: State, after: State, direction: 'admitted' | 'shut_out' = 'admitted') {
  const states = [toFacts(before), toFacts(after)] as const;
  const change = reviewRestrictions(...states).find(({ type }) => type === 'api');
  const found = change ? findCauses(change, states, direction) : [];
  return Object.fromEntries(found.map(({ cidr, causes }) => [cidr, causes.map(formatCause)]));
}

function reverse(before: State, after: State) {
  return causesOf(after, before, 'shut_out');
}

const [office, guest] = ['203.0.113.0/24', '198.51.100.0/24'];
const enforced: State = { rules: [rule(office)], restrictions: [api()] };
/** Two restrictions, of which a plan leaves one. */
const either = [
  { ...api(['a']), presence: [{ writes: [later('a write')], isApplied: true }] },
  { ...api(['b']), presence: [{ writes: [later('a write')], isApplied: false }] },
];

test('a restriction that certainly is not enforced, or does not exist, is the only cause', () => {
  const [open, none]: State[] = [{ ...enforced, restrictions: [api(['a'], false)] }, { rules: enforced.rules ?? [] }];
  const texts = (found: object): unknown[] => [...new Set(Object.values(found).flat())];
  expect(texts(causesOf(enforced, open as State))).toEqual(['the restriction is no longer enforced']);
  expect(texts(reverse(enforced, open as State))).toEqual(['the restriction is now enforced']);
  expect(texts(causesOf(enforced, none as State))).toEqual(['the restriction is destroyed']);
  expect(texts(reverse(enforced, none as State))).toEqual(['the restriction is created']);
});

test('if it is not known whether the restriction is enforced, rules cause what is admitted in any case', () => {
  const after = { rules: [rule(office), rule(guest)], restrictions: [api(['a'], later('var.enforced'))] };
  expect(causesOf(enforced, after)).toEqual({ [guest]: [`allow ${guest} of a (new)`] });
  expect(reverse(enforced, after)).toEqual({ [guest]: [`allow ${guest} of a (removed)`] });
});

test('a difference has no cause if it is not certain which restriction exists in one of the states', () => {
  const after = { rules: [rule(office), rule(guest), rule(guest, 'b')], restrictions: either };
  expect(causesOf(enforced, after)).toEqual({ [guest]: [] });
  expect(reverse(enforced, after)).toEqual({ [guest]: [] });
  const before = { rules: [rule(office)], restrictions: either };
  expect(causesOf(before, { rules: [rule(office), rule(guest)], restrictions: [api()] })).toEqual({ [guest]: [] });
});

test('a rule is not told as attached if its policy may have been attached before', () => {
  const before = { restrictions: [api(['b', later('var.policy')])] };
  const after = { restrictions: [api(['b', 'a'])] };
  const rules = [rule('198.51.100.0/23'), rule(guest, 'b', 'deny')];
  const removed = causesOf({ ...before, rules }, { ...after, rules: rules.slice(0, 1) });
  expect(removed).toEqual({ [guest]: [`deny ${guest} of b (removed)`] });
  // The rule is new, whether its policy was attached or not.
  const now = { ...after, rules: [rule(guest)] };
  expect(causesOf({ ...before, rules: [] }, now)).toEqual({ [guest]: [`allow ${guest} of a (new)`] });
  const attached = causesOf({ ...now, restrictions: [api(['b'])] }, now);
  expect(attached).toEqual({ [guest]: [`allow ${guest} of a (attached)`] });
});

test('a rule is not told as new if the rules of the other state were not all read', () => {
  const before = { rules: [rule(guest, 'a', 'deny')], restrictions: [api()], unread: ['ip_policy_rule'] };
  expect(causesOf(before, { rules: [rule(guest)], restrictions: [api()] })).toEqual({
    [guest]: [`allow ${guest} of a`, `deny ${guest} of a (removed)`],
  });
});

test('open addresses have as reason that no restriction is enforced, rules of their family, or nothing if it is not known which restriction exists', () => {
  const rules = [rule('0.0.0.0/0'), rule('10.0.0.0/8', 'a', 'deny'), rule('::/0'), rule('0.0.0.0/0', 'b')];
  const explain = (...restrictions: NonNullable<State['restrictions']>) => {
    const facts = toFacts({ rules, restrictions });
    const access = buildRestrictionAccess(createSpace(), facts, 'api');
    return ['0.0.0.0/0', '::/0'].map((network) => explainOpen(facts, access, [network]));
  };
  expect(explain()).toEqual(Array(2).fill(['there is no restriction']));
  expect(explain(...either)).toEqual([[], []]);
  expect(explain(api())).toEqual([['allow 0.0.0.0/0 of a'], ['allow ::/0 of a']]);
  expect(explain(api(['a'], later('a variable')))).toEqual([['allow 0.0.0.0/0 of a'], ['allow ::/0 of a']]);
  expect(explain(api(['a'], false))).toEqual(Array(2).fill(['the restriction is not enforced']));
});

test('a network that a rule matches in part is explained by all of its rules, another one by those that decide', () => {
  const facts = toFacts({ rules: [rule('10.0.0.0/8'), rule('10.1.0.0/16', 'a', 'deny')], restrictions: [] });
  const explain = (network: string) => explainRules(facts, ['a'], parseCidr(network) as Cidr);
  expect(explain('10.0.0.0/8')).toEqual(['allow 10.0.0.0/8 of a', 'deny 10.1.0.0/16 of a']);
  expect(explain('10.1.2.0/24')).toEqual(['deny 10.1.0.0/16 of a']);
});
