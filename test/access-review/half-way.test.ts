import { campaignSize } from '../fuzz';
import { decideHalfWay } from './engine';
import { judgeHalfWay } from './random/half-way';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);

test('by the reference, no certain answer is false after an apply that stops, and nine of ten plans of proved writes are decided', () => {
  const { wrong, decidable, decided, ordinary } = judgeHalfWay(decideHalfWay, seed, campaignSize(500, 5_000, 20_000));
  expect([...wrong].sort((a, b) => a.length - b.length).slice(0, 2)).toEqual([]);
  // Not all: the provider may refuse to delete a rule whose addresses another list gets, so that stays undecided.
  expect(ordinary.decided).toBeGreaterThan(0.9 * ordinary.plans);
  expect(ordinary.plans).toBeGreaterThan(50);
  // Not all: the engine allows for every order of deletions, and the reference knows the one that the state has.
  expect(decided).toBeGreaterThan(0.9 * decidable);
});
