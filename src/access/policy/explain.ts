/** Why a case is decided as it is: the actions that end its requests. Computed for witnesses only. */
import { groupBy } from '../../model/arrays';
import type { Words } from '../../values/words';
import type { AddressNetwork, Case } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import type { EndpointDiagrams } from './endpoint';
import { describeEnder, type EndingAction } from './walk';

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
  return describeEndings(
    endpoint.decisions.filter(({ when }) => space.diagrams.evaluate(when, found.network, read)),
    found.network,
  );
}

/** Each part of a policy once, with what decides about the network. */
export function describeEndings(decisions: readonly EndingAction[], network: AddressNetwork | undefined): Words[] {
  const byEnder = groupBy(decisions, ({ by }) => JSON.stringify(by));
  return [...byEnder.values()].map(([first]) => {
    const { by, explain } = first as EndingAction;
    const detail = network && explain?.(network);
    return detail === undefined ? describeEnder(by) : `${describeEnder(by)} (${detail})`;
  });
}
