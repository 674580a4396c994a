import { compileFilter, EventError, matchesFilter, parseEvent } from 'netingress/events';

const event = {
  event_type: 'http_request_complete.v0',
  object: { conn: { client_ip: '203.0.113.7', server_port: '443' }, http: { request: { method: 'get' } } },
};

test.each([
  ['true', true],
  ['ev.conn.server_port == 443', true],
  ['ev.conn.server_port != 443', false],
  ['ev.conn.client_ip.startsWith("203.0.113.") && ev.conn.server_port > 80', true],
  ['ev.conn.server_name == "x"', false],
  ['ev.conn.server_name != "x"', false],
  ['!(ev.conn.server_name == "x")', false],
  ['ev.conn.server_name == "x" || ev.conn.server_port == 443', true],
])('%s is %s for every form of an event', (expression, expected) => {
  const filter = compileFilter(expression);
  const dotted = { event_type: event.event_type, object: { 'conn.client_ip': '203.0.113.7', 'conn.server_port': 443 } };
  const forms = [event, parseEvent(event), JSON.stringify(event), Buffer.from(JSON.stringify(event)), dotted];
  expect(forms.map((form) => filter(form))).toEqual(forms.map(() => expected));
  expect(matchesFilter(event, expression)).toBe(expected);
});

test.each([
  ['', 'it is empty'],
  ['ev.conn.client_ip ==', 'it is not CEL'],
  ['ev.conn.client_ip', 'it is a string; expected a condition'],
  ['ev.conn.server_port == "443"', 'it compares an integer with a string'],
  ['ev.conn.sever_port == 443', "did you mean 'ev.conn.server_port'?"],
  ['ev.http.request.method == "get"', 'expected only fields that can be filtered on'],
  ['ev.conn.client_ip.matches("(?=a)")', "it has the invalid regular expression '(?=a)'"],
])('the filter %j is rejected: %s', (expression, message) => {
  expect(() => matchesFilter(event, expression)).toThrow(EventError);
  expect(() => compileFilter(expression)).toThrow(message);
});

test('an event without fields matches only a filter without fields', () => {
  const other = { event_type: 'ip_policy_created.v0', object: null };
  expect([matchesFilter(other, 'true'), matchesFilter(other, 'ev.conn.server_port > 0')]).toEqual([true, false]);
});

test('a regular expression takes linear time on an untrusted string', () => {
  const from = (client_ip: string) => ({ event_type: event.event_type, object: { conn: { client_ip } } });
  const filter = compileFilter('ev.conn.client_ip.matches("^(a+)+$")');
  expect([filter(from('a'.repeat(5000))), filter(from(`${'a'.repeat(5000)}!`))]).toEqual([true, false]);
});
