/**
 * Compares the answers of the access engine with those of the reference of its tests, for each group of random accounts:
 * `npx tsx bench/preview/truth.ts [DECISIONS] [PAIRS]`, the sizes of one group. The exit status is 1 if the engine calls
 * something certain that is wrong, or if it decides less than 95 % of what can be decided in a group. Groups of changes below
 * 95 % are only listed: the engine calls a difference possible whenever what is not known may use what has changed.
 */
import { judgeGroup, judgeRestrictions, summarize, type Tally } from '../../test/access/random/campaign';
import { judgeChanges, judgeRestrictionChanges } from '../../test/access/random/changes';
import { GROUPS } from '../../test/access/random/groups';

const [decisions = 1300, pairs = 350] = process.argv.slice(2).map(Number);
const SEED = 1;
const targets = { decided: 0.95, wrong: 0 };

let wrong = 0;
const undecided: string[] = [];
const undecidedChanges: string[] = [];
const total = { decisions: 0, pairs: 0 };

function report(name: string, tally: Tally): void {
  console.log(summarize(name, tally));
  total.decisions += tally.decisions;
  wrong += tally.wrong.length;
  if (tally.decided < tally.decidable * targets.decided) undecided.push(name);
}

console.log(`Decisions of the seed ${SEED}:`);
for (const [name, make] of Object.entries(GROUPS)) report(name, judgeGroup(make, SEED, decisions));
report('restrictions', judgeRestrictions(SEED, decisions));

console.log(`\nChanges of the seed ${SEED}:`);
const changes = Object.entries(GROUPS).map(([name, make]) => [name, () => judgeChanges(make, SEED, pairs)] as const);
for (const [name, judge] of [...changes, ['restrictions', () => judgeRestrictionChanges(SEED, pairs)] as const]) {
  const tally = judge();
  console.log(summarize(name, tally, ` ${tally.pairs} pairs,`));
  total.pairs += tally.pairs;
  wrong += tally.wrong.length;
  if (tally.decided < tally.decidable * targets.decided) undecidedChanges.push(name);
}

console.log(
  `\n${total.decisions} decisions, ${total.pairs} pairs: ${wrong} certain and wrong; below 95 %: ${undecided.join(', ') || 'no group'}; changes: ${undecidedChanges.join(', ') || 'no group'}`,
);
process.exitCode = wrong > targets.wrong || undecided.length > 0 ? 1 : 0;
