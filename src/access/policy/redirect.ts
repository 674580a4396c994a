/** The action `redirect`: it ends requests whose URL matches `from`, unless the rewritten URL is the requested one. */
import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { truth } from './conditions/atom';
import { buildCondition } from './conditions/condition';
import { identifier, isString, type Tree, textOf } from './conditions/tree';
import { keyOfScope, resolveTree } from './scope';
import { resolveTemplateValue } from './template';
import { type Action, describeEnder, type Ending, enderOf, type Walk } from './walk';

const URL_PATH = identifier('req.url');

export function redirect(walk: Walk, action: Action): readonly Ending[] {
  const { space } = walk.scope;
  const { config } = action;
  const status = isUnknown(config) ? undefined : (config['status_code'] ?? 302);
  // A status that is not known counts as 3xx.
  const gets = typeof status === 'number' && status >= 400 ? NEVER : ALWAYS;
  const when = isUnknown(config)
    ? space.fact(config, `redirects ${keyOfScope(walk.scope)}`)
    : buildRedirected(walk, action, config);
  // The `location` of the response depends on the URL that was rewritten.
  const origin = `redirect ${action.identity().key} ${textOf(resolveTree(walk.scope, URL_PATH))} ${walk.forwards.join()}`;
  return [{ when, kind: 'redirected', gets, origin, by: enderOf(walk, action) }];
}

/** If it is not certain that the URL is rewritten to another one, that is one unknown value. */
function buildRedirected(walk: Walk, action: Action, { from, to = null }: KnownObject): Diagram {
  const { space } = walk.scope;
  const { or, and } = space.diagrams;
  const pattern = (from ?? null) === null ? undefined : resolveTemplateValue(walk.scope, from as KnownJson);
  const url = resolveTree(walk.scope, URL_PATH);
  const { yes, fails } = pattern
    ? buildCondition(space, { op: 'rcall', args: ['matches', url, [pattern]] })
    : truth(ALWAYS);
  const value = describeEnder(enderOf(walk, action));
  const identity = space.identities.of('redirect', action.identity().key, textOf(url), walk.forwards.join());
  const unclear = space.fact(new Unknown({ kind: 'not_modeled', what: 'the target of', value }, identity));
  const isElsewhere = url === URL_PATH && leadsElsewhere(walk, pattern, resolveTemplateValue(walk.scope, to));
  return isElsewhere ? or(yes, and(fails, unclear)) : and(or(yes, fails), unclear);
}

/**
 * Whether the rewritten URL certainly has another scheme or host than the requested one. That holds if the target
 * begins with another scheme, or with the whole of another host, and the pattern, if there is one, replaces the
 * beginning of the URL. With a pattern the rest of the URL follows the target, so the host is whole only before `/`,
 * `?` or `#`: from `^https://app` to `https://app` leaves `https://app.example.com` as it is.
 */
function leadsElsewhere({ forwards }: Walk, pattern: Tree | undefined, target: Tree): boolean {
  const [requested = ''] = forwards;
  // Behind a forward, and of a wildcard, the URL is not known.
  if (forwards.length !== 1 || requested.includes('*')) return false;
  // `^https://app` and `.*` replace the beginning of the URL, `app` and `^a|b` may not.
  const isAnchored = !pattern || (isString(pattern) && /^(?:\^|\.\*)(?![*?+{])[^|]*$/.test(pattern.args));
  if (!isAnchored) return false;
  const leading = leadingText(target);
  // `$1` is a part of the requested URL.
  const start = leading.replace(/\$.*$/s, '');
  const isWhole = !pattern && isString(target) && start === leading;
  const [, scheme, host] = /^([a-zA-Z]+):\/\/(?:([^/?#]+)([/?#]|$))?/.exec(start) ?? [];
  if (scheme === undefined) return false;
  if (!requested.startsWith(`${scheme.toLowerCase()}://`)) return true;
  const isComplete = isWhole || /^[a-zA-Z]+:\/\/[^/?#]+[/?#]/.test(start);
  return host !== undefined && isComplete && canonicalEndpointUrl(`${scheme}://${host}`) !== requested;
}

function leadingText(tree: Tree): string {
  return isString(tree) ? tree.args : tree.op === '+' ? leadingText(tree.args[0]) : '';
}
