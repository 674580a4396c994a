import { createApi, createTestClock } from '../../support/emulator/api';

const policy = { authority: 'letsencrypt' };

test('a temporary failure has INTERNAL_ERROR and the time of the next retry', async () => {
  const clock = createTestClock();
  const api = createApi({ clock, certificates: { seconds: 5, outcomes: { 'A.Example.COM': 'INTERNAL_ERROR' } } });
  const ingress = { domain: 'a.example.com', certificate_management_policy: policy };
  const { id } = await api.create('/agent_ingresses', ingress);
  clock.advance(70);
  expect((await api.send('GET', `/agent_ingresses/${id}`)).body['certificate_management_status']).toMatchObject({
    renews_at: null,
    provisioning_job: {
      error_code: 'INTERNAL_ERROR',
      started_at: '2030-01-01T00:00:00Z',
      retries_at: '2030-01-01T00:02:05Z',
    },
  });
});

test.each([
  ['/agent_ingresses', 3600, 0],
  ['/agent_ingresses', 0, 0],
  ['/agent_ingresses', 1.25, 900],
  ['/reserved_domains', 3600, 900],
])('the next job of %s with jobs of %d s starts at the announced time', async (path, seconds, milliseconds) => {
  const clock = createTestClock(Date.UTC(2030, 0, 1) + milliseconds);
  const api = createApi({ clock, certificates: { seconds } });
  const { id } = await api.create(path, { domain: 'a.example.com', certificate_management_policy: policy });
  const statusAt = async (time: number) => {
    clock.advance((time - clock.now()) / 1000);
    const { body } = await api.send('GET', `${path}/${id}`);
    return body['certificate_management_status'] as { renews_at: string; provisioning_job: object | null };
  };
  let status = await statusAt(clock.now() + seconds * 1000);
  for (let renewal = 1; renewal <= 3; renewal++) {
    const { renews_at } = status;
    const at = Date.parse(renews_at);
    expect(await statusAt(at - 1)).toEqual({ renews_at, provisioning_job: null });
    if (seconds > 0) expect((await statusAt(at)).provisioning_job).toMatchObject({ started_at: renews_at });
    status = await statusAt(at + seconds * 1000);
    expect(status.provisioning_job).toBeNull();
    expect(Date.parse(status.renews_at) - at).toBe((60 * 86_400 + Math.floor(seconds)) * 1000);
  }
  // No request for a year: the current job is one of the announced series.
  const later = Date.parse(status.renews_at) + 5 * (60 * 86_400 + Math.floor(seconds)) * 1000;
  expect((await statusAt(later - 1)).renews_at).toBe(new Date(later).toISOString().replace('.000', ''));
});

test('only a changed policy starts another job', async () => {
  const clock = createTestClock();
  const api = createApi({ clock, certificates: { seconds: 2 } });
  const { id } = await api.create('/agent_ingresses', {
    domain: 'a.example.com',
    certificate_management_policy: policy,
  });
  const patched = async (body: object) =>
    (await api.send('PATCH', `/agent_ingresses/${id}`, body)).body['certificate_management_status'];
  clock.advance(100);
  const done = { renews_at: '2030-03-02T00:00:02Z', provisioning_job: null };
  expect(await patched({ description: 'x' })).toEqual(done);
  expect(await patched({ certificate_management_policy: policy })).toEqual(done);
  expect(await patched({ certificate_management_policy: { ...policy, private_key_type: 'ecdsa' } })).toMatchObject({
    provisioning_job: { started_at: '2030-01-01T00:01:40Z' },
  });
  expect(await patched({ certificate_management_policy: null })).toBeNull();
  expect(await patched({ certificate_management_policy: policy })).toMatchObject({
    provisioning_job: { started_at: '2030-01-01T00:01:40Z' },
  });
});
