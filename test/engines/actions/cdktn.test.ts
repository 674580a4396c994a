/** The constructs of actions in the entry for `cdktn`: an app is synthesized and applied, and its actions are invoked. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatGrant } from '../../../src/model/grants/grant';
import { getKind } from '../../../src/model/kinds';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { type RunResult, run } from '../../../src/terraform/run';
import { make } from '../../adopt/seed';
import { type CdktnProject, createCdktnProject } from '../../cdktn/project';
import { type Engine, testFeature } from '../../support/engines/feature';
import { terraformBinary } from '../../support/terraform-binary';

let project: CdktnProject;

beforeAll(() => {
  project = createCdktnProject();
});
afterAll(() => project.remove());

const APP = `
const core = require('cdktn');
const { AccessReap, CredentialRotate, IpPolicy, IpPolicyRule, NetingressProvider, VerifyAccess } = require('netingress/cdktn');
const targetVersions = JSON.parse(process.env.TARGETS);
const app = new core.App({ outdir: 'out', context: { targetVersions } });
const stack = new core.TerraformStack(app, 'access');
new NetingressProvider(stack, 'netingress');
const { id } = new IpPolicy(stack, 'office', { description: 'office' });
const rule = new IpPolicyRule(stack, 'berlin', { ipPolicyId: id, cidr: '203.0.113.0/24', action: 'allow' });
new AccessReap(stack, 'reap').triggerBefore(rule, ['create']);
new VerifyAccess(stack, 'check', { ipPolicyIds: [id], mustAdmit: ['203.0.113.0/24'] }).triggerAfter(rule);
new CredentialRotate(stack, 'key', { name: 'ci', file: 'ci.token' });
app.synth();
`;

async function synthesize(targets: object): Promise<RunResult> {
  writeFileSync(join(project.folder, 'actions.js'), APP);
  const variables = { TARGETS: JSON.stringify(targets) };
  const searchPath = process.env['PATH'] ?? '';
  const { CI: _, ...env } = await isolatedEnvironment({ folder: join(project.folder, 'run'), searchPath, variables });
  return run(process.execPath, ['actions.js'], { cwd: project.folder, env });
}

async function testDeployment({ emulator, workspace }: Engine): Promise<void> {
  const { status, stderr } = await synthesize({ terraform: '>=1.14' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  const cwd = join(project.folder, 'out/stacks/access');
  const searchPath = process.env['PATH'] ?? '';
  const { NETINGRESS_BASE_URL = '', NETINGRESS_API_KEY = '' } = workspace.env;
  const env = await isolatedEnvironment({
    folder: join(project.folder, 'run'),
    searchPath,
    variables: { NETINGRESS_BASE_URL, NETINGRESS_API_KEY },
  });
  const terraform = async (...args: string[]): Promise<string> => {
    const result = await run(terraformBinary(), [...args, '-no-color'], { cwd, env });
    expect([args, result.status, result.status === 0 ? '' : `${result.stdout}${result.stderr}`]).toEqual([args, 0, '']);
    return result.stdout;
  };
  const other = await make(emulator, getKind('ip_policy'), {});
  const grant = formatGrant({ until: '2000-01-01T00:00:00Z', by: 'ana', reason: 'debug', ticket: null });
  await make(emulator, getKind('ip_policy_rule'), {
    ip_policy_id: other,
    cidr: '192.0.2.1/32',
    action: 'allow',
    metadata: grant,
  });

  await terraform('init');
  const applied = await terraform('apply', '-auto-approve');
  expect(applied).toContain('Removed 1 overdue grant; 0 live.');
  expect(applied).toContain('Verified 1 network.');
  expect(emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toEqual(['203.0.113.0/24']);
  await terraform('apply', '-auto-approve', '-invoke=action.netingress_credential_rotate.key');
  const [key] = emulator.objects('api_key');
  expect(`ak_${readFileSync(join(cwd, 'ci.token'), 'utf8').split('_')[0] ?? ''}`).toBe(key?.['id']);
  await terraform('plan', '-detailed-exitcode');
}

testFeature('actions', {
  claim: 'an app of cdktn with all actions is synthesized and applied',
  works: testDeployment,
  async isUnknown() {
    const { status, stderr } = await synthesize({ terraform: '>=1.13' });
    expect(status).not.toBe(0);
    for (const command of ['access verify', 'access reap', 'credential rotate'])
      expect(stderr).toContain(`Run \`netingress ${command}\` after the deployment instead.`);
  },
});
