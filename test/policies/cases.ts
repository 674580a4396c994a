/**
 * For each policy resources that violate it, and of most policies one that does not. Each violates the policies of its
 * list only.
 */
import type { TerraformStack } from 'cdktf';
import {
  ApiKey,
  EventDestination,
  EventSubscription,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  IpRestriction,
  TunnelCredential,
} from '../../src';
import { auditEventTypes } from '../../src/model/events/event-groups';

export interface PolicyCase {
  readonly name: string;
  readonly violates: readonly string[];
  readonly build: (stack: TerraformStack, name: string) => void;
}

const description = 'Used by the team';
const owned = { description, metadata: '{"owner":"platform"}' };
const KEY =
  '{"kty":"EC","crv":"P-256","x":"e54o-Ej6EP_pOJ8O9IwmGw1I11ipC375XJO_iNoHNfQ","y":"geGS4NAR1MdnXQcxVcSH2j-IPsG4BCcFhMx8cGrjQxk"}';
const GRANT = '{"netingress_grant":{"version":1,"until":"2027-03-01T10:00:00Z","by":"ana","reason":"debug"}}';

type Rules = Readonly<Record<string, 'allow' | 'deny'>>;

function rules(networks: Rules, more: object = {}): PolicyCase['build'] {
  return (stack, name) => {
    const policy = new IpPolicy(stack, `${name}_policy`, { description });
    const entries = Object.entries(networks).map(([network, action]) => [network, { action, description, ...more }]);
    new IpPolicyRules(stack, name, { ipPolicyId: policy.id, rules: Object.fromEntries(entries) as never });
  };
}

function oneRule(cidr: string, more: object = {}): PolicyCase['build'] {
  return (stack, name) => {
    const policy = new IpPolicy(stack, `${name}_policy`, { description });
    new IpPolicyRule(stack, name, { ipPolicyId: policy.id, cidr, action: 'allow', description, ...more });
  };
}

function restriction(type: string, more: object): PolicyCase['build'] {
  return (stack, name) => {
    const policy = new IpPolicy(stack, `${name}_policy`, { description });
    new IpRestriction(stack, name, { type, ipPolicyIds: [policy.id], description, ...more } as never);
  };
}

function destination(auth: object): PolicyCase['build'] {
  return (stack, name) => {
    new EventDestination(stack, name, {
      description,
      format: 'JSON',
      target: { logGroup: { auth, logGroupRn: 'arn:aws:logs:eu-west-1:123456789012:log-group:audit' } },
    } as never);
  };
}

function subscription(types: readonly string[], destinationIds: readonly string[] | undefined): PolicyCase['build'] {
  return (stack, name) => {
    const sources = types.map((type) => ({ type }));
    new EventSubscription(stack, name, { description, sources, ...(destinationIds && { destinationIds }) } as never);
  };
}

/** The limit of the policy `address_limit` is 2^20 IPv4 addresses, which are 16 of these networks. */
const sixteens = (count: number): Rules =>
  Object.fromEntries([...Array(count).keys()].map((n) => [`10.${n}.0.0/16`, 'allow' as const]));
export const eventDestinationId = 'ed_2aVxK3Xz8Y0mQn1LrT5sWcJ7dFb';
const secretAccessKeyWo = { cloudAccessKeyId: 'AKIA', cloudSecretAccessKeyWo: 's', cloudSecretAccessKeyWoVersion: '1' };

