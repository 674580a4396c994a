/** New addresses whose natural keys only Terraform can evaluate. */

import { findMoves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { JsonObject } from '../../src/values/json';

/** How the address `before` of the state and the address `after` of the configuration are paired. */
function pair(type: string, before: JsonObject, after: JsonObject) {
  const address = `${type}.before`;
  const resource = { type, name: 'before', provider: PROVIDER_ADDRESS, sensitive: [] };
  const stack = parseConfiguration('edge', '/app', [{ resource: { [type]: { after } } }]);
  const { moves, ambiguous, undecided, likely, destroyed, created } = findMoves(
    movesFromStates(fromStates([{ ...resource, state: { stack: 'edge' }, address, values: before }], [stack]), [stack]),
  );
  const counts = { moves, ambiguous, undecided, likely, destroyed, created };
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, list]) => (list.length > 0 ? [[name, list.length]] : [])),
  );
}

test('a unique key decides, so without its value nothing is decided', () => {
  const domain = { id: 'rd_1', domain: 'app.example.com' };
  expect(pair('netingress_domain', domain, { domain: `\${var.name}` })).toEqual({ undecided: 1 });
});

/** A type without a unique key: an unknown URL may be the same one, and a description may have been reworded. */
test('without a unique key another binding is another object, equal values are ambiguous, and another description makes a likely pair', () => {
  const endpoint = { id: 'ep_1', url: 'https://app.example.com', bindings: ['public'] };
  const type = 'netingress_cloud_endpoint';
  expect(pair(type, endpoint, { url: `\${var.url}`, bindings: ['internal'] })).toEqual({ destroyed: 1, created: 1 });
  expect(pair(type, endpoint, { url: `\${var.url}`, bindings: ['public'] })).toEqual({ ambiguous: 1 });
  expect(pair(type, endpoint, { url: `\${var.url}`, bindings: ['public'], description: 'App' })).toEqual({ likely: 1 });
});
