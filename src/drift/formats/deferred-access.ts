/** Who gets in because of the findings, in words. Loaded only if somebody newly does, or no longer. */
import { describeExample, describePart, describeUndecided, formatEnforcement } from '../../access/describe-part';
import { formatTraffic } from '../../access/gates';
import type { ReportedNetworks } from '../../access/reported-networks';
import { formatCounts } from '../../access/require';
import { toSentence } from '../../model/text';
import { type Item, toItem } from '../../report/section';
import type { DriftedAccess, DriftedPart } from '../access/drifted-access';

export function describeAccess({ restrictions, endpoints, not_known: notKnown }: DriftedAccess): Item[] {
  return [
    ...[...restrictions, ...endpoints].map(describeDifference),
    ...notKnown.map((why): Item => ({ line: `not known: ${why}`, tone: 'undecided' })),
  ];
}

/** Networks are listed without their causes, which follow them: `by unmanaged IP policy rule ipr_…: allow 0.0.0.0/0 of 'Offices'`. */
function describeDifference(part: DriftedPart): Item {
  const withoutCauses = (changes: ReportedNetworks): ReportedNetworks => ({
    ...changes,
    networks: changes.networks.map((network) => ({ ...network, causes: [] })),
  });
  const { newly_admitted: admitted, newly_shut_out: shutOut } = part;
  const shown = { newly_admitted: withoutCauses(admitted), newly_shut_out: withoutCauses(shutOut) };
  return describePart(formatPart(part), formatStates(part), shown, {
    first: [],
    ofNetworks: (changes) => [
      ...describeExample('for example', changes),
      ...listCauses(changes === shown.newly_admitted ? admitted : shutOut).map((cause) => toItem(`by ${cause}`)),
    ],
    last: describeUndecided(part),
  });
}

function listCauses({ networks }: ReportedNetworks): readonly string[] {
  return [...new Set(networks.flatMap(({ causes }) => causes))];
}

function formatPart(part: DriftedPart): string {
  if ('type' in part) return formatTraffic(part.type);
  return part.binding === 'public' ? part.url : `${part.url} (${part.binding})`;
}

function formatStates(part: DriftedPart): readonly [string, string] {
  if ('type' in part) return [formatEnforcement(part.before), formatEnforcement(part.after)];
  return [part.before, part.after].map((state) => (state === 'absent' ? 'no endpoint' : 'online')) as [string, string];
}

/** One sentence for each part: `Newly admits 4,294,967,040 IPv4 addresses to the dashboard, for example 0.0.0.0.` */
export function formatEffects(parts: readonly DriftedPart[]): string {
  return parts
    .map((part) => {
      const subject = formatPart(part);
      const effects = [
        ...formatEffect('admits', `to ${subject}`, part.newly_admitted),
        ...formatEffect('shuts out', `of ${subject}`, part.newly_shut_out),
      ];
      return toSentence(effects.join('; '));
    })
    .join(' ');
}

function formatEffect(verb: string, where: string, changes: ReportedNetworks): string[] {
  const { possible, witness } = changes;
  const [sure, maybe] = [changes, possible].map(({ ipv4, ipv6 }) =>
    formatCounts({ ipv4: BigInt(ipv4), ipv6: BigInt(ipv6) }),
  );
  const example = witness === null ? '' : `, for example ${witness}`;
  if (changes.networks.length > 0) return [`newly ${verb} ${sure} ${where}${example}`];
  return possible.networks.length > 0
    ? [`may newly ${verb === 'admits' ? 'admit' : 'shut out'} ${maybe} ${where}${example}`]
    : [];
}
