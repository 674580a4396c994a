/** Empty values that were not configured before, as after a move from another provider: the guide for ngrok describes them. */
import { createHarness, plain } from '../../support/provider/harness';

test.each([
  ['netingress_api_key', {}, { description: '', metadata: '' }],
  ['netingress_ip_policy', {}, { description: '', metadata: '' }],
  ['netingress_tunnel_credential', {}, { description: '', metadata: '', acl: [] }],
])(
  '%s with empty values plans an update whose apply writes nothing, and the next plan is empty',
  async (type, before, empty) => {
    const harness = await createHarness('ngrok');
    const prior = await harness.applied(type, before);
    const [name = ''] = Object.keys(empty);
    expect(prior[name]).toBeNull();
    const { planned } = await harness.plan(type, empty, prior);
    expect(plain(planned)).toMatchObject(empty);
    const writes = () => harness.requests().filter((request) => !request.startsWith('GET '));
    const sent = writes();
    const state = await harness.applied(type, empty, prior);
    expect(plain(state)).toMatchObject(empty);
    expect(writes()).toEqual(sent);
    expect(plain((await harness.plan(type, empty, state)).planned)).toEqual(plain(state));
  },
);

test.each(['spec', 'ngrok'] as const)(
  'profile %s: an operator with an empty `binding` has the ingress endpoint of the service, and the next plan is empty',
  async (profile) => {
    const harness = await createHarness(profile);
    const type = 'netingress_kubernetes_operator';
    const config = { enabled_features: ['bindings'], binding: {} };
    const state = await harness.applied(type, config);
    expect(plain(state)).toMatchObject({ binding: { ingress_endpoint: expect.stringContaining(':443') } });
    const refreshed = await harness.read(type, state);
    expect(plain(refreshed)).toEqual(plain(state));
    expect(plain((await harness.plan(type, config, refreshed)).planned)).toEqual(plain(state));
  },
);
