import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import type { Json } from '../../../values/json';
import { re2 } from '../../cel/environment';
import { declaredVariables, readString, TYPE_IDENTIFIERS, visitOperands } from '../../cel/syntax';
import { parseCidr, parseIp } from '../../ip/cidr';
import { didYouMean } from '../../text';
import { GLOBAL_FUNCTIONS, METHODS, NAMESPACES } from '../data/functions';
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
  /** The values that `set-vars` gives to each name in the phase; undefined if they are not known. */
  readonly variables?: ReadonlyMap<string, readonly Json[]> | undefined;
}

export interface AnalyzedExpression {
  readonly problems: readonly ExpressionProblem[];
  /** The calls of `secrets.get` with two literals. */
  readonly secrets: readonly SecretName[];
}

interface Analysis {
  readonly scope: ExpressionScope;
  readonly text: string;
  readonly problems: ExpressionProblem[];
  readonly secrets: SecretName[];
  readonly replacements: { readonly start: number; readonly end: number; readonly by: string }[];
  readonly patterns: string[];
  /** False if it has `list.sort(a, b, ...)`, a macro that the library does not know. */
  isTyped: boolean;
}

/** Types are checked only if there is no other problem. */
export function analyzeExpression(expression: string, scope: ExpressionScope): AnalyzedExpression {
  const text = quotePlaceholders(expression);
  const parsed = parseExpression(text);
  if ('problem' in parsed) return { problems: [{ severity: 'error', ...parsed }], secrets: [] };
  const analysis: Analysis = {
    scope,
    text,
    problems: [],
    secrets: [],
    replacements: [],
    patterns: [],
    isTyped: true,
  };
  visit(analysis, parsed.ast, []);
  const patterns = analysis.patterns.map((pattern) => re2().re2Problem(pattern)).filter((found) => found !== undefined);
  analysis.problems.push(...patterns.map((found) => ({ severity: 'warning' as const, ...found })));
  // An unknown name has no type.
  if (analysis.problems.length === 0 && analysis.isTyped)
    analysis.problems.push(...checkTypes(rewrite(analysis), scope.use !== 'value'));
  const { problems, secrets } = analysis;
  return { problems, secrets };
}

function visit(analysis: Analysis, node: ASTNode, bound: readonly string[]): void {
  const path = findVariablePath(node, bound);
  if (path) checkPath(analysis, node, path);
  else if (node.op === 'call') visitCall(analysis, node, bound);
  else if (node.op === 'rcall') visitMethod(analysis, node, bound);
  else {
    if (node.op === 'in') checkAddresses(analysis, node.args[0], node.args[1]);
    if (node.op === '==' || node.op === '!=') {
      checkAddresses(analysis, node.args[0], node.args[1]);
      checkAddresses(analysis, node.args[1], node.args[0]);
    }
    visitAll(analysis, node, bound);
  }
}

function visitAll(analysis: Analysis, node: ASTNode, bound: readonly string[]): void {
  visitOperands(node, bound, (operand, inner) => visit(analysis, operand, inner));
}

const ROOTS = [...new Set(Object.keys(VARIABLES).map((path) => path.split('.')[0] as string)), 'vars', 'actions'];

