/**
 * Time of the access review of a change from one policy of 10,000 rules to another: `npx tsx bench/preview/access.ts`. The exit
 * status is 1 if the limit is exceeded.
 */
import { picker } from '../../test/fuzz';
import { compareRules } from '../../test/support/preview/access';

const RULES = 10_000;
const ROUNDS = 3;
const targets = { seconds: 1 };

/** Random networks of both families, of which about a tenth is denied. */
function createRules(pick: (bound: number) => number): string[] {
  return Array.from({ length: RULES }, () => {
    const action = pick(10) === 0 ? 'deny' : 'allow';
    return pick(2) === 0
      ? `${action} ${1 + pick(223)}.${pick(256)}.${pick(256)}.0/24`
      : `${action} 2001:${pick(65536).toString(16)}:${(1 + pick(65535)).toString(16)}::/48`;
  });
}

const pick = picker(3);
const [before, after] = [createRules(pick), createRules(pick)];
const seconds = Array.from({ length: ROUNDS }, () => {
  const start = process.cpuUsage();
  const [access] = compareRules('api', { rules: before }, { rules: after }).restrictions;
  const { user, system } = process.cpuUsage(start);
  const networks = (access?.newlyAdmitted.sure.networks.length ?? 0) + (access?.newlyShutOut.sure.networks.length ?? 0);
  if (networks < RULES) throw new Error(`Found ${networks} networks; expected at least ${RULES}`);
  return (user + system) / 1_000_000;
});
const best = Math.min(...seconds);
console.log(
  `Two policies of ${RULES} rules: ${best.toFixed(2)} s of processor time in the fastest of ${ROUNDS} rounds (at most ${targets.seconds}; all: ${seconds.map((each) => each.toFixed(2)).join(', ')} s)`,
);
process.exitCode = best > targets.seconds ? 1 : 0;
