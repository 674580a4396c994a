/** Secrets in the folder for temporary files: temporary-files.test.ts. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { preview } from '../../src/preview/command';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { findConfigurationSecrets, findPlanSecrets, findStateSecrets } from '../../src/terraform/find-secrets';
import { expression } from '../support/expression';
import { API_KEY, appForAll, readToken, readTree } from '../support/preview/app';
import { testInCi, testRows } from '../support/requirements';

const SECRET = 'planted-secret-9f2b';

const app = appForAll({ apiKeys: [API_KEY] });

const variable = { hidden: { type: 'string', sensitive: true } };
const hidden = expression('var.hidden');
const deployed = {
  netingress_api_key: { ci: { description: 'CI' } },
  netingress_ip_policy: { office: { description: hidden } },
};

async function previewIn(format: string, ...options: string[]) {
  const { stdout, stderr, status } = await app.preview('--format', format, '--var', `hidden=${SECRET}`, ...options);
  return { status, text: stdout + stderr };
}

const FORMATS = Object.keys(preview.formats);
const JSON_FIRST = ['json', ...FORMATS.filter((format) => format !== 'json')];

describe('no report contains a sensitive variable that the service quotes in a refusal, a token of the state or the API key', () => {
  let token: string;
  beforeAll(async () => {
    await app.create('/reserved_domains', { domain: `${SECRET}.example.com` });
    await app.synthesize({ all: { resource: { netingress_api_key: deployed.netingress_api_key } } });
    await app.deploy('all');
    token = await readToken(app);
    await app.synthesize({
      all: {
        variable,
        resource: {
          ...deployed,
          netingress_domain: { taken: { domain: `${hidden}.example.com` } },
          netingress_ip_policy: {
            office: deployed.netingress_ip_policy.office,
            token: { description: `token ${expression('nonsensitive(netingress_api_key.ci.token)')}` },
          },
        },
      },
    });
  });

  testRows(JSON_FIRST, { plain: 1 })('%s', async (format) => {
    const { text: printed, status } = await previewIn(format, '--out', 'report');
    const text = printed + (await app.read('report'));
    expect(status).toBe(2);
    expect(text).toContain('413');
    // The message names the domain.
    expect(text).toContain('redacted');
    for (const secret of [SECRET, token, API_KEY]) expect(text.includes(secret)).toBe(false);
    expect((await readdir(app.folder)).sort()).toEqual(['cdktf.out', 'report', 'terraform.all.tfstate']);
    const files = Object.entries(await readTree(app.folder)).filter(([, base64]) => {
      const content = Buffer.from(base64, 'base64').toString();
      return [SECRET, token, API_KEY].some((secret) => content.includes(secret));
    });
    // The token is in the state that the deployment wrote.
    expect(files.map(([file]) => file)).toEqual([app.state('all')]);
  });
});

testInCi.each(FORMATS)('a sensitive network that admits every address is not in %s', async (format) => {
  const network = '0.0.0.0/0';
  const policy = expression('netingress_ip_policy.office.id');
  const admitting = expression('netingress_ip_policy_rule.office.ip_policy_id');
  const rule = { ip_policy_id: policy, action: 'allow', cidr: expression('var.network') };
  await app.synthesize({
    open: {
      variable: { network: { type: 'string', sensitive: true } },
      resource: {
        netingress_ip_policy: { office: { description: 'Office' } },
        netingress_ip_policy_rule: { office: rule },
        netingress_ip_restriction: { api: { type: 'api', enforced: true, ip_policy_ids: [admitting] } },
      },
    },
  });
  const { stdout, stderr, status } = await app.preview('--format', format, '--var', `network=${network}`);
  expect(status).toBe(0);
  expect(stdout + stderr).not.toContain(network);
  expect(stdout).toContain('sensitive value');
});

testInCi('a private key is not printed if Terraform quotes it, because another version is required', async () => {
  const terraform = { required_version: '>= 99.0.0' };
  const file = 'cdktf.out/stacks/all/cdk.tf.json';
  await app.synthesize({ all: {} });
  await app.terraform('all', 'init');
  const configuration = JSON.parse(await app.read(file)) as { readonly terraform: object };
  const resource = { netingress_tls_certificate: { app: { certificate_pem: 'x', private_key_pem: SECRET } } };
  await app.write(file, { resource, provider: {}, terraform: { ...configuration.terraform, ...terraform } });
  // The recorded backend is read first. Without one the copy is planned.
  for (const [failed, expected] of Object.entries({ 'terraform state pull': 3, 'Terraform rejects it': 1 })) {
    const { text, status } = await previewIn('json');
    expect(status).toBe(expected);
    expect(text).toContain(failed);
    expect(text.includes(SECRET)).toBe(false);
    await rm(join(app.folder, 'cdktf.out/stacks/all/.terraform'), { recursive: true, force: true });
  }
});

test('the ids that CDKTF passes between stacks are no secrets, although it marks them as sensitive', () => {
  const [id, password] = ['ipp_111111111111111111111111111', 'a password'];
  const cross = 'cross-stack-output-netingress_ip_policyofficesid';
  const outputs = {
    [cross]: { value: id, type: 'string', sensitive: true },
    password: { value: password, type: 'string', sensitive: true },
  };
  expect(findStateSecrets(JSON.stringify({ version: 4, outputs, resources: [] }))).toEqual([password]);
  const change = (after: string) => ({ actions: ['create'], before: null, after, after_sensitive: true });
  const plan = { output_changes: { [cross]: change(id), password: change(password) } };
  expect(findPlanSecrets(plan as never)).toEqual([password]);
});

test('sensitive values of data sources are secrets, in a state file and in the state of a plan', () => {
  const [password, deleted] = ['a password', 'a deleted key'];
  const values = { secret_string: password, arn: 'arn:aws:secretsmanager' };
  const named = { mode: 'data', type: 'aws_secretsmanager_secret_version', name: 'db' };
  const path = [{ type: 'get_attr', value: 'secret_string' }];
  const instances = [{ attributes: values, sensitive_attributes: [path] }];
  expect(findStateSecrets(JSON.stringify({ version: 4, resources: [{ ...named, instances }] }))).toEqual([password]);
  const shown = { ...named, values, sensitive_values: { secret_string: true } };
  const inModule = { child_modules: [{ address: 'module.db', resources: [shown] }] };
  const prior = { format_version: '1.0', values: { root_module: inModule } };
  // The model knows the key, also of a certificate that the plan deletes.
  const change = { actions: ['delete'], before: { private_key_pem: deleted }, after: null };
  const changes = [{ type: 'netingress_tls_certificate', change }];
  const plan = { prior_state: prior, resource_changes: changes };
  expect(findPlanSecrets(plan as never).sort()).toEqual([deleted, password]);
});

test('a literal is a secret as it is written and as it is applied, and an expression is none', () => {
  const certificate = (key: string) => ({ netingress_tls_certificate: { app: { private_key_pem: key } } });
  const configuration = { resource: [certificate('pa$${ss'), certificate(`key ${hidden}`)] };
  const { resources } = parseConfiguration('all', '/app', [configuration]);
  expect(findConfigurationSecrets(resources)).toEqual(['pa$${ss', 'pa${ss']);
});
