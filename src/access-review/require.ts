/** Requirements of a caller, which gates and `must_admit` check. A requirement passes only if it is proved. */

import type { Difference, DifferentAddresses } from '../access/compare';
import { type Decision, decideNetwork } from '../access/decide';
import type { Diagram } from '../access/diagram';
import { describeMeaning, type Space } from '../access/space';
import { FAMILY_NAMES, formatAddressCount } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { SENSITIVE_VALUE } from '../values/marks';
import { formatList, type Words } from '../values/words';

/** A restriction type of one account, a URL of an endpoint, or IP policies that apply together. */
export interface JudgedPart {
  /** The name of the part in messages: `the API`, `https://app.example.com`. */
  readonly subject: string;
  readonly space: Space;
  /** The client gets in: it gets a response of an upstream, one below 400, or a redirect elsewhere. */
  readonly admits: Diagram;
  /** `admits`, or the request reaches an upstream, or an action sends another one. Of restrictions: as `admits`. */
  readonly reaches: Diagram;
  /** What decides is sensitive: a message has no network but the required one, and does not say what it depends on. */
  readonly isHidden?: boolean;
}

export interface JudgedChange {
  readonly subject: string;
  readonly newlyAdmitted: Difference;
}

export interface Verdict {
  readonly result: 'passed' | 'failed' | 'not_decided';
  /** Clauses; empty if the requirement passed. */
  readonly problems: readonly Words[];
}

/** Every address of the network must surely be admitted to every part. */
export function requireAdmitted(network: string, parts: readonly JudgedPart[]): Verdict {
  return judgeParts(parts, (part) => {
    const decision = decideNetwork(part.space, part.admits, toCidr(network));
    return toVerdict(part, network, decision, { wrong: decision.denied, fails: 'does not admit', required: 'admits' });
  });
}

/** For no address of the network may a client possibly get in, or its request reach something, at any part. */
export function requireDenied(network: string, parts: readonly JudgedPart[]): Verdict {
  return judgeParts(parts, (part) => {
    const { space, admits, reaches } = part;
    const decision = decideNetwork(space, space.diagrams.or(admits, reaches), toCidr(network));
    return toVerdict(part, network, decision, { wrong: decision.admitted, fails: 'admits', required: 'denies' });
  });
}

interface Wanted {
  /** The networks that certainly have the other result than required. */
  readonly wrong: readonly string[];
  readonly fails: Words;
  readonly required: Words;
}

function toVerdict(
  { subject, isHidden = false }: JudgedPart,
  network: string,
  { notKnown, reasons }: Decision,
  { wrong, fails, required }: Wanted,
): Verdict {
  const list = (networks: readonly string[]): Words =>
    isHidden ? `addresses of ${network}` : formatList(networks, MAX_LISTED);
  if (wrong.length > 0) return failed(`${subject} ${fails} ${list(wrong)}`);
  if (notKnown.length === 0) return PASSED;
  const because = isHidden ? SENSITIVE_VALUE : reasons.map(describeMeaning).join('; ');
  return notDecided(`whether ${subject} ${required} ${list(notKnown)} is not known: ${because}`);
}

export function requireAtMost(limit: bigint, changes: readonly JudgedChange[]): Verdict {
  return combine(
    changes.map(({ subject, newlyAdmitted: { sure, possible } }) => {
      // With the limit 0 one address is enough, so their number says nothing.
      const most = limit === 0n ? 'addresses' : `at most ${formatAddressCounts(possible)}`;
      if (count(sure) > limit) return failed(`${subject} newly admits ${formatAddressCounts(sure)}`);
      return count(sure) + count(possible) > limit ? notDecided(`${subject} may newly admit ${most}`) : PASSED;
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

/** How many networks a problem names. Chosen. */
const MAX_LISTED = 10;

/** `253 IPv4 addresses`, `2^80 IPv6 addresses`; `no address` for none. */
export function formatAddressCounts({ ipv4, ipv6 }: Pick<DifferentAddresses, 'ipv4' | 'ipv6'>): Words {
  const format = (number: bigint, family: string): string[] =>
    number === 0n ? [] : [`${formatAddressCount(number)} ${family} address${number === 1n ? '' : 'es'}`];
  return [...format(ipv4, FAMILY_NAMES.ipv4), ...format(ipv6, FAMILY_NAMES.ipv6)].join(' and ') || 'no address';
}

function count({ ipv4, ipv6 }: DifferentAddresses): bigint {
  return ipv4 + ipv6;
}

/** Throws an error if the network is not valid: callers check the ones that people give. */
export function toCidr(network: string): Cidr {
  const cidr = parseCidr(network);
  if ('problem' in cidr) throw new Error(`'${network}' ${cidr.problem}; expected ${cidr.expected}.`);
  return cidr;
}
