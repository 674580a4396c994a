/** Compile-time claims about the client's types; `tsc` is the test, running only proves that the file is one. */
import type {
  Client,
  EventDestination,
  EventSource,
  IpPolicyRule,
  IpPolicyRuleCreate,
  ServiceClient,
} from '../../src/client';
import type { JsonObject } from '../../src/model/json';

type Holds<Claim extends true> = Claim;
type Extends<A, B> = A extends B ? true : false;

type Creds = NonNullable<NonNullable<NonNullable<EventDestination['target']['data_stream']>['auth']>['creds']>;

type Claims = [
  // The provider takes the interface by kind name, the plugin hands it the typed client.
  Holds<Extends<Client, ServiceClient>>,
  Holds<Extends<IpPolicyRuleCreate, JsonObject>>,
  Holds<Extends<EventSource, JsonObject>>,
  // The service returns the secret of a destination as null.
  Holds<Extends<null, Creds['cloud_secret_access_key']>>,
  Holds<Extends<Awaited<ReturnType<Client['ipPolicyRules']['get']>>, IpPolicyRule>>,
];

test('types of the parts are compatible', () => {
  const claims: Claims = [true, true, true, true, true];
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
