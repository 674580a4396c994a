import { ipPolicyRules } from '../../src/model/composites';
import { ipPolicyRule } from '../../src/model/resources/ip-policy-rule';
import { findConversions } from '../../src/moves/rule-sets';
import { DEFAULT_ACCOUNT } from '../../src/objects/accounts';
import type { Placed } from '../../src/objects/objects';
import type { KnownObject } from '../../src/values/known';

const [A, B] = ['10.0.0.0/8', '192.0.2.0/24'] as const;

function place(kind: string, address: string, values: KnownObject): Placed {
  return { kind, id: address, values: { ip_policy_id: ID, ...values }, place: { address, account: DEFAULT_ACCOUNT } };
}

const ID = `ipp_${'1'.repeat(27)}`;
const set = place(ipPolicyRules.name, 'set', { rules: { [A]: { action: 'allow' }, [B]: { action: 'allow' } } });

/**
 * What new single rules of these networks, with the addresses `rule_0`, `rule_1` and so on, import if the set
 * disappears.
 */
function importsOf(...networks: readonly string[]): readonly (string | undefined)[] {
  const created = networks.map((cidr, n) => place(ipPolicyRule.name, `rule_${n}`, { cidr, action: 'allow' }));
  return findConversions({ destroyed: [set], created }).flatMap(({ to }) => to.map(({ importId }) => importId));
}

test('a set becomes rules if each of its networks has a new rule, and no network is imported twice', () => {
  expect(importsOf(A, B)).toEqual([`${ID}/${A}`, `${ID}/${B}`]);
  expect(importsOf(A, A)).toEqual([]);
  expect(importsOf(A, A, B)).toEqual([`${ID}/${A}`, `${ID}/${B}`]);
  expect(importsOf(A, B, '203.0.113.0/24')).toEqual([`${ID}/${A}`, `${ID}/${B}`]);
});
