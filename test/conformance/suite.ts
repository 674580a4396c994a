import { testInCi } from '../support/requirements';
import { type Case, createApi, type Target } from './api';
import { agentIngressCases } from './cases/agent-ingresses';
import { certificateCases } from './cases/certificates';
import { credentialCases } from './cases/credentials';
import { domainCases } from './cases/domains';
import { eventDestinationCases } from './cases/event-destinations';
import { eventSubscriptionCases } from './cases/event-subscriptions';
import { everyCollectionCases } from './cases/every-collection';
import { ipPolicyCases } from './cases/ip-policies';
import { kubernetesOperatorCases } from './cases/kubernetes-operators';
import { sshCertificateCases } from './cases/ssh-certificates';
import {
  agentIngresses,
  type Collection,
  eventDestinations,
  eventSubscriptions,
  ipPolicies,
  ipPolicyRules,
  ipRestrictions,
  kubernetesOperators,
} from './collections';
import { credentialCollections } from './credential-collections';
import { networkCollections } from './network-collections';

/** Every collection of the documents. */
export const COLLECTIONS: readonly Collection[] = [
  ipPolicies,
  ipPolicyRules,
  ipRestrictions,
  agentIngresses,
  kubernetesOperators,
  eventDestinations,
  eventSubscriptions,
  ...credentialCollections,
  ...networkCollections,
];

/**
 * States the two documents and docs/internals/gaps.md as tests of a service. Written from the documents alone: nothing here comes from
 * the product, so that it can test the product. Every case deletes what it made; the account should contain no IP
 * restrictions, of which there is one of each type. Each test calls `targetOf` when it runs, so the service need not be
 * there yet when `suite` is called.
 */
export function suite(profile: Target['profile'], targetOf: () => Target): void {
  for (const collection of COLLECTIONS) group(collection.path, everyCollectionCases(collection), targetOf);
  group('IP policies', ipPolicyCases, targetOf);
  group('agent ingresses', agentIngressCases, targetOf);
  group('Kubernetes operators', kubernetesOperatorCases, targetOf);
  // Uses the names of the specification.
  if (profile === 'spec') group('event destinations', eventDestinationCases, targetOf);
  group('event subscriptions', eventSubscriptionCases, targetOf);
  group('credentials', credentialCases, targetOf);
  group('certificates', certificateCases, targetOf);
  group('domains and TCP addresses', domainCases, targetOf);
  group('SSH certificates', sshCertificateCases, targetOf);
}

function group(name: string, cases: readonly Case[], targetOf: () => Target): void {
  describe(name, () => {
    const check = async (_title: string, one: Case): Promise<void> => {
      const api = createApi(targetOf());
      try {
        await one.run(api);
      } finally {
        await api.cleanUp();
      }
    };
    const named = cases.map((one) => [one.title, one] as const);
    test.each(named.filter(([, { isSlow }]) => !isSlow))('%s', check);
    const slow = named.filter(([, { isSlow }]) => isSlow);
    if (slow.length > 0) testInCi.each(slow)('%s', check);
  });
}
