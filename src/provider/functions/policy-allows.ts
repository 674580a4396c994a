import { parseIp } from '../../model/ip/cidr';
import { evaluatePolicy, type PolicyRule } from '../../model/ip/policy';
import { type CtyValue, isObjectValue } from '../../values/cty-value';
import { readCidr } from './cidr';
import { type ProviderFunction, requireString } from './provider-function';

export const policyAllows: ProviderFunction = {
  name: 'policy_allows',
  schema: {
    summary: 'Whether rules of IP policies admit an address',
    description:
      'True if at least one `allow` rule matches the address and no `deny` rule does. The order of rules does not ' +
      'matter. Without rules no address is admitted. Merge the rules of all policies that apply together.',
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
    return { result: evaluatePolicy(read, address).allowed };
  },
};

function readRules(rules: CtyValue | undefined): readonly PolicyRule[] | { readonly error: string } {
  if (!isObjectValue(rules)) throw new Error('Expected a map argument');
  const read: PolicyRule[] = [];
  for (const [range, action] of Object.entries(rules)) {
    if (action === null) continue;
    const cidr = readCidr(range);
    if ('error' in cidr) return cidr;
    if (action !== 'allow' && action !== 'deny') {
      return { error: `the action of '${range}' is '${String(action)}'; expected 'allow' or 'deny'` };
    }
    read.push({ cidr, action });
  }
  return read;
}
