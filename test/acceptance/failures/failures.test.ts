/**
 * What a user sees when the service cannot be used or refuses: one clear error, and a state that still contains
 * everything.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getKind } from '../../../src/model/kinds';
import type { RunResult } from '../../../src/terraform/run';
import { parseMessages } from '../../../src/terraform/ui-json';
import { isFullCampaign } from '../../fuzz';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { type Service, serviceAt } from '../../support/acceptance/service';
import { failureOf, providerVariables, type Workspace } from '../../support/acceptance/workspace';
import { expression } from '../../support/expression';
import { findUnusedUrl, type Listening, listen } from '../../support/listen';
import { testRows } from '../../support/requirements';

const goodKey = 'by-hand';

const objects = {
  netingress_ip_policy: { one: { description: 'one' }, two: { description: 'two' } },
  netingress_ip_policy_rule: {
    a: { ip_policy_id: expression('netingress_ip_policy.one.id'), cidr: '10.0.0.0/8', action: 'allow' },
    b: { ip_policy_id: expression('netingress_ip_policy.one.id'), cidr: '11.0.0.0/8', action: 'allow' },
    c: { ip_policy_id: expression('netingress_ip_policy.two.id'), cidr: '12.0.0.0/8', action: 'deny' },
  },
  netingress_ip_restriction: { api: { type: 'api', ip_policy_ids: [expression('netingress_ip_policy.one.id')] } },
  netingress_agent_ingress: { agents: { domain: 'agents.example.com' } },
};

let account: AttachedAccount;
let service: Service;
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount({ apiKeys: [goodKey] });
  ({ url, workspace } = account);
  service = serviceAt(url);
  workspace.env['NETINGRESS_API_KEY'] = goodKey;
});
afterAll(() => account?.close());

const stateBytes = (): Promise<string> => readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8');

/** Runs Terraform with other environment variables than the workspace has; undefined removes one. */
async function terraformWith(variables: Record<string, string | undefined>, ...args: string[]): Promise<RunResult> {
  const { env } = workspace;
  const before = { ...env };
  const set = (values: Record<string, string | undefined>): void => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete env[name];
      else env[name] = value;
  };
  // A provider in this process reads the environment of the workspace.
  set(variables);
  try {
    return await workspace.terraform(...args);
  } finally {
    set(before);
  }
}

beforeAll(async () => {
  await workspace.configure(objects);
  await workspace.apply();
});

describe('an unusable service', () => {
  const servers: Listening[] = [];
  /** A service that sends the same response to every request. */
  const serve = async (status: number, type: string, body: string): Promise<Record<string, string>> => {
    const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
    const listening = await listen(server);
    servers.push(listening);
    return providerVariables(listening.url, goodKey);
  };

  afterAll(async () => {
    for (const { close } of servers) await close();
  });

  const settings: [string, () => Promise<Record<string, string | undefined>>, string[]][] = [
    [
      'a wrong key',
      async () => providerVariables(url, 'wrong-key'),
      ['the service rejected the API key', '403', 'ERR_203', 'NETINGRESS_API_KEY'],
    ],
    [
      'a base URL at which another API says that it does not know the path',
      () => serve(404, 'application/json', '{"error":"no such route"}'),
      ['404', 'the base URL', 'NETINGRESS_BASE_URL'],
    ],
    [
      'an unreachable service',
      async () => providerVariables(await findUnusedUrl(), goodKey),
      ['ECONNREFUSED', '127.0.0.1'],
    ],
    [
      'a service that returns HTML',
      () => serve(200, 'text/html', '<!doctype html><title>Welcome</title>'),
      ['text/html', 'NETINGRESS_BASE_URL'],
    ],
    ['a missing key', async () => ({ NETINGRESS_API_KEY: undefined }), ['api_key', 'NETINGRESS_API_KEY']],
  ];
  const expectOneError = async (_: string, variables: (typeof settings)[number][1], says: string[]): Promise<void> => {
    const environment = await variables();
    const before = await stateBytes();
    for (const args of [
      ...(isFullCampaign ? [['plan', '-json']] : []),
      ['apply', '-refresh-only', '-auto-approve', '-json'],
    ]) {
      const { status, stdout } = await terraformWith(environment, ...args);
      const shown = parseMessages(stdout).diagnostics;
      expect([args[0], status, shown.map(({ severity, summary }) => `${severity}: ${summary}`)]).toEqual([
        args[0],
        1,
        [expect.stringMatching(/^error: /)],
      ]);
      for (const text of says) expect(shown[0]?.detail).toContain(text);
      expect(shown[0]?.detail).not.toMatch(/wrong-key|by-hand|defect of the provider|fault of the provider/);
      expect(await stateBytes()).toBe(before);
    }
  };
  testRows(settings, { plain: 1 })('%s is one error, and the state stays as it is', expectOneError);
});

test('each rejected request of one apply is an error that names the object and, unless it is gone, the error code; the state stays, and the next plan proposes the changes again', async () => {
  const idOf = async (address: string): Promise<string> => String((await workspace.attributes(address))?.['id']);
  const [used, gone] = [await idOf('netingress_ip_policy.two'), await idOf('netingress_agent_ingress.agents')];
  const changed = await idOf('netingress_ip_policy_rule.a');
  const { netingress_ip_policy: policies, netingress_ip_policy_rule: rules, ...others } = objects;
  await workspace.configure({
    ...others,
    netingress_ip_policy: { one: policies.one },
    netingress_ip_policy_rule: { a: { ...rules.a, cidr: '13.0.0.0/8' }, b: rules.b },
    netingress_agent_ingress: { agents: { ...objects.netingress_agent_ingress.agents, description: 'after' } },
  });
  const planned = await workspace.changes();
  // Since the plan: an object is used, a network is taken, and an object is gone.
  const restriction = { type: 'dashboard', ip_policy_ids: [used] };
  const taken = { ip_policy_id: await idOf('netingress_ip_policy.one'), cidr: '13.0.0.0/8', action: 'deny' };
  expect((await service.request('POST', '/ip_restrictions', restriction)).status).toBe(201);
  expect((await service.request('POST', '/ip_policy_rules', taken)).status).toBe(201);
  await service.remove(getKind('agent_ingress'), gone);

  const failure = await failureOf(workspace, 'apply', '-no-color', 'plan.bin');
  expect(failure).toMatch(new RegExp(`Cannot delete IP policy ${used}.*409 ERR_1420`));
  expect(failure).toMatch(new RegExp(`Cannot update IP policy rule ${changed}.*409 ERR_1408`));
  expect(failure).toContain(`The agent ingress '${gone}' no longer exists. Run terraform plan again`);
  expect(failure.match(/Error: /g)).toHaveLength(3);
  expect(await idOf('netingress_ip_policy.two')).toBe(used);
  expect(await service.attributes(getKind('ip_policy'), used)).toBeDefined();
  expect((await workspace.attributes('netingress_ip_policy_rule.a'))?.['cidr']).toBe('10.0.0.0/8');
  // The rule of the policy was deleted before.
  const { 'netingress_ip_policy_rule.c': _, ...again } = planned;
  expect(await workspace.changes()).toEqual({ ...again, 'netingress_agent_ingress.agents': 'create' });
});
