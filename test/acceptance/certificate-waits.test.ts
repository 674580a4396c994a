/** Waiting for certificates with the real terraform binary. */
import type { Emulator } from '../../src/emulator';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Resources, Workspace } from '../support/acceptance/workspace';
import { expression } from '../support/expression';
import { testInCi } from '../support/requirements';

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;
let url: string;

beforeAll(async () => {
  account = await openAttachedAccount({ certificates: { seconds: 2 } });
  ({ emulator, url, workspace } = account);
});
afterAll(() => account?.close());

const policy = { certificate_management_policy: { authority: 'letsencrypt' } };

const resources = (timeout: string): Resources => ({
  netingress_agent_ingress: { edge: { domain: 'edge.example.com', ...policy } },
  netingress_agent_ingress_certificate: {
    edge: { agent_ingress_id: expression('netingress_agent_ingress.edge.id'), timeouts: { create: timeout } },
  },
  netingress_domain: { app: { domain: 'app.example.com', ...policy } },
  netingress_domain_certificate: { app: { domain_id: expression('netingress_domain.app.id') } },
});

testInCi(
  'waits for the certificates of an ingress and a domain, has their outputs, and is removed with the policy',
  async () => {
    await workspace.configure(resources('1m'));
    await workspace.apply();
    const ingress = await workspace.attributes('netingress_agent_ingress_certificate.edge');
    expect(ingress).toMatchObject({
      domain: 'edge.example.com',
      renews_at: expect.stringMatching(/^20.*Z$/),
      timeouts: { create: '1m' },
    });
    expect(ingress?.['region_domains']).toContain('tunnel.us.edge.example.com');
    expect(await workspace.attributes('netingress_domain_certificate.app')).toMatchObject({
      domain: 'app.example.com',
      certificate: { id: expect.stringMatching(/^cert_/) },
      renews_at: expect.stringMatching(/^20.*Z$/),
    });
    // Another timeout changes nothing else; without the policy the resource is removed.
    await workspace.configure(resources('2m'));
    expect(await workspace.apply()).toEqual({ 'netingress_agent_ingress_certificate.edge': 'update' });
    const id = String(emulator.objects('agent_ingress')[0]?.['id']);
    await fetch(`${url}/agent_ingresses/${id}`, {
      method: 'PATCH',
      headers: { Authorization: 'Bearer by-hand', 'Content-Type': 'application/json' },
      body: JSON.stringify({ certificate_management_policy: null }),
    });
    expect(await workspace.changes()).toEqual({
      'netingress_agent_ingress.edge': 'update',
      'netingress_agent_ingress_certificate.edge': 'create',
    });
  },
);
