/** Conditions of a caller that a change must meet. A gate passes only if it is proved. */

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
import { RESTRICTION_TYPES } from './restriction';
import type { AccessReview } from './review';

export interface Gates {
  /** Canonical networks, each of which every restriction must admit. */
  readonly mustAdmit: readonly string[];
  /** Canonical networks, each of which every restriction must deny. */
  readonly mustDeny: readonly string[];
  /** No restriction and no public endpoint may admit an address in a case in which it did not before. */
  readonly noNewAccess: boolean;
  /** Largest number of newly admitted addresses of each restriction and public endpoint. */
  readonly maxNewAddresses: bigint | undefined;
}

export const NO_GATES: Gates = { mustAdmit: [], mustDeny: [], noNewAccess: false, maxNewAddresses: undefined };

export interface GateResult {
  /** The option: `--must-admit 203.0.113.0/24`. */
  readonly gate: string;
  readonly result: Verdict['result'];
  readonly message: Words;
}

/** The changes of one account. */
export interface ReviewedAccount {
  /** The name of the account in messages, if there are several accounts; empty otherwise. */
  readonly name: string;
  readonly review: AccessReview;
  /** Why the state after the change may be another one: then no gate about it passes or fails. */
  readonly doubts?: readonly Cause[];
}

/** `undecided` has a clause for everything that was not read or not applied; no gate passes beside one. */
export function evaluateGates(
  gates: Gates,
  accounts: readonly ReviewedAccount[],
  undecided: readonly string[],
): GateResult[] {
  const reasons = [...undecided, ...(accounts.length === 0 ? ['no account was read'] : [])];
  const doubts = accounts.flatMap((account) => account.doubts ?? []);
  const judge = (gate: string, passed: string, evaluate: () => Verdict): GateResult => {
    const verdicts = doubts.length > 0 ? doubts.map(notKnown) : [evaluate()];
    const { result, problems } = combine([...verdicts, ...reasons.map(notDecided)]);
    return { gate, result, message: result === 'passed' ? passed : formatProblems(problems) };
  };
  const restrictions = accounts.map(listRestrictions);
  // Each account is judged by itself: an account without a restriction is open, whatever the others have.
  const judgeEach = (check: (parts: readonly JudgedPart[]) => Verdict): Verdict => combine(restrictions.map(check));
  const changes = accounts.flatMap(listChanges);
  const unknownParts = combine(accounts.flatMap(({ review }) => review.undecided.map(notKnown)));
  const atMost = (limit: bigint) => (): Verdict => combine([requireAtMost(limit, changes), unknownParts]);
  return [
    ...gates.mustAdmit.map((network) =>
      judge(`--must-admit ${network}`, `Every restriction admits it.${describeUnjudged(accounts)}`, () =>
        judgeEach((parts) => requireAdmitted(network, parts)),
      ),
    ),
    ...gates.mustDeny.map((network) =>
      judge(`--must-deny ${network}`, `Every restriction denies it.${describeUnjudged(accounts)}`, () =>
        judgeEach((parts) => requireDenied(network, parts)),
      ),
    ),
    ...(gates.noNewAccess ? [judge('--no-new-access', 'No new address is admitted.', atMost(0n))] : []),
    ...(gates.maxNewAddresses === undefined
      ? []
      : [
          judge(
            `--max-new-addresses ${gates.maxNewAddresses}`,
            `At most ${gates.maxNewAddresses} new addresses are admitted to each restriction and endpoint.`,
            atMost(gates.maxNewAddresses),
          ),
        ]),
  ];
}

function notKnown(cause: Cause): Verdict {
  return notDecided(describeCause(cause));
}

/** The requirements about restrictions, policies and endpoints that are named. `doubts`: see {@link ReviewedAccount}. */
export function evaluateRequirements(
  { mustAdmit, mustDeny }: Pick<Gates, 'mustAdmit' | 'mustDeny'>,
  parts: readonly JudgedPart[],
  doubts: readonly Cause[],
): GateResult[] {
  const judge = (gate: string, passed: string, verdict: Verdict): GateResult => {
    const { result, problems } = combine(doubts.length > 0 ? doubts.map(notKnown) : [verdict]);
    return { gate, result, message: result === 'passed' ? passed : formatProblems(problems) };
  };
  const subjects = parts.map(({ subject }) => subject).join(', ');
  return [
    ...mustAdmit.map((network) =>
      judge(`--must-admit ${network}`, `Admitted by ${subjects}.`, requireAdmitted(network, parts)),
    ),
    ...mustDeny.map((network) =>
      judge(`--must-deny ${network}`, `Denied by ${subjects}.`, requireDenied(network, parts)),
    ),
  ];
}

/** `the API`, `endpoints`, `the dashboard`; with the account if there are several. */
export function formatTraffic(type: string): Words {
  return type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`;
}

function formatSubject(subject: string, { name }: ReviewedAccount): Words {
  return name === '' ? subject : `${subject} of ${name}`;
}

/** Every restriction that exists before or after the change, enforced or not. */
function listRestrictions(account: ReviewedAccount): JudgedPart[] {
  return account.review.restrictions.map(({ type, space, admitsAfter }) => ({
    subject: formatSubject(formatTraffic(type), account),
    space,
    admits: admitsAfter,
    reaches: admitsAfter,
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

/** Types without a restriction admit every address, and no requirement judges them. */
function describeUnjudged(accounts: readonly ReviewedAccount[]): Words {
  const types = accounts.flatMap((account) =>
    RESTRICTION_TYPES.filter((type) => !account.review.restrictions.some((each) => each.type === type)).map((type) =>
      formatSubject(formatTraffic(type), account),
    ),
  );
  return types.length === 0 ? '' : ` Not judged: ${types.join(', ')}, without a restriction.`;
}

const MAX_PROBLEMS = 5;

function formatProblems(problems: readonly string[]): string {
  const sentences = problems.slice(0, MAX_PROBLEMS).map(toSentence);
  const more = problems.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
