/** The action `forward-internal`: the policy of another endpoint decides. */

import { canonicalEndpointUrl, parseEndpointUrl } from '../../model/formats/endpoint-url';
import { splitPolicyUrl } from '../../model/traffic-policy/references';
import { isUnknown, type KnownJson, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { describeSource, type Space } from '../space';
import { readConstant } from './conditions/evaluate';
import { symbolsOf } from './conditions/symbols';
import { textOf } from './conditions/tree';
import { unclearLiteral } from './document';
import { type Changes, changesOfRequest, forget, keyOfChanges, keyOfScope } from './scope';
import { resolveTemplateValue } from './template';
import { type Action, type End, type Ender, enderOf, opaque, schemeOf, type Walk } from './walk';

export function forward(walk: Walk, action: Action): readonly End[] {
  const { space } = walk.evaluation;
  const { config } = action;
  if (isUnknown(config)) return [forwardAnywhere(walk, action, config, String(keyOfScope(walk.scope)))];
  const odd = ['binding', 'endpoint_selectors', 'endpoint_weights'].find((name) => config[name] !== undefined);
  if (odd !== undefined && config[odd] !== 'internal')
    return [forwardAnywhere(walk, action, unknownTarget(space, action.identity().key), '')];
  const onError = config['on_error'];
  const tree = resolveTemplateValue(walk.scope, config['url'] ?? null);
  const text = readConstant(tree);
  const { url, rest = '' } = (typeof text === 'string' && splitPolicyUrl(text)) || {};
  const target = url === undefined ? undefined : canonicalEndpointUrl(url);
  const parsed = parseEndpointUrl(target ?? '');
  // The documents demand an internal endpoint of the same protocol.
  if (target === undefined || 'problem' in parsed || parsed.scheme !== schemeOf(walk))
    return [forwardAnywhere(walk, action, unknownTarget(space, textOf(tree)), schemeOf(walk))];
  if (walk.forwards.includes(target)) return [refuseLoop(walk, action, target, onError)];
  return forwardToEndpoint(walk, action, target, onError, addPath(walk, rest));
}

function unknownTarget(space: Space, target: string): Unknown {
  const value = describeSource(symbolsOf(space).sourceOf(target));
  return new Unknown(
    { kind: 'not_modeled', what: 'the target of forward-internal', value },
    space.identities.of('target', target),
  );
}

/** Whether the target sees a path that the URL of the forward has is not documented. */
function addPath(walk: Walk, path: string): Changes {
  if (path === '' || path === '/') return changesOfRequest(walk.scope);
  return changesOfRequest(
    forget({ ...walk, guard: ALWAYS }, ['req.url', 'req.host'], () => `path of a forward ${path}`),
  );
}

/** The target is not known, so the request may end in any way, or go on after an error. */
function forwardAnywhere(walk: Walk, action: Action, unknown: Unknown, place: string): End {
  const { space, facts } = walk.evaluation;
  const changes = keyOfChanges(changesOfRequest(walk.scope));
  const {
    ends: when,
    gets,
    reaches,
    sends,
    responses,
  } = opaque(space, unknown, `${place} ${facts.surroundings()} ${changes}`);
  return { when, kind: 'unknown', gets, reaches, sends, origin: `forward ${responses}`, by: enderOf(walk, action) };
}

/** The request ends as the policy of the target says. */
function forwardToEndpoint(
  walk: Walk,
  action: Action,
  target: string,
  onError: KnownJson | undefined,
  changes: Changes,
): readonly End[] {
  const { space, serve } = walk.evaluation;
  const { and, or, not, without } = space.diagrams;
  const { built, missing } = serve(target, 'internal', walk.forwards, changes);
  const by = { ...enderOf(walk, action), target };
  // Whether the failure of the target's own policy counts as an error of the forward is not documented.
  const goesOn =
    built.failed === NEVER || isHalt(onError) ? NEVER : and(built.failed, space.fact(failingForward(space, target)));
  const ends = not(or(missing, goesOn));
  const made = `${target} ${built.responses} ${keyOfChanges(changes)}`;
  const { reaches, sends, decisions } = built;
  const served = { by, decisions, reaches, sends };
  return [
    failMissing(walk, missing, onError, { ...by, problem: 'offline' }, target),
    { ...served, when: and(ends, built.gets), kind: 'upstream', gets: ALWAYS, origin: `upstream ${made}` },
    { ...served, when: without(ends, built.gets), kind: 'refused', gets: NEVER, origin: `refused ${made}` },
  ];
}

const isHalt = (onError: KnownJson | undefined): boolean => [undefined, null, 'halt'].includes(onError as string);

/** With `on_error: continue` the next action follows. */
function failMissing(
  { evaluation: { space } }: Walk,
  cases: Diagram,
  onError: KnownJson | undefined,
  by: Ender,
  target: string,
): End {
  const unknown = isUnknown(onError) ? onError : unclearLiteral(space, 'on_error', onError ?? null);
  const goesOn = isHalt(onError) ? NEVER : onError === 'continue' ? ALWAYS : space.fact(unknown, 'is continue');
  const when = space.diagrams.without(cases, goesOn);
  return { when, kind: 'failed', gets: NEVER, origin: `failed ${target}`, by };
}

const LOOP = new Unknown({ kind: 'undocumented', gap: 'forward_loop' });

function failingForward({ identities }: Space, target: string): Unknown {
  return new Unknown(
    { kind: 'undocumented', gap: 'failing_forward', detail: target },
    identities.of('failing forward', target),
  );
}

/** A loop is refused (ERR_NGROK_3603). Whether `on_error: continue` goes on after it is not documented. */
function refuseLoop(walk: Walk, action: Action, target: string, onError: KnownJson | undefined): End {
  const { space } = walk.evaluation;
  const when = space.diagrams.not(isHalt(onError) ? NEVER : space.fact(LOOP));
  const by = { ...enderOf(walk, action), target, problem: 'loop' } as const;
  return { when, kind: 'failed', gets: NEVER, origin: `loop ${target}`, by };
}
