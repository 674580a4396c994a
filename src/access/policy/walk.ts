/**
 * The state of one evaluation: which requests still run, how the others ended, and what later expressions read. A step
 * returns the next state, and changes of the present one only the counts in `evaluations`.
 */
import { groupBy } from '../../model/arrays';
import type { Known, KnownObject, Unknown } from '../../values/known';
import type { Words } from '../../values/words';
import type { AddressNetwork, Diagram } from '../diagram';
import { NEVER } from '../diagram';
import type { AccessFacts } from '../facts';
import type { Space } from '../space';
import { type Changes, forget, keyOfScope, type PolicyScope } from './scope';

/** How requests end, with what decides whether the response phase runs and what it reads. */
export type EndKind = 'upstream' | 'responded' | 'redirected' | 'refused' | 'failed' | 'closed' | 'unknown';

export interface Ending {
  readonly when: Diagram;
  readonly kind: EndKind;
  /** The client gets a response below 400 or a redirect, before the response phase. */
  readonly gets: Diagram;
  /** What made the response. Equal responses have equal origins. */
  readonly origin: string;
}

/** The part of a policy that ended requests. */
export interface Ender {
  /** URL of the endpoint to which the request was forwarded. */
  readonly endpoint?: string | undefined;
  /** `on_http_request[0].actions[1]`; undefined if no part ended them. */
  readonly path?: string;
  readonly type?: string;
  /** The target of an action that forwards. */
  readonly target?: string;
  readonly status?: number | 'unknown';
  readonly problem?: keyof typeof PROBLEMS;
}

const PROBLEMS = {
  failing_text: ': an expression in a text is an error',
  failing_condition: ': a condition is an error',
  no_network: ': a text in a list is no network',
  offline: ', which is not online (status 502)',
  loop: ', a loop',
} as const;

/** An action that ended requests, for causes. */
export interface EndingAction {
  readonly by: Ender;
  readonly when: Diagram;
  /** What decided about an address: `deny 192.0.2.0/25`. */
  readonly explain?: ((network: AddressNetwork) => string) | undefined;
}

/** How an action ends requests. */
export interface End extends Ending, EndingAction {
  /** The cases of `when` in which the request reaches an upstream. */
  readonly reaches?: Diagram;
  /** The cases of `when` in which the action sends another request. */
  readonly sends?: Diagram;
  /** The decisions of the endpoint to which the request is forwarded. */
  readonly decisions?: readonly EndingAction[];
}

/** What a policy does, with the cases in which the service itself fails. */
export interface Built {
  readonly reaches: Diagram;
  readonly sends: Diagram;
  readonly gets: Diagram;
  readonly failed: Diagram;
  /** What makes the responses, and in which cases: equal for equal responses. */
  readonly responses: string;
  /** What ended requests, for causes. */
  readonly decisions: readonly EndingAction[];
}

export interface Served {
  readonly built: Built;
  /** Cases in which no endpoint has the URL. */
  readonly missing: Diagram;
}

/** What all endpoints of one evaluation share. */
export interface EndpointEvaluation {
  readonly space: Space;
  readonly facts: AccessFacts;
  readonly evaluations: Map<string, number>;
  /** The endpoint of a URL. `forwards`: the URLs that the request has passed. `changes`: of the request, on its way. */
  readonly serve: (url: string, binding: string, forwards: readonly string[], changes: Changes) => Served;
}

export interface Walk {
  readonly evaluation: EndpointEvaluation;
  /** URLs of the endpoints that the request has passed, with the present one at the end. */
  readonly forwards: readonly string[];
  readonly scope: PolicyScope;
  /** Cases in which the request is still processed. */
  readonly running: Diagram;
  /** Cases in which the present rule runs. */
  readonly guard: Diagram;
  readonly reaches: Diagram;
  readonly sends: Diagram;
  readonly endings: readonly Ending[];
  readonly decisions: readonly EndingAction[];
}

