/** A preview reads the account with few requests: one for each list, and one for each hundred objects. */
import { KINDS } from '../../src/model/kinds';
import { isKindIn, PROFILES } from '../../src/model/profiles';
import { requestsAfter } from '../support/emulator/requests-of';
import { appForAll } from '../support/preview/app';
import { fillAccount } from '../support/preview/filled-account';

const OBJECTS = 1_000;

const app = appForAll();

beforeAll(async () => {
  await fillAccount(app, OBJECTS);
});

test(`an account of ${OBJECTS} objects is read with a request for each list, and one for each hundred objects`, async () => {
  const resource = {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rules: {
      office: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules: { '203.0.113.0/24': { action: 'allow' } } },
    },
  };
  await app.synthesize({ one: { resource }, two: { resource: { netingress_ip_policy: { other: {} } } } });
  const before = app.emulator.requests().length;
  const report = await app.report();
  const sent = requestsAfter(app.emulator, before);
  const lists = KINDS.filter((kind) => isKindIn(kind, PROFILES.spec)).length;
  expect(report.result).toBe('applies');
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(OBJECTS / 100 + lists);
  expect(report.cost.read_requests).toBe(sent.length);
});
