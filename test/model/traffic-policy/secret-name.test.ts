import { formatSecretName } from '../../../src/model/traffic-policy/secret-name';

test('two secrets never have the same text, because a name that contains a slash is quoted', () => {
  expect(formatSecretName({ vault: 'prod.eu-1', secret: 'api_key' })).toBe('prod.eu-1/api_key');
  expect(formatSecretName({ vault: 'prod/eu', secret: 'key' })).toBe('"prod/eu"/key');
  expect(formatSecretName({ vault: 'prod', secret: 'eu/key' })).toBe('prod/"eu/key"');
  expect(formatSecretName({ vault: 'a"/"b', secret: 'c' })).not.toBe(formatSecretName({ vault: 'a', secret: 'b"/"c' }));
});
