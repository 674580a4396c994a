/** The action `forward-internal`: the policy of another endpoint decides. */

import { canonicalEndpointUrl, parseEndpointUrl } from '../../model/formats/endpoint-url';
import { splitPolicyUrl } from '../../model/traffic-policy/references';
import { isUnknown, type KnownJson, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import type { Space } from '../space';
import { evaluateTree } from './conditions/evaluate';
import { symbolsOf } from './conditions/symbols';
import { listIdentifiers, type Tree, textOf } from './conditions/tree';
import { given } from './document';
import { addRewrite, type Rewrites, URL_PATHS } from './rewrites';
import { keyOfScope } from './scope';
import { resolveValue } from './template';
import { type Action, type Built, end, labelOf, schemeOf, type Walk } from './walk';

export function forward(walk: Walk, action: Action): void {
  const { space } = walk.evaluation;
  const { config } = action;
  if (isUnknown(config)) {
    forwardAnywhere(walk, action, ALWAYS, `configuration ${config.identity} ${keyOfScope(walk.scope)}`, true);
    return;
  }
  const odd = ['binding', 'endpoint_selectors', 'endpoint_weights'].find((name) => config[name] !== undefined);
  if (odd !== undefined && config[odd] !== 'internal') {
    forwardAnywhere(walk, action, ALWAYS, action.identity(), false);
    return;
  }
  // The cases of the alternatives cover everything that runs.
  for (const { when, tree } of resolveValue(walk.scope, config['url'] ?? null, walk.running)) {
    const cases = space.diagrams.and(walk.running, when);
    if (cases !== NEVER) forwardTo(walk, action, cases, tree, config['on_error']);
  }
}

function forwardTo(walk: Walk, action: Action, cases: Diagram, tree: Tree, onError: KnownJson | undefined): void {
  const symbols = symbolsOf(walk.evaluation.space);
  const literal = listIdentifiers(tree).length === 0 ? evaluateTree(tree, () => undefined) : undefined;
  if (typeof literal !== 'object' || typeof literal.value !== 'string') {
    const isFact = listIdentifiers(tree).every(symbols.isFact);
    forwardAnywhere(walk, action, cases, `target ${textOf(tree)}`, isFact);
    return;
  }
  const { url, rest = '' } = splitPolicyUrl(literal.value) ?? {};
  const target = url === undefined ? undefined : canonicalEndpointUrl(url);
  const parsed = parseEndpointUrl(target ?? '');
  if (target === undefined || 'problem' in parsed || parsed.scheme !== schemeOf(walk)) {
    // The documents demand an internal endpoint of the same protocol.
    forwardAnywhere(walk, action, cases, `target ${literal.value} of ${schemeOf(walk)}`, false);
    return;
  }
  if (walk.forwards.includes(target)) refuseLoop(walk, action, cases, target, onError);
  else forwardToEndpoint(walk, action, cases, target, onError, addPath(walk, rest));
}

/** Whether the target sees a path that the URL of the forward has is not documented. */
function addPath({ evaluation: { space }, scope: { rewrites } }: Walk, path: string): Rewrites | undefined {
  if (path === '' || path === '/') return rewrites;
  return addRewrite(space, rewrites, { guard: ALWAYS, identity: `path of a forward ${path}`, affects: URL_PATHS });
}

/** The target is not known, so the request may end in any way, or go on after an error. */
function forwardAnywhere(walk: Walk, action: Action, cases: Diagram, key: string, isFact: boolean): void {
  const { space, facts } = walk.evaluation;
  const { diagrams } = space;
  const text = symbolsOf(space).describe(`forward-internal to an unknown target: ${key}`);
  const target = `${key} ${facts.surroundings()} ${walk.scope.rewrites?.key}`;
  const define = (aspect: string): Diagram =>
    space.define(`forward ${target} ${aspect}`, { kind: isFact ? 'fact' : 'condition', text: `${text} ${aspect}` });
  const ends = diagrams.without(cases, define('goes on after an error'));
  walk.reaches = diagrams.or(walk.reaches, diagrams.all([walk.running, ends, define('reaches an upstream')]));
  walk.sends = diagrams.or(walk.sends, diagrams.all([walk.running, ends, define('sends a request')]));
  const gets = define('responds to the client');
  end(walk, { when: ends, kind: 'unknown', gets, origin: `forward ${target}` }, { text: labelOf(walk, action) });
}

function forwardToEndpoint(
  walk: Walk,
  action: Action,
  cases: Diagram,
  target: string,
  onError: KnownJson | undefined,
  rewrites: Rewrites | undefined,
): void {
  const { diagrams } = walk.evaluation.space;
  const { built, missing, decisions } = walk.evaluation.serve(target, 'internal', walk.forwards, rewrites);
  const text = `${labelOf(walk, action)} to ${target}`;
  const notOnline = `${text}, which is not online (status 502)`;
  failMissing(walk, diagrams.and(cases, missing), onError, notOnline, target);
  for (const decision of decisions) walk.decisions.push({ ...decision, when: diagrams.and(cases, decision.when) });
  endWith(walk, action, diagrams.without(cases, missing), built, onError, target, rewrites);
}

/** The request ends as the policy of the target says. */
function endWith(
  walk: Walk,
  action: Action,
  cases: Diagram,
  built: Built,
  onError: KnownJson | undefined,
  target: string,
  rewrites: Rewrites | undefined,
): void {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const text = `${labelOf(walk, action)} to ${target}`;
  // Whether the failure of the target's own policy counts as an error of the forward is not documented.
  const goesOn =
    built.failed === NEVER || isHalt(onError)
      ? NEVER
      : diagrams.and(built.failed, space.fact(failingForward(space, target)));
  const ends = diagrams.without(cases, goesOn);
  walk.reaches = diagrams.or(walk.reaches, diagrams.all([walk.running, ends, built.reaches]));
  walk.sends = diagrams.or(walk.sends, diagrams.all([walk.running, ends, built.sends]));
  const made = `${target} ${built.responses} ${rewrites?.key}`;
  const gets = diagrams.and(ends, built.gets);
  end(walk, { when: gets, kind: 'upstream', gets: ALWAYS, origin: `upstream ${made}` }, { text });
  const refused = diagrams.without(ends, built.gets);
  end(walk, { when: refused, kind: 'refused', gets: NEVER, origin: `refused ${made}` }, { text });
}

const isHalt = (onError: KnownJson | undefined): boolean => [undefined, null, 'halt'].includes(onError as string);

/** With `on_error: continue` the next action follows. */
function failMissing(walk: Walk, cases: Diagram, onError: KnownJson | undefined, text: string, target: string): void {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  if (cases === NEVER || onError === 'continue') return;
  const unknown = isUnknown(onError) ? onError : given(space, 'on_error', onError ?? null);
  const when = isHalt(onError) ? cases : diagrams.without(cases, space.fact(unknown, 'is continue'));
  end(walk, { when, kind: 'failed', gets: NEVER, status: 502, origin: `failed ${target}` }, { text });
}

const LOOP = new Unknown({ kind: 'undocumented', gap: 'forward_loop' });

function failingForward({ identities }: Space, target: string): Unknown {
  return new Unknown(
    { kind: 'undocumented', gap: 'failing_forward', detail: target },
    identities.of('failing forward', target),
  );
}

/** A loop is refused (ERR_NGROK_3603). Whether `on_error: continue` goes on after it is not documented. */
function refuseLoop(walk: Walk, action: Action, cases: Diagram, target: string, onError: KnownJson | undefined): void {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const goesOn = isHalt(onError) ? NEVER : space.fact(LOOP);
  const when = diagrams.without(cases, goesOn);
  const text = `${labelOf(walk, action)} to ${target}, a loop`;
  end(walk, { when, kind: 'failed', gets: NEVER, origin: `loop ${target}` }, { text });
}
