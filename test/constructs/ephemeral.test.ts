/** Constructs of ephemeral resources: the rendered block, and references to it. */
import { Testing } from 'cdktf';
import {
  ApiKey,
  EphemeralApiKey,
  EphemeralTunnelCredential,
  NetingressProvider,
  TlsCertificate,
} from '../../src/constructs';
import { getKind } from '../../src/model/kinds';
import { kindIn, PROFILES } from '../../src/model/profiles';
import { newStack, removeFolders, render, stackWith } from '../support/constructs/synth';

afterEach(removeFolders);

test('an ephemeral resource renders a block with the inputs that are set, and has all inputs that its kind has in the profile spec', () => {
  const key = { description: 'd', metadata: 'm' };
  const agent = { ...key, acl: ['*'] };
  const { ephemeral } = render(
    stackWith((stack) => {
      new EphemeralApiKey(stack, 'bare', { description: 'for a run' });
      new EphemeralApiKey(stack, 'key', key);
      new EphemeralTunnelCredential(stack, 'agent', agent);
    }),
  );
  expect(ephemeral).toEqual({
    netingress_api_key: { bare: { description: 'for a run' }, key },
    netingress_tunnel_credential: { agent },
  });
  for (const [kind, block] of Object.entries({ api_key: key, tunnel_credential: agent })) {
    const { attributes } = kindIn(getKind(kind), PROFILES.spec);
    const inputs = Object.keys(attributes).filter((attribute) => attributes[attribute]?.presence !== 'computed');
    expect(Object.keys(block).sort()).toEqual(inputs.sort());
  }
});

test('an ephemeral resource has ephemeral references, and renders provider and depends_on', () => {
  const { ephemeral, resource } = render(
    stackWith((stack) => {
      const provider = new NetingressProvider(stack, 'other', { baseUrl: 'https://b.example.com', alias: 'b' });
      const certificate = new TlsCertificate(stack, 'certificate', { certificatePem: `\${file("a")}` });
      const first = new EphemeralApiKey(stack, 'first');
      const key = new EphemeralApiKey(stack, 'key', { provider, dependsOn: [certificate, first] });
      new ApiKey(stack, 'other-key', { description: `${key.token} and ${key.id}` });
    }),
  );
  expect(resource['netingress_api_key']?.['other-key']?.['description']).toBe(
    `\${ephemeral.netingress_api_key.key.token} and \${ephemeral.netingress_api_key.key.id}`,
  );
  expect(ephemeral['netingress_api_key']?.['key']).toMatchObject({
    provider: 'netingress.b',
    depends_on: ['netingress_tls_certificate.certificate', 'ephemeral.netingress_api_key.first'],
  });
});

test('an ephemeral resource is validated at synth', () => {
  const props = { acl: ['connect:x'], description: 'x'.repeat(256) };
  const stack = stackWith((scope) => void new EphemeralTunnelCredential(scope, 'agent', props));
  expect(() => Testing.synth(stack, true)).toThrow(/\[stack\/agent\] description: is 256 bytes long/);
  expect(() => Testing.synth(stack, true)).toThrow(/acl\[0]: 'connect:x' is not an ACL rule/);
});

test('HCL output is rejected, because CDKTF omits ephemeral blocks from it', () => {
  const stack = stackWith((scope) => void new EphemeralApiKey(scope, 'key'));
  expect(() => Testing.synthHcl(stack)).toThrow(/stack\/key: cannot be rendered as HCL/);
});

test('a type guard accepts its ephemeral class, and neither another one nor the resource', () => {
  const stack = newStack();
  const key = new EphemeralApiKey(stack, 'key');
  expect([key, new ApiKey(stack, 'other')].map(EphemeralApiKey.isEphemeralApiKey)).toEqual([true, false]);
  expect(EphemeralTunnelCredential.isEphemeralTunnelCredential(key)).toBe(false);
});
