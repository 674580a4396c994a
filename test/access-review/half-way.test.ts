/** What the access engine says about plans that stop half-way, against every state that a failed apply may leave. */

import { campaignSize } from '../fuzz';
import { decideHalfWay } from './engine';
import { judgeHalfWay } from './random/half-way';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);

test('no certain answer is false after an apply that stops, and most plans of proved writes are decided', () => {
  const { wrong, decidable, decided, ordinary } = judgeHalfWay(decideHalfWay, seed, campaignSize(1_000, 5_000, 20_000));
  expect([...wrong].sort((a, b) => a.length - b.length).slice(0, 2)).toEqual([]);
  // The provider may refuse the deletion of a rule whose addresses another list gets.
  expect(ordinary.decided).toBeGreaterThan(0.9 * ordinary.plans);
  expect(ordinary.plans).toBeGreaterThan(50);
  // Deletions wait for others in an order that only the state has, and the engine takes any.
  expect(decided).toBeGreaterThan(0.9 * decidable);
});
