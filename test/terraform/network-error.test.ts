import { networkErrorReason } from '../../src/terraform/network-error';

const refused = (address: string): Error => new Error(`connect ECONNREFUSED ${address}`);

test.each([
  ['the cause', new TypeError('fetch failed', { cause: refused('127.0.0.1:1') }), 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    'every address of a host',
    new TypeError('fetch failed', { cause: new AggregateError([refused('::1:1'), refused('127.0.0.1:1')]) }),
    'connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
  ],
  ['the error without a cause', new Error('The operation timed out'), 'The operation timed out'],
  ['a string', 'oops', 'oops'],
])('the reason of a network error is that of %s', (_, error, reason) => expect(networkErrorReason(error)).toBe(reason));
