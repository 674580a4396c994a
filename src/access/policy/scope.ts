/**
 * What an expression reads at one place of a policy: variables, choices of the client, secrets, and what actions have
 * changed. {@link resolveTree} replaces all of it, so that the text of the result is its identity.
 */

import type { Phase } from '../../model/traffic-policy/data/schema';
import { formatSecretName } from '../../model/traffic-policy/secret-name';
import { keyOfKnown } from '../../values/known';
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

/** Something changed the values at all paths that begin so: `req.url`, `vars.`. */
interface Change {
  readonly start: string;
  /** The cases in which the rule of the change runs. */
  readonly guard: Diagram;
  /**
   * The cases of `guard` in which no rule has ended the request before. The phase of the response reads values of all
   * requests, also of ended ones.
   */
  readonly running: Diagram;
  /** Equal for equal changes of equal values. Few changes are read. */
  readonly identity: () => string;
}

/** Changes in the order in which they are made. */
export type Changes = readonly Change[];

export interface PolicyScope {
  readonly space: Space;
  readonly facts: AccessFacts;
  readonly phase: Phase;
  /** Constants of the endpoint and its URL, and paths that mean something else behind a forward. */
  readonly replaced: (path: string) => Tree | undefined;
  /** Paths below which nothing is known any more. */
  readonly changes: Changes;
  /** What later expressions read at a path, of variables and of choices of the client. */
  readonly values: ReadonlyMap<string, readonly Alternative[]>;
  /** How often a text with `rand` was evaluated. */
  readonly evaluations: Map<string, number>;
}

/** Equal where a text of which nothing is known has the same value: it may be any expression, and read any secret. */
export function keyOfScope({ space, facts, phase, changes, values }: PolicyScope): number {
  const known = [...values].map(([path, list]) => `${path} ${describeAlternatives(list)}`);
  const secrets = facts.surroundings(['secret', 'vault']);
  return symbolsOf(space).intern(`scope ${[phase, keyOfChanges(changes, phase), secrets, ...known].join(' ')}`);
}

/** Equal for equal histories of what the phase reads. */
export function keyOfChanges(changes: Changes, phase: Phase = 'on_http_request'): string {
  const isResponse = phase === 'on_http_response';
  return changes
    .map(({ start, guard, running, identity }) => `${start} ${guard} ${isResponse ? running : ''} ${identity()}`)
    .join();
}

/** What a target sees of a request that was changed on its way. */
export function changesOfRequest({ changes }: Pick<PolicyScope, 'changes'>): Changes {
  return changes.filter(({ start }) => start.startsWith('req.'));
}

export function describeAlternatives(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ when, tree }) => `${when}?${textOf(tree)}`).join('|');
}

/** Variables belong to one phase. */
export function startPhase(scope: PolicyScope, phase: Phase): PolicyScope {
  return {
    ...scope,
    phase,
    changes: scope.changes.filter(({ start }) => !start.startsWith('vars.')),
    values: new Map([...scope.values].filter(([path]) => !path.startsWith('vars.'))),
  };
}

/** Beyond it an expression is one unknown condition. */
const MAX_ALTERNATIVES = 32;

/** Reading it is an error of CEL. */
const missing = (name: string): Tree => ({ op: '[]', args: [{ op: 'map', args: [] }, value(name)] });

/** The trees that an expression may mean. Alternatives outside of `within` are left out. */
export function resolveTree(scope: PolicyScope, tree: Tree, within: Diagram): readonly Alternative[] {
  const plain = replaceReads(scope, replaceCalls(scope, tree));
  const alternatives = replaceValues(scope, plain, within);
  if (alternatives.length <= MAX_ALTERNATIVES) return alternatives;
  const key = `${textOf(plain)} ${keyOfScope(scope)}`;
  return [{ when: ALWAYS, tree: identifier(symbolsOf(scope.space).mark(textOf(plain), key)) }];
}

/** Calls whose result is not a function of their arguments. */
function replaceCalls(scope: PolicyScope, tree: Tree): Tree {
  const replaced = mapOperands(tree, (operand) => replaceCalls(scope, operand));
  if (replaced.op !== 'call') return replaced;
  const [name, args] = replaced.args;
  if (name.startsWith('rand__'))
    return identifier(markEvaluation(scope, textOf(replaced), { isTotal: args.every(({ op }) => op === 'value') }));
  return name === 'secrets__get' ? readSecret(scope, replaced, args) : replaced;
}

/** Names the result of one evaluation: `rand.double()` twice has two results. */
function markEvaluation({ space, evaluations }: PolicyScope, text: string, mark = {}): string {
  const count = (evaluations.get(text) ?? 0) + 1;
  evaluations.set(text, count);
  return symbolsOf(space).mark(text.replace('__', '.'), `evaluation ${count} of ${text}`, mark);
}

