/**
 * What an expression reads at one place of a policy: variables that `set-vars` has set, the request as it was rewritten,
 * results of actions, secrets. {@link resolve} replaces all of it, so that the text of the result is its identity.
 */

import type { Phase } from '../../model/traffic-policy/data/schema';
import { formatSecretName } from '../../model/traffic-policy/secret-name';
import { keyOfKnown, Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import type { AccessFacts } from '../facts';
import type { Space } from '../space';
import { type Alternative, symbolsOf } from './conditions/symbols';
import {
  identifier,
  isString,
  listIdentifiers,
  mapOperands,
  replaceIdentifiers,
  type Tree,
  textOf,
  value,
} from './conditions/tree';
import { isAffected, type Rewrites } from './rewrites';

/** Values of `vars.<name>`. */
export interface Variables {
  /** Equal for equal histories. */
  readonly key: string;
  readonly byName: ReadonlyMap<string, readonly Alternative[]>;
  /** For names that no `set-vars` has set. */
  readonly others: (name: string) => readonly Alternative[];
}

export interface Scope {
  readonly space: Space;
  readonly facts: AccessFacts;
  readonly phase: Phase;
  /** Constants of the endpoint and its URL, and paths that mean something else behind a forward. */
  readonly replaced: (path: string) => Tree | undefined;
  readonly variables: Variables;
  readonly rewrites: Rewrites | undefined;
  /** What set `actions.ngrok.<name>` and `conn.tls`, by the beginning of the path. */
  readonly results: ReadonlyMap<string, ActionResult>;
  /** How often a text with `rand` was evaluated. */
  readonly evaluations: Map<string, number>;
}

export interface ActionResult {
  /**
   * Equal for equal histories. An expression in the phase of a response also reads it for requests that ended before the
   * action, so there the history includes the requests that reached the action.
   */
  readonly key: (phase: Phase) => string;
  /** The values of a path such as `actions.ngrok.restrict_ips.action`; undefined if nothing is known of it. */
  readonly read: (path: string, phase: Phase) => readonly Alternative[] | undefined;
}

/** Equal where a text of which nothing is known has the same value: it may be any expression, and read any secret. */
export function keyOfScope({ space, facts, phase, variables, rewrites, results }: Scope): number {
  const made = [...results].map(([start, { key }]) => `${start} ${key(phase)}`);
  const secrets = facts.surroundings(['secret', 'vault']);
  return symbolsOf(space).intern(`scope ${[phase, variables.key, rewrites?.key ?? '', secrets, ...made].join(' ')}`);
}

/** Beyond it an expression is one unknown condition. */
const MAX_ALTERNATIVES = 32;

/** Reading it is an error of CEL. */
const missing = (name: string): Tree => ({ op: '[]', args: [{ op: 'map', args: [] }, value(name)] });

export const NO_VARIABLES: Variables = {
  key: '',
  byName: new Map(),
  others: (name) => [{ when: ALWAYS, tree: missing(name) }],
};

const SEEN = new Unknown({ kind: 'undocumented', gap: 'rewritten_request' });

/** Conditions see the rewritten request. */
export function seesRewritten(space: Space): Diagram {
  return space.fact(SEEN);
}

/** The trees that an expression may mean. Alternatives outside of `within` are left out. */
export function resolve(scope: Scope, tree: Tree, within: Diagram): readonly Alternative[] {
  const { space } = scope;
  const plain = replaceReads(scope, replaceCalls(scope, tree));
  const readings = listReadings(scope, plain);
  const alternatives = readings.flatMap((reading) => replaceVariables(scope, reading, within));
  if (alternatives.length <= MAX_ALTERNATIVES) return alternatives;
  const results = listIdentifiers(plain).map(
    (path) => findResult(scope, path.replace(/^has /, ''))?.key(scope.phase) ?? '',
  );
  const key = `${textOf(plain)} ${scope.variables.key} ${scope.rewrites?.key ?? ''} ${results.join(' ')}`;
  return [{ when: ALWAYS, tree: identifier(symbolsOf(space).mark(textOf(plain), key)) }];
}

/** Calls whose result is not a function of their arguments. */
function replaceCalls(scope: Scope, tree: Tree): Tree {
  const replaced = mapOperands(tree, (operand) => replaceCalls(scope, operand));
  if (replaced.op !== 'call') return replaced;
  const [name, args] = replaced.args;
  if (name.startsWith('rand__')) return identifier(markEvaluation(scope, textOf(replaced)));
  return name === 'secrets__get' ? readSecret(scope, replaced, args) : replaced;
}

/** Each evaluation has another result. */
function markEvaluation({ space, evaluations }: Scope, text: string): string {
  const count = (evaluations.get(text) ?? 0) + 1;
  evaluations.set(text, count);
  return symbolsOf(space).mark(text.replace('__', '.'), `evaluation ${count} of ${text}`);
}

/** A secret that is there is a string; otherwise reading it may be an error. */
function readSecret(scope: Scope, tree: Tree, [vault, secret]: readonly Tree[]): Tree {
  if (!isString(vault) || !isString(secret)) return identifier(markEvaluation(scope, textOf(tree)));
  const name = formatSecretName({ vault: vault.args, secret: secret.args });
  const key = `secret ${name} ${versionOf(scope.facts, 'secret', name)} ${versionOf(scope.facts, 'vault', vault.args)}`;
  const isThere = [
    ['secret', name],
    ['vault', vault.args],
  ].every(([kind = '', id = '']) => typeof scope.facts.version(kind, id) === 'string');
  return identifier(symbolsOf(scope.space).mark(`secrets.${name}`, key, { isString: isThere }));
}

/** A text that differs if the object differs. */
export function versionOf(facts: AccessFacts, kind: string, id: string): string {
  const version = facts.version(kind, id);
  if (version === null) return 'missing';
  return keyOfKnown(version);
}

/** Constants, results of which nothing is known, and what is not there in the phase. */
function replaceReads(scope: Scope, tree: Tree): Tree {
  return replaceIdentifiers(tree, (found) => {
    const isTest = found.startsWith('has ');
    const path = isTest ? found.slice('has '.length) : found;
    if (scope.phase === 'on_tcp_connect' && path.startsWith('req.')) return identifier(`absent ${found}`);
    if (path === 'vars') return identifier(symbolsOf(scope.space).mark(found, `vars ${scope.variables.key}`));
    const result = findResult(scope, path);
    if (result)
      return result.read(path, scope.phase)
        ? undefined
        : identifier(symbolsOf(scope.space).mark(found, `result ${result.key(scope.phase)}`));
    // A rewritten request may have another host.
    if (isTest || (scope.rewrites && isAffected(scope.rewrites, path))) return undefined;
    return scope.replaced(path);
  });
}

/** The result with the longest beginning of the path. */
function findResult({ results }: Scope, path: string): ActionResult | undefined {
  let longest = '';
  for (const start of results.keys()) if (path.startsWith(start) && start.length > longest.length) longest = start;
  return results.get(longest);
}

/** The tree for the request of the client and for the rewritten one. */
function listReadings(scope: Scope, tree: Tree): readonly Alternative[] {
  const { space, rewrites, replaced } = scope;
  if (!rewrites || !listIdentifiers(tree).some((path) => isAffected(rewrites, path))) return [{ when: ALWAYS, tree }];
  const symbols = symbolsOf(space);
  const rewritten = replaceIdentifiers(tree, (path) =>
    isAffected(rewrites, path)
      ? identifier(
          symbols.mark(path, `rewritten ${rewrites.key}`, {
            note: ' (rewritten)',
            readPath: (plainPath, request) => rewrites.read(request).get(plainPath),
          }),
        )
      : undefined,
  );
  const seen = seesRewritten(space);
  return [
    { when: seen, tree: rewritten },
    { when: space.diagrams.not(seen), tree: replaceIdentifiers(tree, replaced) },
  ];
}

/** Puts the values of variables and of results into their places. */
function replaceVariables(scope: Scope, start: Alternative, within: Diagram): readonly Alternative[] {
  const { diagrams } = scope.space;
  let alternatives = [start];
  const isPossible = (when: Diagram): boolean => diagrams.and(when, within) !== NEVER;
  for (const path of new Set(listIdentifiers(start.tree).map((found) => found.replace(/^has /, '')))) {
    const values = readValues(scope, path);
    if (!values) continue;
    alternatives = alternatives.flatMap(({ when, tree }) =>
      values.flatMap((possible) => {
        const both = diagrams.and(when, possible.when);
        return isPossible(both) ? [{ when: both, tree: setPath(tree, path, possible.tree) }] : [];
      }),
    );
    if (alternatives.length > MAX_ALTERNATIVES) break;
  }
  return alternatives;
}

function readValues(scope: Scope, path: string): readonly Alternative[] | undefined {
  if (!path.startsWith('vars.')) return findResult(scope, path)?.read(path, scope.phase);
  const name = path.slice('vars.'.length);
  return scope.variables.byName.get(name) ?? scope.variables.others(name);
}

function setPath(tree: Tree, path: string, found: Tree): Tree {
  const [root, name] = [path.slice(0, path.indexOf('.') + 1), path.slice(path.indexOf('.') + 1)];
  // Whether a forgotten variable is set is not known.
  const isForgotten = found.op === 'id' && found.args.startsWith(root);
  const isMissing = textOf(found) === textOf(missing(name));
  return replaceIdentifiers(tree, (each) => {
    if (each === path) return found;
    if (each !== `has ${path}`) return undefined;
    return isForgotten ? identifier(`has ${found.args}`) : value(!isMissing);
  });
}

/** `values` in the cases of `guard`, and `before` in the others. */
export function overwrite(
  { diagrams }: Space,
  guard: Diagram,
  values: readonly Alternative[],
  before: readonly Alternative[],
): readonly Alternative[] {
  const restrict = (list: readonly Alternative[], cases: Diagram): Alternative[] =>
    list.flatMap(({ when, tree }) => {
      const both = diagrams.and(when, cases);
      return both === NEVER ? [] : [{ when: both, tree }];
    });
  return [...restrict(values, guard), ...restrict(before, diagrams.not(guard))];
}

/** `vars.<name>` has another value in the cases of `guard`. `identity` says everything on which the value depends. */
export function setVariables(
  { space, variables }: Scope,
  guard: Diagram,
  name: string,
  values: readonly Alternative[],
  identity: string,
): Variables {
  const before = variables.byName.get(name) ?? variables.others(name);
  const byName = new Map(variables.byName);
  byName.set(name, overwrite(space, guard, values, before));
  const number = symbolsOf(space).intern(`vars ${variables.key} ${guard} ${identity}`);
  return { ...variables, key: String(number), byName };
}

/** Any variable may have another value in the cases of `guard`. */
export function forgetVariables(scope: Scope, guard: Diagram, identity: string): Variables {
  const { space, variables } = scope;
  const { diagrams } = space;
  const key = String(symbolsOf(space).intern(`vars ${variables.key} ${guard} ${identity}`));
  const forget = (name: string, list: readonly Alternative[]): readonly Alternative[] => [
    { when: guard, tree: identifier(symbolsOf(space).mark(`vars.${name}`, `forgotten ${key}`)) },
    ...list.map(({ when, tree }) => ({ when: diagrams.without(when, guard), tree })),
  ];
  return {
    key,
    byName: new Map([...variables.byName].map(([name, list]) => [name, forget(name, list)])),
    others: (name) => forget(name, variables.others(name)),
  };
}
