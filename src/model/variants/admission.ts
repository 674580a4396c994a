/**
 * Which addresses the rules of one resource admit, as attributes that the provider computes from the configuration. They
 * let tools that read plans compare numbers instead of networks. The service does not know them.
 */
import { completeFamilies, countAddresses, subtractRanges, toRange } from '../ip/address-set';
import type { PolicyRule } from '../ip/aggregate-rules';
import type { Attributes } from '../kind';

/** Values of the attributes. The number of IPv6 addresses is a decimal string, because it may exceed every JSON number. */
export interface Admission {
  readonly admits_every_address: boolean;
  readonly admitted_ipv4_addresses: number;
  readonly admitted_ipv6_addresses: string;
}

const ADMITS_EVERY_ADDRESS = 'admits_every_address';
const IPV4_ADDRESSES = 'admitted_ipv4_addresses';
const IPV6_ADDRESSES = 'admitted_ipv6_addresses';

export const ADMISSION_NAMES: readonly (keyof Admission)[] = [ADMITS_EVERY_ADDRESS, IPV4_ADDRESSES, IPV6_ADDRESSES];

const KNOWN =
  'Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it.';

function admissionAttributes(subject: string, denies: string, recomputedWhen: readonly string[]): Attributes {
  const common = { presence: 'computed', providerOnly: true, recomputedWhen } as const;
  return {
    [ADMITS_EVERY_ADDRESS]: {
      ...common,
      type: 'bool',
      doc: `Whether ${subject} alone admits every IPv4 address, or every IPv6 address. ${denies} ${KNOWN}`,
    },
    [IPV4_ADDRESSES]: {
      ...common,
      type: 'number',
      doc: `Number of IPv4 addresses that ${subject} alone admits, from 0 to 4294967296. ${denies} ${KNOWN}`,
    },
    [IPV6_ADDRESSES]: {
      ...common,
      type: 'string',
      doc: `Number of IPv6 addresses that ${subject} alone admits, from \`"0"\` to \`"340282366920938463463374607431768211456"\`: a decimal string, because numbers of many tools are exact only up to 2^53. ${denies} ${KNOWN}`,
    },
  };
}

/** Of `netingress_ip_policy_rule`. */
export const ruleAdmission = admissionAttributes('this rule', 'A rule that denies admits none.', ['cidr', 'action']);

/** Of `netingress_ip_policy_rules`. */
export const ruleSetAdmission = admissionAttributes(
  'this set of rules',
  'An address counts if an allow rule matches it and no deny rule does; an address in several networks counts once. Grants that are kept do not count.',
  ['rules'],
);

export function computeAdmission(rules: readonly PolicyRule[]): Admission {
  const rangesOf = (action: PolicyRule['action']) =>
    rules.filter((rule) => rule.action === action).map(({ cidr }) => toRange(cidr));
  const admitted = subtractRanges(rangesOf('allow'), rangesOf('deny'));
  const { ipv4, ipv6 } = countAddresses(admitted);
  return {
    admits_every_address: completeFamilies(admitted).length > 0,
    admitted_ipv4_addresses: Number(ipv4),
    admitted_ipv6_addresses: String(ipv6),
  };
}

/** Returns whether a resource with these attributes has those of the admission in addition to what the service knows. */
export function hasAdmission(attributes: Attributes): boolean {
  return Object.values(attributes).some((attribute) => attribute.hasAdmission);
}
