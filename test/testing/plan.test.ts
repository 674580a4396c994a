/** The differences of a plan, from the JSON of Terraform. */
import type { PlanJson } from '../../src/terraform/plan-json';
import { parsePlan } from '../../src/testing/plan';

test('of a created object each wholly known value is a difference, a list too, and no value with an unknown part', () => {
  const json = {
    resource_changes: [
      {
        address: 'netingress_ip_restriction.api',
        type: 'netingress_ip_restriction',
        change: {
          actions: ['create'],
          before: null,
          after: { type: 'api', ip_policy_ids: ['ipp_1'], mixed: ['a', null], none: null },
          // As Terraform writes it: for a list also if all of its elements are known.
          after_unknown: { id: true, ip_policy_ids: [false], mixed: [false, true] },
          before_sensitive: false,
          after_sensitive: { ip_policy_ids: [false] },
        },
      },
    ],
  } as unknown as PlanJson;
  expect(parsePlan(json, []).changes).toEqual([
    {
      address: 'netingress_ip_restriction.api',
      action: 'create',
      differences: ['type: "api"', 'ip_policy_ids: ["ipp_1"]'],
    },
  ]);
});
