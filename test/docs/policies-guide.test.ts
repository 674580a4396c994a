/**
 * The Rego example of the guide to security policies judges real plans, in OPA's library, whose source Go's checksum
 * file pins.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { useAttachedAccount } from '../support/acceptance/provider-in-process';
import { expression } from '../support/expression';
import { useFolder } from '../support/folder';
import { testWith } from '../support/requirements';
import { documentAt, filesOf } from './documents';

const account = useAttachedAccount();
const files = useFolder();

testWith('CAMPAIGN=full', 'go')(
  'the example denies open rules, rules that are not known yet, and inputs that are no complete plan',
  async () => {
    const { workspace } = account;
    const program = join(files.folder, 'evaluate');
    execFileSync('go', ['build', '-mod=readonly', '-o', program, '.'], {
      cwd: join(__dirname, '../support/opa'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const { 'open_networks.rego': module = '' } = filesOf(documentAt('docs/guides/policies.md'));
    const file = join(files.folder, await files.write('open_networks.rego', module));
    const judge = (input: unknown): unknown =>
      JSON.parse(
        execFileSync(program, [file, 'data.netingress.deny'], { input: JSON.stringify(input), encoding: 'utf8' }),
      );

    const policies = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { description: name }]));
    const set = (name: string, networks: Readonly<Record<string, string>>) => ({
      ip_policy_id: `\${netingress_ip_policy.${name}.id}`,
      rules: Object.fromEntries(Object.entries(networks).map(([network, action]) => [network, { action }])),
    });
    const rule = (name: string, cidr: string) => ({
      ip_policy_id: `\${netingress_ip_policy.${name}.id}`,
      cidr,
      action: 'allow',
    });
    const known = set('a', { '203.0.113.0/24': 'allow', '0.0.0.0/0': 'deny' });
    await workspace.configure({
      netingress_ip_policy: policies,
      netingress_ip_policy_rules: { known, open: set('b', { '0.0.0.0/1': 'allow', '128.0.0.0/1': 'allow' }) },
      netingress_ip_policy_rule: {
        open: rule('c', '::/0'),
        later: rule('d', expression('terraform_data.later.output')),
      },
      terraform_data: { later: { input: '203.0.113.0/24' } },
    });
    expect(judge(await workspace.plan())).toEqual([
      'netingress_ip_policy_rule.later: admits_every_address is known only after apply',
      'netingress_ip_policy_rule.open admits every address',
      'netingress_ip_policy_rules.open admits every address',
    ]);
    await workspace.configure({ netingress_ip_policy: policies, netingress_ip_policy_rules: { known } });
    const plan = await workspace.plan();
    expect(judge(plan)).toEqual([]);
    for (const input of [{}, { ...plan, errored: true }, { ...plan, complete: false }])
      expect(judge(input)).toEqual(['the input is not a complete plan']);
  },
);
