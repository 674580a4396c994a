/** Strings that begin with U+FEFF, which Terraform removes from templates as a byte order mark. */
import { IpAllowList, IpPolicy, IpPolicyRule, NetingressProvider } from '../../src';
import { type Deployment, openDeployment } from '../support/constructs/deployment';
import { newStack, problemsIn, removeFolders, render } from '../support/constructs/synth';

let deployment: Deployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(async () => {
  await deployment.close();
  removeFolders();
});

test('are deployed unchanged', async () => {
  const text = '\ufeffx\ufeff';
  const stack = newStack();
  new NetingressProvider(stack, 'netingress');
  const policy = new IpPolicy(stack, 'policy', { description: text });
  new IpPolicyRule(stack, 'rule', {
    ipPolicyId: policy.id,
    cidr: '10.0.0.0/8',
    action: 'allow',
    description: `\ufeff\ufeff${policy.id}`,
  });
  new IpAllowList(stack, 'list', { allow: [{ name: text, cidrs: ['192.0.2.1'] }] });
  expect(problemsIn(stack)).toEqual([]);
  deployment.use(render(stack));
  await deployment.deploy();
  const objects = [...deployment.emulator.objects('ip_policy'), ...deployment.emulator.objects('ip_policy_rule')];
  const descriptions = objects.flatMap(({ description }) =>
    typeof description === 'string' && description !== '' ? [description] : [],
  );
  expect(descriptions.map((each) => each.replace(/ipp_.*/, '')).sort()).toEqual([text, text, '\ufeff\ufeff'].sort());
  expect(await deployment.plan()).toEqual({});
});
