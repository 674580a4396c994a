/** IP policies that were deleted although a traffic policy refers to them, which the service does not refuse. */
import { formatDrift } from '../../src/drift';
import { ANN, createDeployedAccount, type DeployedAccount } from '../support/drift/inventory';

let deployed: DeployedAccount;
beforeEach(async () => {
  deployed = await createDeployedAccount('ngrok');
});
afterEach(() => deployed.close());

const restricted = (id: string): string =>
  JSON.stringify({
    on_http_request: [
      { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [id] } }, { type: 'deny' }] },
    ],
  });

async function deployEndpoint(url: string, policyId: string): Promise<void> {
  await deployed.deploy('netingress_cloud_endpoint', url.replace(/\W+/g, '_'), {
    url,
    traffic_policy: restricted(policyId),
  });
}

test('a managed policy is missing, and the finding names the endpoints that use it', async () => {
  const { values } = await deployed.deploy('netingress_ip_policy', 'office', { description: 'Office' });
  const id = String(values['id']);
  await deployEndpoint('https://a.internal', id);
  await deployEndpoint('https://b.internal', id);
  expect((await deployed.drift()).report.findings).toEqual([]);
  await deployed.changeDirectly('DELETE', `/ip_policies/${id}`);
  const { report } = await deployed.drift({ events: deployed.events() });
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({ type: 'missing', address: 'netingress_ip_policy.office', id });
  expect(new Set(report.findings[0]?.used_by)).toEqual(new Set(['https://a.internal', 'https://b.internal']));
});

test('a policy that no state contains is found too, with the person who deleted it', async () => {
  const { id } = await deployed.changeDirectly('POST', '/ip_policies', { description: 'by hand' });
  await deployEndpoint('https://a.internal', String(id));
  await deployed.changeDirectly('DELETE', `/ip_policies/${String(id)}`);
  const drift = await deployed.drift({ events: deployed.events() });
  expect(drift.report.findings).toEqual([
    expect.objectContaining({ type: 'missing', kind: 'ip_policy', id, address: null, state: null }),
  ]);
  expect(drift.report.findings[0]?.attribution?.author?.subject).toBe(ANN.subject);
  const text = await formatDrift(drift, 'terminal');
  expect(text).toContain(
    `IP policy ${String(id)} was deleted; the traffic policy of "https://a.internal" refers to it, ` +
      'where it now counts as an IP policy without rules, which admits no address',
  );
});

test('a policy that exists and that no state contains is not missing', async () => {
  const { id } = await deployed.changeDirectly('POST', '/ip_policies', { description: 'by hand' });
  await deployEndpoint('https://a.internal', String(id));
  const { report } = await deployed.drift();
  expect(report.findings.filter(({ type }) => type === 'missing')).toEqual([]);
});
