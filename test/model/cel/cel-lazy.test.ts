import { getKind } from '../../../src/model/kinds';
import { checkValues } from '../../../src/model/validation/validate';

const mockLoads: string[] = [];
jest.mock('../../../src/model/cel/library', () => {
  mockLoads.push('CEL');
  return jest.requireActual('../../../src/model/cel/library');
});
jest.mock('../../../src/model/cel/re2', () => {
  mockLoads.push('RE2');
  return jest.requireActual('../../../src/model/cel/re2');
});

test('the libraries are loaded on first use', () => {
  const subscription = (source: object) => checkValues(getKind('event_subscription'), { sources: [source] });
  const selectors = (selector: string) =>
    checkValues(getKind('kubernetes_operator'), {
      enabled_features: ['bindings'],
      binding: { endpoint_selectors: [selector] },
    });
  expect(subscription({ type: 'tcp_connection_closed.v0', fields: ['conn.client_ip'], filter: '' })).toEqual([]);
  expect(selectors('true')).toEqual([]);
  expect(mockLoads).toEqual([]);
  expect(subscription({ type: 'tcp_connection_closed.v0', filter: 'ev.conn.server_port == 1' })).toEqual([]);
  expect(selectors('endpoint.port == 1')).toEqual([]);
  expect(mockLoads).toEqual(['CEL']);
  expect(selectors('endpoint.url.matches("^https:")')).toEqual([]);
  expect(selectors('endpoint.url.matches("^http:")')).toEqual([]);
  expect(mockLoads).toEqual(['CEL', 'RE2']);
});