/** A secret that is there is a string; otherwise reading it may be an error. */
function readSecret(scope: PolicyScope, tree: Tree, [vault, secret]: readonly Tree[]): Tree {
  if (!isString(vault) || !isString(secret)) return identifier(markEvaluation(scope, textOf(tree)));
  const name = formatSecretName({ vault: vault.args, secret: secret.args });
  const key = `secret ${name} ${versionOf(scope.facts, 'secret', name)} ${versionOf(scope.facts, 'vault', vault.args)}`;
  const isThere = [
    ['secret', name],
    ['vault', vault.args],
  ].every(([kind = '', id = '']) => typeof scope.facts.version(kind, id) === 'string');
  return identifier(symbolsOf(scope.space).mark(`secrets.${name}`, key, { isTotal: isThere }));
}

/** A text that differs if the object differs. */
export function versionOf(facts: AccessFacts, kind: string, id: string): string {
  const version = facts.version(kind, id);
  if (version === null) return 'missing';
  return keyOfKnown(version);
}

/** Constants, what was changed, and what is not there in the phase. */
function replaceReads(scope: PolicyScope, tree: Tree): Tree {
  return replaceIdentifiers(tree, (found) => {
    const isTest = found.startsWith('has ');
    const path = isTest ? found.slice('has '.length) : found;
    if (scope.phase === 'on_tcp_connect' && path.startsWith('req.')) return identifier(`absent ${found}`);
    if (scope.values.has(path)) return undefined;
    const changed = readChanged(scope, path, found);
    if (changed) return changed;
    if (path.startsWith('vars.')) return isTest ? value(false) : missing(path.slice('vars.'.length));
    return isTest ? undefined : scope.replaced(path);
  });
}

/** A value of which nothing is known but what changed it; undefined if nothing did. */
function readChanged(scope: PolicyScope, path: string, found: string): Tree | undefined {
  const symbols = symbolsOf(scope.space);
  if (path === 'vars') return identifier(symbols.mark(found, `vars ${keyOfScope(scope)}`));
  const changes = scope.changes.filter(({ start }) => path.startsWith(start) || start.startsWith(`${path}.`));
  if (changes.length === 0) return undefined;
  return identifier(
    symbols.mark(found, `changed ${keyOfChanges(changes, scope.phase)}`, { note: { isOf: 'changed' } }),
  );
}

/** Puts known values into their places. */
function replaceValues(scope: PolicyScope, start: Tree, within: Diagram): readonly Alternative[] {
  const { diagrams } = scope.space;
  let alternatives: readonly Alternative[] = [{ when: ALWAYS, tree: start }];
  const isPossible = (when: Diagram): boolean => diagrams.and(when, within) !== NEVER;
  for (const path of new Set(listIdentifiers(start).map((found) => found.replace(/^has /, '')))) {
    const values = scope.values.get(path);
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

/** The present rule, in its cases. */
interface Place {
  readonly scope: PolicyScope;
  readonly guard: Diagram;
  readonly running: Diagram;
}

/** The path has one of the values in the cases of the present rule. */
export function setValue(
  { scope, guard }: Omit<Place, 'running'>,
  path: string,
  values: readonly Alternative[],
): PolicyScope {
  const { and, not } = scope.space.diagrams;
  const before = scope.values.get(path) ?? [{ when: ALWAYS, tree: replaceReads(scope, identifier(path)) }];
  const restrict = (list: readonly Alternative[], cases: Diagram): Alternative[] =>
    list.map(({ when, tree }) => ({ when: and(when, cases), tree })).filter(({ when }) => when !== NEVER);
  const set = [...restrict(values, guard), ...restrict(before, not(guard))];
  return { ...scope, values: new Map([...scope.values, [path, set]]) };
}

/** Paths of which nothing is known after the present rule. `identity` says everything on which their values depend. */
export function forget(
  { scope, guard, running }: Place,
  starts: readonly string[],
  identity: () => string,
): PolicyScope {
  const values = new Map(scope.values);
  const changes = starts.map((start): Change => {
    const known = [...values].filter(([path]) => path.startsWith(start));
    for (const [path] of known) values.delete(path);
    let number: number | undefined;
    return {
      ...{ start, guard, running },
      identity() {
        const before = known.map(([path, list]) => `${path} ${describeAlternatives(list)}`);
        number ??= symbolsOf(scope.space).intern(`change ${identity()} ${before.join()}`);
        return String(number);
      },
    };
  });
  return { ...scope, changes: [...scope.changes, ...changes], values };
}
