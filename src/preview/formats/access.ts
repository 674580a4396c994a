/** The access to each restriction and endpoint, before and after. */
import { formatTraffic } from '../../access/gates';
import { formatCounts } from '../../access/require';
import { ALL_ADDRESSES, formatAddressCount, rangesToCidrs, subtractRanges, toRange } from '../../model/ip/address-set';
import { type Cidr, parseCidr } from '../../model/ip/cidr';
import { formatList } from '../../model/text';
import { type Item, limitItems, toItem } from '../../report/section';
import type { PreviewReport, ReportedAccess, ReportedEndpoint, ReportedNetworks } from '../report';

const MAX_NETWORKS = 10;
const MAX_CONDITIONS = 5;
const MAX_CAUSES = 3;

/** With several accounts each part names its account. */
export function describeAccess({ accounts, access, endpoints }: PreviewReport): Item[] {
  const name = (subject: string, account: string): string =>
    accounts.length > 1 ? `${subject} of ${account}` : subject;
  return [
    ...access.map((each) => describeRestriction(name(formatTraffic(each.type), each.account), each)),
    ...endpoints.map((each) => {
      const { url, binding, account } = each;
      return describeEndpoint(name(binding === 'public' ? url : `${url} (${binding})`, account), each);
    }),
  ];
}

function describeRestriction(subject: string, access: ReportedAccess): Item {
  const { before, after, admits_after: networks } = access;
  const isEnforced = before !== after && after === 'enforced';
  return describePart(subject, [formatEnforcement(before), formatEnforcement(after)], access, {
    // The complement of a few networks says less than the networks.
    first: isEnforced ? [toItem(`now admits ${formatList(networks, MAX_NETWORKS) || 'no address'}`)] : [],
    last: [
      ...access.new_policies.map(({ name, rules }) =>
        toItem(`newly used: policy ${name} with ${rules} rule${rules === 1 ? '' : 's'}`),
      ),
      ...access.named_addresses.flatMap(describeNamedAddress),
      ...describeUndecided(access),
    ],
  });
}

function describeEndpoint(subject: string, endpoint: ReportedEndpoint): Item {
  const { before, after, depends } = endpoint;
  const format = (served: typeof before): string => (served === 'absent' ? 'no endpoint' : 'online');
  return describePart(subject, [format(before), format(after)], endpoint, {
    first: [],
    last: [
      ...describeExample('newly admitted', endpoint.newly_admitted),
      ...describeExample('newly shut out', endpoint.newly_shut_out),
      ...describeUndecided(endpoint),
      ...(depends.length === 0 ? [] : [toItem(`also depends on ${formatList(depends, MAX_CONDITIONS)}`)]),
    ],
  });
}

function describePart(
  subject: string,
  [before, after]: readonly [string, string],
  { newly_admitted: admitted, newly_shut_out: shutOut }: Changes,
  { first, last }: { readonly first: readonly Item[]; readonly last: readonly Item[] },
): Item {
  const isChanged = admitted.networks.length + shutOut.networks.length > 0 || before !== after;
  const isUndecided = admitted.possible.networks.length + shutOut.possible.networks.length > 0;
  if (!isChanged && !isUndecided) {
    // Before and after: the list of restrictions, or the whole account, could not be read.
    if (after === formatEnforcement('not_known'))
      return { line: `${subject}: not known`, tone: 'undecided', details: last };
    return { line: `${subject}: the access is equal`, details: last };
  }
  return {
    line: `${subject} (${before === after ? after : `${before}, then ${after}`})`,
    tone: isChanged ? 'changed' : 'undecided',
    details: [
      ...first,
      ...describeNetworks('newly admitted', admitted).map((item): Item => ({ ...item, tone: 'added' })),
      ...describeNetworks('newly shut out', shutOut).map((item): Item => ({ ...item, tone: 'removed' })),
      ...last,
    ],
  };
}

function describeNetworks(label: string, changes: ReportedNetworks): Item[] {
  const { networks } = changes;
  if (networks.length === 0) return [];
  const heading = `${label}: ${formatCounts({ ipv4: BigInt(changes.ipv4), ipv6: BigInt(changes.ipv6) })}`;
  const complement = describeComplement(changes);
  if (complement !== undefined) return [toItem(`${heading}, ${complement}`)];
  const items = networks.map(({ cidr, addresses, causes }) => {
    const because = causes.length > 0 ? `: ${causes.slice(0, MAX_CAUSES).join('; ')}` : '';
    return toItem([{ code: cidr }, ` (${formatAddressCount(BigInt(addresses))})${because}`]);
  });
  return [{ line: heading, details: limitItems(items, MAX_NETWORKS) }];
}

function describeExample(verb: string, changes: ReportedNetworks): Item[] {
  const { networks, witness, witness_before: before, witness_after: after } = changes;
  if (networks.length === 0 || witness === null) return [];
  const describe = (when: string, texts: readonly string[]): string =>
    texts.length === 0 ? '' : `; ${when}: ${formatList(texts, MAX_CONDITIONS)}`;
  return [toItem(`${verb}, for example: ${witness}${describe('before', before)}${describe('after', after)}`)];
}

type Changes = Pick<ReportedEndpoint, 'newly_admitted' | 'newly_shut_out'>;

function describeUndecided({ newly_admitted: admitted, newly_shut_out: shutOut }: Changes): Item[] {
  const describe = (verb: string, { possible, witness }: ReportedNetworks): Item[] => {
    if (possible.networks.length === 0) return [];
    const example = witness === null ? '' : `, for example ${witness}`;
    const count = formatCounts({ ipv4: BigInt(possible.ipv4), ipv6: BigInt(possible.ipv6) });
    return [{ line: `NOT DECIDED: may newly ${verb} ${count}${example}`, tone: 'undecided' }];
  };
  return [...describe('admit', admitted), ...describe('shut out', shutOut)];
}

function formatEnforcement(enforcement: ReportedAccess['after']): string {
  return enforcement === 'absent' ? 'no restriction' : enforcement.replaceAll('_', ' ');
}

/**
 * The networks, or what they leave out if that is shorter: `every IPv4 address except 203.0.113.0/24`. Undefined if the
 * networks are shorter.
 */
function describeComplement({ networks }: Pick<ReportedNetworks, 'networks'>): string | undefined {
  const ranges = networks.map(({ cidr }) => toRange(parseCidr(cidr) as Cidr));
  const families = ALL_ADDRESSES.filter(({ family }) => ranges.some((range) => range.family === family));
  const missing = rangesToCidrs(subtractRanges(families, ranges));
  if (missing.length + 2 >= networks.length) return undefined;
  const names = families.map(({ family }) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ');
  return `every ${names} address except ${formatList(missing, MAX_NETWORKS)}`;
}

function describeNamedAddress({ address, change }: ReportedAccess['named_addresses'][number]): Item[] {
  if (change === 'none') return [];
  if (change === 'not_known')
    return [{ line: `whether the address ${address} of --address is admitted is not known`, tone: 'undecided' }];
  const isAdmitted = change === 'admitted';
  return [
    {
      line: `the address ${address} of --address is newly ${isAdmitted ? 'admitted' : 'SHUT OUT'}`,
      tone: isAdmitted ? 'added' : 'removed',
    },
  ];
}
