// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Adopted traffic policies: the typed form compiles, and means the same as the policy of the service. */
import ts from 'typescript';
import * as netingress from '../../src';
import { buildAdoption, renderAdoption } from '../../src/adopt';
import { toPolicyExpression } from '../../src/adopt/policy-expression';
import { hclAttributes } from '../../src/adopt/print-hcl';
import { printTsPolicy } from '../../src/adopt/print-policy';
import { canonicalPolicy } from '../../src/model/traffic-policy/equality';
import { createInventory } from '../support/account';
import { findTypeErrors } from '../support/constructs/type-errors';
import { VALID_POLICIES, type ValidPolicy } from '../support/traffic-policies/valid';

const textOf = ({ policy }: ValidPolicy): string => (typeof policy === 'string' ? policy : JSON.stringify(policy));

const scope = { reference: () => 'policy' };

function printed(each: ValidPolicy): string {
  return printTsPolicy(
    toPolicyExpression(textOf(each), `${each.scheme ?? 'https'}://x`, () => undefined),
    0,
    scope,
    new Set(),
  );
}

/** Runs printed TypeScript with the names of the package. */
function evaluate(code: string): netingress.TrafficPolicy {
  const javascript = ts.transpile(`return ${code};`, { target: ts.ScriptTarget.ES2022 });
  const { act, Cel, cel, rule, TrafficPolicy } = netingress;
  const run = new Function('act', 'Cel', 'cel', 'rule', 'TrafficPolicy', javascript) as (
    ...names: unknown[]
  ) => netingress.TrafficPolicy;
  return run(act, Cel, cel, rule, TrafficPolicy);
}

test.each(VALID_POLICIES.map((each) => [each.title, each] as const))('%s has the same meaning', (_, each) => {
  const policy = evaluate(printed(each));
  expect(canonicalPolicy(policy.checkedText)).toBe(canonicalPolicy(textOf(each)));
});

test('almost all have the typed form', () => {
  const texts = VALID_POLICIES.filter((each) => printed(each).startsWith('TrafficPolicy.fromText('));
  // Older names, and empty lists.
  expect(texts.map(({ title }) => title)).toEqual([
    'YAML with a merge key',
    'older names of phases',
    'names, null and empty lists',
    'openid-connect by its older name',
    'verify-webhook by its older name',
  ]);
});

test('the printed code compiles', () => {
  const source = [
    "import { act, Cel, cel, rule, TrafficPolicy } from '../../../src';",
    'export const used = [act, Cel, cel, rule, TrafficPolicy];',
    ...VALID_POLICIES.map((each, index) => `export const p${index} = ${printed(each)};`),
  ].join('\n');
  expect([...findTypeErrors(source).values()]).toEqual([]);
});

const policyId = `ipp_${'a'.repeat(27)}`;

const accountWith = (text: string) =>
  createInventory({
    ip_policy: [{ id: policyId, values: { id: policyId, description: 'Offices' } }],
    cloud_endpoint: [
      { id: `ep_${'b'.repeat(27)}`, values: { url: 'https://app.example.com', traffic_policy: text, type: 'cloud' } },
    ],
  });

const restricted = JSON.stringify({
  on_http_request: [
    {
      name: 'office',
      expressions: ["req.url.path.startsWith('/admin')"],
      actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [policyId] } }],
    },
    { actions: [{ type: 'custom-response', config: { status_code: 503, body: 'Hi ${req.host}' } }] },
  ],
});

test('refers to adopted IP policies, in TypeScript', () => {
  const plan = buildAdoption({ account: accountWith(restricted), stateResources: [] });
  const files = renderAdoption(plan, 'ts', {
    version: '0.1.0',
    providerAddress: 'terraform.local/netingress/netingress',
    dependencies: {} as never,
  });
  const file = files.find(({ path }) => path === 'adopted/cloud-endpoints.ts');
  expect(file?.text).toContain("import { act, cel, CloudEndpoint, rule, TrafficPolicy } from 'netingress';");
  expect(file?.text).toContain(`    trafficPolicy: TrafficPolicy.for('https')
      .onHttpRequest(
        rule('office', cel\`req.url.path.startsWith('/admin')\`).do(
          act.restrictIps({ enforce: true, ipPolicies: [ipPolicies.officesAaaaaa] }),
        ),
        act.customResponse({ statusCode: 503, body: 'Hi \${req.host}' }),
      ),`);
});

test('the provider has the profile of the account, without which synth refuses the constructs', () => {
  const plan = buildAdoption({ account: accountWith(restricted), stateResources: [] });
  const bound = plan.accountObject;
  expect(bound).toMatch(/^ipp_/);
  const options = { version: '0.1.0', providerAddress: 'terraform.local/netingress/netingress' };
  const write = (format: 'ts' | 'hcl', path: string, profile: string) =>
    renderAdoption(plan, format, { ...options, profile, dependencies: {} as never }).find((file) => file.path === path)
      ?.text;
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

test('is jsonencode with references, in HCL', () => {
  const expression = toPolicyExpression(restricted, 'https://x', () => ({ type: 'ip_policy', name: 'offices' }));
  const text = hclAttributes([['traffic_policy', expression]], 0).join('\n');
  expect(text).toContain('traffic_policy = jsonencode({');
  expect(text).toContain('netingress_ip_policy.offices.id');
  expect(text).toContain('"Hi $${req.host}"');
});

test('a policy that cannot be parsed stays a text', () => {
  const expression = toPolicyExpression('on_http_request: [', 'https://x', () => undefined);
  expect(printTsPolicy(expression, 0, scope, new Set())).toBe("TrafficPolicy.fromText('on_http_request: [')");
  expect(hclAttributes([['traffic_policy', expression]], 0)).toEqual(['traffic_policy = "on_http_request: ["']);
});
