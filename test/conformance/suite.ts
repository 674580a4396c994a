import { describeRows, testRows } from '../support/requirements';
import { COLLECTIONS } from './all-collections';
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
import { publicServiceCases } from './cases/public-service';
import { sshCertificateCases } from './cases/ssh-certificates';

/**
 * Rules of docs/internals/management-api.md, event-sources.md and gaps.md as tests of a service. What a case makes is
 * deleted after it. The account must have no IP restriction, because the cases create one of each type, and there is at
 * most one. `targetOf` is called when a test runs, so the service need not be there yet when `suite` is called.
 */
export function suite(profile: Target['profile'], targetOf: () => Target): void {
  // Most cases make the same claims in both profiles: a plain run checks them in `spec`.
  describeRows(COLLECTIONS, { plain: profile === 'spec' ? COLLECTIONS.length : 1 })('$path', (collection) => {
    const isFirst = collection === COLLECTIONS[0];
    check(everyCollectionCases(collection), targetOf, ({ isGeneral }) => isGeneral !== true || isFirst);
  });
  const groups: readonly (readonly [name: string, cases: readonly Case[]])[] = [
    // The first two are in a plain run of both profiles: these cases differ between them.
    ['domains and TCP addresses', domainCases],
    // The destinations have the names of the specification.
    profile === 'spec' ? ['event destinations', eventDestinationCases] : ['the public service', publicServiceCases],
    ['IP policies', ipPolicyCases],
    ['agent ingresses', agentIngressCases],
    ['Kubernetes operators', kubernetesOperatorCases],
    ['event subscriptions', eventSubscriptionCases],
    ['credentials', credentialCases],
    ['certificates', certificateCases],
    ['SSH certificates', sshCertificateCases],
  ];
  describeRows(groups, { plain: profile === 'spec' ? groups.length : 2 })('%s', (_, cases) => check(cases, targetOf));
}

/** Declares a test for each case. A plain run has those that are plain and not slow. */
function check(cases: readonly Case[], targetOf: () => Target, isPlain: (one: Case) => boolean = () => true): void {
  const inPlainRun = (one: Case): boolean => !one.isSlow && isPlain(one);
  const ordered = [...cases.filter(inPlainRun), ...cases.filter((one) => !inPlainRun(one))];
  testRows(ordered, { plain: cases.filter(inPlainRun).length })('$title', async ({ run }) => {
    const api = createApi(targetOf());
    try {
      await run(api);
    } finally {
      await api.cleanUp();
    }
  });
}