const CASES: readonly (readonly [policy: string, violates: readonly string[], build: PolicyCase['build']])[] = [
  [
    'no_open_network',
    ['no_open_network', 'no_wide_network', 'address_limit'],
    rules({ '0.0.0.0/1': 'allow', '128.0.0.0/1': 'allow' }),
  ],
  ['no_open_network', ['no_open_network', 'no_wide_network'], oneRule('::/0')],
  ['no_open_network', [], rules({ '203.0.113.0/24': 'allow', '0.0.0.0/0': 'deny' })],
  ['no_wide_network', ['no_wide_network'], oneRule('10.0.0.0/15')],
  ['no_wide_network', ['no_wide_network'], rules({ '10.0.0.0/15': 'allow', '192.0.2.1': 'allow' })],
  ['no_wide_network', ['no_wide_network', 'address_limit'], rules({ '2001:db8::/31': 'allow' })],
  ['no_wide_network', [], rules({ '10.0.0.0/16': 'allow', '10.0.0.0/8': 'deny', '2001:db8::/32': 'allow' })],
  ['address_limit', ['address_limit'], rules(sixteens(17))],
  ['address_limit', [], rules({ ...sixteens(17), '10.0.0.0/16': 'deny' })],
  ['restriction_enforced', ['restriction_enforced'], restriction('dashboard', { enforced: false })],
  ['restriction_enforced', ['restriction_enforced'], restriction('dashboard', {})],
  ['must_admit', ['must_admit'], restriction('api', { enforced: true })],
  ['must_admit', ['must_admit'], restriction('api', { enforced: true, mustAdmit: [] })],
  ['must_admit', [], restriction('api', { enforced: true, mustAdmit: ['203.0.113.0/24'] })],
  ['no_grant', ['no_grant'], rules({ '203.0.113.0/24': 'allow' }, { metadata: GRANT })],
  ['no_grant', ['no_grant'], oneRule('203.0.113.0/24', { metadata: GRANT })],
  ['no_grant', [], oneRule('203.0.113.0/24', { metadata: '{"note":"netingress_grant"}' })],
  [
    'write_only_secret',
    ['write_only_secret', 'role_for_events'],
    destination({ creds: { cloudAccessKeyId: 'AKIA', cloudSecretAccessKey: 's' } }),
  ],
  ['role_for_events', ['role_for_events'], destination({ creds: secretAccessKeyWo })],
  ['role_for_events', [], destination({ role: { roleRn: 'arn:aws:iam::123456789012:role/events' } })],
  ['sealed_token', ['sealed_token'], (stack, name) => new ApiKey(stack, name, owned)],
  ['sealed_token', [], (stack, name) => new ApiKey(stack, name, { ...owned, sealedFor: KEY })],
  ['credential_owner', ['credential_owner'], (stack, name) => new ApiKey(stack, name, { description, sealedFor: KEY })],
  [
    'credential_owner',
    ['credential_owner'],
    (stack, name) => new ApiKey(stack, name, { description, metadata: '{"owner":" "}', sealedFor: KEY }),
  ],
  [
    'credential_acl',
    ['credential_acl'],
    (stack, name) => new TunnelCredential(stack, name, { ...owned, sealedFor: KEY }),
  ],
  [
    'credential_acl',
    ['credential_acl'],
    (stack, name) => new TunnelCredential(stack, name, { ...owned, sealedFor: KEY, acl: ['bind:a.example.com', '*'] }),
  ],
  [
    'credential_acl',
    [],
    (stack, name) => new TunnelCredential(stack, name, { ...owned, sealedFor: KEY, acl: ['bind:a.example.com'] }),
  ],
  ['audit_trail', ['audit_trail'], subscription(auditEventTypes().slice(1), [eventDestinationId])],
  ['audit_trail', ['audit_trail'], subscription(auditEventTypes(), undefined)],
  ['audit_trail', [], subscription(auditEventTypes(), [eventDestinationId])],
  ['audit_trail', [], subscription(['http_request_complete.v0'], [eventDestinationId])],
  ['description', ['description'], (stack, name) => new IpPolicy(stack, name)],
  ['description', ['description'], (stack, name) => new IpPolicy(stack, name, { description: ' ' })],
  ['description', ['description'], rules({ '203.0.113.0/24': 'allow' }, { description: undefined })],
  ['description', [], (stack, name) => new IpPolicy(stack, name, { description })],
];

/** The index makes the names unique. */
export const POLICY_CASES: readonly PolicyCase[] = CASES.map(([policy, violates, build], index) => ({
  violates,
  build,
  name: `c${index}_${policy}`,
}));
