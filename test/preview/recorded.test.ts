/** `preview --events` and `--traffic` by the command line: the same question, and inputs that are not read to their end. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { requestsOf } from '../support/emulator/requests-of';
import { appForAll } from '../support/preview/app';

const app = appForAll();

beforeAll(async () => {
  await app.synthesize({ all: access('203.0.113.0/24') });
  await app.deploy('all');
  await app.synthesize({ all: access('203.0.113.128/25') });
});

const access = (cidr: string) => ({
  resource: {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rules: {
      office: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules: { [cidr]: { action: 'allow' } } },
    },
    netingress_ip_restriction: {
      endpoints: {
        type: 'endpoints',
        enforced: true,
        ip_policy_ids: [`\${netingress_ip_policy.office.id}`],
        depends_on: ['netingress_ip_policy_rules.office'],
      },
    },
  },
});

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
  await writeFile(join(app.folder, 'requests.gz'), gzipSync(lines.join('\n')));
  await writeFile(join(app.folder, 'counts.csv'), `address,part,requests,last_time\n${rows.join('\n')}\n`);
  const streamed = await app.report('--events', '*.gz');
  const counted = await app.report('--traffic', 'counts.csv');
  expect([streamed.result, counted.result]).toEqual(['applies', 'applies']);
  expect(counted.backtest).toEqual(streamed.backtest);
  expect(streamed.backtest).toMatchObject({ events: 8, unread: [] });
  expect(streamed.backtest?.restrictions.find(({ type }) => type === 'endpoints')).toMatchObject({
    requests: 8,
    newly_refused: {
      requests: 5,
      addresses: 2,
      top: [{ address: '203.0.113.7', requests: 4, last_time: '2026-05-03T10:00:00Z' }, {}],
    },
    newly_admitted: { requests: 0 },
  });
});

test('an archive that is cut off and one without events are named, the rest is judged, and the status is 3', async () => {
  const whole = gzipSync(`${lines.join('\n')}\n`);
  await writeFile(join(app.folder, '1.cut'), whole.subarray(0, whole.length - 4));
  await writeFile(join(app.folder, '2.none'), '');
  await writeFile(join(app.folder, '3.whole'), whole);
  const { status, stdout } = await app.preview('--json', '--events', '[123].*');
  const report = JSON.parse(stdout);
  expect(report.backtest).toMatchObject({ events: 16 });
  expect(report.incomplete).toEqual([
    'The rest of 1.cut after line 8 cannot be read: The input is cut off: the gzip data does not end.',
    '2.none contains no event; expected events as a destination receives them.',
  ]);
  expect([status, report.result, report.backtest.unread]).toEqual([3, 'incomplete', report.incomplete]);
  const text = await app.preview('--events', '2.none');
  expect([text.status, text.stdout]).toEqual([3, expect.stringContaining('2.none contains no event')]);
});

test('a wrong row is a mistake, which is found before the account is read', async () => {
  await writeFile(join(app.folder, 'wrong.csv'), `address,part,requests,last_time\n${rows[0]}\n300.0.0.1,api,1,\n`);
  const requests = await requestsOf(app.emulator, async () => {
    const { status, stdout, stderr } = await app.preview('--traffic', 'wrong.csv');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain("Line 3 of wrong.csv: address '300.0.0.1' is not an IP address");
  });
  expect(requests).toEqual([]);
});
