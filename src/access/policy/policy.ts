/** Walks through the phases of one policy: which requests reach an upstream, and which clients get a response. */

import { PHASES, type Phase } from '../../model/traffic-policy/data/schema';
import { type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, NEVER } from '../diagram';
import { listPolicyRules, listUnknownPhases } from './document';
import { finishResponses } from './response';
import { runRules } from './rules';
import { startPhase } from './scope';
import { type Built, end, runOpaque, schemeOf, type Walk } from './walk';

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
