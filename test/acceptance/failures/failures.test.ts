/**
 * What a user sees when the service cannot be used or refuses: one clear error, within a bounded time, and a state that
 * still contains everything.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Emulator } from '../../../src/emulator';
import { getKind } from '../../../src/model/kinds';
import type { RunResult } from '../../../src/terraform/run';
import { parseMessages } from '../../../src/terraform/ui-json';
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
let emulator: Emulator;
let service: Service;
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount({ apiKeys: [goodKey] });
  ({ emulator, url, workspace } = account);
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

describe('an unusable service', () => {
  const servers: Listening[] = [];
  /** A service that sends the same response to every request. */
  const serve = async (status: number, type: string, body: string): Promise<Record<string, string>> => {
    const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
    const listening = await listen(server);
    servers.push(listening);
    return providerVariables(listening.url, goodKey);
  };

  beforeAll(async () => {
    await workspace.configure(objects);
    await workspace.apply();
  });
  afterAll(async () => {
    for (const { close } of servers) await close();
    await workspace.ok('destroy', '-auto-approve', '-no-color');
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
      ['plan', '-json'],
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
  testRows(settings, { plain: 2 })('%s is one error, and the state stays as it is', expectOneError);
});

describe('a rejected request', () => {
  const policy = getKind('ip_policy');
  const idOf = async (address: string): Promise<string> => String((await workspace.attributes(address))?.['id']);

  beforeEach(() => emulator.reset());
  afterEach(() => workspace.forget());

  test('to delete an object in use names the object and the error code, and keeps the object in the state', async () => {
    await workspace.configure({ netingress_ip_policy: { used: { description: 'used' } } });
    await workspace.apply();
    const id = await idOf('netingress_ip_policy.used');
    const made = await service.request('POST', '/ip_restrictions', { type: 'api', ip_policy_ids: [id] });
    expect(made.status).toBe(201);
    const failure = await failureOf(workspace, 'destroy', '-auto-approve', '-no-color');
    expect(failure).toContain(`Cannot delete IP policy ${id}`);
    expect(failure).toContain('409 ERR_1420');
    expect(failure.match(/Error: /g)).toHaveLength(1);
    expect(await idOf('netingress_ip_policy.used')).toBe(id);
    expect(await service.attributes(policy, id)).toBeDefined();
  });

  const one = { netingress_ip_policy: { one: {} } };
  const withRule = (cidr: string) => ({
    ...one,
    netingress_ip_policy_rule: {
      a: { ip_policy_id: expression('netingress_ip_policy.one.id'), cidr, action: 'allow' },
    },
  });

  test('to update names the object and the error code, and the next plan proposes the update again', async () => {
    await workspace.configure(withRule('10.0.0.0/8'));
    await workspace.apply();
    const id = await idOf('netingress_ip_policy_rule.a');
    const taken = { ip_policy_id: await idOf('netingress_ip_policy.one'), cidr: '11.0.0.0/8', action: 'deny' };
    expect((await service.request('POST', '/ip_policy_rules', taken)).status).toBe(201);
    await workspace.configure(withRule('11.0.0.0/8'));
    const failure = await failureOf(workspace, 'apply', '-auto-approve', '-no-color');
    expect(failure).toContain(`Cannot update IP policy rule ${id}`);
    expect(failure).toContain('409 ERR_1408');
    expect((await workspace.attributes('netingress_ip_policy_rule.a'))?.['cidr']).toBe('10.0.0.0/8');
    expect(await workspace.changes()).toEqual({ 'netingress_ip_policy_rule.a': 'update' });
  });

  test('because the object was deleted since the plan says so, and the next plan creates the object', async () => {
    await workspace.configure({ netingress_ip_policy: { gone: { description: 'before' } } });
    await workspace.apply();
    const id = await idOf('netingress_ip_policy.gone');
    await workspace.configure({ netingress_ip_policy: { gone: { description: 'after' } } });
    expect(await workspace.changes()).toEqual({ 'netingress_ip_policy.gone': 'update' });
    await service.remove(policy, id);
    const failure = await failureOf(workspace, 'apply', '-no-color', 'plan.bin');
    expect(failure).toContain(`The IP policy '${id}' no longer exists. Run terraform plan again`);
    expect(await workspace.changes()).toEqual({ 'netingress_ip_policy.gone': 'create' });
  });
});
