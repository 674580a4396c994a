import { campaignSize } from '../fuzz';
import { summarize } from './random/campaign';
import { type ChangeTally, judgeChanges, judgeRestrictionChanges } from './random/changes';
import { GROUPS, OPAQUE_GROUPS } from './random/groups';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const pairs = campaignSize(3, 350, 5_000);

/** One pair takes half a second or more, so a plain run has one. */
const SLOW_GROUPS = ['values of Terraform', 'conditions that fail', '13 to 22 conditions', 'loops'];

/** The least share that the engine decides of the addresses that the reference decides. Chosen, like those below. */
const DECIDED = 0.95;

/**
 * The reference knows a few values of what is not known, and those that name an IP policy or an internal endpoint. The
 * engine knows none, so for it any part may be another one if something changed that a policy may use: such as what a
 * condition reads after a rewrite or `add-headers` with a value of Terraform.
 */
const DECIDED_OF_FEW_VALUES: Readonly<Record<string, number>> = {
  'values of Terraform': 0.68,
  'lists that were not read': 0.9,
};

function pairsOf(group: string): number {
  return SLOW_GROUPS.includes(group) ? campaignSize(1, pairs, pairs) : pairs;
}

function expectTrue(name: string, tally: ChangeTally): void {
  const shortest = [...new Set(tally.wrong)].sort((a, b) => a.length - b.length);
  expect(shortest.slice(0, 3)).toEqual([]);
  expect(tally.skipped).toBeLessThanOrEqual(pairs / 20);
  // A group without such addresses proves nothing.
  expect(tally.decidable).toBeGreaterThan(0);
  // The shares of few pairs vary too much.
  if (pairs < 300) return;
  expect(tally.truths['sure']).toBeGreaterThan(0);
  const least = OPAQUE_GROUPS[name]?.comparisons ?? DECIDED_OF_FEW_VALUES[name] ?? DECIDED;
  if (tally.decided < tally.decidable * least)
    throw new Error([summarize(name, tally), ...tally.undecided.slice(0, 3)].join('\n'));
}

describe('by the reference, nothing certain about a changed account is wrong, and in CI most of what it decides is decided', () => {
  test.each(Object.entries(GROUPS))('%s', (name, make) => {
    expectTrue(name, judgeChanges(make, seed, pairsOf(name)));
  });

  test('restrictions', () => {
    expectTrue('restrictions', judgeRestrictionChanges(seed, Math.max(pairs, 30)));
  });
});
