/** A report with findings of every type, and with strings that try to break out of a format. */
import type { Drift } from '../../../src/drift/report/report';
import { configuredResource } from '../state-resource';
import { createDeployedAccount } from './inventory';

/** Markup, quotes, a line break, a fence, a table's bar, a mention, and what ends a script. */
const hostile = '</title><script>alert(1)</script> "q" \'a\' | ``` @team\n## heading \u0007 ünïcödé';

export async function detectAllTypes(): Promise<Drift> {
  const deployed = await createDeployedAccount();
  try {
    const office = await deployed.deploy('netingress_ip_policy', 'office', { description: hostile });
    const gone = await deployed.deploy('netingress_ip_policy', 'gone', { description: 'gone' });
    const id = office.values['id'];
    await deployed.deploy('netingress_ip_restriction', 'r', { type: 'api', ip_policy_ids: [id as string] });
    const config = { ip_policy_id: id as string, cidr: '10.0.0.0/8', action: 'allow' };
    const rule = await deployed.deploy('netingress_ip_policy_rule', 'one', config);
    // changed
    await deployed.edit(id, { metadata: hostile }, { subject: `${hostile}@example.com` });
    // missing
    await deployed.remove(gone.values['id']);
    // replaced: another rule has the policy and network of the removed one.
    await deployed.remove(rule.values['id']);
    await deployed.changeDirectly('POST', '/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'deny' });
    // unmanaged: its creation and two later changes, so that the report has an author with several events
    const made = await deployed.changeDirectly('POST', '/ip_policies', { description: `unmanaged ${hostile}` });
    await deployed.edit(made['id'], { metadata: 'x' });
    await deployed.edit(made['id'], { metadata: '' });
    // conflict: two states have the policy.
    const address = 'module.x["a b"].netingress_ip_policy.again';
    deployed.stateResources.push({ ...office, state: { file: 'second.tfstate' }, address });
    const declare = (name: string, description: string) =>
      configuredResource(`netingress_ip_policy.${name}`, { description });
    return await deployed.drift({
      events: deployed.events(),
      // `fresh` is pending.
      configured: [declare('office', hostile), declare('fresh', 'fresh')],
      eventProblems: ['Line 7 of events is not whole JSON: it was left out.'],
      ignore: [
        { kind: 'nothing', reason: 'matches nothing' },
        { id: 'x', reason: 'over', expires: '2020-01-01' },
      ],
      workingDirectories: [{ state: { stack: 'test' }, directory: 'cdktf.out/stacks/test' }],
    });
  } finally {
    await deployed.close();
  }
}
