/** A sample of the campaign (`npm run faults`). */
import { COMPOSITES } from '../../src/model/composites';
import { KINDS } from '../../src/model/kinds';
import { isFullCampaign } from '../fuzz';
import { testRows } from '../support/requirements';
import { type RequestPoint, runSlice } from './campaign';
import { FAULTS, findFault } from './faults';
import { findSlice, SLICES } from './scenario';
import { type SkippableTime, takeOverTime } from './skip-time';

let time: SkippableTime;
beforeAll(() => {
  time = takeOverTime();
});
afterAll(() => time.restore());

test('the scenario has a slice for every resource type, each with create, read, update, replace and delete', () => {
  const types = [...KINDS, ...COMPOSITES].map(({ name }) => name);
  expect([...new Set(SLICES.map(({ name }) => name.split(' ')[0]))].sort()).toEqual([...types].sort());
  for (const { steps } of SLICES)
    expect(steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['create', 'read', 'update', 'replace', 'delete']),
    );
});

/**
 * Slice, step and request, in which `*` is an id: one of each method, one whose response has a secret, and one of a
 * rule set. The provider reads objects by lists, so the GET is one.
 */
const sample: readonly [slice: string, step: string, shape: string][] = [
  ['ip_restriction', 'create', 'POST /ip_restrictions'],
  ['ip_policy', 'delete', 'DELETE /ip_policies/*'],
  ['tunnel_credential', 'create', 'POST /credentials'],
  ['ip_policy', 'read', 'GET /ip_policies'],
  ['event_destination', 'update', 'PATCH /event_destinations/*'],
  ['ip_policy_rules', 'replace', 'POST /ip_policy_rules'],
];

/** In a plain run: the response is lost, or is about another object. */
const PLAIN_FAULTS = ['timeout after', 'another object'];
const faults = isFullCampaign ? FAULTS : PLAIN_FAULTS.map(findFault);

const expectRepaired = async (slice: string, step: string, shape: string): Promise<void> => {
  const wanted = (name: string, request: RequestPoint): boolean =>
    name === step && request.shape === shape && request.ordinal === 1;
  const tried = (await runSlice(findSlice(slice), time, { wanted, faults, last: step })).tried;
  expect(tried.map(({ fault }) => fault)).toEqual(faults.map(({ name }) => name));
  expect(tried.filter(({ outcome }) => outcome.problems.length > 0)).toEqual([]);
  // Only an object whose secret was lost with the response must be deleted.
  expect(tried.some(({ outcome }) => outcome.recovery === 'delete')).toBe(slice === 'tunnel_credential');
};
testRows(sample, { plain: 1 })('%s, %s: after each fault at the first %s no invariant is broken', expectRepaired);
