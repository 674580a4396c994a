/** Decides whether restrictions, IP policies and endpoints admit networks, and judges requirements about them. */

import { type Answer, type Decision, decideNetwork } from '../access/decide';
import { buildRequestDiagrams, explainRequest } from '../access/decide-request';
import type { Diagram } from '../access/diagram';
import { type AccessFacts, createFacts, type IpPolicy } from '../access/facts';
import { admitsByPolicies } from '../access/ip-policy';
import { buildRestrictionAccess, RESTRICTION_TYPES } from '../access/restriction';
import { assignRequest, type ConcreteRequest, createSpace, type Space } from '../access/space';
import { explainRules } from '../access-review/causes';
import { evaluateRequirements, formatTraffic, type GateResult } from '../access-review/gates';
import { type HiddenParts, hideInDecision, hideList } from '../access-review/hidden-parts';
import type { JudgedPart } from '../access-review/require';
import { CliError } from '../command/context';
import { expectOnePolicy } from '../command/inputs/expect-one-policy';
import { EXIT } from '../model/exit-status';
import { isServedBy, parseEndpointUrl, splitUrl } from '../model/formats/endpoint-url';
import type { Cidr } from '../model/ip/cidr';
import type { ObjectList } from '../objects/objects';
import type { Cause } from '../values/cause';
import { describeCause } from '../values/describe-cause';
import { isUnknown, type Known } from '../values/known';
import type { Words } from '../values/words';

export interface CheckRequest {
  readonly networks: readonly Cidr[];
  readonly policy: readonly string[];
  readonly restriction: readonly string[];
  readonly endpoint: readonly string[];
  /** Canonical networks. */
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
  readonly request: Pick<ConcreteRequest, 'method' | 'headers'>;
}

const NOTHING_HIDDEN: HiddenParts = { restrictions: false, endpoints: false, urls: new Set() };

export interface CheckedPart {
  /** `the API`, `'Offices' (ipp_1)`, `https://app.example.com`. */
  readonly subject: string;
  readonly decisions: readonly {
    readonly network: Cidr;
    readonly decision: Decision;
    /**
     * What decides: of policies and restrictions, rules ({@link explainRules}) or `the restriction is not enforced`; of
     * an endpoint, what {@link explainRequest} says. Of a hidden part `(sensitive value)` alone.
     */
    readonly because: readonly Words[];
  }[];
}

interface Part extends JudgedPart {
  readonly isEndpoint?: true;
  readonly explain: (network: Cidr, answer: Answer) => Words[];
}

/**
 * Throws for a policy, restriction or endpoint that does not exist. `doubts` say why the lists may not be what they
 * seem, so that no requirement is decided. Of parts that are `hidden`, the result has the answer for each network that
 * was asked. It does not say what decides, or for which parts of the network: see {@link hideInDecision}.
 */
export function checkAccess(
  lists: readonly ObjectList[],
  check: CheckRequest,
  doubts: readonly Cause[],
  hidden = NOTHING_HIDDEN,
): { readonly parts: readonly CheckedPart[]; readonly gates: readonly GateResult[] } {
  const facts = createFacts(lists);
  const named = [
    ...(check.policy.length > 0 ? [createPolicyPart(facts, check.policy)] : []),
    ...check.restriction.map((type) => createRestrictionPart(facts, type)),
    ...check.endpoint.map((url) => createEndpointPart(facts, url, check.request)),
  ];
  const parts = (named.length > 0 ? named : listRestrictionParts(facts)).map((part) => ({
    ...part,
    isHidden: part.isEndpoint ? hidden.endpoints : hidden.restrictions,
  }));
  return {
    parts: parts.map(({ subject, space, admits, reaches, explain, isHidden }) => ({
      subject,
      decisions: check.networks.map((network) => {
        const decision = decideBoth(space, admits, reaches, network);
        const because = hideList(explain(network, decision.answer), isHidden);
        return { network, decision: isHidden ? hideInDecision(decision, network.canonical) : decision, because };
      }),
    })),
    gates: evaluateRequirements(check, parts, doubts),
  };
}

/**
 * If some client may get in, the decision says who gets in, and ignores requests that only reach something. If none
 * does, nothing is `admitted`, and the rest says which addresses reach something. If it is decided that some do, the
 * answer is `partly`, with that as the reason.
 */
