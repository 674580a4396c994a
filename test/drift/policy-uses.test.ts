// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/**
 * IP policies, secrets, vaults and internal endpoints that a traffic policy names and that do not exist: the service
 * deletes and renames them although a policy names them.
 */
import { formatDrift } from '../support/drift/format-drift';
import { ANN, useDeployedAccount } from '../support/drift/inventory';

const deployed = useDeployedAccount('ngrok');

const denied = { actions: [{ type: 'deny' }] };

function deployReferring(url: string, action: object): Promise<unknown> {
  const policy = JSON.stringify({ on_http_request: [{ actions: [action] }, denied] });
  return deployed.deploy('netingress_cloud_endpoint', url.replace(/\W+/g, '_'), { url, traffic_policy: policy });
}

const restrictTo = (id: string) => ({ type: 'restrict-ips', config: { enforce: true, ip_policies: [id] } });

const missingFindings = async () => {
  const drift = await deployed.drift({ events: deployed.events() });
  return { drift, missing: drift.report.findings.filter(({ type }) => type === 'missing') };
};

test('a managed policy is missing, and the finding names the endpoints that use it', async () => {
  const id = String((await deployed.deploy('netingress_ip_policy', 'office', { description: 'Office' })).values['id']);
  const urls = ['https://a.internal', 'https://b.internal'];
  for (const url of urls) await deployReferring(url, restrictTo(id));
  expect((await deployed.drift()).report.findings).toEqual([]);
  await deployed.remove(id);
  const { findings } = (await deployed.drift()).report;
  expect(new Set(findings[0]?.used_by)).toEqual(new Set(urls));
  expect(findings).toMatchObject([{ type: 'missing', address: 'netingress_ip_policy.office', id }]);
});

test('a policy that no state contains is found too, with the person who deleted it', async () => {
  const { id } = await deployed.changeDirectly('POST', '/ip_policies', { description: 'by hand' });
  await deployReferring('https://a.internal', restrictTo(String(id)));
  expect((await missingFindings()).missing).toEqual([]);
  await deployed.remove(id);
  const drift = await deployed.drift({ events: deployed.events() });
  expect(drift.report.findings).toEqual([
    expect.objectContaining({ type: 'missing', kind: 'ip_policy', id, address: null, state: null }),
  ]);
  expect(drift.report.findings[0]?.attribution?.author?.subject).toBe(ANN.subject);
  expect(await formatDrift(drift, 'text')).toContain(
    `IP policy ${String(id)} was deleted; the traffic policy of "https://a.internal" refers to it, ` +
      'where it now counts as an IP policy without rules, which admits no address',
  );
});

const readsSecret = { type: 'basic-auth', config: { credentials: ["admin:${secrets.get('web', 'admin')}"] } };

describe('a secret that a policy reads', () => {
  let vaultId: string;
  let secretId: string;
  beforeEach(async () => {
    vaultId = String((await deployed.changeDirectly('POST', '/vaults', { name: 'web' }))['id']);
    const body = { vault_id: vaultId, name: 'admin', value: 'hush-hush' };
    secretId = String((await deployed.changeDirectly('POST', '/vault_secrets', body))['id']);
    await deployReferring('https://a.internal', readsSecret);
  });

  test('was deleted and is in no state: it is found by its names, with the person who deleted it', async () => {
    expect((await missingFindings()).missing).toEqual([]);
    await deployed.remove(secretId);
    const { drift, missing } = await missingFindings();
    expect(missing).toEqual([
      expect.objectContaining({ kind: 'secret', id: null, name: 'web/admin', used_by: ['https://a.internal'] }),
    ]);
    expect(missing[0]?.attribution?.author?.subject).toBe(ANN.subject);
    expect(await formatDrift(drift, 'text')).toContain(
      'secret "web/admin" does not exist; the traffic policy of "https://a.internal" refers to it',
    );
    expect(await formatDrift(drift, 'sarif')).toContain('"secret/web/admin"');
  });

  test('was renamed: the old name is found', async () => {
    await deployed.edit(secretId, { name: 'root' });
    expect((await missingFindings()).missing).toEqual([expect.objectContaining({ kind: 'secret', name: 'web/admin' })]);
  });

  test('was deleted with its vault: one finding is about the vault', async () => {
    await deployed.remove(secretId);
    await deployed.remove(vaultId);
    const { missing } = await missingFindings();
    expect(missing).toEqual([expect.objectContaining({ kind: 'vault', id: null, name: 'web' })]);
    expect(missing[0]?.attribution?.author?.subject).toBe(ANN.subject);
  });
});

test('a managed secret that was deleted is one finding, which names the endpoints', async () => {
  const vault = await deployed.deploy('netingress_vault', 'web', { name: 'web' });
  const config = { vault_id: String(vault.values['id']), name: 'admin', value: 'hush-hush' };
  const secret = await deployed.deploy('netingress_secret', 'admin', config);
  await deployReferring('https://a.internal', readsSecret);
  await deployed.remove(secret.values['id']);
  expect((await missingFindings()).missing).toEqual([
    expect.objectContaining({ address: 'netingress_secret.admin', used_by: ['https://a.internal'] }),
  ]);
});

describe('an internal endpoint to which a policy forwards', () => {
  const forward = { type: 'forward-internal', config: { url: 'https://App.internal:443' } };
  const create = async (url: string): Promise<string> => {
    const body = { type: 'cloud', url, traffic_policy: JSON.stringify({ on_http_request: [denied] }) };
    return String((await deployed.changeDirectly('POST', '/endpoints', body))['id']);
  };

  test.each(['https://app.internal', 'https://*.internal'])(
    'is served by %s in no state: nothing is missing',
    async (url) => {
      await create(url);
      await deployReferring('https://a.internal', forward);
      expect((await missingFindings()).missing).toEqual([]);
    },
  );

  test('was deleted and is in no state: it is found by its URL', async () => {
    const id = await create('https://app.internal');
    await deployReferring('https://a.internal', forward);
    await deployed.remove(id);
    const { drift, missing } = await missingFindings();
    expect(missing).toEqual([
      expect.objectContaining({ kind: 'cloud_endpoint', id: null, name: 'https://app.internal' }),
    ]);
    expect(await formatDrift(drift, 'text')).toContain(
      'no endpoint serves "https://app.internal"; the traffic policy of "https://a.internal" refers to it',
    );
  });

  test('is served by an agent: nothing is missing', async () => {
    await deployReferring('https://a.internal', forward);
    await deployed.changeDirectly('POST', '/endpoints', { url: 'https://app.internal', type: 'ephemeral' });
    expect((await missingFindings()).missing).toEqual([]);
  });
});
