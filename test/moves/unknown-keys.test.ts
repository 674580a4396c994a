/** New addresses of a type without a unique key, whose URL only Terraform can evaluate. */

import { findMoves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { stateResource } from '../support/state-resource';

test.each([
  ['another binding makes another object', { bindings: ['internal'] }, { destroyed: 1, created: 1 }],
  ['equal values are ambiguous: the URL may be the same one', { bindings: ['public'] }, { ambiguous: 1 }],
  ['another description makes a likely pair', { bindings: ['public'], description: 'App' }, { likely: 1 }],
])('%s', (_, after, expected) => {
  const values = { id: 'ep_1', url: 'https://app.example.com', bindings: ['public'] };
  const inState = stateResource('netingress_cloud_endpoint.before', values, { state: { stack: 'edge' } });
  const resource = { netingress_cloud_endpoint: { after: { url: `\${var.url}`, ...after } } };
  const stack = parseConfiguration('edge', '/app', [{ resource }]);
  const found = findMoves(movesFromStates(fromStates([inState], [stack]), [stack]));
  const counts = Object.entries(found).map(([name, list]): [string, number] => [name, list.length]);
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(expected);
});
