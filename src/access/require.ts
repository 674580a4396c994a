/** Requirements of a caller, which gates and `must_admit` check. A requirement passes only if it is proved. */

import { FAMILY_NAMES, formatAddressCount } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { SENSITIVE_VALUE } from '../values/marks';
import { formatList, type Words } from '../values/words';
import type { Difference, DifferentAddresses } from './compare';
import { type Decision, decideNetwork } from './decide';
import type { Diagram } from './diagram';
import { describeMeaning, type Space } from './space';

/** A restriction type of one account, or a URL of an endpoint. */
export interface JudgedPart {
  /** The name of the part in messages: `the API`, `https://app.example.com`. */
  readonly subject: string;
  readonly space: Space;
  /** The client gets in: it gets a response of an upstream or one below 400. */
  readonly admits: Diagram;
  /**
   * The client reaches something: it gets in, or its request reaches an upstream. Equal to `admits` for restrictions.
   */
  readonly reaches: Diagram;
  /** What decides is sensitive: a message has no network but the required one, and does not say what it depends on. */
  readonly isHidden?: boolean;
}

/** What a change newly admits to a part. */
export interface JudgedChange {
  readonly subject: string;
  readonly newlyAdmitted: Difference;
}

export interface Verdict {
  readonly result: 'passed' | 'failed' | 'not_decided';
  /** Sentences; empty if the requirement passed. */
  readonly problems: readonly Words[];
}

/** Every address of the network must surely be admitted to every part. */
export function requireAdmitted(network: string, parts: readonly JudgedPart[]): Verdict {
  return judgeParts(parts, (part) => {
    const { subject, space, admits } = part;
    const decision = decideNetwork(space, admits, toCidr(network));
    const [fails, required] = [`${subject} does not admit`, `${subject} admits`];
    return toVerdict(decision, {
      wrong: decision.denied,
      fails,
      required,
      hiddenIn: part.isHidden ? network : undefined,
    });
  });
}

/** No address of the network may possibly be admitted to any part. */
export function requireDenied(network: string, parts: readonly JudgedPart[]): Verdict {
  return judgeParts(parts, (part) => {
    const { subject, space, admits, reaches } = part;
    const decision = decideNetwork(space, space.diagrams.or(admits, reaches), toCidr(network));
    const [fails, required] = [`${subject} admits`, `${subject} denies`];
    return toVerdict(decision, {
      wrong: decision.admitted,
      fails,
      required,
      hiddenIn: part.isHidden ? network : undefined,
    });
  });
}

interface VerdictParts {
  /** The networks that certainly have the other result than required. */
  readonly wrong: readonly string[];
  /** `the API admits`: begins the sentence of a failure. */
  readonly fails: string;
  /** `the API denies`: what is required. */
  readonly required: string;
  /** The required network, if no other one may be shown. */
  readonly hiddenIn: string | undefined;
}

function toVerdict({ notKnown, reasons }: Decision, { wrong, fails, required, hiddenIn }: VerdictParts): Verdict {
  const list = (networks: readonly string[]): Words =>
    hiddenIn === undefined ? listNetworks(networks) : `addresses of ${hiddenIn}`;
  if (wrong.length > 0) return failed(`${fails} ${list(wrong)}`);
  if (notKnown.length === 0) return PASSED;
  const because = hiddenIn === undefined ? reasons.map(describeMeaning).join('; ') : SENSITIVE_VALUE;
  return notDecided(`whether ${required} ${list(notKnown)} is not known: ${because}`);
}

/** Requires that each part newly admits at most `limit` addresses. The review has examples of them. */
export function requireAtMost(limit: bigint, changes: readonly JudgedChange[]): Verdict {
  return combine(
    changes.map(({ subject, newlyAdmitted: { sure, possible } }) => {
      if (count(sure) > limit) return failed(`${subject} newly admits ${formatAddressCounts(sure)}`);
      return count(sure) + count(possible) > limit
        ? notDecided(`${subject} may newly admit at most ${formatAddressCounts(possible)}`)
        : PASSED;
    }),
  );
}

const PASSED: Verdict = { result: 'passed', problems: [] };

export const notDecided = (problem: Words): Verdict => ({ result: 'not_decided', problems: [problem] });

const failed = (problem: string): Verdict => ({ result: 'failed', problems: [problem] });

function judgeParts(parts: readonly JudgedPart[], judge: (part: JudgedPart) => Verdict): Verdict {
  return parts.length === 0 ? notDecided('nothing that the requirement judges exists') : combine(parts.map(judge));
}

/** Failed if one failed; otherwise not decided if one is not decided; otherwise, also without verdicts, passed. */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const result = (['failed', 'not_decided'] as const).find((each) =>
    verdicts.some((verdict) => verdict.result === each),
  );
  if (!result) return PASSED;
  return {
    result,
    problems: verdicts.filter((verdict) => verdict.result === result).flatMap(({ problems }) => problems),
  };
}

const MAX_LISTED = 10;

/** The first networks, and how many more there are. */
function listNetworks(networks: readonly string[]): string {
  return formatList(networks, MAX_LISTED);
}

/** `253 IPv4 addresses`, `2^80 IPv6 addresses`; `no address` for none. */
export function formatAddressCounts({ ipv4, ipv6 }: Pick<DifferentAddresses, 'ipv4' | 'ipv6'>): Words {
  const format = (number: bigint, family: string): string[] =>
    number === 0n ? [] : [`${formatAddressCount(number)} ${family} address${number === 1n ? '' : 'es'}`];
  return [...format(ipv4, FAMILY_NAMES.ipv4), ...format(ipv6, FAMILY_NAMES.ipv6)].join(' and ') || 'no address';
}

function count({ ipv4, ipv6 }: DifferentAddresses): bigint {
  return ipv4 + ipv6;
}

/** Callers check the networks that people give. */
export function toCidr(network: string): Cidr {
  const cidr = parseCidr(network);
  if ('problem' in cidr) throw new Error(`'${network}' ${cidr.problem}; expected ${cidr.expected}.`);
  return cidr;
}
