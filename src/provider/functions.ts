import { eventFields } from '../model/events/event-catalog';
import { EVENT_TYPES } from '../model/events/event-types';
import { FORMATS } from '../model/formats';
import { type Cidr, cidrContains, parseCidr, parseIp } from '../model/ip/cidr';
import { PROFILES, tryFindProfile } from '../model/profiles';
import type { Obj } from '../objects/objects';
import { type CtyValue, isObjectValue } from '../values/cty-value';
import { loadAccess } from './access/load-access';
import type { CallResponse } from './protocol/provider';
import type { FunctionSchema } from './protocol/schema';

export interface ProviderFunction {
  /** The name of the function without that of the provider. */
  readonly name: string;
  readonly schema: FunctionSchema;
  /** Arguments have the parameters' types and are known. */
  call(...args: readonly CtyValue[]): CallResponse;
}

function requireString(value: CtyValue | undefined): string {
  if (typeof value !== 'string') throw new Error('Expected a string argument');
  return value;
}

const BARE_ADDRESS = 'An address without a mask is a range of one address.';

const cidrCanonical: ProviderFunction = {
  name: 'cidr_canonical',
  schema: {
    summary: 'Canonical notation of an IP range',
    description:
      'Returns the range in the notation of the service: `2001:db8::/32` for `2001:DB8:0::/32`, `192.0.2.1/32` for ' +
      '`192.0.2.1`. A range with bits set beyond its mask is an error that names the network address.',
    parameters: [
      { name: 'cidr', type: 'string', description: `An IPv4 or IPv6 range in CIDR notation. ${BARE_ADDRESS}` },
    ],
    returns: 'string',
  },
  call(cidr) {
    const read = readCidr(requireString(cidr));
    return 'error' in read ? { ...read, argument: 0 } : { result: read.canonical };
  },
};

const cidrContainsFunction: ProviderFunction = {
  name: 'cidr_contains',
  schema: {
    summary: 'Whether an IP range contains another',
    description:
      'True if `outer` contains every address of `inner`. A range contains itself. IPv4 and IPv6 ranges never contain ' +
      'each other.',
    parameters: [
      { name: 'outer', type: 'string', description: `The wider range. ${BARE_ADDRESS}` },
      { name: 'inner', type: 'string', description: `The range or address to look for in outer. ${BARE_ADDRESS}` },
    ],
    returns: 'bool',
  },
  call(outer, inner) {
    const [wider, narrower] = [readCidr(requireString(outer)), readCidr(requireString(inner))];
    if ('error' in wider) return { ...wider, argument: 0 };
    if ('error' in narrower) return { ...narrower, argument: 1 };
    return { result: cidrContains(wider, narrower) };
  },
};

function readCidr(text: string): Cidr | { readonly error: string } {
  const parsed = parseCidr(text);
  return 'problem' in parsed ? { error: `'${text}' ${parsed.problem}; expected ${parsed.expected}` } : parsed;
}

const policyAllows: ProviderFunction = {
  name: 'policy_allows',
  schema: {
    summary: 'Whether rules of IP policies admit an address',
    description:
      'True if at least one `allow` rule matches the address and no `deny` rule does. The order of rules does not ' +
      'matter. Without rules no address is admitted. Pass the rules of all policies that apply together, with `deny` ' +
      'for a range that one allows and another denies. It is an error if an IPv4-mapped range, such as ' +
      '`::ffff:192.0.2.0/120`, decides about an IPv4 address: whether it matches is not documented.',
    parameters: [
      {
        name: 'rules',
        type: ['map', 'string'],
        description: 'Action, `allow` or `deny`, by IP range in CIDR notation. A range with a null action is ignored.',
      },
      { name: 'ip', type: 'string', description: 'One IPv4 or IPv6 address, without a mask.' },
    ],
    returns: 'bool',
  },
  call(rules, ip) {
    const read = readRules(rules);
    if ('error' in read) return { ...read, argument: 0 };
    const address = requireString(ip);
    if (!parseIp(address)) {
      const error = `'${address}' is not an IP address; expected one such as 203.0.113.7 or 2001:db8::7, without a mask`;
      return { error, argument: 1 };
    }
    const facts = [{ kind: 'ip_policy_rule', objects: read }];
    const { answer, reasons } = loadAccess().decideAccess({ facts, policyIds: [POLICY] }, address);
    // `::ffff:192.0.2.0/120` = "allow" and 192.0.2.1 -> an error.
    if (answer !== 'yes' && answer !== 'no')
      return {
        error: `whether the rules admit ${address} is not known: ${reasons.map(loadAccess().describeMeaning).join('; ')}`,
        argument: 0,
      };
    return { result: answer === 'yes' };
  },
};

const POLICY = 'policy';

function readRules(rules: CtyValue | undefined): readonly Obj[] | { readonly error: string } {
  if (!isObjectValue(rules)) throw new Error('Expected a map argument');
  const read: Obj[] = [];
  for (const [range, action] of Object.entries(rules)) {
    if (action === null) continue;
    const cidr = readCidr(range);
    if ('error' in cidr) return cidr;
    if (action !== 'allow' && action !== 'deny') {
      return { error: `the action of '${range}' is '${String(action)}'; expected 'allow' or 'deny'` };
    }
    read.push({ kind: 'ip_policy_rule', id: range, values: { cidr: range, action, ip_policy_id: POLICY } });
  }
  return read;
}

const eventFieldsFunction: ProviderFunction = {
  name: 'event_fields',
  schema: {
    summary: 'The fields of an event type',
    description:
      'Returns the dotted names of the fields of events of the type. For traffic events these are the valid values in ' +
      '`fields` of a source of an event subscription. A profile, such as `ngrok`, adds the fields that only it has.',
    parameters: [
      { name: 'type', type: 'string', description: `One of the ${EVENT_TYPES.length} event types, with version.` },
    ],
    variadicParameter: { name: 'profile', type: 'string', description: 'Optional: the profile of the service.' },
    returns: ['list', 'string'],
  },
  call(type, ...profiles) {
    const name = requireString(type);
    const [chosen, second] = profiles.map(requireString);
    if (second !== undefined) return { error: `a second profile is '${second}'; expected at most one`, argument: 2 };
    const profile = chosen === undefined ? undefined : tryFindProfile(chosen);
    if (chosen !== undefined && !profile)
      return { error: `the profile is '${chosen}'; expected one of ${Object.keys(PROFILES).join(', ')}`, argument: 1 };
    const fields = eventFields(name, profile?.name);
    if (fields) return { result: [...fields] };
    const invalid = FORMATS.event_type.check?.(name);
    return {
      error: `${invalid?.problem ?? `'${name}' has no fields`}; expected ${invalid?.expected ?? 'an event type'}`,
      argument: 0,
    };
  },
};

export const PROVIDER_FUNCTIONS: readonly ProviderFunction[] = [
  cidrCanonical,
  cidrContainsFunction,
  policyAllows,
  eventFieldsFunction,
];
