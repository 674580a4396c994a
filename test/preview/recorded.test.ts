import { gzipSync } from 'node:zlib';
import { findEventFiles } from '../../src/command/inputs/find-event-files';
import type { PreviewReport } from '../../src/preview/report';
import { runBacktest } from '../../src/preview/run-backtest';
import type { JsonObject } from '../../src/values/json';
import { requestsOf } from '../support/emulator/requests-of';
import { compareAccount } from '../support/preview/access';
import { appForAll } from '../support/preview/app';

const app = appForAll();

/** As many requests of an address as the number says, all at that time. */
const REQUESTS = [
  ['203.0.113.7', 1, '2026-05-01T10:00:00Z'],
  ['203.0.113.7', 2, '2026-05-03T10:00:00Z'],
  ['203.0.113.8', 1, '2026-05-01T10:00:00Z'],
  ['203.0.113.200', 2, '2026-05-02T10:00:00Z'],
  ['203.0.113.7', 1, '2026-05-02T10:00:00Z'],
  ['2001:db8::7', 1, '2026-05-01T10:00:00Z'],
] as const;

const event = (address: string, time: string) =>
  JSON.stringify({
    event_id: 'ev_1',
    event_type: 'http_request_complete.v0',
    event_timestamp: time,
    object: { conn: { client_ip: address } },
  });
const lines = REQUESTS.flatMap(([address, count, time]) => Array.from({ length: count }, () => event(address, time)));
const rows = REQUESTS.map(([address, count, time]) => `${address},endpoints,${count},${time}`);

test('a compressed archive and counts of the same requests give the same answer', async () => {
  await app.write('requests.gz', gzipSync(lines.join('\n')));
  await app.write('counts.csv', `address,part,requests,last_time\n${rows.join('\n')}\n`);
  const [before, after] = [{ rules: ['allow 203.0.113.0/24'] }, { rules: ['allow 203.0.113.128/25'] }];
  const access = compareAccount('endpoints', before, after);
  const context = { cwd: app.folder, signal: new AbortController().signal, stdin: () => [] as never };
  const find = (name: string) => findEventFiles(context, [name]);
  const streamed = await runBacktest(context, { events: await find('*.gz'), traffic: [] }, access);
  expect(await runBacktest(context, { events: [], traffic: await find('counts.csv') }, access)).toEqual(streamed);
  const top = [{ address: '203.0.113.7', requests: 4, last_time: '2026-05-03T10:00:00Z' }, {}];
  const counts = { newly_refused: { requests: 5, addresses: 2, top }, newly_admitted: { requests: 0 } };
  const restrictions = [{ type: 'endpoints', requests: 8, ...counts }];
  expect(streamed).toMatchObject({ events: 8, unread: [], restrictions });
});

describe('one preview, of a stack with sources of registries, with archives of which not all can be read', () => {
  const sources = {
    netingress: 'registry.example.com/platform/netingress',
    second: 'platform/netingress',
    third: 'registry.opentofu.org/netingress/netingress',
  };
  let report: PreviewReport;

  beforeAll(async () => {
    const { id } = await app.create('/ip_policies', {});
    await app.create('/ip_restrictions', { type: 'endpoints', enforced: true, ip_policy_ids: [id] });
    const whole = gzipSync(`${lines.join('\n')}\n`);
    await app.write('1.cut', whole.subarray(0, whole.length - 4));
    await app.write('2.none', '');
    await app.write('3.whole', whole);
    const entries = Object.entries(sources);
    const ofEach = (make: (name: string, source: string) => JsonObject) =>
      Object.fromEntries(entries.map(([name, source]) => [name, make(name, source)]));
    await app.synthesize({
      all: {
        terraform: { required_providers: ofEach((_, source) => ({ source, version: '>= 0.1.0' })) },
        provider: ofEach(() => ({})),
        resource: { netingress_ip_policy: ofEach((provider, description) => ({ description, provider })) },
      },
    });
    report = await app.report('--events', '[123].*', '--traffic', 'counts.csv');
  });

  test('an archive that is cut off and one without events are named, the rest and the counts are judged, and the status is 3', () => {
    expect(report).toMatchObject({
      ...{ result: 'incomplete', exit_status: 3 },
      backtest: { events: 24, restrictions: [{ type: 'endpoints', requests: 24 }], unread: report.incomplete },
    });
    expect(report.incomplete).toEqual([
      'The rest of 1.cut after line 8 cannot be read: The input is cut off: the gzip data does not end.',
      '2.none contains no event; expected events as a destination receives them.',
    ]);
  });

  test('the stack is previewed without its registries', () => {
    expect(report.stacks).toMatchObject([{ status: 'applied' }]);
    const created = report.objects.map(({ action, name }) => `${action} ${name}`);
    const expected = Object.values(sources).map((source) => `create ${source}`);
    expect(created.sort()).toEqual(expected.sort());
  });
});

test('a wrong row is a mistake, which is found before the account is read', async () => {
  await app.write('wrong.csv', `address,part,requests,last_time\n${rows[0]}\n300.0.0.1,api,1,\n`);
  const requests = await requestsOf(app.emulator, async () => {
    const { status, stdout, stderr } = await app.preview('--traffic', 'wrong.csv');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain("Line 3 of wrong.csv: address '300.0.0.1' is not an IP address");
  });
  expect(requests).toEqual([]);
});
