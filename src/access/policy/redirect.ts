/** The action `redirect`: it ends requests whose URL matches, unless the rewritten URL is the requested one. */
import { canonicalEndpointUrl } from '../../model/formats/endpoint-url';
import { isUnknown, type KnownJson } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { buildCondition } from './conditions/condition';
import { type Alternative, defineVariable } from './conditions/symbols';
import { call, identifier, isString, type Tree, textOf, value } from './conditions/tree';
import { keyOfScope, resolveTree } from './scope';
import { resolveTemplateValue } from './template';
import { type Action, type End, enderOf, type Walk } from './walk';

const URL_PATH = identifier('req.url');

export function redirect(walk: Walk, action: Action): readonly End[] {
  const { space } = walk.evaluation;
  const { config } = action;
  const status = isUnknown(config) ? undefined : (config['status_code'] ?? 302);
  const code = typeof status === 'number' ? status : undefined;
  // A redirect has a status 3xx, also if its value is not known.
  const isRedirect = code === undefined || (code >= 300 && code < 400);
  const gets = isRedirect || code < 400 ? ALWAYS : NEVER;
  const when = isUnknown(config)
    ? space.fact(config, `redirects ${keyOfScope(walk.scope)}`)
    : buildRedirected(walk, config['from'], config['to'] ?? null);
  const origin = `redirect ${action.identity().key}`;
  return [{ when, kind: 'redirected', gets, status: code, origin, by: enderOf(walk, action) }];
}

function buildRedirected(walk: Walk, from: KnownJson | undefined, to: KnownJson): Diagram {
  const { diagrams } = walk.evaluation.space;
  const isWhole = from === undefined || from === null;
  const patterns = isWhole ? [{ when: ALWAYS, tree: value('') }] : resolveTemplateValue(walk.scope, from, walk.running);
  const targets = resolveTemplateValue(walk.scope, to, walk.running);
  const urls = resolveTree(walk.scope, URL_PATH, walk.running);
  const parts: Diagram[] = [];
  for (const pattern of patterns)
    for (const target of targets)
      for (const url of urls) parts.push(buildCase(walk, isWhole ? undefined : pattern, target, url));
  return diagrams.any(parts);
}

function buildCase(walk: Walk, pattern: Alternative | undefined, target: Alternative, url: Alternative): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const when = diagrams.all([pattern?.when ?? ALWAYS, target.when, url.when]);
  if (when === NEVER) return NEVER;
  const matching = pattern ? decide(walk, { op: 'rcall', args: ['matches', url.tree, [pattern.tree]] }) : ALWAYS;
  if (pattern && isString(pattern.tree) && isString(target.tree) && isPlainText(pattern.tree.args, target.tree.args))
    return NEVER;
  const rewritten = pattern ? call('url__rewritten', url.tree, pattern.tree, target.tree) : target.tree;
  const isSame = isElsewhere(walk, pattern, target.tree, url.tree)
    ? NEVER
    : decide(walk, call('url__isSame', rewritten, url.tree));
  return diagrams.all([when, matching, diagrams.not(isSame)]);
}

/**
 * Whether the rewritten URL certainly has another scheme or host than the requested one. That holds if the target begins
 * with them, and the pattern, if there is one, replaces the beginning of the URL.
 */
function isElsewhere({ forwards }: Walk, pattern: Alternative | undefined, target: Tree, url: Tree): boolean {
  const [requested = ''] = forwards;
  // Behind a forward the URL is not known.
  if (url !== URL_PATH || forwards.length !== 1 || requested.includes('*')) return false;
  const isAnchored = !pattern || (isString(pattern.tree) && /^\^[^|]*$/.test(pattern.tree.args));
  if (!isAnchored) return false;
  const leading = leadingText(target);
  // `$1` is a part of the requested URL.
  const start = leading.replace(/\$.*$/s, '');
  const isWhole = isString(target) && start === leading;
  const [, scheme, host] = /^([a-zA-Z]+):\/\/(?:([^/?#]+)([/?#]|$))?/.exec(start) ?? [];
  if (scheme === undefined) return false;
  if (!requested.startsWith(`${scheme.toLowerCase()}://`)) return true;
  const isComplete = isWhole || /^[a-zA-Z]+:\/\/[^/?#]+[/?#]/.test(start);
  return host !== undefined && isComplete && canonicalEndpointUrl(`${scheme}://${host}`) !== requested;
}

/** A text without special characters that is replaced by itself. */
function isPlainText(pattern: string, target: string): boolean {
  return pattern === target && /^[\w/-]*$/.test(pattern);
}

/** The literal text with which a text begins. */
function leadingText(tree: Tree): string {
  return isString(tree) ? tree.args : tree.op === '+' ? leadingText(tree.args[0]) : '';
}

/** A test that is an error, such as one of an invalid pattern, may be either. */
function decide(walk: Walk, tree: Tree): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const { yes, fails } = buildCondition(space, tree);
  if (fails === NEVER) return yes;
  const either = defineVariable(space, { key: `either ${textOf(tree)}`, tree, says: 'after an error' });
  return diagrams.or(yes, diagrams.and(fails, either));
}
