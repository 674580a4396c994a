/** Checks one CEL expression of a traffic policy: syntax, names, functions, phase and types. */
import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { describeError, findPatternProblem } from '../../cel/cel';
import { didYouMean } from '../../text';
import { GLOBAL_FUNCTIONS, MACROS, METHODS, NAMESPACES } from '../data/functions';
import type { Phase } from '../data/schema';
import { ACTION_VARIABLES, PHASES_OF_VARIABLE, RETRY_VARIABLES, VARIABLES } from '../data/variables';
import { countKnownSteps, findVariablePath, parseExpression } from '../expression';
import type { SecretName } from '../secret-name';
import { hasPlaceholder, quotePlaceholders } from '../terraform-template';
import { checkTypes } from './expression-types';
import type { ExpressionProblem } from './problem';

export interface ExpressionScope {
  readonly phase: Phase;
  /** `condition`: a boolean is expected. `retry`: a condition that also has the variables of retries. */
  readonly use: 'value' | 'condition' | 'retry';
  /** Names that `set-vars` sets in the phase. */
  readonly variables?: ReadonlySet<string> | undefined;
}

/** `secrets.get` with two literals. Ranges are offsets in the expression. */
export interface SecretCall extends SecretName {
  readonly range: Range;
  /** The literals of the vault and of the secret, with their quotes. */
  readonly literals: readonly [vault: Range, secret: Range];
}

type Range = readonly [start: number, end: number];

export interface AnalyzedExpression {
  readonly problems: readonly ExpressionProblem[];
  readonly secrets: readonly SecretCall[];
  /** Dotted paths of the known variables that the expression reads. */
  readonly paths: readonly string[];
  /** The expression with one identifier for each path and function; undefined if it cannot be parsed. */
  readonly source?: string;
}

interface Analysis {
  readonly scope: ExpressionScope;
  readonly text: string;
  readonly problems: ExpressionProblem[];
  readonly secrets: SecretCall[];
  readonly paths: Set<string>;
  readonly replacements: { readonly start: number; readonly end: number; readonly by: string }[];
  readonly patterns: string[];
  /** False for a macro that the library does not have, so that it cannot find the types. */
  isTyped: boolean;
}

/** Analyzes an expression. The CEL library is loaded on first use. */
export function analyzeExpression(expression: string, scope: ExpressionScope): AnalyzedExpression {
  const text = quotePlaceholders(expression);
  const parsed = parse(text);
  if ('problem' in parsed) return { problems: [parsed], secrets: [], paths: [] };
  const analysis: Analysis = {
    scope,
    text,
    problems: [],
    secrets: [],
    paths: new Set(),
    replacements: [],
    patterns: [],
    isTyped: true,
  };
  visit(analysis, parsed.tree, []);
  const source = rewrite(analysis);
  const patterns = analysis.patterns.map(findPatternProblem).filter((found) => found !== undefined);
  analysis.problems.push(...patterns.map((found) => ({ severity: 'warning' as const, ...found })));
  // An unknown name has no type.
  if (analysis.problems.length === 0 && analysis.isTyped)
    analysis.problems.push(...checkTypes(source, scope.use !== 'value'));
  const { problems, secrets, paths } = analysis;
  return { problems, secrets, paths: [...paths], source };
}

function parse(text: string): { readonly tree: ASTNode } | ExpressionProblem {
  const expected = 'an expression in CEL';
  if (text.trim() === '') return { severity: 'error', problem: 'is empty', expected };
  try {
    return { tree: parseExpression(text) };
  } catch (error) {
    const { summary, range } = describeError(error);
    const where = range ? ` at character ${range.start + 1}` : '';
    return { severity: 'error', problem: `is not CEL: ${summary.replace(/\.$/, '')}${where}`, expected };
  }
}

function visit(analysis: Analysis, node: ASTNode, bound: readonly string[]): void {
  const path = findVariablePath(node, bound);
  if (path) {
    checkPath(analysis, node, path);
    return;
  }
  switch (node.op) {
    case 'call':
      visitCall(analysis, node.args[0], node.args[1], bound, node);
      return;
    case 'rcall':
      visitMethod(analysis, node, bound);
      return;
    case 'in':
      checkClientIpList(analysis, node.args[0], node.args[1]);
  }
  visitAll(analysis, node.args, bound);
}

