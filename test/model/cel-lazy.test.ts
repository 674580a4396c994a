import { checkValues } from '../../src/model/check';
import { findKind } from '../../src/model/kinds';

let loads = 0;
jest.mock('../../src/model/rules/cel-library', () => {
  loads++;
  return jest.requireActual('../../src/model/rules/cel-library');
});

test('the CEL library is loaded for the first expression that needs it, and not before', () => {
  const subscription = (source: object) => checkValues(findKind('event_subscription'), { sources: [source] });
  const selectors = (selector: string) =>
    checkValues(findKind('kubernetes_operator'), {
      enabled_features: ['bindings'],
      binding: { endpoint_selectors: [selector] },
    });
  expect(subscription({ type: 'tcp_connection_closed.v0', fields: ['conn.client_ip'], filter: '' })).toEqual([]);
  expect(selectors('true')).toEqual([]);
  expect(loads).toBe(0);
  expect(subscription({ type: 'tcp_connection_closed.v0', filter: 'ev.conn.server_port == 1' })).toEqual([]);
  expect(selectors('endpoint.port == 1')).toEqual([]);
  expect(loads).toBe(1);
});
