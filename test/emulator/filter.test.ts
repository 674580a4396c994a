import { createApi } from './api';

async function listed(filter: string) {
  const api = createApi();
  const one = await api.make('/ip_policies', { description: 'one' });
  const two = await api.make('/ip_policies', {});
  for (const { id } of [one, two]) {
    await api.make('/ip_policy_rules', {
      ip_policy_id: id,
      cidr: '10.0.0.0/8',
      action: id === one.id ? 'allow' : 'deny',
    });
  }
  const text = filter.replace('<one>', one.id);
  return api.send('GET', `/ip_policy_rules?filter=${encodeURIComponent(text)}`);
}

test.each<[string, string[]]>([
  ['obj.ip_policy.id == "<one>"', ['allow']],
  ['obj.action == "deny"', ['deny']],
  ['obj.action == "deny" || obj.ip_policy.id == "<one>"', ['deny', 'allow']],
  ['obj.action == "deny" && obj.ip_policy.id == "<one>"', []],
  ['obj.description == ""', ['deny', 'allow']],
])('the filter %s is served', async (filter, actions) => {
  const { status, body } = await listed(filter);
  expect(status).toBe(200);
  expect((body['ip_policy_rules'] as { action: string }[]).map(({ action }) => action)).toEqual(actions);
});

test.each(['obj.uri == "x"', 'obj.cidr.startsWith("10.")', 'size(obj.cidr) > 3', 'cidr == "x"', ''])(
  'the filter %j is refused by name instead of being ignored',
  async (filter) => {
    expect(await listed(filter)).toMatchObject({ status: 400, body: { error_code: 'ERR_250' } });
  },
);

test.each(['/kubernetes_operators'])('%s takes no filter', async (path) => {
  expect(await createApi().send('GET', `${path}?filter=true`)).toMatchObject({
    status: 400,
    body: { error_code: 'ERR_231' },
  });
});