function decideBoth(space: Space, admits: Diagram, reaches: Diagram, network: Cidr): Decision {
  const gets = decideNetwork(space, admits, network);
  if (gets.answer === 'yes' || admits === reaches) return gets;
  const either = decideNetwork(space, space.diagrams.or(admits, reaches), network);
  if (either.answer === 'no') return either;
  if (gets.answer !== 'no') return gets;
  const reached = { ...either, admitted: [] };
  if (either.answer === 'not_known') return reached;
  return { ...reached, answer: 'partly', reasons: [{ of: 'value', cause: { kind: 'reached_with_error' } }] };
}

function createPolicyPart(facts: AccessFacts, queries: readonly string[]): Part {
  const space = createSpace();
  const policies = queries.map((query) => findPolicy(facts, query));
  const ids = policies.map(({ id }) => id);
  const admits = admitsByPolicies(space, facts, ids);
  return {
    subject: policies.map(({ id, name }) => (name === id ? id : `'${name}' (${id})`)).join(' and '),
    space,
    admits,
    reaches: admits,
    explain: (network) => explainRules(facts, ids, network),
  };
}

function findPolicy({ policies: { objects, incomplete } }: AccessFacts, query: string): IpPolicy {
  const found = objects.filter(({ names }) => names.includes(query));
  const [first, ...others] = found;
  if (incomplete && others.length === 0 && !first?.uniqueNames.includes(query)) {
    const why = describeCause(incomplete.cause);
    throw new CliError(
      first
        ? `Whether only ${first.id} is named '${query}' is not known: ${why}. Give the id instead.`
        : `Whether the IP policy '${query}' exists is not known: ${why}.`,
      EXIT.undecided,
    );
  }
  const accepted =
    'an id (ipp_…) or a complete description, or of a configured policy its address, its name or the path of its construct';
  return expectOnePolicy(query, found, accepted);
}

function createRestrictionPart(facts: AccessFacts, type: string): Part {
  if (!RESTRICTION_TYPES.includes(type)) {
    throw new CliError(`--restriction is '${type}'; expected one of ${RESTRICTION_TYPES.join(', ')}.`);
  }
  const space = createSpace();
  const { restriction, enforcement, admits } = buildRestrictionAccess(space, facts, type);
  if (enforcement === 'absent')
    throw new CliError(`No restriction of the type '${type}' exists, so ${formatTraffic(type)} admits every address.`);
  const ids: readonly Known<string>[] = restriction && !isUnknown(restriction.policyIds) ? restriction.policyIds : [];
  return {
    subject: formatTraffic(type),
    space,
    admits,
    reaches: admits,
    explain: (network) => {
      if (!restriction) return [];
      if (restriction.enforced === false) return ['the restriction is not enforced'];
      return explainRules(facts, ids, network);
    },
  };
}

function listRestrictionParts(facts: AccessFacts): Part[] {
  const existing = RESTRICTION_TYPES.filter(
    (type) => buildRestrictionAccess(createSpace(), facts, type).enforcement !== 'absent',
  );
  return existing.map((type) => createRestrictionPart(facts, type));
}

function createEndpointPart(facts: AccessFacts, url: string, request: CheckRequest['request']): Part {
  const origin = splitUrl(url)?.url ?? url;
  const parsed = parseEndpointUrl(origin);
  if ('problem' in parsed) throw new CliError(`--endpoint ${parsed.problem}; expected ${parsed.expected}.`);
  const { objects, incomplete } = facts.endpoints;
  const mayServe = objects.some((endpoint) => isUnknown(endpoint.url) || isServedBy(origin, endpoint.url));
  if (!mayServe && !incomplete) throw new CliError(`No endpoint serves ${origin}; expected the URL of an endpoint.`);
  const space = createSpace();
  const built = buildRequestDiagrams(space, facts, url);
  const known: ConcreteRequest = { ...request, ...built.request };
  return {
    subject: url,
    isEndpoint: true,
    space,
    admits: assignRequest(space, built.gets, known),
    reaches: assignRequest(space, built.reaches, known),
    explain: (network, answer) => (answer === 'not_known' ? [] : explainRequest(space, built, known, network)),
  };
}
