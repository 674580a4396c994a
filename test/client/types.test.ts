/** Compile-time claims about the client's types; `tsc` tests them, and running the file proves nothing more. */
import type {
  AgentIngressUpdate,
  Client,
  EventDestination,
  EventSource,
  IpPolicyRule,
  IpPolicyRuleCreate,
  IpPolicyRuleUpdate,
  KubernetesOperatorBinding,
  Ref,
  ServiceClient,
} from '../../src/client';
import type { EventType } from '../../src/model/events/event-types';
import type { JsonObject } from '../../src/values/json';

type Holds<Claim extends true> = Claim;
type Extends<A, B> = A extends B ? true : false;
/** Also equal in what is optional and readonly. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Creds = NonNullable<NonNullable<NonNullable<EventDestination['target']['data_stream']>['auth']>['creds']>;

interface Rule {
  readonly cidr: string;
  readonly ip_policy_id: string;
  readonly action: 'allow' | 'deny';
}
interface Texts<Cleared = never> {
  readonly description?: string | Cleared;
  readonly metadata?: string | Cleared;
}
type Named = { readonly id: string; readonly uri: string; readonly created_at: string };
type Flat<T> = { [K in keyof T]: T[K] };

type Claims = [
  // What a create requires, what an update may change, and what a response may omit.
  Holds<Same<Flat<IpPolicyRuleCreate>, Flat<Texts & Rule>>>,
  Holds<Same<Flat<IpPolicyRuleUpdate>, Flat<Texts & Partial<Pick<Rule, 'cidr'>>>>>,
  Holds<Same<Flat<IpPolicyRule>, Flat<Named & Texts<null> & Omit<Rule, 'ip_policy_id'> & { readonly ip_policy: Ref }>>>,
  Holds<Same<EventSource['type'], EventType | (string & {})>>,
  Holds<Same<Flat<Omit<EventSource, 'type' | 'fields'>>, { readonly filter?: string | null; readonly uri: string }>>,
  Holds<Same<EventSource['fields'], readonly string[] | null | undefined>>,
  // An update clears an object with null; a response has no certificate request.
  Holds<Extends<null, AgentIngressUpdate['certificate_management_policy']>>,
  Holds<Same<Extract<keyof KubernetesOperatorBinding, 'csr'>, never>>,
  // The provider takes the interface by kind name, the plugin hands it the typed client.
  Holds<Extends<Client, ServiceClient>>,
  Holds<Extends<IpPolicyRuleCreate, JsonObject>>,
  Holds<Extends<EventSource, JsonObject>>,
  // The service returns the secret of a destination as null.
  Holds<Extends<null, Creds['cloud_secret_access_key']>>,
  Holds<Extends<Awaited<ReturnType<Client['ipPolicyRules']['get']>>, IpPolicyRule>>,
];

test('the types of bodies, responses and the client are as claimed above, which tsc checks', () => {
  const claims: Claims = [true, true, true, true, true, true, true, true, true, true, true, true, true];
  expect(claims).not.toContain(false);
});

test('a create without a required member does not compile', () => {
  const wrong = (client: Client): unknown =>
    // @ts-expect-error action is missing
    client.ipPolicyRules.create({ cidr: '10.0.0.0/8', ip_policy_id: 'ipp_1' });
  const immutable = (client: Client): unknown =>
    // @ts-expect-error action cannot be changed
    client.ipPolicyRules.update('ipr_1', { action: 'deny' });
  expect([wrong, immutable]).toHaveLength(2);
});
