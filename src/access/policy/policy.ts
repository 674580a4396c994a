/**
 * Walks through the phases of one policy: which requests reach an upstream, and which clients get a response. The phase
 * of the response may change what the client gets, never what was reached before.
 */

import { groupBy } from '../../model/arrays';
import { PHASES, type Phase } from '../../model/traffic-policy/data/schema';
import { type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { symbolsOf } from './conditions/symbols';
import { listPolicyRules, listUnknownPhases } from './document';
import { runRules } from './rules';
import { startPhase, startResponse } from './scope';
import { type Built, type Ending, type EndingPart, type EndKind, end, runOpaque, schemeOf, type Walk } from './walk';

type Rules = ReturnType<typeof listPolicyRules>;

/** Runs the policy of a cloud endpoint. Such an endpoint has no upstream, so requests that no action ends fail. */
export function runPolicy(start: Walk, document: KnownObject): Built {
  const { space } = start.scope;
  const scheme = schemeOf(start);
  const isHttp = scheme.startsWith('http');
  const unknown = listUnknownPhases(document, scheme);
  // A phase of another scheme, such as on_http_request for tcp, comes behind those of this one. An older name, such as
  // inbound, and a name that the model does not have may come first.
  const ofOtherSchemes = unknown.filter((name) => PHASES.includes(name as Phase));
  const runUnknown = (walk: Walk, name: string): Walk => {
    const value = `${name} for ${scheme}`;
    // What it does may depend on the other phases.
    const identity = space.identities.of('phase', value, document);
    return runOpaque(walk, new Unknown({ kind: 'not_modeled', what: 'the phase', value }, identity), { path: name });
  };
  // on_event_stream_message is not run: it changes messages of a response that has begun, so it changes neither which
  // requests reach an upstream or are sent, nor which clients get a response.
  const phases: readonly Phase[] = isHttp ? ['on_tcp_connect', 'on_http_request'] : ['on_tcp_connect'];
  let walk = unknown.filter((each) => !ofOtherSchemes.includes(each)).reduce(runUnknown, start);
  for (const phase of phases)
    walk = runRules({ ...walk, scope: startPhase(walk.scope, phase) }, listPolicyRules(space, document, phase));
  const finished = end(ofOtherSchemes.reduce(runUnknown, walk), {
    ...{ when: ALWAYS, kind: 'failed', gets: NEVER, origin: 'unhandled' },
    by: {},
  });
  return finishResponses(finished, isHttp ? listPolicyRules(space, document, 'on_http_response') : []);
}

/**
 * Whether the phase runs after such an end. The documents say that it does after a response of an upstream or of
 * `custom-response`. A connection that an action closes has no response. Of the other ends they say nothing.
 */
const RUNS: Readonly<Record<EndKind, 'always' | 'never' | Unknown>> = {
  upstream: 'always',
  responded: 'always',
  closed: 'never',
  redirected: new Unknown({ kind: 'undocumented', gap: 'response_after_redirect' }),
  refused: new Unknown({ kind: 'undocumented', gap: 'response_after_deny' }),
  failed: new Unknown({ kind: 'undocumented', gap: 'response_after_error' }),
  unknown: new Unknown({ kind: 'undocumented', gap: 'response_after_unknown' }),
};

/** Conditions read the response, of which only the origin is known: `res.status_code` is equal for equal responses. */
function finishResponses(walk: Walk, rules: Rules): Built {
  const { space } = walk.scope;
  const { any, and, without } = space.diagrams;
  const whenOf = (list: readonly Ending[]): Diagram => any(list.map(({ when }) => when));
  const getsOf = (list: readonly Ending[]): Diagram => any(list.map(({ when, gets }) => and(when, gets)));
  const endings = [...walk.endings];
  // An account may have thousands of policies without a rule of the phase.
  const gets = rules.length === 0 ? [getsOf(walk.endings)] : [];
  const groups = rules.length === 0 ? [] : groupBy(walk.endings, ({ kind, origin }) => `${kind} ${origin}`);
  let phase = walk;
  for (const [key, group] of groups) {
    const runs = RUNS[(group[0] as Ending).kind];
    const happens = runs === 'always' ? ALWAYS : runs === 'never' ? NEVER : space.fact(runs);
    const scope = startResponse(walk.scope, key);
    phase = runRules({ ...phase, scope, running: and(whenOf(group), happens), endings: [] }, rules);
    gets.push(getsOf(phase.endings), without(getsOf(group), whenOf(phase.endings)));
    endings.push(...phase.endings);
  }
  return {
    reaches: phase.reaches,
    sends: phase.sends,
    gets: any(gets),
    failed: whenOf(endings.filter(({ kind }) => kind === 'failed')),
    responses: keyOfResponses(walk, rules),
    decisions: endings.flatMap(({ when, by, explain, decisions = [] }): EndingPart[] => [
      ...decisions.map((decision) => ({ ...decision, when: and(when, decision.when) })),
      { when, by, ...(explain && { explain }) },
    ]),
  };
}

/** The rules of the phase may use any object, so the `surroundings` of the account count if there are rules. */
function keyOfResponses({ scope: { space, facts }, endings }: Walk, rules: Rules): string {
  const made = endings.map(({ when, kind, origin }) => `${when} ${kind} ${origin}`);
  const changed = rules.length === 0 ? [] : [JSON.stringify(rules), facts.surroundings()];
  return String(symbolsOf(space).intern(`responses ${[...made, ...changed].join('|')}`));
}
