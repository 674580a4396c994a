import { account, act, always, compare, deny, gets, ok, rules, when } from './decide';

test('the first action that ends the request decides', () => {
  expect(gets(rules(always(ok), always(deny)))).toBe('yes');
  expect(gets(rules(always(deny), always(ok)))).toBe('no');
  expect(gets(rules(when("req.method == 'GET'", deny), always(ok)))).toBe('no');
  expect(gets(rules(when("req.method == 'PUT'", deny), always(ok)))).toBe('yes');
  expect(gets(rules(when("req.url.path.startsWith('/a')", deny), always(ok)), '/ab')).toBe('no');
});

test('removed restrict-ips behind a path is new access', () => {
  const office = act('restrict-ips', { allow: ['203.0.113.0/24'] });
  const of = (policy: Parameters<typeof gets>[0]) => account([{ url: 'https://a.example.com', policy }]);
  const before = of(rules(when("req.url.path.startsWith('/admin')", office), always(ok)));
  const after = of(rules(always(ok)));
  expect(compare(before, after, 'https://a.example.com')).toBe('new');
  expect(compare(after, before, 'https://a.example.com')).toBe('none');
  expect(compare(before, before, 'https://a.example.com')).toBe('none');
});
