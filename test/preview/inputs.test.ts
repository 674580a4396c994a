import { mkdir } from 'node:fs/promises';
import { writeOutputsState } from '../../src/preview/stacks/stack-state';
import { expression } from '../support/expression';
import { appForEach, readStack } from '../support/preview/app';
import { testInCi } from '../support/requirements';

const app = appForEach();

const policy = (description: string) => ({ netingress_ip_policy: { own: { description } } });

testInCi('each input that the deployment may see differently is named, and no gate is decided', async () => {
  await app.write('cdktf.out/files/name.txt', 'Office');
  const check = {
    condition: expression('length(data.netingress_ip_policies.all.ip_policies) == 0'),
    error_message: 'The account has a policy already.',
  };
  const id = expression('netingress_ip_policy.office.id');
  const rule = (cidr: string) => ({ ip_policy_id: id, cidr, action: 'deny' });
  await app.synthesize({
    all: {
      data: { netingress_ip_policies: { all: {} } },
      resource: {
        terraform_data: { a: {} },
        netingress_ip_policy: {
          office: {
            description: `${expression('file("../../files/name.txt")')} ${expression('join(",", fileset("../../files", "*"))')}`,
            lifecycle: { precondition: [check] },
          },
          direct: { description: expression('path.cwd') },
          template: { description: expression('templatefile("texts/name.tftpl", {})') },
          computed: { description: expression(`templatefile("./texts/${'$'}{basename("any/name")}.tftpl", {})`) },
        },
        netingress_ip_policy_rule: {
          time: rule(`10.${expression('length(timestamp())')}.0.0/16`),
          made: rule(`10.1${expression('length(terraform_data.a.id)')}.0.0/16`),
        },
      },
    },
  });
  await app.write('cdktf.out/stacks/all/texts/name.tftpl', expression('abspath(".")'));
  const env = { TF_CLI_ARGS_plan: '-refresh=true -detailed-exitcode' };
  const report = await app.reportIn({ env }, '--no-new-access', '--must-deny', '8.8.8.8');
  expect(report).toMatchObject({
    ...{ result: 'incomplete', exit_status: 3, stacks: [{ status: 'applied' }] },
    gates: [{ result: 'not_decided' }, { result: 'not_decided' }],
  });
  // Files above the folder are read.
  expect(report.objects.map(({ name }) => name)).toContain('Office name.txt');
  expect(report.incomplete).toEqual(
    [
      'TF_CLI_ARGS_plan and TF_CLI_ARGS_apply differ in -refresh',
      'path.cwd depends on the folder',
      'timestamp() has another value in the deployment',
      'abspath() depends on the folder',
      'Whether netingress_ip_policy_rule.made.cidr depends on a value that the deployment creates anew is not known',
      'Whether netingress_ip_policy_rule.time.cidr depends on a value that the deployment creates anew is not known',
      'the next plan fails: Resource precondition failed: The account has a policy already.',
    ].map((text) => expect.stringContaining(`Stack all: ${text}`)),
  );
});

test('one stack of an app is previewed with the last states of the others, a plan that never settles is reported, and a state that cannot be read is named', async () => {
  const read = (name: string, output: string) => expression(`data.terraform_remote_state.${name}.outputs.${output}`);
  const { id } = await app.create('/ip_policies', { description: 'Offices' });
  const access = {
    dependsOn: ['networks', 'lost'],
    data: { terraform_remote_state: { networks: readStack(app, 'networks'), lost: readStack(app, 'lost') } },
    resource: {
      netingress_ip_policy: {
        unsettled: { description: expression('timestamp()') },
        guessed: { description: expression('try(data.terraform_remote_state.lost.outputs.name, "Guests")') },
      },
      netingress_ip_restriction: {
        agent: { type: 'agent', enforced: true, must_admit: [], ip_policy_ids: [read('networks', 'policy')] },
      },
    },
  };
  await app.synthesize({ networks: { resource: policy('Offices') }, access, lost: { resource: policy('Lost') } });
  await writeOutputsState(app.state('networks'), { values: { policy: id }, types: {} });
  await mkdir(app.state('lost'));
  expect(await app.report('--stack', 'access')).toMatchObject({
    result: 'incomplete',
    exit_status: 3,
    // A description with a time decides nothing about access, so it is not among them.
    incomplete: [
      expect.stringContaining('The state of the stack lost could not be read'),
      expect.stringContaining('data.terraform_remote_state.lost has no outputs in the last state'),
    ],
    refusals: [],
    stacks: [
      { name: 'access', status: 'applied' },
      { name: 'networks', status: 'left_out' },
      { name: 'lost', status: 'left_out' },
    ],
    never_settles: [{ stack: 'access', address: 'netingress_ip_policy.unsettled', actions: ['update'] }],
  });
});

testInCi('a file that does not exist is a mistake of the caller, and one that the copy lacks is not', async () => {
  await app.synthesize({ all: { resource: policy(expression('file("crash.log")')) } });
  expect(await app.preview()).toMatchObject({ status: 1, stderr: expect.stringContaining('crash.log') });
  await app.write('cdktf.out/stacks/all/crash.log', 'Office');
  expect(await app.report()).toMatchObject({ result: 'incomplete', stacks: [{ status: 'not_previewed' }] });
});
