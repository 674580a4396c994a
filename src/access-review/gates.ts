/** Conditions of a caller that a change, or an account, must meet. A gate passes only if it is proved. */

import type { AccessReview } from '../access/compare-accounts';
import { RESTRICTION_TYPES } from '../access/restriction';
import { toSentence } from '../model/text';
import type { Cause } from '../values/cause';
import { describeCause } from '../values/describe-cause';
import type { Words } from '../values/words';
import {
  combine,
  type JudgedPart,
  notDecided,
  requireAdmitted,
  requireAtMost,
  requireDenied,
  type Verdict,
} from './require';

export interface Gates {
  /** Canonical networks of which every address must be admitted. */
  readonly mustAdmit: readonly string[];
  /** Canonical networks of which no address may be admitted. */
  readonly mustDeny: readonly string[];
  /** No restriction and no public endpoint may admit an address in a case in which it did not before. */
  readonly noNewAccess: boolean;
  /** Largest number of newly admitted addresses of each restriction and public endpoint. */
  readonly maxNewAddresses: bigint | undefined;
}

export const NO_GATES: Gates = { mustAdmit: [], mustDeny: [], noNewAccess: false, maxNewAddresses: undefined };

const NO_NEW_ACCESS = 'No restriction and no public endpoint newly admits an address.';

export interface GateResult {
  /** The option: `--must-admit 203.0.113.0/24`. */
  readonly gate: string;
  readonly result: Verdict['result'];
  readonly message: Words;
}

export interface ReviewedAccount {
  /** For messages; empty if there is one account. */
  readonly name: string;
  readonly review: AccessReview;
  /** Why the state after the change may be another one: then no gate passes or fails, also none of other accounts. */
  readonly doubts?: readonly Cause[];
}

/** `undecided`: clauses about what was not read or not applied. No gate passes beside one, but it may fail. */
export function evaluateGates(
  gates: Gates,
  accounts: readonly ReviewedAccount[],
  undecided: readonly string[],
): GateResult[] {
  const reasons = [...undecided, ...(accounts.length === 0 ? ['no account was read'] : [])];
  const doubts = accounts.flatMap((account) => account.doubts ?? []);
  const judge = createJudge(doubts, reasons);
  const unjudged = describeUnjudged(accounts);
  const changes = accounts.flatMap(listChanges);
  const unknownParts = combine(accounts.flatMap(({ review }) => review.undecided.map(notKnown)));
  const judgeChanges = (gate: string, passed: string, limit: bigint): GateResult =>
    judge(gate, passed, () => combine([requireAtMost(limit, changes), unknownParts]));
  const { noNewAccess, maxNewAddresses: limit } = gates;
  const passed = `Each restriction and each public endpoint newly admits at most ${limit} addresses.`;
  return [
    // Each account is judged by itself: an account without a restriction is open, whatever the others have.
    ...judgeNetworks(judge, gates, accounts.map(listRestrictions), {
      admitted: `Every restriction admits it.${unjudged}`,
      denied: `Every restriction denies it.${unjudged}`,
    }),
    ...(noNewAccess ? [judgeChanges('--no-new-access', NO_NEW_ACCESS, 0n)] : []),
    ...(limit === undefined ? [] : [judgeChanges(`--max-new-addresses ${limit}`, passed, limit)]),
  ];
}

/** `doubts`: see {@link ReviewedAccount}. */
export function evaluateRequirements(
  required: Pick<Gates, 'mustAdmit' | 'mustDeny'>,
  parts: readonly JudgedPart[],
  doubts: readonly Cause[],
): GateResult[] {
  const subjects = parts.map(({ subject }) => subject).join(', ');
  const passed = { admitted: `Admitted by ${subjects}.`, denied: `Denied by ${subjects}.` };
  return judgeNetworks(createJudge(doubts, []), required, [parts], passed);
}

function notKnown(cause: Cause): Verdict {
  return notDecided(describeCause(cause));
}

type Judge = (gate: string, passed: string, evaluate: () => Verdict) => GateResult;

/** Nothing passes or fails beside a doubt, and nothing passes beside a reason. */
function createJudge(doubts: readonly Cause[], reasons: readonly Words[]): Judge {
  return (gate, passed, evaluate) => {
    const verdicts = doubts.length > 0 ? doubts.map(notKnown) : [evaluate()];
    const { result, problems } = combine([...verdicts, ...reasons.map(notDecided)]);
    return { gate, result, message: result === 'passed' ? passed : formatProblems(problems) };
  };
}

/** `groups`: the parts of each account. If one has no parts, no requirement passes; it may fail because of another. */
function judgeNetworks(
  judge: Judge,
  { mustAdmit, mustDeny }: Pick<Gates, 'mustAdmit' | 'mustDeny'>,
  groups: readonly (readonly JudgedPart[])[],
  passed: { readonly admitted: string; readonly denied: string },
): GateResult[] {
  const judgeEach = (check: typeof requireAdmitted, network: string) => (): Verdict =>
    combine(groups.map((parts) => check(network, parts)));
  return [
    ...mustAdmit.map((network) =>
      judge(`--must-admit ${network}`, passed.admitted, judgeEach(requireAdmitted, network)),
    ),
    ...mustDeny.map((network) => judge(`--must-deny ${network}`, passed.denied, judgeEach(requireDenied, network))),
  ];
}

/** `the API`, `endpoints`, `the dashboard`. */
export function formatTraffic(type: string): Words {
  return type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`;
}

function formatSubject(subject: string, { name }: ReviewedAccount): Words {
  return name === '' ? subject : `${subject} of ${name}`;
}

function listRestrictions(account: ReviewedAccount): JudgedPart[] {
  return account.review.restrictions.map(({ type, space, admitsAfter, isHidden }) => ({
    subject: formatSubject(formatTraffic(type), account),
    space,
    admits: admitsAfter,
    reaches: admitsAfter,
    ...(isHidden && { isHidden }),
  }));
}

function listChanges(account: ReviewedAccount) {
  const { restrictions, endpoints } = account.review;
  return [
    ...restrictions.map(({ type, newlyAdmitted }) => ({
      subject: formatSubject(formatTraffic(type), account),
      newlyAdmitted,
    })),
    ...endpoints
      .filter(({ binding }) => binding === 'public')
      .map(({ url, newlyAdmitted }) => ({ subject: formatSubject(url, account), newlyAdmitted })),
  ];
}

/** Types without a restriction before and after the change: they admit every address. No requirement judges them. */
function describeUnjudged(accounts: readonly ReviewedAccount[]): Words {
  const types = accounts.flatMap((account) =>
    RESTRICTION_TYPES.filter((type) => !account.review.restrictions.some((each) => each.type === type)).map((type) =>
      formatSubject(formatTraffic(type), account),
    ),
  );
  return types.length === 0 ? '' : ` Not judged, because they have no restriction: ${types.join(', ')}.`;
}

/** How many problems a message has. Chosen. */
const MAX_PROBLEMS = 5;

function formatProblems(problems: readonly Words[]): Words {
  const sentences = problems.slice(0, MAX_PROBLEMS).map(toSentence);
  const more = problems.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