function checkPath(analysis: Analysis, node: ASTNode, path: readonly string[]): undefined {
  const [root = '', name = ''] = path;
  const { phase, use, variables } = analysis.scope;
  if (root === 'vars') {
    const mayBeSet = !variables || variables.has(name) || [name, ...variables.keys()].some(hasPlaceholder);
    if (path.length > 1 && !mayBeSet)
      warnName(analysis, `uses vars.${name}, which no set-vars of ${phase} sets`, 'a variable of the same phase');
    return;
  }
  if (root === 'actions') return checkActionVariable(analysis, path);
  if (TYPE_IDENTIFIERS.includes(root) || (use === 'retry' && RETRY_VARIABLES.includes(root))) return;
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

function visitCall(analysis: Analysis, node: ASTNode & { readonly op: 'call' }, bound: readonly string[]): void {
  const [name, args] = node.args;
  const phases = Object.hasOwn(GLOBAL_FUNCTIONS, name) ? GLOBAL_FUNCTIONS[name] : undefined;
  if (!phases)
    warnName(analysis, `calls ${name}()`, `a known function${didYouMean(name, Object.keys(GLOBAL_FUNCTIONS))}`);
  else if (phases !== 'all' && !phases.includes(analysis.scope.phase))
    warnName(analysis, `calls ${name}(), which ${analysis.scope.phase} does not have`, `it in ${phases.join(' or ')}`);
  const path = name === 'has' && args[0] ? findVariablePath(args[0], bound) : undefined;
  visitAll(analysis, node, bound);
  // `has` requires a member; the identifier that replaces a complete path is not one.
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
    for (const arg of args) visit(analysis, arg, bound);
    return checkNamespace(analysis, namespace, name, node);
  }
  visitAll(analysis, node, bound);
  if (!METHODS.includes(name)) warnName(analysis, `calls ${name}()`, `a known function${didYouMean(name, METHODS)}`);
  if (name === 'sort' && declaredVariables(node).length > 0) analysis.isTyped = false;
  const pattern = name === 'matches' ? readString(args[0]) : undefined;
  if (pattern !== undefined) {
    analysis.patterns.push(pattern);
    const path = findVariablePath(receiver, bound)?.join('.') ?? '';
    if (ADDRESSES.includes(path) && isNetwork(pattern)) warnNetwork(analysis, path, pattern);
  }
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
  const [vault, secret] = args.flatMap((arg) => readString(arg) ?? []);
  if (vault === undefined || secret === undefined || args.length !== 2) return;
  analysis.secrets.push({ vault, secret });
}

/** Addresses are compared as strings: `'10.0.0.0/8'` and `'2001:DB8::1'` are equal to none. */
function checkAddresses(analysis: Analysis, address: ASTNode, compared: ASTNode): void {
  const path = findVariablePath(address, [])?.join('.') ?? '';
  const isAddress = ADDRESSES.includes(path);
  if (!isAddress && !readsForwardedFor(address)) return;
  const name = isAddress ? path : 'the header x-forwarded-for';
  const texts = listTexts(analysis, compared);
  const network = texts.find(isNetwork);
  if (network !== undefined) warnNetwork(analysis, name, network);
  else if (isAddress)
    for (const text of texts) {
      const written = formatIp(text);
      if (written === undefined || written === text) continue;
      warnName(
        analysis,
        `compares ${name} with '${text}', which is never equal`,
        `'${written}', as the service writes it`,
      );
      return;
    }
}

const ADDRESSES = ['conn.client_ip', 'conn.server_ip'];

/** `req.headers['x-forwarded-for'][0]`, `getReqHeader('X-Forwarded-For')[0]`. */
function readsForwardedFor(node: ASTNode): boolean {
  if (node.op !== '[]') return false;
  const [list] = node.args;
  const name = list.op === '[]' ? list.args[1] : list.op === 'call' ? list.args[1][0] : undefined;
  return readString(name)?.toLowerCase() === 'x-forwarded-for';
}

function warnNetwork(analysis: Analysis, name: string, network: string): void {
  const problem = `compares ${name} with the network '${network}', which is never equal`;
  warnName(analysis, problem, 'inCidrRange() or inCidrRanges()');
}

/** The literals of a string or list, also of a variable. */
function listTexts({ scope }: Analysis, node: ASTNode): readonly string[] {
  if (node.op === 'list') return node.args.flatMap((item) => readString(item) ?? []);
  const [root, name = '', ...more] = findVariablePath(node, []) ?? [];
  if (root === 'vars' && more.length === 0)
    return (scope.variables?.get(name) ?? []).flat().filter((value) => typeof value === 'string');
  return [readString(node)].filter((text) => text !== undefined);
}

function isNetwork(text: string): boolean {
  const [address = '', ...length] = text.split('/');
  return length.length === 1 && parseIp(address) !== undefined;
}

/** As the service writes an address; undefined for other strings. */
function formatIp(text: string): string | undefined {
  const cidr = parseIp(text) && parseCidr(text);
  return cidr && !('problem' in cidr) ? cidr.canonical.replace(/\/\d+$/, '') : undefined;
}

/** `conn.client_ip` -> `conn__client_ip`. */
function rewrite({ text, replacements }: Analysis): string {
  return [...replacements]
    .sort((a, b) => b.start - a.start)
    .reduce((source, { start, end, by }) => source.slice(0, start) + by + source.slice(end), text);
}
