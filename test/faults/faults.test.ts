/** A sample of the campaign (`npm run faults`), and that it can fail. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPOSITES } from '../../src/model/composites';
import { KINDS } from '../../src/model/kinds';
import { testInCi } from '../support/requirements';
import { type RequestPoint, runSlice } from './campaign';
import { findDefect, seed } from './defects';
import { FAULTS } from './faults';
import { type Outcome, outcomeTable, type Tried, writeSection } from './report';
import { findSlice, SLICES } from './scenario';
import { type SkippableTime, takeOverTime } from './skip-time';

jest.setTimeout(240_000);

let time: SkippableTime;
beforeAll(() => {
  time = takeOverTime();
});
afterAll(() => time.restore());

test('the scenario has a slice for every resource type, each with every step', () => {
  const types = [...KINDS, ...COMPOSITES].map(({ name }) => name);
  expect([...new Set(SLICES.map(({ name }) => name.split(' ')[0]))].sort()).toEqual([...types].sort());
  for (const { steps } of SLICES)
    expect(steps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['create', 'read', 'update', 'replace', 'delete']),
    );
});

/** Slice, step and request: one of each method, and the look at an object by its id. */
const sample: readonly [slice: string, step: string, shape: string][] = [
  ['ip_restriction', 'create', 'POST /ip_restrictions'],
  ['ip_policy', 'read', 'GET /ip_policies'],
  ['event_destination', 'update', 'PATCH /event_destinations/*'],
  ['ip_policy', 'delete', 'DELETE /ip_policies/*'],
];

const expectRepaired = async (slice: string, step: string, shape: string): Promise<void> => {
  const wanted = (name: string, request: RequestPoint): boolean => name === step && request.shape === shape;
  const { tried } = await runSlice(findSlice(slice), time, { wanted });
  expect(tried.map(({ fault }) => fault)).toEqual(FAULTS.map(({ name }) => name));
  expect(tried.filter(({ outcome }) => outcome.problems.length > 0)).toEqual([]);
};
test.each(sample.slice(0, 1))('%s, %s: %s goes wrong in every way, and all is repaired', expectRepaired);
testInCi.each(sample.slice(1))('%s, %s: %s goes wrong in every way, and all is repaired', expectRepaired);

test('a create that is repeated without a look is found out', async () => {
  const { caught } = await seed(findDefect('a create whose response was lost is repeated without a look-up'));
  expect(caught).toContain('the service contains an undeclared object: ipp_');
});

describe('the report', () => {
  const outcome = (recovery: Outcome['recovery'], apart?: string): Outcome => ({
    recovery,
    problems: [],
    messages: [],
    ...(apart !== undefined && { apart }),
  });
  const tried: Tried[] = [
    { slice: 'a', step: 'create', at: 'POST /a #1', fault: '500', outcome: outcome('at once') },
    { slice: 'a', step: 'create', at: 'POST /a #1', fault: '503', outcome: outcome('one apply') },
    { slice: 'b', step: 'create', at: 'POST /b #1', fault: '500', outcome: outcome('failed') },
  ];

  test('counts every point in its row, and what is apart in a column of its own', () => {
    const apart: Tried = { slice: 'b', step: 'create', at: 'x', fault: '500', outcome: outcome('at once', 'as said') };
    expect(outcomeTable('slice', tried, ({ slice }) => slice)).toBe(
      [
        '| slice | points | at once | one apply | two applies | import | delete | failed |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| a | 2 | 1 | 1 |  |  |  |  |',
        '| b | 1 |  |  |  |  |  | 1 |',
        '| **all** | 3 | 1 | 1 |  |  |  | 1 |',
      ].join('\n'),
    );
    expect(outcomeTable('fault', [...tried, apart], ({ fault }) => fault)).toContain(
      '| 500 | 3 | 1 |  |  |  |  | 1 | 1 |',
    );
  });

  test('keeps the sections of other campaigns, in their order', () => {
    const folder = mkdtempSync(join(tmpdir(), 'netingress-report-'));
    const file = join(folder, 'faults.md');
    writeSection(file, 'defects', 'third');
    writeSection(file, 'processes', 'second');
    writeSection(file, 'requests', 'first of old');
    writeSection(file, 'requests', 'first');
    const text = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    expect(text.match(/^(first|second|third).*$/gm)).toEqual(['first', 'second', 'third']);
  });
});
