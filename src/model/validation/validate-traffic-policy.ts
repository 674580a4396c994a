import { formatPath } from '../../values/path';
import { parseEndpointUrl } from '../formats/endpoint-url';
import type { Attributes } from '../kind';
import { memoizeObject } from '../memoize';
import type { Problem, RawValues } from '../problem';
import type { PolicyContext, PolicyProblem } from '../traffic-policy/check/problem';
import { SCHEMES } from '../traffic-policy/data/schema';
import { trafficPolicies } from '../traffic-policy/load';

export const listPolicyAttributes = memoizeObject((attributes: Attributes): readonly string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    'format' in attribute && attribute.format === 'traffic_policy' ? [name] : [],
  ),
);

/** A URL of unknown form says nothing. */
function policyContextOf(url: unknown): PolicyContext {
  const parsed = typeof url === 'string' ? parseEndpointUrl(url) : undefined;
  if (!parsed || 'problem' in parsed) return {};
  const scheme = SCHEMES.find((known) => known === parsed.scheme);
  return { scheme, isInternal: parsed.host.endsWith('.internal') };
}

/** `error`: the service rejects the policy. `warning`: probably a mistake. */
export function checkTrafficPolicies(
  attributes: Attributes,
  values: RawValues,
  severity: PolicyProblem['severity'],
): Problem[] {
  return listPolicyAttributes(attributes).flatMap((name) => {
    const text = values[name];
    // The format reports an empty string.
    if (typeof text !== 'string' || text.trim() === '') return [];
    const problems = trafficPolicies().checkPolicyText(text, policyContextOf(values['url']));
    return problems
      .filter((problem) => problem.severity === severity)
      .map(({ path, problem, expected, errorCode }) => {
        const placed = path.length === 0 ? problem : `at ${formatPath(path)} ${problem}`;
        return { path: [name], problem: placed, expected, errorCode };
      });
  });
}
