// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/**
 * Adopted traffic policies, with references in several notations: the real Terraform imports HCL, and then plans no
 * changes.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { runInProcess } from '../support/cli/run-in-process';
import { VALID_POLICIES } from '../support/traffic-policies/valid';

let account: AttachedAccount;
let client: Client;

beforeAll(async () => {
  account = await openAttachedAccount({ profile: 'ngrok' });
  client = createClient({ baseUrl: account.url, apiKey: 'key', profile: 'ngrok' });
  await fillAccount();
});
afterAll(async () => {
  await client?.close();
  await account?.close();
});

const reply = { actions: [{ type: 'custom-response', config: { body: 'ok ${req.host}' } }] };
const forward = (url: string, more: object = {}) => ({
  actions: [{ type: 'forward-internal', config: { url, ...more } }],
});

const createEndpoint = (url: string, ...rules: readonly object[]) =>
  client.cloudEndpoints.create({ url, traffic_policy: JSON.stringify({ on_http_request: rules }) });

/** The policies of `VALID_POLICIES`, and what {@link OBJECTS} counts. */
async function fillAccount(): Promise<void> {
  const { id: vaultId } = await client.vaults.create({ name: 'team/web' });
  for (const name of ['admin', 'hook-1'])
    await client.secrets.create({ vault_id: vaultId, name, value: 'a long secret value' });
  const { id: policyId } = await client.ipPolicies.create({ description: 'Offices' });
  const { id: userId } = await client.serviceUsers.create({ name: 'ci' });
  await client.apiKeys.create({ description: 'deploys', owner_id: userId });
  await client.domains.create({ domain: '*.example.com' });
  await createEndpoint('https://c.internal', reply);
  await createEndpoint(
    'https://b.internal',
    { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [policyId] } }] },
    forward('https://c.internal'),
  );
  await createEndpoint(
    'https://a.internal',
    {
      expressions: ["getReqHeader('X-Token')[0] == secrets.get('team/web', 'admin') || req.url.path == '/`'"],
      actions: [{ type: 'deny', config: { status_code: 401 } }],
    },
    {
      actions: [
        {
          type: 'basic-auth',
          config: {
            credentials: [
              "admin:${secrets.get('team/web', 'admin')}",
              '${basic_auth.encode("root", secrets.get("team/web","hook-1"))}',
              "${req.host}:${secrets.get( 'team/web', 'hook-1' )}",
            ],
          },
        },
        { type: 'verify-webhook', config: { provider: 'github', secret: "${secrets.get('team/web', 'hook-1')}" } },
        { type: 'http-request', config: { url: 'https://c.internal/audit?host=${req.host}', method: 'POST' } },
      ],
    },
    forward('https://b.internal', { on_error: 'continue' }),
    reply,
  );
  // Terraform would refuse a cycle of references, but their URLs are adopted as text.
  await createEndpoint('https://d.internal', forward('https://e.internal'));
  await createEndpoint('https://e.internal', forward('https://d.internal'));
  for (const [index, { policy, scheme = 'https', isInternal = scheme === 'tcp' }] of VALID_POLICIES.entries()) {
    const host = isInternal ? `p${index}.internal` : `p${index}.example.com`;
    const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
    await client.cloudEndpoints.create({
      url: `${scheme}://${host}${scheme === 'tcp' ? ':5432' : ''}`,
      traffic_policy: text.replace('ipp_2abcdefghijklmnopqrstuvwxyz', policyId),
    });
  }
}

/**
 * A vault with two secrets, an IP policy, a user with its key, a domain and five endpoints, beside the valid policies.
 */
const OBJECTS = 12 + VALID_POLICIES.length;

test('HCL is imported without changes, and then plans none; only GET requests are sent', async () => {
  const { emulator, workspace } = account;
  const { env, folder } = workspace;
  const out = join(folder, 'hcl');
  await mkdir(out);
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET').length;
  const before = writes();
  const adopted = await runInProcess(['adopt', '--format', 'hcl', '--out', out], { cwd: folder, env });
  expect(adopted).toMatchObject({ status: 0 });
  const terraform = (...args: string[]): Promise<string> => workspace.ok(`-chdir=${out}`, ...args, '-no-color');
  await terraform('init');
  expect(await terraform('apply', '-auto-approve')).toContain(
    `Apply complete! Resources: ${OBJECTS} imported, 0 added, 0 changed, 0 destroyed.`,
  );
  expect(await terraform('plan')).toContain('No changes.');
  expect(writes()).toBe(before);
});
