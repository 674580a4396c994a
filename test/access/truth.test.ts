import { campaignSize } from '../fuzz';
import { judgeGroup, judgeRestrictions, summarize, type Tally } from './random/campaign';
import { GROUPS, OPAQUE_GROUPS } from './random/groups';
import { MEMBERS, terraform } from './random/terraform';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const decisions = campaignSize(60, 1300, 20_000);

/** The least part of what is always or never so that must be decided. Chosen. */
const DECIDED = 0.95;

/** The first cases are enough to see what is wrong. */
function expectTrue(name: string, tally: Tally): void {
  const shortest = (cases: readonly string[]): string[] => [...new Set(cases)].sort((a, b) => a.length - b.length);
  expect(shortest(tally.wrong).slice(0, 3)).toEqual([]);
  expect(tally.skipped).toBeLessThan(decisions / 10);
  const undecided = tally.decidable - tally.decided;
  const opaque = OPAQUE_GROUPS[name];
  // A small part of the campaign may have more of one case. The limits are chosen: the shares of few decisions vary.
  const few = opaque ? tally.decidable * 0.75 : 15;
  const allowed = Math.max(tally.decidable * (1 - (opaque?.decisions ?? DECIDED)), decisions < 500 ? few : 0);
  if (undecided > allowed)
    throw new Error([summarize(name, tally), ...shortest(tally.undecided).slice(0, 3)].join('\n'));
}

describe('by the reference, nothing certain is wrong, and in CI most of what it decides is decided', () => {
  test.each(Object.entries(GROUPS))('%s', (name, make) => {
    const tally = judgeGroup(make, seed, decisions);
    expectTrue(name, tally);
    // A group that is all certain or all unknown proves nothing; a small part of the campaign may be one.
    if (decisions < 500) return;
    for (const truth of ['always', 'never', 'depends'] as const) expect(tally.truths[truth]).toBeGreaterThan(0);
  });

  test('a value of Terraform at each listed member of a policy', () => {
    let [decided, decidable] = [0, 0];
    for (const [index, member] of MEMBERS.entries()) {
      const tally = judgeGroup((pick) => terraform(pick, member), seed + index, campaignSize(12, 100));
      expect({ member, wrong: tally.wrong }).toEqual({ member, wrong: [] });
      decided += tally.decided;
      decidable += tally.decidable;
    }
    // The reference tries only a few values, so it counts decisions as decidable that are not.
    expect(decided).toBeGreaterThan(decidable * 0.75);
  });

  test('restrictions', () => {
    // Chosen: one of these takes less time than one about an endpoint.
    expectTrue('restrictions', judgeRestrictions(seed, 4 * decisions));
  });
});
