import { formatSecretName } from '../../../src/model/traffic-policy/secret-name';

test('a name that contains a slash is quoted, so that two secrets do not have the same text', () => {
  expect(formatSecretName({ vault: 'prod.eu-1', secret: 'api_key' })).toBe('prod.eu-1/api_key');
  expect(formatSecretName({ vault: 'prod/eu', secret: 'key' })).toBe('"prod/eu"/key');
  expect(formatSecretName({ vault: 'prod', secret: 'eu/key' })).toBe('prod/"eu/key"');
  expect(formatSecretName({ vault: 'a"/"b', secret: 'c' })).not.toBe(formatSecretName({ vault: 'a', secret: 'b"/"c' }));
});
