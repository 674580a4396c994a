/**
 * Compares the access to an account before and after a change: to each type of restriction, and to each public or
 * internal URL of an endpoint.
 */

import { groupBy } from '../model/arrays';
import { memoizeObject } from '../model/memoize';
import type { Cause } from '../values/cause';
import { isUnknown, type Known, stringifyKnown } from '../values/known';
import {
  compareAccess,
  type Difference,
  describeDifference,
  NO_DIFFERENCE,
  undecidedDifference,
  type Witness,
} from './compare';
import { listReasons } from './decide';
import { ALWAYS, type Diagram, NEVER, unlessTooLarge } from './diagram';
import type { AccessFacts, Endpoint, Restriction } from './facts';
import { buildEndpoint, type EndpointDiagrams, isServedByWildcard } from './policy/endpoint';
import { findExample, type ServesHost } from './policy/realize';
import { describeEndings } from './policy/walk';
import { admitsToEndpoints, buildRestrictionAccess, type Enforcement, RESTRICTION_TYPES } from './restriction';
import { createSpace, type Space } from './space';

export interface RestrictionChange {
  /** `api`, `dashboard`, `agent`, `endpoints`, or a type of a restriction that the model does not know. */
  readonly type: string;
  readonly before: Known<Enforcement>;
  readonly after: Known<Enforcement>;
  /** The restrictions, if it is certain which ones they are. */
  readonly restrictions: readonly [before: Restriction | undefined, after: Restriction | undefined];
  readonly space: Space;
  readonly admitsBefore: Diagram;
  readonly admitsAfter: Diagram;
  readonly newlyAdmitted: Difference;
  readonly newlyShutOut: Difference;
  /** Messages may not say which addresses `admitsAfter` has. */
  readonly isHidden?: boolean;
}

/** The access to one URL in one binding. Kubernetes bindings are not compared. */
export interface EndpointChange {
  readonly url: string;
  readonly binding: 'public' | 'internal';
  /**
   * `served`: the facts have an endpoint with this URL, in any binding, also one of a plan that may not be applied. If
   * it is `absent`, a wildcard or an endpoint that is not known may still serve the URL.
   */
  readonly before: 'absent' | 'served';
  readonly after: 'absent' | 'served';
  /** An endpoint with this URL was created, changed or removed; not if only its id differs. */
  readonly isChanged: boolean;
  /** On what the access depends after the change, besides the address. */
  readonly depends: readonly string[];
  /**
   * After the change every request certainly reaches an upstream, gets a response below 400 or is redirected elsewhere,
   * and the restriction of endpoints, which public ones have, admits every address.
   */
  readonly admitsAll: boolean;
  readonly newlyAdmitted: ExplainedDifference;
  readonly newlyShutOut: ExplainedDifference;
}