export interface ActionIdentity {
  readonly key: string;
  /** The result depends on other objects of the account. Two different keys may then have the same result. */
  readonly dependsOnAccount: boolean;
}

export interface Action {
  readonly type: string;
  readonly config: Known<KnownObject>;
  /** `on_http_request[0].actions[1]`. */
  readonly path: string;
  readonly identity: () => ActionIdentity;
}

/** The scheme of the URL of the endpoint. */
export function schemeOf({ forwards }: Walk): string {
  return (forwards.at(-1) ?? '').split(':')[0] ?? '';
}

/** Ends the requests of some cases. */
export function end(walk: Walk, made: End): Walk {
  const { or, and, without } = walk.evaluation.space.diagrams;
  const when = and(walk.running, made.when);
  if (when === NEVER) return walk;
  const { kind, gets, origin, by, explain, reaches = NEVER, sends = NEVER, decisions = [] } = made;
  const inner = decisions.map((decision) => ({ ...decision, when: and(when, decision.when) }));
  return {
    ...walk,
    running: without(walk.running, when),
    reaches: or(walk.reaches, and(when, reaches)),
    sends: or(walk.sends, and(when, sends)),
    endings: [...walk.endings, { when, kind, gets, origin }],
    decisions: [...walk.decisions, ...inner, { by, when, explain }],
  };
}

export function enderOf({ forwards }: Walk, { path, type }: Pick<Action, 'path' | 'type'>): Ender {
  return { endpoint: forwards.length > 1 ? forwards.at(-1) : undefined, path, type };
}

/** `on_http_request[0].actions[1]: restrict-ips`. */
export function describeEnder({ endpoint, path, type, target, status, problem }: Ender): Words {
  if (path === undefined) return 'no action ends the request, and a cloud endpoint has no upstream';
  const action = `${endpoint === undefined ? '' : `${endpoint}, `}${path}${type === undefined ? '' : `: ${type}`}`;
  const detail = `${target === undefined ? '' : ` to ${target}`}${status === undefined ? '' : ` with status ${status}`}`;
  return `${action}${detail}${problem === undefined ? '' : PROBLEMS[problem]}`;
}

/** What something does of which nothing is known: any combination of these. `place`: what else it depends on. */
export function opaque(space: Space, unknown: Unknown, place: string): Built & { readonly ends: Diagram } {
  const fact = (does: string): Diagram => space.fact(unknown, `${does} ${place}`);
  return {
    ends: fact('ends the request'),
    reaches: fact('reaches an upstream'),
    sends: fact('sends a request'),
    gets: fact('responds to the client'),
    failed: fact('fails'),
    responses: `unknown ${unknown.identity} ${place}`,
    decisions: [],
  };
}

/** Something of which nothing is known may do anything with the request, with any object of the account. */
export function doAnything(walk: Walk, unknown: Unknown, by: Ender): Walk {
  const { space, facts } = walk.evaluation;
  const { or, and } = space.diagrams;
  const does = opaque(space, unknown, `${keyOfScope(walk.scope)} ${facts.surroundings()}`);
  const sent = { ...walk, sends: or(walk.sends, and(walk.running, does.sends)) };
  const { ends: when, gets, reaches, responses: origin } = does;
  const ended = end(sent, { when, kind: 'unknown', gets, reaches, origin, by });
  return { ...ended, scope: forget(walk, ['req.', 'res.', 'vars.', 'actions.', 'conn.tls'], () => origin) };
}

/** Describes each part of a policy that ended requests, once, with what decides about the network. */
export function describeEndings(decisions: readonly EndingAction[], network: AddressNetwork | undefined): Words[] {
  const byEnder = groupBy(decisions, ({ by }) => JSON.stringify(by));
  return [...byEnder.values()].map(([first]) => {
    const { by, explain } = first as EndingAction;
    const detail = network && explain?.(network);
    return detail === undefined ? describeEnder(by) : `${describeEnder(by)} (${detail})`;
  });
}
