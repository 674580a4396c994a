/** What a user sees when the service cannot be used or refuses: clear errors, and the state as it was. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getKind } from '../../../src/model/kinds';
import { parseMessages } from '../../../src/terraform/ui-json';
import { useAttachedAccount } from '../../support/acceptance/provider-in-process';
import { serviceAt } from '../../support/acceptance/service';
import { failureOf, providerVariables, type Workspace } from '../../support/acceptance/workspace';
import { createObject } from '../../support/emulator/create-object';
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

const account = useAttachedAccount({ apiKeys: [goodKey] });
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  ({ url, workspace } = account);
  workspace.env['NETINGRESS_API_KEY'] = goodKey;
  await workspace.configure(objects);
  await workspace.apply();
});
afterAll(async () => {
  for (const { close } of servers) await close();
});

const stateText = (): Promise<string> => readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8');

const servers: Listening[] = [];
/** A service that sends the same response to every request. */
async function serve(status: number, type: string, body: string): Promise<Record<string, string>> {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
  const listening = await listen(server);
  servers.push(listening);
  return providerVariables(listening.url, goodKey);
}

const ABSENT = 'ipp_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
const [KEY, OBJECT] = ['NETINGRESS_API_KEY', 'NETINGRESS_ACCOUNT_OBJECT'];

/** What is wrong, the environment variables that make it so, and texts that the error contains. */
const UNUSABLE: readonly [string, () => Promise<Record<string, string>> | Record<string, string>, string[]][] = [
  ['a wrong key', () => providerVariables(url, 'wrong-key'), ['rejected the API key', '403', 'ERR_203', KEY]],
  [
    'an API that does not know the path',
    () => serve(404, 'application/json', '{"error":"no such route"}'),
    ['404', 'the base URL', 'NETINGRESS_BASE_URL'],
  ],
  ['no service', async () => providerVariables(await findUnusedUrl(), goodKey), ['ECONNREFUSED', '127.0.0.1']],
  [
    'a service that returns HTML',
    () => serve(200, 'text/html', '<!doctype html><title>Welcome</title>'),
    ['text/html', 'NETINGRESS_BASE_URL'],
  ],
  ['an empty key', () => ({ [KEY]: '' }), ['api_key', KEY]],
  ['another account', () => ({ [OBJECT]: ABSENT }), [`account_object (${OBJECT})`, ABSENT]],
];
testRows(UNUSABLE, { plain: 1 })('%s is one error, and the state stays as it is', async (_, variables, says) => {
  const { env } = workspace;
  const [usual, before] = [{ ...env }, await stateText()];
  // Not a copy of `env`: a provider in this process reads this object.
  Object.assign(env, await variables());
  const { status, stdout } = await workspace.terraform('apply', '-refresh-only', '-auto-approve', '-json');
  for (const name of Object.keys(env)) delete env[name];
  Object.assign(env, usual);
  const { diagnostics } = parseMessages(stdout);
  expect([status, diagnostics.map(({ severity }) => severity), await stateText()]).toEqual([1, ['error'], before]);
  const detail = `${diagnostics[0]?.summary} ${diagnostics[0]?.detail}`;
  for (const text of says) expect(detail).toContain(text);
  expect(detail).not.toMatch(/wrong-key|by-hand|defect of the provider|fault of the provider/);
});

test('each rejected request of one apply is an error that names the object and, unless it is gone, the error code; the state stays', async () => {
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
  // Since the last refresh: an object is used, a network is taken, and an object is gone.
  await createObject(url, '/ip_restrictions', { type: 'dashboard', ip_policy_ids: [used] }, { key: goodKey });
  const taken = { ip_policy_id: await idOf('netingress_ip_policy.one'), cidr: '13.0.0.0/8', action: 'deny' };
  await createObject(url, '/ip_policy_rules', taken, { key: goodKey });
  await serviceAt(url).remove(getKind('agent_ingress'), gone);

  const failure = await failureOf(workspace, 'apply', '-no-color', '-auto-approve', '-refresh=false');
  expect(failure).toMatch(new RegExp(`Cannot delete IP policy ${used}.*409 ERR_1420`));
  expect(failure).toMatch(new RegExp(`Cannot update IP policy rule ${changed}.*409 ERR_1408`));
  expect(failure).toContain(`The agent ingress '${gone}' no longer exists. Run terraform plan again`);
  expect(failure.match(/Error: /g)).toHaveLength(3);
  expect(account.emulator.objects('ip_policy').map(({ id }) => id)).toContain(used);
  const rule = await workspace.attributes('netingress_ip_policy_rule.a');
  const ids = [await idOf('netingress_ip_policy.two'), await idOf('netingress_agent_ingress.agents')];
  expect([...ids, rule?.['cidr']]).toEqual([used, gone, '10.0.0.0/8']);
});