/** What ends the requests of the witness, before and after the change: actions, or that none does. */
export interface ExplainedDifference extends Difference {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface AccessReview {
  /** Types without a restriction in both states are left out. */
  readonly restrictions: readonly RestrictionChange[];
  readonly endpoints: readonly EndpointChange[];
  /** Endpoints that are not compared: their URL is not known, or they were not read and may be new or use a change. */
  readonly undecided: readonly Cause[];
}

/**
 * Compares two states in which agents may come online, because a change is in force for longer than a decision: an
 * agent that is offline now may come online at a URL to which a new policy forwards, and then the policy admits.
 */
export function reviewAccess(factsBefore: AccessFacts, factsAfter: AccessFacts): AccessReview {
  const [before, after] = [factsBefore, factsAfter].map(
    (facts): AccessFacts => ({ ...facts, agentsMayComeOnline: true }),
  ) as [AccessFacts, AccessFacts];
  return {
    restrictions: reviewRestrictions(before, after).filter(
      ({ before: was, after: is }) => was !== 'absent' || is !== 'absent',
    ),
    endpoints: listUrls(before, after).map(([url, binding]) => compareEndpoint(url, binding, before, after)),
    undecided: [...findUnknownUrls(before, after), ...findUnread(before, after)],
  };
}

/** Also types without a restriction in both states, which admit every address. */
export function reviewRestrictions(before: AccessFacts, after: AccessFacts): RestrictionChange[] {
  return listTypes(before, after).map((type) => compareRestriction(type, before, after));
}

/** The service may have types that the model does not know. */
function listTypes(before: AccessFacts, after: AccessFacts): string[] {
  const found = [before, after].flatMap(({ restrictions }) =>
    restrictions.objects.flatMap(({ type }) => (isUnknown(type) ? [] : [type])),
  );
  return [...new Set([...RESTRICTION_TYPES, ...found])];
}

/**
 * Leaves out an endpoint that is the same before and after the change if it is of an agent, or if nothing differs that
 * its policy may use.
 */
function findUnknownUrls(before: AccessFacts, after: AccessFacts): Cause[] {
  const isSkipped = (each: Endpoint): boolean =>
    !hasKnownUrl(each) && (each.owner === 'agent' || before.surroundings() === after.surroundings());
  const old = new Set(before.endpoints.objects.filter(isSkipped).map(versionOf));
  return after.endpoints.objects.flatMap((endpoint): Cause[] => {
    if (!isUnknown(endpoint.url) || old.has(versionOf(endpoint))) return [];
    return [{ kind: 'derived', value: `the URL of the endpoint ${endpoint.id}`, from: endpoint.url.cause }];
  });
}

/**
 * Of endpoints in the cloud that were not read after the change, one may be new if all were read before it. If not, one
 * may use an object that the change concerns.
 */
function findUnread(before: AccessFacts, after: AccessFacts): Cause[] {
  const { incompleteCloud } = after.endpoints;
  if (!incompleteCloud) return [];
  if (before.endpoints.incompleteCloud && before.surroundings() === after.surroundings()) return [];
  return [{ kind: 'other_access', from: incompleteCloud.cause }];
}

function compareRestriction(type: string, before: AccessFacts, after: AccessFacts): RestrictionChange {
  const space = createSpace();
  const [was, is] = [buildRestrictionAccess(space, before, type), buildRestrictionAccess(space, after, type)];
  return {
    type,
    before: was.enforcement,
    after: is.enforcement,
    restrictions: [was.restriction, is.restriction],
    space,
    admitsBefore: was.admits,
    admitsAfter: is.admits,
    newlyAdmitted: compareAccess(space, is.admits, was.admits),
    newlyShutOut: compareAccess(space, was.admits, is.admits),
  };
}

type Binding = EndpointChange['binding'];

function listUrls(before: AccessFacts, after: AccessFacts): (readonly [url: string, binding: Binding])[] {
  const all = [...before.endpoints.objects, ...after.endpoints.objects];
  return (['public', 'internal'] as const).flatMap((binding) => {
    const urls = all.flatMap(({ url, bindings }) => (isUnknown(url) || !mayHave(bindings, binding) ? [] : [url]));
    return [...new Set(urls)].sort().map((url) => [url, binding] as const);
  });
}

function mayHave(bindings: Known<readonly string[]>, binding: Binding): boolean {
  return isUnknown(bindings) || bindings.includes(binding);
}

function compareEndpoint(url: string, binding: Binding, before: AccessFacts, after: AccessFacts): EndpointChange {
  const space = createSpace();
  const [was, is] = [buildEndpoint(space, before, url, binding), buildEndpoint(space, after, url, binding)];
  const [old, now] = [before, after].map((facts) => listVersions(facts, url)) as [string[], string[]];
  const servesHost: ServesHost = (host, isNamed) =>
    [before, after].every((facts) => isServedByWildcard(space, facts, { wildcard: url, binding }, host, isNamed));
  // The restriction of one side, the wider one, limits both: what a change of the restriction admits is its own
  // difference.
  const compare = (wider: EndpointDiagrams, narrower: EndpointDiagrams): ExplainedDifference => {
    const restricted = (): Diagram => admitsToEndpoints(space, wider === is ? after : before, binding);
    return unlessTooLarge(
      () => {
        const difference = compareDiagrams(space, wider, narrower, restricted, url, servesHost);
        return { ...difference, ...explainWitness(space, was, is, difference.witness) };
      },
      () => ({ ...undecidedDifference('the policies are too large to be compared'), before: [], after: [] }),
    );
  };
  return {
    url,
    binding,
    before: old.length > 0 ? 'served' : 'absent',
    after: now.length > 0 ? 'served' : 'absent',
    isChanged: old.join() !== now.join(),
    admitsAll: space.diagrams.or(is.reaches, is.gets) === ALWAYS && admitsToEndpoints(space, after, binding) === ALWAYS,
    // The diagrams of the endpoint are not kept: an account may have thousands.
    depends: listReasons(space, space.diagrams.any(ASPECTS.map((aspect) => is[aspect]))),
    newlyAdmitted: compare(is, was),
    newlyShutOut: compare(was, is),
  };
}

function explainWitness(space: Space, was: EndpointDiagrams, is: EndpointDiagrams, witness: Witness | undefined) {
  if (!witness) return { before: [], after: [] };
  const { found, request = {} } = witness;
  // Variables that neither the case nor the request decides do not matter; they are taken as false.
  const values = new Map(found.variables);
  const read = (key: string): boolean => {
    const value = values.get(key) ?? space.getVariable(key).evaluate?.(request) ?? false;
    values.set(key, value);
    return value;
  };
  const { assign, atNetwork } = space.diagrams;
  const isTrue = (diagram: Diagram): boolean => assign(atNetwork(diagram, found.network) ?? NEVER, read) === ALWAYS;
  const explain = ({ decisions }: EndpointDiagrams): string[] =>
    describeEndings(
      decisions.filter(({ when }) => isTrue(when)),
      found.network,
    );
  return { before: explain(was), after: explain(is) };
}

const ASPECTS = ['reaches', 'sends', 'gets'] as const;

/**
 * Each of the three is compared alone, so that none hides another. A client may retry until it gets the member of a
 * pool that it wants. No address outside of `restricted` is a difference.
 */
function compareDiagrams(
  space: Space,
  wider: EndpointDiagrams,
  narrower: EndpointDiagrams,
  restricted: () => Diagram,
  url: string,
  servesHost: ServesHost,
): Difference {
  const { and, any, possibly, without } = space.diagrams;
  const withAnyMember = (diagram: Diagram): Diagram =>
    possibly(diagram, (key) => space.getVariable(key).kind === 'member');
  const compare = (a: Diagram, b: Diagram): Diagram => without(withAnyMember(a), withAnyMember(b));
  const difference = any(ASPECTS.map((aspect) => compare(wider[aspect], narrower[aspect])));
  if (difference === NEVER) return NO_DIFFERENCE;
  return describeDifference(space, and(difference, restricted()), (conditions) =>
    findExample(space, conditions, url, servesHost),
  );
}

/** The endpoints with the URL, each as a text without its id: a replacement with equal values counts as no change. */
function listVersions(facts: AccessFacts, url: string): string[] {
  return (groupEndpoints(facts).get(url) ?? []).map(versionOf).sort();
}

const groupEndpoints = memoizeObject(({ endpoints }: AccessFacts) =>
  groupBy(endpoints.objects.filter(hasKnownUrl), ({ url }) => url),
);

function hasKnownUrl(endpoint: Endpoint): endpoint is Endpoint & { readonly url: string } {
  return !isUnknown(endpoint.url);
}

function versionOf({ id: _, ...endpoint }: Endpoint): string {
  return stringifyKnown(endpoint);
}
