/** The constructs of actions in the entry for `cdktn`: an app is synthesized and applied, and its actions are invoked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { type RunResult, run } from '../../../src/terraform/run';
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
const { IpPolicy, IpPolicyRule, NetingressProvider, VerifyAccess } = require('netingress/cdktn');
const targetVersions = JSON.parse(process.env.TARGETS);
const app = new core.App({ outdir: 'out', context: { targetVersions } });
const stack = new core.TerraformStack(app, 'access');
new NetingressProvider(stack, 'netingress');
const { id } = new IpPolicy(stack, 'office', { description: 'office' });
const rule = new IpPolicyRule(stack, 'berlin', { ipPolicyId: id, cidr: '203.0.113.0/24', action: 'allow' });
new VerifyAccess(stack, 'check', { ipPolicyIds: [id], mustAdmit: ['203.0.113.0/24'] }).triggerAfter(rule);
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
  await terraform('init');
  const applied = await terraform('apply', '-auto-approve');
  expect(applied).toContain('Verified 1 network.');
  expect(emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toEqual(['203.0.113.0/24']);
  expect(await terraform('apply', '-auto-approve', '-invoke=action.netingress_verify_access.check')).toContain(
    'Verified 1 network.',
  );
  await terraform('plan', '-detailed-exitcode');
}

testFeature('actions', {
  claim: 'an app of cdktn with an action is synthesized and applied',
  works: testDeployment,
  async refuses() {
    const { status, stderr } = await synthesize({ terraform: '>=1.13' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Run `netingress access check` after the deployment instead.');
  },
});
