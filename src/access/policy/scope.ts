/**
 * What an expression reads at one place of a policy: variables of `set-vars`, results of actions, secrets, values of
 * the endpoint, and what actions or a forward have changed. {@link resolveTree} replaces these. Then trees with equal
 * texts have equal values for a request, also if one is of the state before a change and one of the state after it.
 */

import type { Phase } from '../../model/traffic-policy/data/schema';
import { formatSecretName } from '../../model/traffic-policy/secret-name';
import { keyOfKnown } from '../../values/known';
import { ALWAYS, type Diagram } from '../diagram';
import type { AccessFacts } from '../facts';
import type { Space } from '../space';
import { asWritten, symbolsOf } from './conditions/symbols';
import { identifier, isString, mapOperands, replaceIdentifiers, type Tree, textOf, value } from './conditions/tree';
import { typeOf } from './conditions/types';

/** Something changed the values at all paths that begin so: `req.url`, `vars.`. */
interface Change {
  readonly start: string;
  /** The cases in which the rule of the change runs. */
  readonly guard: Diagram;
  /**
   * The cases of `guard` in which the request had not ended before the change. They matter in the phase of the response
   * only, which reads values of ended requests: one that ended earlier was not changed.
   */
  readonly running: Diagram;
  /** Equal for equal changes of equal values. A function, because few changes are read. */
  readonly identity: () => string;
  /** The phase begins with it, and no action has made it: the response. */
  readonly isOriginal?: true;
}

export type Changes = readonly Change[];

export interface EndpointEvaluation {
  readonly space: Space;
  readonly facts: AccessFacts;
  /** How often each call was evaluated whose result may differ: `rand`, and a secret with a computed name. */
  readonly evaluations: Map<string, number>;
}

export interface PolicyScope extends EndpointEvaluation {
  readonly phase: Phase;
  /** Constants of the endpoint and its URL, and paths that mean something else behind a forward. */
  readonly replaced: (path: string) => Tree | undefined;
  readonly changes: Changes;
  /** Values that a path has for every request: `vars.team`, `actions.ngrok.basic_auth.credentials.authorized`. */
  readonly values: ReadonlyMap<string, Tree>;
}

/**
 * Equal where a text of which nothing is known has the same value: it may be any expression, and read any secret. The
 * values of the endpoint are not in it: a text that may read `endpoint.id` counts as the same in members of a pool.
 */
export function keyOfScope({ space, facts, phase, changes, values }: PolicyScope): number {
  const known = [...values].map(([path, tree]) => `${path} ${textOf(tree)}`);
  const secrets = facts.surroundings(['secret', 'vault']);
  return symbolsOf(space).intern(`scope ${[phase, keyOfChanges(changes, phase), secrets, ...known].join(' ')}`);
}

/**
 * Equal for equal histories of what the phase reads. It has the guard, because requests outside the guard keep their
 * values.
 */
export function keyOfChanges(changes: Changes, phase: Phase = 'on_http_request'): string {
  const isResponse = phase === 'on_http_response';
  return changes
    .map(({ start, guard, running, identity }) => `${start} ${guard} ${isResponse ? running : ''} ${identity()}`)
    .join();
}

/** Equal where an action sees equal requests and, in the phase of the response, equal responses. */
export function keyOfMessages({ changes, phase }: PolicyScope): string {
  const isSeen = ({ start }: Change): boolean =>
    start.startsWith('req.') || (phase === 'on_http_response' && start.startsWith('res.'));
  return keyOfChanges(changes.filter(isSeen), phase);
}

/** What a target sees of a request that was changed on its way. */
export function changesOfRequest({ changes }: Pick<PolicyScope, 'changes'>): Changes {
  return changes.filter(({ start }) => start.startsWith('req.'));
}

/** The variables of `set-vars` of earlier phases do not exist. */
export function startPhase(scope: PolicyScope, phase: Phase): PolicyScope {
  return {
    ...scope,
    phase,
    changes: scope.changes.filter(({ start }) => !start.startsWith('vars.')),
    values: new Map([...scope.values].filter(([path]) => !path.startsWith('vars.'))),
  };
}

/** `key`: equal for equal responses. */
export function startResponse(scope: PolicyScope, key: string): PolicyScope {
  const started = startPhase(scope, 'on_http_response');
  const identity = (): string => `response ${key}`;
  const response: Change = { start: 'res.', guard: ALWAYS, running: ALWAYS, identity, isOriginal: true };
  // The phase also runs for requests that ended before an action, which have no result of it.
  return { ...started, changes: [...started.changes, response], values: new Map() };
}

/** `{}['team']`, which is an error of CEL, in the place of a variable that is not set. */
const missingMember = (name: string): Tree => ({ op: '[]', args: [{ op: 'map', args: [] }, value(name)] });

