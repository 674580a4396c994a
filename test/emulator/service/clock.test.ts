import { createEmulator } from '../../../src/emulator';
import { createApi, createTestClock } from '../../support/emulator/api';

const start = '2030-01-01T00:00:00.000Z';
const iso = (time: number) => new Date(time).toISOString();

test('a running clock can be set, frozen and resumed', () => {
  const behind = createTestClock();
  const { clock } = createEmulator({ clock: behind });
  clock.advance(60);
  behind.advance(1);
  expect(iso(clock.now())).toBe('2030-01-01T00:01:01.000Z');
  clock.freeze();
  behind.advance(100);
  expect(iso(clock.now())).toBe('2030-01-01T00:01:01.000Z');
  clock.resume();
  behind.advance(1);
  expect(iso(clock.now())).toBe('2030-01-01T00:01:02.000Z');
  clock.set('2029-01-01T00:00:00Z');
  behind.advance(1);
  expect(iso(clock.now())).toBe('2029-01-01T00:00:01.000Z');
  clock.freeze('2028-01-01T00:00:00Z');
  clock.advance(-1);
  expect(iso(clock.now())).toBe('2027-12-31T23:59:59.000Z');
});

test('the control shows, sets, freezes and advances the clock', async () => {
  const api = createApi({ clock: start });
  const control = async (method: string, body?: unknown) => (await api.send(method, '/_emulator/clock', body)).body;
  expect(await control('GET')).toEqual({ time: start, frozen: true });
  expect(await control('POST', { advance: 90.5 })).toEqual({ time: '2030-01-01T00:01:30.500Z', frozen: true });
  expect(await control('PUT', { time: '2031-01-01T00:00:00Z' })).toMatchObject({ time: '2031-01-01T00:00:00.000Z' });
  expect(await control('PUT', { frozen: false })).toMatchObject({ frozen: false });
  await api.emulator.reset();
  expect(await control('GET')).toEqual({ time: start, frozen: true });
});

test.each([
  ['POST', { advance: 1e15 }, 'in the years 1970 to 9998'],
  ['POST', {}, 'advance'],
  ['PUT', { time: 'soon' }, "The time is 'soon'"],
  ['PUT', { time: '2026-02-31T00:00:00Z' }, "The time is '2026-02-31"],
  ['PUT', { frozen: 'yes' }, 'frozen'],
  ['PUT', { tme: '' }, 'tme'],
])('%s %j is rejected, and the clock is unchanged', async (method, body, says) => {
  const api = createApi({ clock: start });
  const response = await api.send(method, '/_emulator/clock', body);
  expect([response.status, response.body['msg']]).toEqual([400, expect.stringContaining(says)]);
  expect(iso(api.emulator.clock.now())).toBe(start);
});

test('timestamps, the Date header and the log use the clock', async () => {
  const api = createApi({ clock: start });
  api.emulator.clock.advance(3600);
  const response = await api.send('POST', '/kubernetes_operators', {});
  expect(response.body).toMatchObject({ created_at: '2030-01-01T01:00:00Z', updated_at: '2030-01-01T01:00:00Z' });
  expect(response.headers.get('date')).toBe('Tue, 01 Jan 2030 01:00:00 GMT');
  expect(api.emulator.requests()).toMatchObject([{ time: '2030-01-01T01:00:00.000Z' }]);
  api.emulator.clock.advance(1);
  const updated = await api.send('PATCH', `/kubernetes_operators/${response.body['id']}`, { description: 'x' });
  expect(updated.body).toMatchObject({ created_at: '2030-01-01T01:00:00Z', updated_at: '2030-01-01T01:00:01Z' });
});

test('the Date header uses the clock over a socket too', async () => {
  const emulator = createEmulator({ clock: start });
  const { url } = await emulator.listen();
  try {
    const response = await fetch(`${url}/ip_policies`, { headers: { authorization: 'Bearer k' } });
    await response.text();
    expect(response.headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
  } finally {
    await emulator.close();
  }
});

test.each(['2150-06-20T00:00:00Z', '9998-12-31T00:00:00Z'])(
  'at %s domains, certificates and ingresses are created, and ids still increase after the clock is set back',
  async (time) => {
    const api = createApi({ clock: start, certificates: { seconds: 0 } });
    const year = Number(time.slice(0, 4));
    const policy = { certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' } };
    await api.send('PUT', '/_emulator/clock', { time });
    await api.create('/reserved_domains', { domain: 'a.example.com', ...policy });
    const authority = await api.create('/ssh_certificate_authorities', {});
    const keys = { ssh_certificate_authority_id: authority.id, public_key: authority['public_key'] };
    expect((await api.create('/ssh_host_certificates', keys))['valid_until']).toMatch(new RegExp(`^${year + 1}-`));
    const ingress = await api.create('/agent_ingresses', { domain: 'a.example.com', ...policy });
    for (const each of [ingress['certificate_management_status'], (await api.send('GET', '/tls_certificates')).body]) {
      expect(JSON.stringify(each)).toMatch(new RegExp(`"(renews_at|not_after)":"(${year}|${year + 1})-`));
    }
    await api.send('PUT', '/_emulator/clock', { time: start });
    const { id } = await api.create('/ip_policies', {});
    await api.emulator.reset();
    expect((await api.create('/ip_policies', {})).id > id).toBe(true);
  },
);
