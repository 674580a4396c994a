/** The provider's functions, called by the real terraform binary, with no service behind them. */
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';

jest.setTimeout(120_000);

let workspace: Workspace;

beforeAll(async () => {
  // Functions send no request: no service listens at this address.
  workspace = await createAttachedWorkspace('http://127.0.0.1:9');
});
afterAll(() => workspace?.remove());

const call = (expression: string): { value: string } => ({ value: `\${provider::netingress::${expression}}` });

test('return values in outputs', async () => {
  await workspace.configure(
    {},
    {
      output: {
        canonical: call('cidr_canonical("2001:DB8:0::/32")'),
        contains: call('cidr_contains("10.0.0.0/8", "10.1.2.3")'),
        allowed: call('policy_allows({"10.0.0.0/8" = "allow", "10.9.0.0/16" = "deny"}, "10.1.2.3")'),
        denied: call('policy_allows({"10.0.0.0/8" = "allow", "10.9.0.0/16" = "deny"}, "10.9.2.3")'),
        fields: call('event_fields("tcp_connection_closed.v0")'),
      },
    },
  );
  await workspace.apply();
  const outputs = JSON.parse(await workspace.ok('output', '-json')) as Record<string, { value: unknown }>;
  const { fields, ...others } = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  expect(others).toEqual({ canonical: '2001:db8::/32', contains: true, allowed: true, denied: false });
  expect(fields).toContain('conn.client_ip');
  await workspace.forget();
});

test('are evaluated at apply for values known only after apply', async () => {
  await workspace.configure(
    { terraform_data: { range: { input: '192.0.2.1' } } },
    { output: { canonical: call('cidr_canonical(terraform_data.range.output)') } },
  );
  await workspace.apply();
  expect(JSON.parse(await workspace.ok('output', '-json', 'canonical'))).toBe('192.0.2.1/32');
  await workspace.forget();
});

test.each([
  [
    'cidr_canonical("10.0.0.1/8")',
    `Invalid value for "cidr" parameter: '10.0.0.1/8' has bits set beyond its mask /8; expected the network address: 10.0.0.0/8.`,
  ],
  ['cidr_contains("10.0.0.0/8", "x")', 'Invalid value for "inner" parameter'],
  ['policy_allows({"10.0.0.0/8" = "block"}, "10.0.0.1")', 'Invalid value for "rules" parameter'],
  ['event_fields("ip_policy_craeted.v0")', "did you mean 'ip_policy_created.v0'"],
])('%s is an error at validate', async (expression, says) => {
  await workspace.configure({}, { output: { wrong: call(expression) } });
  const { status, stdout, stderr } = await workspace.terraform('validate', '-no-color');
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`.replace(/[\s│╷╵]+/g, ' ')).toContain(says);
});