export function resolveTree(scope: PolicyScope, tree: Tree): Tree {
  return replaceReads(scope, replaceCalls(scope, tree));
}

/** Replaces calls whose result is not a function of their arguments: `rand.int(0, 1)`, `secrets.get('v', 's')`. */
function replaceCalls(scope: PolicyScope, tree: Tree): Tree {
  const replaced = mapOperands(tree, (operand) => replaceCalls(scope, operand));
  if (replaced.op !== 'call') return replaced;
  const [name, args] = replaced.args;
  if (name.startsWith('rand__'))
    return identifier(markEvaluation(scope, replaced, { isTotal: isTotalCall(replaced, args) }));
  return name === 'secrets__get' ? readSecret(scope, replaced, args) : replaced;
}

/** Whether a call with literals is never an error: `rand.int(0, 1)`, not `rand.int('a', 'b')`. */
function isTotalCall(tree: Tree, args: readonly Tree[]): boolean {
  return args.every(({ op }) => op === 'value') && typeOf(tree) !== undefined;
}

/** Names the result of one evaluation: `rand.double()` twice has two results. */
function markEvaluation({ space, evaluations }: PolicyScope, tree: Tree, mark = {}): string {
  const text = textOf(asWritten(tree));
  const count = (evaluations.get(text) ?? 0) + 1;
  evaluations.set(text, count);
  return symbolsOf(space).mark(text, `evaluation ${count} of ${text}`, mark);
}

/** A secret that is there is a string; otherwise reading it may be an error. */
function readSecret(scope: PolicyScope, tree: Tree, [vault, secret]: readonly Tree[]): Tree {
  if (!isString(vault) || !isString(secret)) return identifier(markEvaluation(scope, tree));
  const name = formatSecretName({ vault: vault.args, secret: secret.args });
  const key = `secret ${name} ${versionOf(scope.facts, 'secret', name)} ${versionOf(scope.facts, 'vault', vault.args)}`;
  const isThere = [
    ['secret', name],
    ['vault', vault.args],
  ].every(([kind = '', id = '']) => typeof scope.facts.version(kind, id) === 'string');
  return identifier(symbolsOf(scope.space).mark(`secrets.${name}`, key, { isTotal: isThere }));
}

/** Differs if the object differs. */
export function versionOf(facts: AccessFacts, kind: string, id: string): string {
  const version = facts.version(kind, id);
  return version === null ? 'missing' : keyOfKnown(version);
}

function replaceReads(scope: PolicyScope, tree: Tree): Tree {
  return replaceIdentifiers(tree, (found) => {
    // `parseTree` makes the identifier `has req.user_agent` of `has(req.user_agent)`.
    const isTest = found.startsWith('has ');
    const path = isTest ? found.slice('has '.length) : found;
    // There is no request yet. What the service returns for the path, or whether that is an error, is not known.
    if (scope.phase === 'on_tcp_connect' && path.startsWith('req.')) return identifier(`absent ${found}`);
    const changed = readChanged(scope, path, found);
    if (changed) return changed;
    if (path.startsWith('vars.')) return isTest ? value(false) : missingMember(path.slice('vars.'.length));
    const other = scope.replaced(path);
    // The constants exist for every request, so the test of one is true.
    return isTest && other ? (other.op === 'id' ? identifier(`has ${other.args}`) : value(true)) : other;
  });
}

/** The value that actions have set, or an unknown one that stands for the changes; undefined without a change. */
function readChanged(scope: PolicyScope, path: string, found: string): Tree | undefined {
  const known = scope.values.get(path);
  if (known) return found === path ? known : value(true);
  const symbols = symbolsOf(scope.space);
  if (path === 'vars') return identifier(symbols.mark(found, `vars ${keyOfScope(scope)}`));
  const changes = scope.changes.filter(({ start }) => path.startsWith(start) || start.startsWith(`${path}.`));
  if (changes.length === 0) return undefined;
  const isChanged = changes.some(({ isOriginal }) => !isOriginal);
  return identifier(
    symbols.mark(
      found,
      `changed ${keyOfChanges(changes, scope.phase)}`,
      isChanged ? { note: { isOf: 'changed' } } : {},
    ),
  );
}

/** The path must have the value for every request that gets there. */
export function setValue(scope: PolicyScope, path: string, found: Tree): PolicyScope {
  return { ...scope, values: new Map([...scope.values, [path, found]]) };
}

/** `identity` says everything on which the new values depend. */
export function forget(
  { scope, guard, running }: { readonly scope: PolicyScope } & Pick<Change, 'guard' | 'running'>,
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
        const before = known.map(([path, tree]) => `${path} ${textOf(tree)}`);
        number ??= symbolsOf(scope.space).intern(`change ${identity()} ${before.join()}`);
        return String(number);
      },
    };
  });
  return { ...scope, changes: [...scope.changes, ...changes], values };
}
