/** The order of domains and the cloud endpoints on them, in the synthesized configuration. */
import type { TerraformStack } from 'cdktf';
import { CloudEndpoint, Domain, NetingressProvider } from '../../src';
import { newStack, removeFolders, render } from '../support/constructs/synth';

afterAll(removeFolders);

const trafficPolicy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';

function synthesize(declare: (stack: TerraformStack) => void) {
  const stack = newStack();
  new NetingressProvider(stack, 'netingress', { profile: 'ngrok' });
  declare(stack);
  const { resource } = render(stack) as unknown as {
    readonly resource: Record<string, Record<string, { depends_on?: string[]; lifecycle?: object }>>;
  };
  return { domains: resource['netingress_domain'] ?? {}, endpoints: resource['netingress_cloud_endpoint'] ?? {} };
}

test('a domain is not created first, and an endpoint that refers to it needs no other dependency', () => {
  const { domains, endpoints } = synthesize((stack) => {
    const domain = new Domain(stack, 'app', { domain: 'app.example.com', region: 'eu' });
    new CloudEndpoint(stack, 'www', { url: `https://${domain.domain}`, trafficPolicy });
  });
  expect(domains['app']?.lifecycle).toBeUndefined();
  expect(endpoints['www']?.depends_on).toBeUndefined();
});

test.each([
  ['https://App.example.com:443', 'app.example.com'],
  ['https://app.example.com', 'app.example.com.'],
  ['https://a.b.example.com', '*.example.com'],
])('an endpoint with the literal URL %s depends on the domain %s, in any order of declaration', (url, domain) => {
  const { endpoints } = synthesize((stack) => {
    new CloudEndpoint(stack, 'www', { url, trafficPolicy });
    new Domain(stack, 'app', { domain });
  });
  expect(endpoints['www']?.depends_on).toEqual(['netingress_domain.app']);
});

test('the lifecycle of the app wins, and other endpoints are left alone', () => {
  const { domains, endpoints } = synthesize((stack) => {
    new Domain(stack, 'app', { domain: 'app.example.com', lifecycle: { createBeforeDestroy: true } });
    new CloudEndpoint(stack, 'www', { url: 'https://app.example.com', trafficPolicy });
    new CloudEndpoint(stack, 'inner', { url: 'https://app.internal', trafficPolicy });
  });
  expect(domains['app']?.lifecycle).toEqual({ create_before_destroy: true });
  expect(endpoints['inner']?.depends_on).toBeUndefined();
});
