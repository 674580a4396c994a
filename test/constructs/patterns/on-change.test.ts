import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as providerNull from '@cdktf/provider-null';
import { type TerraformStack, Testing } from 'cdktf';
import { AgentIngressDomain, OnChange, type OnChangeProps } from '../../../src';
import { NullProvider, NullResource } from '../../../src/constructs/patterns/on-change/null-resource';
import { openDeployment } from '../../support/constructs/deployment';
import { newFolder, newStack, problemsIn, removeFolders, render, stackWith } from '../../support/constructs/synth';

afterEach(removeFolders);

function nullResource(stack: TerraformStack, id: string): unknown {
  return Object.entries(render(stack).resource['null_resource'] ?? {}).find(([name]) => name.startsWith(`${id}_`))?.[1];
}

test('is a null resource with triggers and a command, and two share the provider that the first one creates', () => {
  const stack = newStack();
  const { ingress } = new AgentIngressDomain(stack, 'agents', { domain: 'a.example.com', certificate: false });
  const command = { command: './reload.sh', environment: { REGION: 'eu' }, interpreter: ['/bin/bash', '-c'] };
  new OnChange(stack, 'reload', {
    watch: { regions: ingress.regionDomains, name: 'x', none: null },
    ...command,
    workingDirectory: '/srv',
    dependsOn: [ingress],
  });
  new OnChange(stack, 'again', { watch: { a: '1' }, command: 'true' });
  expect(nullResource(stack, 'reload')).toMatchObject({
    triggers: {
      regions: expect.stringMatching(
        /^\$\{jsonencode\(netingress_agent_ingress\.agents_ingress_\w+\.region_domains\)}$/,
      ),
      name: '"x"',
      none: 'null',
    },
    provisioner: [
      {
        'local-exec': { ...command, working_dir: '/srv' },
      },
    ],
    depends_on: [expect.stringMatching(/^netingress_agent_ingress\.agents_ingress_/)],
  });
  expect(Object.keys(render(stack).provider)).toEqual(['null']);
  expect(render(stack).provider['null']).toHaveLength(1);
  expect(problemsIn(stack)).toEqual([]);
});

test('uses the null provider of the stack', () => {
  const stack = newStack();
  new providerNull.provider.NullProvider(stack, 'mine');
  new OnChange(stack, 'reload', { watch: { a: '1' }, command: 'true' });
  expect(render(stack).provider['null']).toHaveLength(1);
});

test('rejects an empty watch', () => {
  const stack = newStack();
  new OnChange(stack, 'reload', { watch: {}, command: 'true' });
  expect(problemsIn(stack)).toEqual([expect.stringMatching(/^stack\/reload: watch: is empty/)]);
});

test('renders the same as the classes of @cdktf/provider-null', () => {
  const classes = [
    { Provider: NullProvider, Resource: NullResource },
    { Provider: providerNull.provider.NullProvider, Resource: providerNull.resource.Resource },
  ];
  const [own, expected] = classes.map(({ Provider, Resource }) => {
    const stack = newStack();
    new Resource(stack, 'resource', {
      triggers: { a: '1' },
      provisioners: [{ type: 'local-exec', command: 'true', environment: { A_B: '1' } }],
      dependsOn: [],
      provider: new Provider(stack, 'null'),
    });
    return [Testing.synth(stack), Testing.synthHcl(stack)];
  });
  expect(own).toEqual(expected);
});

test('runs its command at the first deployment and when a watched value changes, and neither when its environment changes nor at a destroy', async () => {
  const log = join(newFolder(), 'log');
  // The real Terraform, with a stand-in for the null provider.
  const deployment = await openDeployment();
  const deploy = async (more: Partial<OnChangeProps>): Promise<void> => {
    const stack = stackWith();
    new OnChange(stack, 'reload', {
      watch: { regions: new AgentIngressDomain(stack, 'agents', { domain: 'a.example.com' }).regionDomains },
      command: `echo "$WHAT" >> ${log}`,
      environment: { WHAT: 'ran' },
      ...more,
    });
    await deployment.deploy(render(stack));
  };
  const runs = (): number => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0);
  try {
    await deploy({});
    expect([runs(), await deployment.plan()]).toEqual([1, {}]);
    await deploy({ environment: { WHAT: 'other' } });
    expect(runs()).toBe(1);
    const settings = new Request('http://x/_emulator/settings', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${deployment.emulator.controlToken}` },
      body: JSON.stringify({ regions: ['us', 'eu', 'ap', 'au', 'sa', 'jp', 'in', 'mars'] }),
    });
    expect((await deployment.emulator.fetch(settings)).ok).toBe(true);
    await deploy({});
    expect(runs()).toBe(2);
    await deployment.destroy();
    expect(runs()).toBe(2);
  } finally {
    await deployment.close();
  }
});
