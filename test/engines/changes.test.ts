import { pem } from '../support/acceptance/samples';
import { failureOf, type Resources } from '../support/acceptance/workspace';
import { writesOf } from '../support/emulator/requests-of';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';
import { expression } from '../support/expression';

/**
 * An IP policy that an enforced restriction names, with its rule set, and a certificate that a domain names. The
 * restriction depends on the rule set, so that the rules are written before it. `flag`: create_before_destroy.
 */
function configuration(name: string, certificate: 1 | 2, { flag = false } = {}): Resources {
  const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
  const ip_policy_id = expression(`netingress_ip_policy.${name}.id`);
  const certificate_id = expression('netingress_tls_certificate.named.id');
  const depends_on = [`netingress_ip_policy_rules.${name}`];
  const rules = { '203.0.113.0/24': { action: 'allow' } };
  const files = { certificate_pem: pem(`tls-certificate-${certificate}`), private_key_pem: pem('tls-key-1') };
  return {
    netingress_ip_policy: { [name]: { ...lifecycle } },
    netingress_ip_policy_rules: { [name]: { ip_policy_id, rules, ...lifecycle } },
    netingress_ip_restriction: {
      user: { type: 'dashboard', enforced: true, ip_policy_ids: [ip_policy_id], depends_on },
    },
    netingress_tls_certificate: { named: { ...files, ...lifecycle } },
    netingress_domain: { user: { domain: 'app.example.com', certificate_id } },
  };
}

testFeature('changes', {
  inProcess: true,
  async works({ emulator, workspace }) {
    await workspace.configure(configuration('old', 1));
    await workspace.apply();
    await workspace.configure(configuration('new', 2));
    const text = await failureOf(workspace, 'apply', '-no-color', '-auto-approve');
    expect(text).toContain('Networks would be shut out');
    expect(text).toContain('create_before_destroy = true } to the netingress_tls_certificate');
    expect(emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toContain('203.0.113.0/24');
    await workspace.configure(configuration('new', 2, { flag: true }));
    // The state of `old` lacks the flag, so Terraform would delete the old rules before it updates the restriction.
    // With -target it creates what the users name and updates the users, and the second apply deletes the old list.
    const users = ['netingress_ip_restriction', 'netingress_domain'].map((type) => `-target=${type}.user`);
    await workspace.apply(...users);
    await workspace.apply();
    await expectEmptyPlan(workspace);

    // Now the state has the flag.
    await workspace.configure(configuration('renamed', 1, { flag: true }));
    const writes = await writesOf(emulator, () => workspace.apply());
    // Terraform orders the writes of the list, and those of the certificate. In between, both may be in any order.
    const of = (...paths: readonly string[]): string[] =>
      writes
        .map((write) => write.split('/').slice(0, 2).join('/'))
        .filter((write) => paths.some((path) => write.endsWith(` /${path}`)));
    expect(of('ip_policies', 'ip_policy_rules', 'ip_restrictions')).toEqual([
      'POST /ip_policies',
      'POST /ip_policy_rules',
      'PATCH /ip_restrictions',
      'DELETE /ip_policy_rules',
      'DELETE /ip_policies',
    ]);
    expect(of('tls_certificates', 'reserved_domains')).toEqual([
      'POST /tls_certificates',
      'PATCH /reserved_domains',
      'DELETE /tls_certificates',
    ]);
    await expectEmptyPlan(workspace);
  },
});
