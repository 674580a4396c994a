/** Secrets of the provider configuration in the environment. */
import { PROVIDER_ATTRIBUTES, type ProviderAttribute, secretsFromEnvironment } from '../../src/model/provider-config';

const attributes = Object.entries<ProviderAttribute>(PROVIDER_ATTRIBUTES);

test.each(attributes.filter(([, { sensitive }]) => sensitive))('the value of %s is a secret', (name, { type, env }) => {
  const values: Record<string, string> = { map: '{"x-token": "s3cret"}', string: 's3cret' };
  const value = name === 'proxy_url' ? 'http://user:s3cret@proxy.example.com:3128' : values[type];
  expect(secretsFromEnvironment({ [env]: value })).toContain('s3cret');
});

test.each(attributes.filter(([, { sensitive }]) => !sensitive))('the value of %s is none', (_, { env }) => {
  expect(secretsFromEnvironment({ [env]: 'value' })).toEqual([]);
});

test('the address of a proxy is none, and its password is one as written and decoded', () => {
  const proxy = { https_proxy: 'http://user:p%40ss@proxy.example.com:3128' };
  expect(secretsFromEnvironment(proxy)).toEqual(['p%40ss', 'p@ss']);
});
