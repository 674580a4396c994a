import { formatTraffic } from '../../access-review/gates';
import { completeFamilies, FAMILY_NAMES } from '../../model/ip/address-set';
import { formatCount, quoteName } from '../../model/text';
import {
  describeExample,
  describePart,
  describeUndecided,
  formatEnforcement,
  MAX_CAUSES,
  MAX_NETWORKS,
  toShownRanges,
} from '../../report/access-part';
import { type Item, toItem } from '../../report/section';
import { formatList, type Words } from '../../values/words';
import type { PreviewReport, ReportedAccess, ReportedEndpoint } from '../report';

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
  const becomesEnforced = before !== after && after === 'enforced';
  return describePart(subject, [formatEnforcement(before), formatEnforcement(after)], access, {
    open: describeOpen(access),
    // It shuts out nearly everybody: a list of all networks but a few would say less than the few that it admits.
    first: becomesEnforced ? [toItem(`now admits ${formatList(networks, MAX_NETWORKS) || 'no address'}`)] : [],
    last: [
      ...access.new_policies.map(({ id, name, rules }) =>
        toItem(`newly used: policy ${quoteName(name, id)} with ${formatCount(rules, 'rule')}`),
      ),
      ...access.named_addresses.flatMap(describeNamedAddress),
      ...describeUndecided(access),
    ],
  });
}

function describeEndpoint(subject: string, endpoint: ReportedEndpoint): Item {
  const { before, after } = endpoint;
  const format = (served: typeof before): string => (served === 'absent' ? 'no endpoint' : 'online');
  return describePart(subject, [format(before), format(after)], endpoint, {
    open: after === 'served' && endpoint.admits_all_after ? 'every request gets in' : undefined,
    first: [],
    ofNetworks: (direction) => describeExample(endpoint[direction]),
    last: describeUndecided(endpoint),
  });
}

/** Undefined if no family is open. If the networks are sensitive, only the reasons say that one is open. */
function describeOpen({ admits_after: networks, admits_all_because: because }: ReportedAccess): Words | undefined {
  const ranges = toShownRanges(networks);
  if (ranges === undefined) return because.length === 0 ? undefined : 'every IPv4 or every IPv6 address gets in';
  const families = completeFamilies(ranges);
  if (families.length === 0) return undefined;
  const names = families.map((family) => FAMILY_NAMES[family]).join(' and ');
  return `every ${names} address gets in${because.length === 0 ? '' : `: ${because.slice(0, MAX_CAUSES).join('; ')}`}`;
}

function describeNamedAddress({ address, change }: ReportedAccess['named_addresses'][number]): Item[] {
  if (change === 'none') return [];
  if (change === 'not_known')
    return [{ line: `whether the address ${address} of --address is admitted is not known`, tone: 'undecided' }];
  const isAdmitted = change === 'admitted';
  return [
    {
      line: `the address ${address} of --address is newly ${isAdmitted ? 'admitted' : 'SHUT OUT'}`,
      tone: isAdmitted ? 'attention' : 'removed',
    },
  ];
}
