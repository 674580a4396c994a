/** Waiting for certificates with the real terraform binary. */
import type { Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { findBinary } from '../../src/terraform/find-binary';
import { run } from '../../src/terraform/run';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Resources, Workspace } from '../support/acceptance/workspace';

jest.setTimeout(180_000);

/** A template of Terraform with nothing but the expression. */
const tf = (expression: string): string => `\${${expression}}`;

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;
let url: string;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, url, workspace } = account);
});
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
afterAll(() => account?.close());

const policy = { authority: 'letsencrypt' };

const settings = async (certificates: JsonObject): Promise<void> => {
  const response = await fetch(`${url}/_emulator/settings`, { method: 'PUT', body: JSON.stringify({ certificates }) });
  expect(response.status).toBe(200);
};

const waitFor = (ingress: JsonObject, wait: JsonObject = {}): Resources => ({
  netingress_agent_ingress: { edge: { domain: 'edge.example.com', ...ingress } },
  netingress_agent_ingress_certificate: {
    edge: { agent_ingress_id: tf('netingress_agent_ingress.edge.id'), ...wait },
  },
});

const failedApply = async (): Promise<string> => {
  const { status, stderr } = await workspace.terraform('apply', '-auto-approve', '-no-color');
  expect(status).toBe(1);
  return stderr.replace(/\s+│?\s*/g, ' ');
};

test('waits for the certificates of an ingress and a domain, has their outputs, and is removed with the policy', async () => {
  await settings({ seconds: 2 });
  const domain = {
    netingress_domain: { app: { domain: 'app.example.com', certificate_management_policy: policy } },
    netingress_domain_certificate: { app: { domain_id: tf('netingress_domain.app.id') } },
  };
  await workspace.configure({
    ...waitFor({ certificate_management_policy: policy }, { timeouts: { create: '1m' } }),
    ...domain,
  });
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
  expect(await workspace.changes()).toEqual({});
  // Another timeout sends no request; without the policy the resource is removed.
  await workspace.configure({
    ...waitFor({ certificate_management_policy: policy }, { timeouts: { create: '2m' } }),
    ...domain,
  });
  await workspace.apply();
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
  await workspace.ok('destroy', '-auto-approve', '-no-color');
});

test('fails at once without a policy and for DNS errors, which name the records; retries after internal errors', async () => {
  await workspace.configure(waitFor({}));
  expect(await failedApply()).toContain('it has no certificate_management_policy');

  await settings({ seconds: 0, outcomes: { 'edge.example.com': 'DNS_ERROR', 'app.example.com': 'INTERNAL_ERROR' } });
  await workspace.configure({
    ...waitFor({ certificate_management_policy: policy }),
    netingress_domain: { app: { domain: 'app.example.com', certificate_management_policy: policy } },
    netingress_domain_certificate: { app: { domain_id: tf('netingress_domain.app.id'), timeouts: { create: '3s' } } },
  });
  const text = await failedApply();
  expect(text).toContain('edge.example.com. NS ns1.ingress-dns.example. edge.example.com. NS ns2.ingress-dns.example.');
  expect(text).toContain('the timeout of 3s has expired. INTERNAL_ERROR:');
  // Nothing was made by the waits, so nothing is remembered of them.
  expect(await workspace.attributes('netingress_agent_ingress_certificate.edge')).toBeUndefined();
  expect(await workspace.attributes('netingress_agent_ingress.edge')).toBeDefined();
});

test('Ctrl-C ends the wait, and the object remains in the state', async () => {
  await settings({ seconds: 3600 });
  await workspace.configure(waitFor({ certificate_management_policy: policy }));
  const interrupt = new AbortController();
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (!binary) throw new Error('terraform not found');
  const looks = (): number =>
    emulator.requests().filter(({ method, path }) => method === 'GET' && path.startsWith('/agent_ingresses/')).length;
  const poll = setInterval(() => {
    if (looks() >= 2) interrupt.abort();
  }, 50);
  const { status, stderr } = await run(binary, ['apply', '-auto-approve', '-no-color'], {
    cwd: workspace.folder,
    env: workspace.env,
    signal: interrupt.signal,
  });
  clearInterval(poll);
  expect(status).toBe(1);
  expect(stderr.replace(/\s+│?\s*/g, ' ')).toContain('Terraform was interrupted while waiting.');
  expect(await workspace.attributes('netingress_agent_ingress.edge')).toBeDefined();
  expect(await workspace.attributes('netingress_agent_ingress_certificate.edge')).toBeUndefined();
});
