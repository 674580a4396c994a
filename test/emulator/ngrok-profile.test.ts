import { createApi } from './api';

const api = () => createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });

test.each([
  ['', 'ERR_NGROK_218'],
  ['1', 'ERR_NGROK_217'],
])('the version header %j is refused', async (version, code) => {
  const answer = await api().send('GET', '/ip_policies', undefined, { 'ngrok-version': version });
  expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
});

test('the operation id stands in the header and in the details of an error', async () => {
  const answer = await api().send('GET', '/ip_policies/nonsense');
  const { operation_id: id } = answer.body['details'] as { operation_id: string };
  expect(id).toMatch(/^op_/);
  expect(answer.headers.get('ngrok-operation-id')).toBe(id);
});

const target = {
  firehose: {
    auth: { creds: { aws_access_key_id: 'key', aws_secret_access_key: 'secret' } },
    delivery_stream_arn: 'arn:stream',
  },
};

test('event targets are taken and answered in the words of the profile', async () => {
  const service = api();
  const { id, target: answered } = await service.make('/event_destinations', { format: 'json', target });
  expect(answered).toEqual({
    firehose: {
      auth: { role: null, creds: { aws_access_key_id: 'key', aws_secret_access_key: null } },
      delivery_stream_arn: 'arn:stream',
    },
    kinesis: null,
    cloudwatch_logs: null,
  });
  const role = { firehose: { auth: { role: { role_arn: 'arn:role' } } } };
  expect((await service.send('PATCH', `/event_destinations/${id}`, { target: role })).body['target']).toMatchObject({
    firehose: { auth: { role: { role_arn: 'arn:role' }, creds: null }, delivery_stream_arn: 'arn:stream' },
  });
});

test('the words of the specification are unknown there, and messages use those of the profile', async () => {
  const neutral = { format: 'JSON', target: { delivery_stream: {} } };
  const unknown = await api().send('POST', '/event_destinations', neutral);
  expect(unknown.body).toMatchObject({ error_code: 'ERR_NGROK_214' });
  expect(unknown.body['msg']).toContain('target.firehose, target.kinesis, target.cloudwatch_logs');
  const missing = { format: 'JSON', target: { firehose: { auth: target.firehose.auth } } };
  const answer = await api().send('POST', '/event_destinations', missing);
  expect(answer.body).toMatchObject({ error_code: 'ERR_NGROK_5118' });
  expect(answer.body['msg']).toContain('target.firehose.delivery_stream_arn is not set');
});

test('a traffic source must name its fields', async () => {
  const sources = [{ type: 'tcp_connection_closed.v0' }];
  expect((await api().send('POST', '/event_subscriptions', { sources })).body).toMatchObject({
    error_code: 'ERR_NGROK_5400',
  });
});

test('an operator without bindings has a zeroed binding', async () => {
  expect((await api().make('/kubernetes_operators', {}))['binding']).toEqual({
    cert: { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' },
    endpoint_selectors: null,
  });
});

test('the URI of an agent ingress is relative', async () => {
  const ingress = await api().make('/agent_ingresses', { domain: 'a.example.com' });
  expect(ingress['uri']).toBe(`/agent_ingresses/${ingress.id}`);
});
