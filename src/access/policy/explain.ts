/** Why a case is decided as it is: the actions that end its requests. Computed for witnesses only. */
import type { Case } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import type { EndpointDiagrams } from './endpoint';

/**
 * Texts such as `on_http_request[0].actions[0]: restrict-ips (deny 192.0.2.0/25)`, in the order of the rules. With a
 * `request`, it decides the conditions that the case does not name.
 */
export function explainCase(
  space: Space,
  endpoint: EndpointDiagrams,
  found: Case,
  request: ConcreteRequest = {},
): readonly string[] {
  const values = new Map<string, boolean>(found.variables);
  /** Other variables do not matter to the case; they are taken as false. */
  const read = (key: string): boolean => {
    const known = values.get(key) ?? space.describe(key).evaluate?.(request) ?? false;
    values.set(key, known);
    return known;
  };
  const texts = endpoint.decisions.flatMap(({ text, when, explain }) => {
    if (!space.diagrams.evaluate(when, found.network, read)) return [];
    const detail = explain?.(found.network);
    return [detail === undefined ? text : `${text} (${detail})`];
  });
  return [...new Set(texts)];
}
