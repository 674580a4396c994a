import { findNetworkCode, findNetworkFailure } from '../../../src/client/errors/network-codes';

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code });

test.each([
  ['the error itself', coded('ECONNRESET')],
  ['its cause', new TypeError('fetch failed', { cause: coded('ECONNRESET') })],
  ['a cause below a code of something else', coded('ERR_OTHER', new Error('x', { cause: coded('ECONNRESET') }))],
  ['the errors it gathers', new AggregateError([coded('ERR_OTHER'), coded('ECONNRESET')])],
])('a code is found in %s', (_, error) => {
  expect(findNetworkCode(error)).toBe('ECONNRESET');
});

test.each([undefined, null, 'ECONNRESET', new Error('ECONNRESET'), coded('ERR_INVALID_ARG_TYPE')])(
  'there is no code in %p',
  (value) => {
    expect(findNetworkCode(value)).toBeUndefined();
  },
);

test('a cycle of causes ends', () => {
  const error = new Error('x');
  error.cause = error;
  expect(findNetworkCode(error)).toBeUndefined();
});

test.each([
  ['ECONNREFUSED', true],
  ['EAI_AGAIN', true],
  ['UND_ERR_SOCKET', true],
  ['UND_ERR_HEADERS_TIMEOUT', true],
  ['UND_ERR_ABORTED', false],
  ['ENOTFOUND', false],
  ['CERT_HAS_EXPIRED', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', false],
])('%s is transient: %j', (code, transient) => {
  expect(findNetworkFailure(code)?.transient).toBe(transient);
});

test('a certificate that cannot be verified says how to trust it', () => {
  expect(findNetworkFailure('SELF_SIGNED_CERT_IN_CHAIN')?.hint).toContain('NETINGRESS_CA_CERTIFICATE_PEM');
});
