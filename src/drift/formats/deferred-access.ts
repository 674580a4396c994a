/** Who gets in because of the findings, in words. Loaded only if the access differs, or is not known. */
import { formatTraffic } from '../../access-review/gates';
import type { ReportedNetworks } from '../../access-review/reported-networks';
import { formatAddressCounts } from '../../access-review/require';
import { toSentence } from '../../model/text';
import {
  describeExample,
  describePart,
  describeUndecided,
  formatEnforcement,
  MAX_CAUSES,
  NOT_KNOWN,
} from '../../report/access-part';
import { type Item, type Line, limitItems, toItem } from '../../report/section';
import { formatLine } from '../../report/text';
import { SENSITIVE_VALUE } from '../../values/marks';
import type { DriftedAccess, DriftedNetworks, DriftedPart, EndpointState } from '../access/drifted-access';

export function describeDriftedAccess({ restrictions, endpoints, not_known: notKnown }: DriftedAccess): Item[] {
  return [
    ...[...restrictions, ...endpoints].map(describeDifference),
    ...notKnown.map((why): Item => ({ line: `not known: ${why}`, tone: 'undecided' })),
  ];
}

/**
 * Lists the networks, and then the causes once for all of them: `by unmanaged IP policy rule ipr_…: allow 0.0.0.0/0 of
 * 'Offices'`.
 */
function describeDifference(part: DriftedPart): Item {
  const withoutCauses = (changes: ReportedNetworks): ReportedNetworks => ({
    ...changes,
    causes: [],
    networks: changes.networks.map((network) => ({ ...network, causes: [] })),
  });
  const shown = {
    newly_admitted: withoutCauses(part.newly_admitted),
    newly_shut_out: withoutCauses(part.newly_shut_out),
  };
  return describePart(formatPart(part), formatStates(part), shown, {
    first: [],
    ofNetworks: (direction) => [...describeExample(part[direction]), ...listFindings('by', part[direction].causes)],
    last: [...describeUndecided(part), ...listTouching(part)],
  });
}

function listTouching(part: DriftedPart): readonly Item[] {
  if ('type' in part) return [];
  const isCause = part.newly_admitted.causes.length + part.newly_shut_out.causes.length > 0;
  return isCause ? [] : listFindings('touched by', part.touched_by);
}

function listFindings(word: string, findings: readonly string[]): readonly Item[] {
  return limitItems(
    findings.map((finding) => toItem(`${word} ${finding}`)),
    MAX_CAUSES,
  );
}

function formatPart(part: DriftedPart): string {
  if ('type' in part) return formatTraffic(part.type);
  const url = part.url === SENSITIVE_VALUE ? 'an endpoint with a sensitive URL' : part.url;
  return part.binding === 'public' ? url : `${url} (${part.binding})`;
}

function formatStates(part: DriftedPart): readonly [string, string] {
  if ('type' in part) return [formatEnforcement(part.before), formatEnforcement(part.after)];
  return [STATES[part.before], STATES[part.after]];
}

const STATES: Readonly<Record<EndpointState, string>> = {
  absent: 'no cloud endpoint',
  served: 'online',
  not_known: NOT_KNOWN,
};

/**
 * What the finding does to each part: `Newly admits 4,294,967,040 IPv4 addresses to the dashboard, for example
 * 0.0.0.0.` The number is of all findings of the part, so it is said of the finding alone only if there is no other.
 */
export function formatEffects(fingerprint: string, parts: readonly DriftedPart[]): string {
  return parts
    .flatMap((part) => [
      ...formatEffect(fingerprint, part, part.newly_admitted, ['admits', 'admit', 'to']),
      ...formatEffect(fingerprint, part, part.newly_shut_out, ['shuts out', 'shut out', 'of']),
    ])
    .map((effect) => toSentence(effect))
    .join(' ');
}

function formatEffect(
  fingerprint: string,
  part: DriftedPart,
  changes: DriftedNetworks,
  [does, may, where]: readonly [string, string, string],
): string[] {
  const { networks, possible, witness, findings } = changes;
  if (!findings.includes(fingerprint)) return [];
  const isSure = networks.length > 0;
  const { ipv4, ipv6 } = isSure ? changes : possible;
  const count = formatAddressCounts({ ipv4: BigInt(ipv4), ipv6: BigInt(ipv6) });
  const subject = formatPart(part);
  const verb = isSure ? `newly ${does}` : `may newly ${may} at most`;
  if ('url' in part && part.touched_by.length > 1) return [`touches ${subject}, which ${verb} ${count}`];
  const isAlone = findings.length === 1 && networks.every(({ causes }) => causes.length > 0);
  const example = witness === null ? '' : `, for example ${witness}`;
  return [
    isAlone
      ? `${verb} ${count} ${where} ${subject}${example}`
      : `with other findings ${verb} ${count} ${where} ${subject}`,
  ];
}

export function listUndecidedAccess({ restrictions, endpoints, not_known: notKnown }: DriftedAccess): readonly Line[] {
  return [
    ...[...restrictions, ...endpoints].flatMap((part) =>
      describeUndecided(part).map(({ line }) => `${formatPart(part)}: ${formatLine(line)}`),
    ),
    ...notKnown.map((why) => `access not known: ${why}`),
  ];
}
