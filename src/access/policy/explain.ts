/** Why a case is decided as it is: the actions that end its requests. Computed for witnesses only. */
import { ALWAYS, type Case, type Diagram } from '../diagram';
import type { Space } from '../space';
import type { EndpointDiagrams } from './endpoint';

/** Texts such as `on_http_request[0].actions[0]: restrict-ips (deny 192.0.2.0/25)`, in the order of the rules. */
export function explainCase(space: Space, endpoint: EndpointDiagrams, found: Case): readonly string[] {
  const texts = endpoint.decisions.flatMap(({ text, when, explain }) => {
    if (!holds(space, when, found)) return [];
    const detail = explain?.(found.network);
    return [detail === undefined ? text : `${text} (${detail})`];
  });
  return [...new Set(texts)];
}

/** Variables that the case does not name do not matter to it; they are taken as false. */
function holds({ diagrams }: Space, when: Diagram, { network, variables }: Case): boolean {
  const assigned = diagrams.assign(when, (key) => variables.get(key) ?? false);
  return diagrams.atNetwork(assigned, network) === ALWAYS;
}