function visitAll(analysis: Analysis, value: unknown, bound: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) visitAll(analysis, item, bound);
  else if (typeof value === 'object' && value !== null && 'op' in value) visit(analysis, value as ASTNode, bound);
}

const ROOTS = [...new Set(Object.keys(VARIABLES).map((path) => path.split('.')[0] as string)), 'vars', 'actions'];
const TYPE_NAMES = ['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];

function checkPath(analysis: Analysis, node: ASTNode, path: readonly string[]): undefined {
  const [root = '', name = ''] = path;
  const { phase, use, variables } = analysis.scope;
  if (root === 'vars') {
    const mayBeSet = !variables || variables.has(name) || [name, ...variables].some(hasPlaceholder);
    if (path.length > 1 && !mayBeSet)
      warnName(analysis, `uses vars.${name}, which no set-vars of ${phase} sets`, 'a variable of the same phase');
    return;
  }
  if (root === 'actions') return checkActionVariable(analysis, path);
  if (TYPE_NAMES.includes(root) || (use === 'retry' && RETRY_VARIABLES.includes(root))) return;
  if (!ROOTS.includes(root)) {
    const expected = `one of ${ROOTS.join(', ')}${didYouMean(root, ROOTS)}`;
    return warnName(analysis, `uses the variable ${root}, which does not exist`, expected);
  }
  if (PHASES_OF_VARIABLE[root] && !PHASES_OF_VARIABLE[root].includes(phase)) {
    const phases = PHASES_OF_VARIABLE[root].join(' or ');
    return warnName(analysis, `uses ${path.join('.')}, which ${phase} does not have`, `${root} only in ${phases}`);
  }
  replaceKnownPath(analysis, node, path);
}

function replaceKnownPath(analysis: Analysis, node: ASTNode, path: readonly string[]): undefined {
  const length = countKnownSteps(path);
  if (length !== undefined) {
    let current = node;
    for (let more = path.length - length; more > 0 && current.op === '.'; more--) current = current.args[0];
    const known = path.slice(0, length);
    analysis.paths.add(known.join('.'));
    analysis.replacements.push({ start: current.start, end: current.end, by: known.join('__') });
    return;
  }
  const dotted = path.join('.');
  // `conn.client_ip.geo` as a whole is an object.
  if (Object.keys(VARIABLES).some((known) => known.startsWith(`${dotted}.`))) return;
  warnName(
    analysis,
    `uses ${dotted}, which does not exist`,
    `a known variable${didYouMean(dotted, Object.keys(VARIABLES))}`,
  );
}

function checkActionVariable(analysis: Analysis, [, vendor, action, member]: readonly string[]): undefined {
  if (action === undefined) return;
  const names = Object.keys(ACTION_VARIABLES);
  const members = Object.hasOwn(ACTION_VARIABLES, action) ? ACTION_VARIABLES[action] : undefined;
  if (vendor !== 'ngrok' || !members) {
    const expected = `actions.ngrok and one of ${names.join(', ')}${didYouMean(action, names)}`;
    warnName(analysis, `uses actions.${vendor}.${action}, which no action sets`, expected);
  } else if (member !== undefined && !members.includes(member)) {
    const expected = `one of ${members.join(', ')}${didYouMean(member, members)}`;
    warnName(analysis, `uses actions.ngrok.${action}.${member}, which the action does not set`, expected);
  }
}

function warnName(analysis: Analysis, problem: string, expected: string): undefined {
  analysis.problems.push({ severity: 'warning', problem, expected });
}

function visitCall(
  analysis: Analysis,
  name: string,
  args: readonly ASTNode[],
  bound: readonly string[],
  node: ASTNode,
): void {
  const phases = Object.hasOwn(GLOBAL_FUNCTIONS, name) ? GLOBAL_FUNCTIONS[name] : undefined;
  if (!phases)
    warnName(analysis, `calls ${name}()`, `a known function${didYouMean(name, Object.keys(GLOBAL_FUNCTIONS))}`);
  else if (phases !== 'all' && !phases.includes(analysis.scope.phase))
    warnName(analysis, `calls ${name}(), which ${analysis.scope.phase} does not have`, `it in ${phases.join(' or ')}`);
  const path = name === 'has' && args[0] ? findVariablePath(args[0], bound) : undefined;
  visitAll(analysis, args, bound);
  // `has` requires a member; the identifier of a complete path is none.
  const replaced = analysis.replacements.at(-1);
  if (path && replaced?.start === args[0]?.start && replaced?.end === args[0]?.end) {
    analysis.replacements.pop();
    analysis.replacements.push({ start: node.start, end: node.end, by: `has__${path.join('__')}` });
  }
}

function visitMethod(
  analysis: Analysis,
  node: ASTNode & { readonly op: 'rcall' },
  bound: readonly string[],
): undefined {
  const [name, receiver, args] = node.args;
  const namespace = receiver.op === 'id' && !bound.includes(receiver.args) ? receiver.args : undefined;
  if (namespace !== undefined && Object.hasOwn(NAMESPACES, namespace)) {
    visitAll(analysis, args, bound);
    return checkNamespace(analysis, namespace, name, node);
  }
  visit(analysis, receiver, bound);
  if (!METHODS.includes(name)) warnName(analysis, `calls ${name}()`, `a known function${didYouMean(name, METHODS)}`);
  const [first, ...rest] = args;
  const isMacro = MACROS.includes(name) && first?.op === 'id';
  const [second, comparison] = rest;
  // `list.sort(a, b, a.size < b.size)`
  const isComparison = name === 'sort' && first?.op === 'id' && second?.op === 'id' && comparison !== undefined;
  if (isComparison) {
    visit(analysis, comparison, [...bound, first.args, second.args]);
    analysis.isTyped = false;
  } else if (isMacro) visitAll(analysis, rest, [...bound, first.args]);
  else visitAll(analysis, args, bound);
  if (name === 'matches' && first?.op === 'value' && typeof first.args === 'string') analysis.patterns.push(first.args);
  // The library has no macro `sortBy`; `map` has its types.
  if (name === 'sortBy') {
    const at = analysis.text.indexOf('sortBy', receiver.end);
    analysis.replacements.push({ start: at, end: at + 'sortBy'.length, by: 'map' });
  }
}

function checkNamespace(
  analysis: Analysis,
  namespace: string,
  name: string,
  node: ASTNode & { readonly op: 'rcall' },
): undefined {
  const [, receiver, args] = node.args;
  const names = NAMESPACES[namespace] as readonly string[];
  if (!names.includes(name)) {
    const expected = `${names.map((known) => `${namespace}.${known}()`).join(', ')}${didYouMean(name, names)}`;
    return warnName(analysis, `calls ${namespace}.${name}()`, expected);
  }
  const end = analysis.text.indexOf('(', receiver.end);
  analysis.replacements.push({ start: receiver.start, end, by: `${namespace}__${name}` });
  if (namespace !== 'secrets') return;
  const [vault, secret] = args.flatMap((arg) =>
    arg.op === 'value' && typeof arg.args === 'string' ? [{ value: arg.args, range: rangeOf(arg) }] : [],
  );
  if (!vault || !secret || args.length !== 2) return;
  const literals = [vault.range, secret.range] as const;
  analysis.secrets.push({ vault: vault.value, secret: secret.value, range: rangeOf(node), literals });
}

function rangeOf({ start, end }: ASTNode): Range {
  return [start, end];
}

/** `conn.client_ip in ['10.0.0.0/8']` compares strings, so it never matches. */
function checkClientIpList(analysis: Analysis, left: ASTNode, right: ASTNode): void {
  const isAddress = ['conn.client_ip', 'conn.server_ip'].includes(findVariablePath(left, [])?.join('.') ?? '');
  if (!isAddress || right.op !== 'list') return;
  const range = right.args.find(
    (item) => item.op === 'value' && typeof item.args === 'string' && item.args.includes('/'),
  );
  if (range) {
    const problem = `compares ${findVariablePath(left, [])?.join('.')} with the network '${String(range.args)}', which is never equal`;
    warnName(analysis, problem, 'inCidrRange() or inCidrRanges()');
  }
}

function rewrite({ text, replacements }: Analysis): string {
  return [...replacements]
    .sort((a, b) => b.start - a.start)
    .reduce((source, { start, end, by }) => source.slice(0, start) + by + source.slice(end), text);
}
