import { listCredentials } from '../../src/drift/report/credentials';
import { formatDrift } from '../support/drift/format-drift';
import { useDeployedAccount } from '../support/drift/inventory';

const account = useDeployedAccount();

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

test('the oldest is first by its instant: times with an offset, a fraction and neither; without the time of the service none has an age', () => {
  const times = ['2030-01-01T01:00:00+02:00', START, '2030-01-01T00:00:00.5Z', '2029-12-31T23:30:00Z'];
  const objects = times.map((created_at, index) => ({ id: `ak_${index}`, values: { created_at, description: '' } }));
  expect(listCredentials({ kinds: [{ kind: 'api_key', objects, pages: 1 }] }, undefined)).toEqual(
    [0, 3, 1, 2].map((n) => ({ kind: 'api_key', id: `ak_${n}`, name: null, created_at: times[n], age_days: null })),
  );
});
