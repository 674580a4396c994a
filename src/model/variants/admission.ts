/**
 * The addresses that the rules of one resource admit, computed by the provider, so that tools that read plans compare
 * numbers instead of networks.
 */
import { completeFamilies, countAddresses, possibleRanges, subtractRanges, toRange } from '../ip/address-set';
import type { NetworkRule } from '../ip/aggregate-rules';
import { toMappedIpv4 } from '../ip/cidr';
import type { Attributes, ScalarAttribute } from '../kind';

/** Without numbers: its network tells them, and a plan may have thousands of rules. */
export interface RuleAdmission {
  readonly admits_every_address: boolean;
}

/** The number of IPv6 addresses is a decimal string, because it may exceed 2^53. */
export interface RuleSetAdmission extends RuleAdmission {
  readonly admitted_ipv4_addresses: number;
  readonly admitted_ipv6_addresses: string;
}

const KNOWN =
  'Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it.';

const COMPUTED = { presence: 'computed', providerOnly: true } as const;

function admitsEveryAddress(subject: string, which: string): ScalarAttribute {
  return {
    ...COMPUTED,
    type: 'bool',
    doc: `Whether ${subject} alone admits every IPv4 address, or every IPv6 address. ${which} ${KNOWN}`,
  };
}

const MAPPED =
  'A network of IPv4-mapped addresses, such as `::ffff:192.0.2.0/120`, that is allowed counts for the IPv4 addresses too.';

export const ruleAdmission = {
  admits_every_address: {
    ...admitsEveryAddress('this rule', `A rule that denies admits none. ${MAPPED}`),
    recomputedWhen: ['cidr', 'action'],
  },
} satisfies Attributes;

const COUNTED = `An address counts if an allow rule matches it and no deny rule does; an address in several networks counts once. ${MAPPED} Grants that are kept do not count.`;

export const ruleSetAdmission = {
  admits_every_address: { ...admitsEveryAddress('this set of rules', COUNTED), recomputedWhen: ['rules'] },
  admitted_ipv4_addresses: {
    ...COMPUTED,
    type: 'number',
    doc: `Number of IPv4 addresses that this set of rules alone admits, from 0 to 4294967296. ${COUNTED} ${KNOWN}`,
    recomputedWhen: ['rules'],
  },
  admitted_ipv6_addresses: {
    ...COMPUTED,
    type: 'string',
    doc: `Number of IPv6 addresses that this set of rules alone admits, from \`"0"\` to \`"340282366920938463463374607431768211456"\`: a decimal string, because numbers of many tools are exact only up to 2^53. ${COUNTED} ${KNOWN}`,
    recomputedWhen: ['rules'],
  },
} satisfies Attributes;

export function computeRuleAdmission({ cidr, action }: NetworkRule): RuleAdmission {
  const { prefixLength } = toMappedIpv4(cidr) ?? cidr;
  return { admits_every_address: action === 'allow' && prefixLength === 0 };
}

export function computeRuleSetAdmission(rules: readonly NetworkRule[]): RuleSetAdmission {
  const networksOf = (action: NetworkRule['action']) =>
    rules.filter((rule) => rule.action === action).map(({ cidr }) => cidr);
  const admitted = subtractRanges(possibleRanges(networksOf('allow')), networksOf('deny').map(toRange));
  const { ipv4, ipv6 } = countAddresses(admitted);
  return {
    admits_every_address: completeFamilies(admitted).length > 0,
    admitted_ipv4_addresses: Number(ipv4),
    admitted_ipv6_addresses: String(ipv6),
  };
}

/** False for the rule set, which has the attributes itself. */
export function hasAdmission(attributes: Attributes): boolean {
  return Object.values(attributes).some((attribute) => attribute.hasAdmission);
}
