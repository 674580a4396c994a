/** Networks of an `IpAllowList` with an end. */
import type { TerraformStack } from 'cdktf';
import { IpAllowList } from '../../../src';
import { annotationsOf } from '../../support/constructs/annotations';
import { newStack, removeFolders, render } from '../../support/constructs/synth';

afterEach(removeFolders);

const DAY = 24 * 3_600_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

const rulesWith = (expires: string): { readonly networks: string[]; readonly warnings: string[] } => {
  const stack = newStack();
  new IpAllowList(stack, 'list', {
    allow: ['203.0.113.0/24', { name: 'Contractor', cidrs: ['198.51.100.7'], expires }],
  });
  const warnings = annotationsOf(stack);
  return { networks: networksOf(stack), warnings };
};

function networksOf(stack: TerraformStack): string[] {
  const [set] = Object.values(render(stack).resource['netingress_ip_policy_rules'] ?? {});
  return Object.keys((set as { rules: object }).rules).sort();
}

const kept = ['198.51.100.7/32', '203.0.113.0/24'];

test.each([
  ['far from the end, the networks are allowed without a warning', 30, kept, []],
  ['in the last 14 days, synthesis warns and keeps the networks', 13, kept, ["The networks 'Contractor' expire at"]],
  ['after the end, it leaves them out', -1, ['203.0.113.0/24'], ["The networks 'Contractor' expired at"]],
] as const)('%s', (_, days, networks, warnings) => {
  const says = warnings.map((warning) => expect.stringContaining(warning));
  expect(rulesWith(inDays(days))).toEqual({ networks, warnings: says });
});

test('an end that is not a time is an error, and its networks are left out', () => {
  const stack = newStack();
  const list = new IpAllowList(stack, 'list', {
    allow: ['203.0.113.0/24', { name: 'x', cidrs: ['198.51.100.7'], expires: 'tomorrow' }],
  });
  expect(list.node.validate()).toEqual([expect.stringContaining("expires is 'tomorrow'; expected a time")]);
  expect(networksOf(stack)).toEqual(['203.0.113.0/24']);
});

test('the warning about an end in the past can be suppressed', () => {
  const stack = newStack();
  new IpAllowList(stack, 'list', {
    allow: ['203.0.113.0/24', { name: 'x', cidrs: ['198.51.100.7'], expires: inDays(-1) }],
    suppressWarnings: ['expired'],
  });
  expect(annotationsOf(stack)).toEqual([]);
});
