/** The action `forward-internal`: the policy of another endpoint decides. */

import { canonicalEndpointUrl, parseEndpointUrl } from '../../model/formats/endpoint-url';
import { splitPolicyUrl } from '../../model/traffic-policy/references';
import { isUnknown, type KnownJson, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { describeSource, type Space } from '../space';
import { readConstant } from './conditions/evaluate';
import { symbolsOf } from './conditions/symbols';
import { type Tree, textOf } from './conditions/tree';
import { unclearLiteral } from './document';
import { type Changes, changesOfRequest, forget, keyOfChanges, keyOfScope } from './scope';
import { resolveTemplateValue } from './template';
import { type Action, buildOpaque, type Ender, type Ending, enderOf, schemeOf, type Walk } from './walk';

export function forward(walk: Walk, action: Action): readonly Ending[] {
  const { space } = walk.scope;
  const { config } = action;
  if (isUnknown(config)) return [forwardAnywhere(walk, action, config, String(keyOfScope(walk.scope)))];
  // `runAction` does not run an action with `endpoint_selectors` or `endpoint_weights`, which the model does not have.
  // If one of them is null, it counts as absent.
  if (config['binding'] !== undefined && config['binding'] !== 'internal')
    return [forwardAnywhere(walk, action, unknownTarget(space, resolveTemplateValue(walk.scope, config)), '')];
  const onError = config['on_error'];
  const tree = resolveTemplateValue(walk.scope, config['url'] ?? null);
  const text = readConstant(tree);
  const { url, rest = '' } = (typeof text === 'string' && splitPolicyUrl(text)) || {};
  const target = url === undefined ? undefined : canonicalEndpointUrl(url);
  const parsed = parseEndpointUrl(target ?? '');
  // ngrok's error 3502 refuses a forward between different protocols. Whether `http` and `https` are different ones, it
  // does not say: here each scheme is one.
  if (target === undefined || 'problem' in parsed || parsed.scheme !== schemeOf(walk))
    return [forwardAnywhere(walk, action, unknownTarget(space, tree), schemeOf(walk))];
  if (walk.forwards.includes(target)) return [failLoop(walk, action, target, onError)];
  return forwardToEndpoint(walk, action, target, onError, addPath(walk, rest));
}

function unknownTarget(space: Space, target: Tree): Unknown {
  const text = describeSource(symbolsOf(space).sourceOf(target));
  return new Unknown(
    { kind: 'not_modeled', what: 'the target of forward-internal', value: text },
    space.identities.of('target', textOf(target)),
  );
}

/**
 * Whether the target sees `/v2` of `https://a.internal/v2` is not documented. So all of the URL and the host counts as
 * changed, as after `url-rewrite`. A URL without a path changes nothing.
 *
 * The guard is ALWAYS: every request that the target sees has come this way. Forwards of rules with other conditions
 * thereby give the target equal requests. `running` is that of the walk, and only the response phase of the target
 * reads it: a difference in it can make equal responses count as different, and never the reverse.
 */
function addPath(walk: Walk, path: string): Changes {
  if (path === '' || path === '/') return changesOfRequest(walk.scope);
  return changesOfRequest(
    forget({ ...walk, guard: ALWAYS }, ['req.url', 'req.host'], () => `path of a forward ${path}`),
  );
}

/**
 * Where the request goes is not known: the target is unknown, not a URL, or has another scheme. So the request may end
 * in any way, or go on after an error. `place`: on what the outcome depends besides `unknown`, the account and the
 * changes of the request. If the configuration is unknown, this is the scope, because the configuration may contain
 * CEL; if only the URL is open, the scheme; for a binding nothing, because `unknown` contains it.
 */
function forwardAnywhere(walk: Walk, action: Action, unknown: Unknown, place: string): Ending {
  const { space, facts } = walk.scope;
  const changes = keyOfChanges(changesOfRequest(walk.scope));
  const {
    ends: when,
    gets,
    reaches,
    sends,
    responses,
  } = buildOpaque(space, unknown, `${place} ${facts.surroundings()} ${changes}`);
  return { when, kind: 'unknown', gets, reaches, sends, origin: `forward ${responses}`, by: enderOf(walk, action) };
}

function forwardToEndpoint(
  walk: Walk,
  action: Action,
  target: string,
  onError: KnownJson | undefined,
  changes: Changes,
): readonly Ending[] {
  const { space } = walk.scope;
  const { and, or, not, without } = space.diagrams;
  const { built, missing } = walk.serve(target, 'internal', walk.forwards, changes);
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

function failMissing(
  { scope: { space } }: Walk,
  cases: Diagram,
  onError: KnownJson | undefined,
  by: Ender,
  target: string,
): Ending {
  const unknown = isUnknown(onError) ? onError : unclearLiteral(space, 'on_error', onError ?? null);
  const goesOn = isHalt(onError) ? NEVER : onError === 'continue' ? ALWAYS : space.fact(unknown, 'is continue');
  const when = space.diagrams.without(cases, goesOn);
  return { when, kind: 'failed', gets: NEVER, origin: `failed ${target}`, by };
}

function failingForward({ identities }: Space, target: string): Unknown {
  return new Unknown(
    { kind: 'undocumented', gap: 'failing_forward', detail: target },
    identities.of('failing forward', target),
  );
}

/**
 * The forward of a loop fails: ngrok's error 3603 is "Request rejected, A loop was detected". Whether
 * `on_error: continue` goes on after it is not documented.
 */
function failLoop(walk: Walk, action: Action, target: string, onError: KnownJson | undefined): Ending {
  const { space } = walk.scope;
  const when = space.diagrams.not(isHalt(onError) ? NEVER : space.fact(failingForward(space, target)));
  const by = { ...enderOf(walk, action), target, problem: 'loop' } as const;
  return { when, kind: 'failed', gets: NEVER, origin: `loop ${target}`, by };
}
