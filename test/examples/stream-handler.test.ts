import { gzipSync } from 'node:zlib';
import { createHandler } from '../../examples/stream-handler/handler';

const stateResources = [
  {
    state: { file: 's' },
    address: 'netingress_ip_policy.office',
    type: 'netingress_ip_policy',
    name: 'office',
    provider: 'terraform.local/netingress/netingress',
    values: { id: 'ipp_1', description: 'office', metadata: null },
    sensitive: [],
  },
];

function event(n: number, description: string): string {
  return JSON.stringify({
    event_id: `ev_${n}`,
    event_type: 'ip_policy_updated.v0',
    event_timestamp: `2026-11-21T04:00:0${n}Z`,
    account_id: 'ac_1',
    principal: { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard', credential: null },
    object: { id: 'ipp_1', uri: 'x', created_at: '2026-11-21T03:00:00Z', description },
  });
}

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const strings = [event(1, 'one'), event(2, 'office'), event(3, 'three')];

function logBatch(messageType: string): object {
  const logEvents = strings.map((message, index) => ({ id: String(index), timestamp: 1_795_000_000_000, message }));
  const head = { messageType, owner: '123456789012', logGroup: 'audit', logStream: 'events' };
  const batch = JSON.stringify({ ...head, subscriptionFilters: ['all'], logEvents });
  return { awslogs: { data: base64(gzipSync(batch)) } };
}

const batches: Record<string, object> = {
  'a delivery stream, several events in a record': {
    records: [{ data: base64(`${strings[0]}\n${strings[1]}\n`) }, { data: base64(`${strings[2]}\n`) }],
  },
  'a data stream': { Records: strings.map((text) => ({ kinesis: { data: base64(text) } })) },
  'a log group': logBatch('DATA_MESSAGE'),
};

test.each(Object.entries(batches))(
  'of three events from %s, the two that change a value of the state are findings, once even if delivered twice',
  async (_, batch) => {
    const found: unknown[] = [];
    const handle = createHandler({
      readStateResources: () => stateResources,
      onFinding: ({ after }) => void found.push(after),
    });
    expect(await handle(batch)).toBe(2);
    expect(await handle(batch)).toBe(0);
    expect(found).toEqual(['one', 'three']);
  },
);

test('the handler ignores control messages of a log group, and throws for an invalid record', async () => {
  const handle = createHandler({ readStateResources: () => stateResources, onFinding: () => undefined });
  expect(await handle(logBatch('CONTROL_MESSAGE'))).toBe(0);
  await expect(handle({ records: [{ data: base64('{"torn') }] })).rejects.toThrow();
});
