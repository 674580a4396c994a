/** What an answer about access, or a comparison, may not show, because it is derived from sensitive values. */

import type { Difference } from '../access/compare';
import type { AccessReview } from '../access/compare-accounts';
import type { Decision } from '../access/decide';
import { ACCESS_ATTRIBUTES, RESTRICTION_KINDS } from '../model/access-attributes';
import { canonicalEndpointUrl } from '../model/formats/endpoint-url';
import type { ObjectList } from '../objects/objects';
import { isMarked, marksAt, SENSITIVE_VALUE } from '../values/marks';
import type { Words } from '../values/words';
import type { ReportedNetworks } from './reported-networks';

export interface HiddenParts {
  /** What decides about restrictions is sensitive, so their addresses are. */
  readonly restrictions: boolean;
  /** True if any attribute about access is sensitive: policies of endpoints also use the rules of IP policies. */
  readonly endpoints: boolean;
  /** The sensitive URLs, as they are configured and in their canonical form. */
  readonly urls: ReadonlySet<string>;
}

/** `lists`: those of all states that are compared, with the marks of all sources. */
export function findHiddenParts(lists: readonly ObjectList[]): HiddenParts {
  const hidden = lists
    .flatMap(({ objects }) => objects)
    .flatMap(({ kind, values, marks }) => {
      const names = (ACCESS_ATTRIBUTES[kind] ?? []).filter((name) => isMarked(marksAt(marks, [name])));
      return names.length > 0 ? [{ kind, url: names.includes('url') ? values['url'] : undefined }] : [];
    });
  return {
    restrictions: hidden.some(({ kind }) => RESTRICTION_KINDS.includes(kind)),
    endpoints: hidden.length > 0,
    urls: new Set(hidden.flatMap(({ url }) => (typeof url === 'string' ? [canonicalEndpointUrl(url), url] : []))),
  };
}

export function showUrl(url: string, { urls }: HiddenParts): string {
  return urls.has(url) ? SENSITIVE_VALUE : url;
}

export function hideList(texts: readonly string[], isHidden: boolean): readonly string[] {
  return isHidden ? hideAll(texts) : texts;
}

/** Hides networks or conditions. That there are some is not sensitive. */
function hideAll(texts: readonly string[]): readonly string[] {
  return texts.length > 0 ? [SENSITIVE_VALUE] : texts;
}

/** `causes`: what may be shown in place of the causes of the report, which name sensitive rules. */
export function hideNetworks(
  { ipv4, ipv6, networks, possible, ...report }: ReportedNetworks,
  causes: readonly Words[],
): ReportedNetworks {
  const addresses = String(BigInt(ipv4) + BigInt(ipv6));
  return {
    ...report,
    ipv4,
    ipv6,
    networks: networks.length === 0 ? [] : [{ cidr: SENSITIVE_VALUE, addresses, causes }],
    causes: networks.length === 0 ? [] : causes,
    possible: { ...possible, networks: hideAll(possible.networks), witness: null },
    witness: null,
    witness_before: [],
    witness_after: [],
  };
}

/**
 * Hides what messages show of the parts: networks, and the texts of examples. Numbers of addresses stay. So does the
 * rest of an example, such as its address, which no message shows.
 */
export function hideInReview(review: AccessReview, hidden: HiddenParts): AccessReview {
  return {
    ...review,
    restrictions: review.restrictions.map((part) =>
      hidden.restrictions ? { ...hidePart(part), isHidden: true } : part,
    ),
    endpoints: review.endpoints.map((part) => {
      const shown = hidden.endpoints ? hidePart(part) : part;
      return { ...shown, url: showUrl(part.url, hidden) };
    }),
  };
}

/** `asked`: the canonical network that was asked for. It is shown if one result holds for the whole of it. */
export function hideInDecision(decision: Decision, asked: string): Decision {
  const hide = (networks: readonly string[]): readonly string[] =>
    hideList(
      networks,
      networks.some((each) => each !== asked),
    );
  const { admitted, denied, notKnown, reasons } = decision;
  return {
    ...decision,
    ...{ admitted: hide(admitted), denied: hide(denied), notKnown: hide(notKnown) },
    reasons: reasons.length === 0 ? [] : [{ of: 'expression', source: [SENSITIVE_VALUE] }],
  };
}

function hidePart<Part extends { readonly newlyAdmitted: Difference; readonly newlyShutOut: Difference }>(
  part: Part,
): Part {
  return {
    ...part,
    newlyAdmitted: hideDifference(part.newlyAdmitted),
    newlyShutOut: hideDifference(part.newlyShutOut),
  };
}

function hideDifference<Shown extends Difference>(difference: Shown): Shown {
  const { sure, possible, witness } = difference;
  const hide = (shown: Difference['witness']) => shown && { ...shown, text: SENSITIVE_VALUE };
  return {
    ...difference,
    sure: { ...sure, networks: hideAll(sure.networks) },
    possible: { ...possible, networks: hideAll(possible.networks), witness: hide(possible.witness) },
    witness: hide(witness),
  };
}
