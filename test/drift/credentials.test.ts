import { listCredentials } from '../../src/drift/report/credentials';
import { formatDrift } from '../support/drift/format-drift';
import { createDeployedAccount, type DeployedAccount } from '../support/drift/inventory';

let account: DeployedAccount;
beforeEach(async () => {
  account = await createDeployedAccount();
});
afterEach(() => account.close());

const START = '2030-01-01T00:00:00Z';

test('a report lists API keys and tunnel credentials by age, with whole days of the clock of the service', async () => {
  const { clock } = account.harness.emulator;
  clock.freeze(START);
  await account.deploy('netingress_tunnel_credential', 'old', { description: 'agents' });
  clock.freeze('2030-03-01T00:00:00Z');
  await account.deploy('netingress_api_key', 'new', {});
  const { report, graph } = await account.drift({ now: Date.parse('2030-03-02T23:00:00Z') });
  expect(report.credentials).toEqual([
    expect.objectContaining({ kind: 'tunnel_credential', name: 'agents', created_at: START, age_days: 60 }),
    expect.objectContaining({ kind: 'api_key', name: null, age_days: 1 }),
  ]);
  expect(report.result).toBe('in_sync');
  expect(await formatDrift({ report, graph, unchecked: [] }, 'text')).toContain(`created ${START}, 60 days old`);
});

test('the oldest is first by its instant: times with an offset, a fraction and neither', () => {
  const times = ['2030-01-01T01:00:00+02:00', START, '2030-01-01T00:00:00.5Z', '2029-12-31T23:30:00Z'];
  const objects = times.map((time, index) => ({ id: `ak_${index}`, values: { created_at: time } }));
  const listed = listCredentials({ kinds: [{ kind: 'api_key', objects, pages: 1 }] }, undefined);
  expect(listed.map(({ id }) => id)).toEqual(['ak_0', 'ak_3', 'ak_1', 'ak_2']);
});

test('without the time of the service no age is reported', () => {
  const values = { created_at: START, description: '' };
  const kinds = [{ kind: 'api_key', objects: [{ id: 'ak_1', values }], pages: 1 }];
  expect(listCredentials({ kinds }, undefined)).toEqual([
    { kind: 'api_key', id: 'ak_1', name: null, created_at: START, age_days: null },
  ]);
});
