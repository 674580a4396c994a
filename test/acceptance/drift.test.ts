/** Drift detection on a real state of all kinds. */
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DriftReport } from '../../src/drift/report/report';
import type { Emulator } from '../../src/emulator';
import { isAudited } from '../../src/model/events/event-types';
import { isFullCampaign } from '../fuzz';
import { addressOf, allKindsResources } from '../support/acceptance/all-kinds';
import { useAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { runInProcess } from '../support/cli/run-in-process';
import { ANN } from '../support/drift/inventory';
import { connectApi } from '../support/emulator/api';
import { SPEC_KINDS } from '../support/kinds';

const account = useAttachedAccount();
let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  ({ emulator, workspace } = account);
  const resources = allKindsResources();
  await workspace.configure({
    ...resources,
    netingress_ip_policy: { ...resources['netingress_ip_policy'], guarded: { description: 'guarded' } },
    netingress_ip_policy_rules: {
      ...resources['netingress_ip_policy_rules'],
      guarded: {
        ip_policy_id: `\${netingress_ip_policy.guarded.id}`,
        rules: { '192.0.2.0/24': { action: 'allow' }, '2001:DB8:0::/48': { action: 'deny', description: 'no' } },
      },
    },
  });
  await workspace.apply();
});

async function drift(...args: string[]): Promise<{ status: number; stderr: string; report: DriftReport }> {
  const { folder: cwd, env } = workspace;
  const { status, stdout, stderr } = await runInProcess(['drift', '--json', ...args], { cwd, env });
  if (stdout === '') throw new Error(stderr);
  return { status, stderr, report: JSON.parse(stdout) as DriftReport };
}

async function byHand(method: string, path: string, body?: object): Promise<void> {
  const { status, body: returned } = await connectApi(emulator).sendAsUser(method, path, body, ANN);
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(returned)}`);
}

const idOf = async (address: string): Promise<string> => String((await workspace.attributes(address))?.['id']);

test('finds nothing after a deployment of all kinds, and after changes each changed object, with its author where the kind is audited; in CI at least what Terraform finds', async () => {
  const fresh = await drift();
  expect(fresh.report.findings).toEqual([]);
  expect(fresh.status).toBe(0);
  expect(fresh.report.coverage.kinds.filter(({ managed }) => managed === 0)).toEqual([]);

  for (const kind of SPEC_KINDS)
    await byHand('PATCH', `${kind.path}/${await idOf(addressOf(kind))}`, { description: `changed ${kind.name}` });
  const guarded = await idOf('netingress_ip_policy.guarded');
  await byHand('POST', '/ip_policy_rules', { ip_policy_id: guarded, cidr: '0.0.0.0/0', action: 'allow' });
  await byHand('POST', '/ip_policies', { description: 'undeclared' });
  await writeFile(join(workspace.folder, 'audit.json'), JSON.stringify({ events: emulator.events() }));

  const { status, report } = await drift('--events', 'audit.json');
  const ours = new Set(report.findings.filter(({ type }) => type !== 'unmanaged').map(({ address }) => address));
  const changed = [...SPEC_KINDS.map(addressOf), 'netingress_ip_policy_rules.guarded'];
  expect(changed.filter((address) => !ours.has(address))).toEqual([]);
  if (isFullCampaign) {
    const theirs = ((await workspace.plan('-refresh-only')).resource_drift ?? []).map(({ address }) => address);
    expect(theirs).toContain('netingress_ip_policy_rules.guarded');
    expect(theirs.filter((address) => !ours.has(address))).toEqual([]);
  }
  expect(report.findings.filter(({ address }) => !changed.includes(String(address)))).toMatchObject([
    { type: 'unmanaged', kind: 'ip_policy', name: 'undeclared' },
  ]);
  expect(status).toBe(2);
  const set = report.findings.filter(({ kind }) => kind === 'ip_policy_rules');
  const address = 'netingress_ip_policy_rules.guarded';
  expect(set).toMatchObject([{ type: 'changed', path: 'rules["0.0.0.0/0"]', address }]);
  const silent = report.findings.filter(({ attribution: by }) => by?.author?.subject !== 'ann@example.com');
  expect([...new Set(silent.map(({ kind, unattributed }) => `${kind}: ${unattributed}`))].sort()).toEqual(
    SPEC_KINDS.filter(({ name }) => !isAudited(name))
      .map(({ name }) => `${name}: kind_not_audited`)
      .sort(),
  );
});

// Continues the test above: its changes and its audit.json are still there.
test('--repair shows and reverts the changes, after which only the undeclared object is found, and removes what a killed repair left', async () => {
  const rule = await idOf('netingress_ip_policy_rule.sample');
  await byHand('DELETE', `/ip_policy_rules/${rule}`);
  // No process has this number: on Linux they are below 4194304 (PID_MAX_LIMIT).
  const killed = await mkdtemp(join(tmpdir(), 'netingress-repair-4194305-x-'));
  await writeFile(join(killed, 'plan.bin'), 'secrets');
  const { status, stderr, report } = await drift('--repair', '--events', 'audit.json');
  expect(existsSync(killed)).toBe(false);
  expect(stderr).toMatch(/Repairing in .+: .*netingress_ip_policy_rule\.sample/);
  expect(stderr).toMatch(/Plan: 1 to add, \d+ to change, 0 to destroy/);
  expect(report.findings).toMatchObject([{ type: 'unmanaged', attribution: { author: { subject: ANN.subject } } }]);
  expect(report.not_checked).not.toContain('events');
  expect(status).toBe(2);
});
