/** Adoption beside temporary access, with the real terraform binary. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatGrant } from '../../src/model/grants/grant';
import { useAttachedAccount } from '../support/acceptance/provider-in-process';
import { runInProcess } from '../support/cli/run-in-process';
import { type CreatedObject, createObject } from '../support/emulator/create-object';

const account = useAttachedAccount();

test('adoption leaves grants out, and the import of what it wrote opens no access again', async () => {
  const { emulator, workspace } = account;
  emulator.clock.freeze('2030-01-01T00:00:00Z');
  const { id: policyId } = await createObject(emulator, '/ip_policies', { description: 'Offices' });
  const createRule = (cidr: string, until?: string): Promise<CreatedObject> =>
    createObject(emulator, '/ip_policy_rules', {
      ip_policy_id: policyId,
      cidr,
      action: 'allow',
      ...(until && { metadata: formatGrant({ until, by: 'ana', reason: 'r', ticket: null }) }),
    });
  await createRule('10.0.0.0/8');
  await createRule('198.51.100.1/32', '2030-01-01T05:00:00Z');
  const { id: overdue } = await createRule('198.51.100.2/32', '2029-12-31T23:00:00Z');
  const run = (...args: string[]): ReturnType<typeof runInProcess> =>
    runInProcess(args, { env: workspace.env, cwd: workspace.folder });
  for (const format of ['ts', 'hcl']) {
    const { status, stderr } = await run('adopt', '--out', format, '--format', format);
    const said =
      'Wrote 2 resources to import. Skipped: 1 needing no configuration, 1 overdue grant. Delete overdue grants with `npx netingress access reap`.';
    expect([status, stderr]).toEqual([0, expect.stringContaining(said)]);
    const readme = await readFile(join(workspace.folder, format, 'README.md'), 'utf8');
    expect(readme).toContain(
      `\`${overdue}\`, which allows 198.51.100.2/32 temporarily: granted until 2029-12-31T23:00:00Z, by ana, r, overdue. Delete it with \`npx netingress access reap\` before the first plan.`,
    );
    expect(readme).toMatch(/npx netingress access reap\n(npx cdktf diff|terraform plan)/);
    const files = format === 'hcl' ? ['main.tf', 'imports.tf'] : ['adopted/ip-policies.ts'];
    for (const file of files) {
      const text = await readFile(join(workspace.folder, format, file), 'utf8');
      expect(text).not.toMatch(/198\.51\.100|netingress_grant/);
      if (format === 'hcl') await writeFile(join(workspace.folder, file), text);
    }
  }
  await workspace.configure({});
  expect((await run('access', 'reap')).stdout).toContain('Removed 1 overdue grant; 1 live.');
  expect(Object.values(await workspace.apply())).toEqual(['import', 'import']);
  const networks = emulator.objects('ip_policy_rule').map(({ cidr }) => cidr);
  expect(networks).toEqual(['198.51.100.1/32', '10.0.0.0/8']);
});
