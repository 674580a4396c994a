/** Walks through the phases of one policy: which requests reach an upstream, and which clients get a response. */

import { PHASES, type Phase } from '../../model/traffic-policy/data/schema';
import type { KnownObject } from '../../values/known';
import { ALWAYS, NEVER } from '../diagram';
import { doAnything } from './actions';
import { listRules, listUnknownPhases } from './document';
import { finishResponses } from './response';
import { runRules } from './rules';
import { NO_VARIABLES } from './scope';
import { type Built, end, schemeOf, type Walk } from './walk';

/** A policy of a cloud endpoint, which has no upstream: requests that no action ends fail. */
export function runPolicy(walk: Walk, document: KnownObject): Built {
  const scheme = schemeOf(walk);
  const isHttp = scheme.startsWith('http');
  const unknown = listUnknownPhases(document, scheme);
  // The order of the phases is documented, also of those that the scheme does not have.
  const later = unknown.filter((name) => PHASES.includes(name as Phase));
  const runUnknown = (name: string): void => {
    const key = `phase ${name} ${JSON.stringify(document[name])}`;
    doAnything(walk, key, `the phase ${name}, which is not known for ${scheme},`, false);
  };
  for (const name of unknown.filter((each) => !later.includes(each))) runUnknown(name);
  const phases: readonly Phase[] = isHttp ? ['on_tcp_connect', 'on_http_request'] : ['on_tcp_connect'];
  for (const phase of phases) {
    walk.scope = { ...walk.scope, phase, variables: NO_VARIABLES };
    runRules(walk, listRules(walk.evaluation.space, document, phase));
  }
  for (const name of later) runUnknown(name);
  end(
    walk,
    { when: ALWAYS, kind: 'failed', gets: NEVER, origin: 'unhandled' },
    { text: 'no action ends the request, and a cloud endpoint has no upstream' },
  );
  return finishResponses(walk, isHttp ? listRules(walk.evaluation.space, document, 'on_http_response') : []);
}
