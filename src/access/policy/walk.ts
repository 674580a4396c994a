/** The state of one evaluation: which requests still run, how the others ended, and what later expressions read. */

import type { Known, KnownObject } from '../../values/known';
import type { Words } from '../../values/words';
import type { AddressNetwork, Diagram } from '../diagram';
import type { AccessFacts } from '../facts';
import type { Space } from '../space';
import type { Rewrites } from './rewrites';
import type { Scope } from './scope';

/** How requests end, with what decides whether the response phase runs and what it reads. */
export type EndKind = 'upstream' | 'responded' | 'redirected' | 'refused' | 'failed' | 'closed' | 'unknown';

export interface Ending {
  readonly when: Diagram;
  readonly kind: EndKind;
  /** The client gets a response below 400 or a redirect, before the response phase. */
  readonly gets: Diagram;
  readonly status?: number | undefined;
  /** What made the response. Equal responses have equal origins. */
  readonly origin: string;
}

/** One action that ended requests, for causes. */
export interface Decision {
  /** `on_http_request[0].actions[1]: restrict-ips`. */
  readonly text: Words;
  readonly when: Diagram;
  /** What decided about an address: `deny 192.0.2.0/25`. */
  readonly explain?: ((network: AddressNetwork) => string) | undefined;
}

/** What a policy does, with the cases in which the service itself fails. */
export interface Built {
  readonly reaches: Diagram;
  readonly sends: Diagram;
  readonly gets: Diagram;
  readonly failed: Diagram;
  /** What makes the responses, and in which cases: equal for equal responses. */
  readonly responses: string;
}

export interface Served {
  readonly built: Built;
  /** Cases in which no endpoint has the URL. */
  readonly missing: Diagram;
  /** What ended requests, for causes. */
  readonly decisions: readonly Decision[];
}

/** What all endpoints of one evaluation share. */
export interface Evaluation {
  readonly space: Space;
  readonly facts: AccessFacts;
  readonly evaluations: Map<string, number>;
  /** The endpoint of a URL. `forwards`: the URLs that the request has passed. */
  readonly serve: (url: string, binding: string, forwards: readonly string[], rewrites: Rewrites | undefined) => Served;
}

export interface Walk {
  readonly evaluation: Evaluation;
  /** URLs of the endpoints that the request has passed, with the present one at the end. */
  readonly forwards: readonly string[];
  scope: Scope;
  /** Cases in which the request is still processed. */
  running: Diagram;
  /** Cases in which the present rule runs. */
  guard: Diagram;
  reaches: Diagram;
  sends: Diagram;
  readonly endings: Ending[];
  readonly decisions: Decision[];
}

export interface Action {
  readonly type: string;
  readonly config: Known<KnownObject>;
  /** `on_http_request[0].actions[1]`. */
  readonly path: string;
  /** Type, configuration, versions: see identifyAction. */
  readonly identity: () => string;
  /** Other objects of the account decide its result, see identifyAction. */
  readonly dependsOnAccount: () => boolean;
}

/** Of the URL of the endpoint. */
export function schemeOf({ forwards }: Walk): string {
  return (forwards.at(-1) ?? '').split(':')[0] ?? '';
}

/** Ends the requests of some cases. */
export function end(walk: Walk, ending: Ending, decision: Omit<Decision, 'when'>): void {
  const { diagrams } = walk.evaluation.space;
  const when = diagrams.and(walk.running, ending.when);
  walk.endings.push({ ...ending, when });
  walk.decisions.push({ ...decision, when });
  walk.running = diagrams.without(walk.running, ending.when);
}

/** The path and the type of an action, behind the endpoint that it belongs to. */
export function labelOf(walk: Walk, { path, type }: Pick<Action, 'path' | 'type'>): string {
  const behind = walk.forwards.length > 1 ? `${walk.forwards.at(-1)}, ` : '';
  return `${behind}${path}: ${type}`;
}
