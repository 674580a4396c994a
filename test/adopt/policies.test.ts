// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/**
 * Adopted traffic policies are the texts of the service, in which ids of adopted IP policies are references.
 */

import { buildAdoption, renderAdoption } from '../../src/adopt';
import { fromStates } from '../../src/objects/from-states';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { createInventory } from '../support/account';
import { stateResource } from '../support/state-resource';

const policyId = `ipp_${'a'.repeat(27)}`;
const otherId = `ipp_${'c'.repeat(27)}`;

const OPTIONS = { version: '0.1.0', providerAddress: PROVIDER_ADDRESS, dependencies: {} as never };

const accountWith = (text: string) =>
  createInventory({
    ip_policy: [{ id: policyId, values: { id: policyId, description: 'Offices' } }],
    cloud_endpoint: [
      { id: `ep_${'b'.repeat(27)}`, values: { url: 'https://app.example.com', traffic_policy: text, type: 'cloud' } },
    ],
  });

/** The file with the endpoint that has the policy. `managed` is the id of an IP policy in a state. */
function adopt(format: 'ts' | 'hcl', text: string, managed?: string): string {
  const office = (id: string) =>
    stateResource('netingress_ip_policy.office', { id }, { state: { file: 'edge.tfstate' } });
  const inState = fromStates(managed === undefined ? [] : [office(managed)]);
  const files = renderAdoption(buildAdoption({ account: accountWith(text), inState }), format, OPTIONS);
  return files.find(({ path }) => path === (format === 'ts' ? 'adopted/cloud-endpoints.ts' : 'main.tf'))?.text ?? '';
}

const restricted = (...ids: readonly string[]): string =>
  JSON.stringify({
    on_http_request: [
      { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: ids } }] },
      { actions: [{ type: 'custom-response', config: { status_code: 503, body: 'Hi ${req.host}' } }] },
    ],
  });

describe('a policy on one line', () => {
  test('refers to adopted IP policies, in TypeScript', () => {
    const text = adopt('ts', restricted(policyId, otherId));
    expect(text).toContain("import { CloudEndpoint, TrafficPolicy } from 'netingress';");
    expect(text).toContain(
      `trafficPolicy: TrafficPolicy.fromText(\`${restricted('${ipPolicies.officesAaaaaa.id}', otherId).replace('${req', '\\$&')}\`),`,
    );
  });

  test('keeps the id of a policy that a state manages, and a comment names its address', () => {
    const text = adopt('ts', restricted(policyId), policyId);
    expect(text).toContain(`TrafficPolicy.fromText('${restricted(policyId)}')`);
    expect(text).toContain(`// ${policyId} is netingress_ip_policy.office in edge.tfstate`);
  });
});

const yaml = (id: string): string => `# ${id} has the offices, ${id}0 and $${id} are no ids
on_http_request:
  - name: 'a \\ \`b\`'
    actions:
      - { type: restrict-ips, config: { enforce: true, ip_policies: [${id}] } }
      - { type: custom-response, config: { body: '\${req.host} 100%{' } }
`;

test('a policy of several lines is a heredoc in HCL, with a reference wherever the whole id is, except after a `$`', () => {
  const reference = '${netingress_ip_policy.offices_aaaaaa.id}';
  const lines = yaml(policyId)
    .replaceAll(/(?<!\$)ipp_a{27}(?!0)/g, () => reference)
    .replace('${req', '$$$&')
    .replace('%{', '%%{')
    .trimEnd()
    .split('\n');
  expect(adopt('hcl', yaml(policyId))).toContain(
    `traffic_policy = <<-EOT\n${lines.map((line) => `    ${line}\n`).join('')}  EOT\n`,
  );
});

test('a policy of several lines keeps its lines in TypeScript', () => {
  const reference = '${ipPolicies.officesAaaaaa.id}';
  const text = yaml(policyId)
    .replaceAll(/[\\`]/g, '\\$&')
    .replace('${req', '\\$&')
    .replaceAll(/(?<!\$)ipp_a{27}(?!0)/g, () => reference);
  expect(adopt('ts', yaml(policyId))).toContain(`TrafficPolicy.fromText(\`${text}\`)`);
});

test('a policy that cannot be parsed stays a text', () => {
  expect(adopt('ts', `on_http_request: [${policyId}`)).toContain(
    `TrafficPolicy.fromText('on_http_request: [${policyId}')`,
  );
  expect(adopt('hcl', `on_http_request: [${policyId}`)).toContain(`traffic_policy = "on_http_request: [${policyId}"`);
});

test('names of secrets and URLs of internal endpoints stay literal', () => {
  const vaultId = `vault_${'v'.repeat(27)}`;
  const policy = JSON.stringify({
    on_http_request: [
      { actions: [{ type: 'basic-auth', config: { credentials: ["admin:${secrets.get('web', 'admin')}"] } }] },
      { actions: [{ type: 'forward-internal', config: { url: 'https://b.internal' } }] },
    ],
  });
  const account = createInventory({
    vault: [{ id: vaultId, values: { id: vaultId, name: 'web' } }],
    secret: [{ id: `secret_${'s'.repeat(27)}`, values: { name: 'admin', vault_id: vaultId, vault_name: 'web' } }],
    cloud_endpoint: [
      { id: `ep_${'a'.repeat(27)}`, values: { url: 'https://a.internal', traffic_policy: policy, type: 'cloud' } },
      { id: `ep_${'b'.repeat(27)}`, values: { url: 'https://b.internal', traffic_policy: '{}', type: 'cloud' } },
    ],
  });
  const endpoints = buildAdoption({ account, inState: [] }).sections.find(({ kind }) => kind === 'cloud_endpoint');
  const bodies = endpoints?.declarations.map(({ body }) => Object.fromEntries(body)['traffic_policy']);
  expect(bodies?.map((body) => body?.type === 'policy' && body.parts)).toEqual([[policy], ['{}']]);
});

test('the provider block has account_object, and the profile of the account unless it is spec', () => {
  const plan = buildAdoption({ account: accountWith(restricted(policyId)), inState: [] });
  const bound = plan.accountObject;
  expect(bound).toMatch(/^ipp_/);
  const write = (format: 'ts' | 'hcl', path: string, profile: string) =>
    renderAdoption(plan, format, { ...OPTIONS, profile }).find((file) => file.path === path)?.text;
  expect(write('ts', 'main.ts', 'ngrok')).toContain(
    `new NetingressProvider(this, 'netingress', {\n      profile: 'ngrok',\n      accountObject: '${bound}',\n    });`,
  );
  expect(write('ts', 'main.ts', 'spec')).toContain(
    `new NetingressProvider(this, 'netingress', {\n      accountObject: '${bound}',\n    });`,
  );
  expect(write('hcl', 'versions.tf', 'ngrok')).toContain(
    `provider "netingress" {\n  profile        = "ngrok"\n  account_object = "${bound}"\n}\n`,
  );
  expect(write('hcl', 'versions.tf', 'spec')).toContain(`provider "netingress" {\n  account_object = "${bound}"\n}\n`);
});
