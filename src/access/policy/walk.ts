/**
 * The state between two actions of a policy: which requests still run, how the others ended, and what later expressions
 * read. A step such as {@link end} returns the next state, and leaves the present one as it is, except the counts in
 * `evaluations`.
 *
 * Example: `[ if req.method == 'GET': deny ; custom-response 200 ]`. In the first rule, `guard` and `running` are the
 * GET requests. `deny` ends them. So in the second rule, `running` is all others; `guard` is ALWAYS, because that rule
 * has no condition.
 */
import { groupBy } from '../../model/arrays';
import type { Known, KnownObject, Unknown } from '../../values/known';
import type { Words } from '../../values/words';
import { type AddressNetwork, type Diagram, NEVER } from '../diagram';
import type { Space } from '../space';
import { type Changes, forget, keyOfScope, type PolicyScope } from './scope';

/** Decides whether the response phase runs, see `RUNS` in policy.ts. */
export type EndKind = 'upstream' | 'responded' | 'redirected' | 'refused' | 'failed' | 'closed' | 'unknown';

export interface Ender {
  /** URL of the endpoint to which the request was forwarded. */
  readonly endpoint?: string | undefined;
  /** `on_http_request[0].actions[1]`; undefined if no part of the policy ended the request. */
  readonly path?: string;
  readonly type?: string;
  readonly target?: string;
  readonly status?: number | 'unknown';
  readonly problem?: keyof typeof PROBLEMS;
}

const PROBLEMS = {
  failing_text: ': a text is an error',
  failing_condition: ': a condition is an error',
  offline: ', which is not online (status 502)',
  loop: ', a loop',
} as const;

export interface EndingPart {
  readonly when: Diagram;
  readonly by: Ender;
  /** What decides about an address: `deny 192.0.2.0/25`. */
  readonly explain?: (network: AddressNetwork) => Words;
}

export interface Ending extends EndingPart {
  readonly kind: EndKind;
  /** The client gets a response below 400 or a redirect, unless the response phase changes that. */
  readonly gets: Diagram;
  /** What made the response: equal origins, equal responses. */
  readonly origin: string;
  /** The cases of `when` in which the request reaches an upstream. */
  readonly reaches?: Diagram;
  /** The cases of `when` in which the action sends another request. */
  readonly sends?: Diagram;
  /** What ended the request in the endpoint to which it was forwarded. */
  readonly decisions?: readonly EndingPart[];
}

/** The README of src/access says what `reaches`, `sends` and `gets` are. */
export interface Built {
  readonly reaches: Diagram;
  readonly sends: Diagram;
  readonly gets: Diagram;
  /** An error ended the request, not a refusal. Also if no action ended it. */
  readonly failed: Diagram;
  /** What makes the responses, and in which cases: equal for equal responses. */
  readonly responses: string;
  readonly decisions: readonly EndingPart[];
}

export interface Served {
  readonly built: Built;
  /** Cases in which no endpoint serves the URL. */
  readonly missing: Diagram;
}

/** `forwards`: the URLs that the request has passed. `changes`: what was changed of it there. */
export type Serve = (url: string, binding: string, forwards: readonly string[], changes: Changes) => Served;

export interface Walk {
  readonly serve: Serve;
  /** URLs of the endpoints that the request has passed, with the present one at the end. */
  readonly forwards: readonly string[];
  readonly scope: PolicyScope;
  /** Cases in which no action has ended the request; inside a rule, those of them in which the rule runs. */
  readonly running: Diagram;
  /** Cases in which the conditions of the present rule are true, also of requests that have ended. */
  readonly guard: Diagram;
  readonly reaches: Diagram;
  readonly sends: Diagram;
  readonly endings: readonly Ending[];
}

export interface ActionIdentity {
  /** Equal for actions with equal results for equal requests, but for `enforce`: the head of configuration.ts. */
  readonly key: string;
  /** The result depends on other objects of the account. Two actions with different keys may then do the same. */
  readonly dependsOnAccount: boolean;
}

export interface Action {
  readonly type: string;
  readonly config: Known<KnownObject>;
  /** `on_http_request[0].actions[1]`. */
  readonly path: string;
  readonly identity: () => ActionIdentity;
}

export function schemeOf({ forwards }: Walk): string {
  return (forwards.at(-1) ?? '').split(':')[0] ?? '';
}

export function end(walk: Walk, made: Ending): Walk {
  const { or, and, without } = walk.scope.space.diagrams;
  const when = and(walk.running, made.when);
  if (when === NEVER) return walk;
  const { reaches = NEVER, sends = NEVER } = made;
  return {
    ...walk,
    running: without(walk.running, when),
    reaches: or(walk.reaches, and(when, reaches)),
    sends: or(walk.sends, and(when, sends)),
    endings: [...walk.endings, { ...made, when }],
  };
}

/** An endpoint is named only behind a forward. */
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

/**
 * Each of these is a fact of its own, so any combination is possible. `place` must contain everything on which the part
 * depends besides `unknown`: two parts with the same do the same.
 */
export function buildOpaque(space: Space, unknown: Unknown, place: string): Built & { readonly ends: Diagram } {
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

/**
 * Runs a part of which nothing is known. It may be any action, so it forgets all that some action changes: `forgets`
 * and `result` in actions.ts, and the variables of `set-vars`.
 */
export function runOpaque(walk: Walk, unknown: Unknown, by: Ender): Walk {
  const { space, facts } = walk.scope;
  const { or, and } = space.diagrams;
  const does = buildOpaque(space, unknown, `${keyOfScope(walk.scope)} ${facts.surroundings()}`);
  const sent = { ...walk, sends: or(walk.sends, and(walk.running, does.sends)) };
  const { ends: when, gets, reaches, responses: origin } = does;
  const ended = end(sent, { when, kind: 'unknown', gets, reaches, origin, by });
  return { ...ended, scope: forget(walk, ['req.', 'res.', 'vars.', 'actions.', 'conn.tls'], () => origin) };
}

/** Each part once, with what decides about the network if one is given. */
export function describeEndings(parts: readonly EndingPart[], network: AddressNetwork | undefined): Words[] {
  const byEnder = groupBy(parts, ({ by }) => JSON.stringify(by));
  return [...byEnder.values()].map(([first]) => {
    const { by, explain } = first as EndingPart;
    const detail = network && explain?.(network);
    return detail === undefined ? describeEnder(by) : `${describeEnder(by)} (${detail})`;
  });
}
