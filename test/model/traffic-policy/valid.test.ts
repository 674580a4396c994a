import { checkPolicyText } from '../../../src/model/traffic-policy/check/text';
import { canonicalPolicy } from '../../../src/model/traffic-policy/equality';
import { VALID_POLICIES } from '../../support/traffic-policies/valid';

describe('a valid policy', () => {
  test('there are at least 60', () => {
    expect(VALID_POLICIES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(VALID_POLICIES.map((each) => [each.title, each] as const))('%s is accepted without warning', (_, each) => {
    const { policy, scheme = 'https', isInternal = false } = each;
    const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
    expect(checkPolicyText(text, { scheme, isInternal })).toEqual([]);
    // The canonical form is a policy with the same meaning.
    expect(canonicalPolicy(canonicalPolicy(text))).toBe(canonicalPolicy(text));
  });
});
