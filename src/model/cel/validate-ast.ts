/** Validates fields, operators and functions of an expression before its types are checked. */

import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { didYouMean } from '../text';
import { parseTimestamp } from '../time';
import type { ConditionProblem, SyntaxElement, Vocabulary } from './vocabulary';

export interface AstCheckResult {
  /** Dotted paths of fields, and of groups of fields that `has()` may test: `conn.client_ip`, `conn`. */
  readonly fields: readonly string[];
  /** The arguments of `matches()`, which are regular expressions. */
  readonly patterns: readonly ASTNode[];
}

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const OPERATORS = [...COMPARISONS, '+', '-', '*', '/', '%', '&&', '||', '[]', '!', '?:', '{}'];
const MACROS = ['all', 'exists', 'exists_one', 'map', 'filter'];
const TYPE_NAMES = ['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];

/** Functions of the language definition. The library has more, which a service need not support. */
const STANDARD_FUNCTIONS = [
  ...['has', 'size', 'contains', 'startsWith', 'endsWith', 'matches', 'timestamp', 'duration', 'dyn', 'type'],
  ...['bool', 'bytes', 'double', 'int', 'string', 'uint'],
  ...['getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours', 'getMilliseconds'],
  ...['getMinutes', 'getMonth', 'getSeconds'],
  ...MACROS,
];

const TIME_SHIFTS = ['add', 'subtract'];
/** Of filters of list operations (grammar `list`). */
const FILTER_FUNCTIONS = ['size', 'timestamp', ...TIME_SHIFTS, 'contains', 'startsWith', 'endsWith'];
const FILTER_OPERATORS = [...COMPARISONS, '&&', '||', '!'];

class UnsupportedExpression extends Error {
  constructor(
    readonly kind: ConditionProblem['kind'],
    readonly problem: string,
    readonly expected: string,
  ) {
    super(problem);
  }
}

/** Returns the fields and patterns of the tree, or the first problem. */
export function validateAst(
  vocabulary: Vocabulary,
  tree: ASTNode,
): AstCheckResult | { readonly problem: ConditionProblem } {
  const walk: AstCheck = { vocabulary, fields: new Set(), patterns: [], bound: [] };
  try {
    visit(walk, tree);
    return { fields: [...walk.fields], patterns: walk.patterns };
  } catch (error) {
    if (!(error instanceof UnsupportedExpression)) throw error;
    const { kind, problem, expected } = error;
    return { problem: { kind, problem, expected } };
  }
}

interface AstCheck {
  readonly vocabulary: Vocabulary;
  readonly fields: Set<string>;
  readonly patterns: ASTNode[];
  /** Variables of enclosing macros. */
  readonly bound: readonly string[];
}

/**
 * Visits a node and its children; returns the path if the node is a field or a group of fields. Operators have the names
 * that the library gives to nodes (`a ? b : c` is `?:`), except `!`, `-` and `{}` for `!_`, `-_` and `map`. `rcall` is a
 * call with a receiver: `a.size()`.
 */
function visit(walk: AstCheck, node: ASTNode): string | undefined {
  const path = findPath(walk, node);
  if (path !== undefined) return checkField(walk, path);
  switch (node.op) {
    case 'value':
      return undefined;
    case 'id':
      return checkVariable(walk, node.args);
    case '.':
    // The parser has no `.?`, only the type of its nodes.
    case '.?':
      return visit(walk, node.args[0]);
    case 'list':
      for (const argument of node.args) visit(walk, argument);
      return undefined;
    case 'map':
      checkSyntaxElement(walk, 'operator', '{}', []);
      for (const [key, value] of node.args) visitAll(walk, [key, value]);
      return undefined;
    case '!_':
      return checkOperator(walk, '!', [node.args]);
    case '-_':
      // A negative literal, not arithmetic.
      if (node.args.op === 'value') return undefined;
      return checkOperator(walk, '-', [node.args]);
    case '?:':
      return checkOperator(walk, '?:', node.args);
    case 'call':
      return checkCall(walk, node.args[0], undefined, node.args[1]);
    case 'rcall':
      return checkCall(walk, node.args[0], node.args[1], node.args[2]);
    default:
      return checkOperator(walk, node.op, node.args);
  }
}

function visitAll(walk: AstCheck, nodes: readonly ASTNode[]): string[] {
  return nodes.map((node) => visit(walk, node)).filter((field) => field !== undefined);
}

/**
 * Returns the dotted path of a member chain that starts at the root. `ev["conn"].client_ip` is such a chain where the
 * grammar has indexes.
 */
function findPath(walk: AstCheck, node: ASTNode): string[] | undefined {
  if (node.op === 'id') return node.args === walk.vocabulary.root && !walk.bound.includes(node.args) ? [] : undefined;
  if (node.op === '.') {
    const parentPath = findPath(walk, node.args[0]);
    return parentPath && [...parentPath, node.args[1]];
  }
  if (node.op !== '[]' || walk.vocabulary.grammar === 'list') return undefined;
  if (node.args[1].op !== 'value' || typeof node.args[1].args !== 'string') return undefined;
  const parentPath = findPath(walk, node.args[0]);
  // An index into a field, such as one of several headers, is not a member.
  if (!parentPath || parentPath.join('.') in walk.vocabulary.fields) return undefined;
  return [...parentPath, node.args[1].args];
}

function checkField(walk: AstCheck, steps: readonly string[]): string {
  const { root, fields, usable } = walk.vocabulary;
  const names = Object.keys(fields);
  const path = steps.join('.');
  const field = names.find((name) => path === name || path.startsWith(`${name}.`));
  const group = names.filter((name) => steps.length === 0 || name.startsWith(`${path}.`));
  if (field === undefined && (group.length === 0 || steps.length === 0)) throw unknownField(walk.vocabulary, path);
  const used = field === undefined ? group : [field];
  if (usable && !used.every((name) => usable.includes(name))) {
    const expected = `only fields that can be filtered on: ${usable.map((name) => `${root}.${name}`).join(', ')}`;
    throw new UnsupportedExpression('unusable', `uses ${root}.${path}`, expected);
  }
  const result = field ?? path;
  walk.fields.add(result);
  return result;
}

function unknownField({ root, fields, usable }: Vocabulary, path: string): UnsupportedExpression {
  const names = usable ?? Object.keys(fields);
  const known = names.length > 8 ? `a field of ${root}` : names.map((name) => `${root}.${name}`).join(', ');
  if (path === '') return new UnsupportedExpression('construct', `uses ${root} as a whole`, `its fields: ${known}`);
  const near = didYouMean(path, Object.keys(fields));
  const expected = `${known}${near.replace("'", `'${root}.`)}`;
  return new UnsupportedExpression('unknown', `uses ${root}.${path}, which does not exist`, expected);
}

function checkVariable(walk: AstCheck, name: string): undefined {
  const { root, grammar } = walk.vocabulary;
  if (walk.bound.includes(name) || (grammar === 'standard' && TYPE_NAMES.includes(name))) return undefined;
  throw new UnsupportedExpression('construct', `uses the variable ${name}`, `${root} as the only variable`);
}

function checkOperator(walk: AstCheck, name: string, operands: readonly ASTNode[]): undefined {
  // Check the operator before its operands, for the more specific message.
  checkKnown(walk, 'operator', name);
  checkSyntaxElement(walk, 'operator', name, visitAll(walk, operands));
  return undefined;
}

function checkCall(walk: AstCheck, name: string, receiver: ASTNode | undefined, args: readonly ASTNode[]): undefined {
  if (walk.vocabulary.grammar === 'list') checkFilterCall(name, receiver, args);
  const isNow = walk.vocabulary.grammar === 'list' && name === 'timestamp' && isTimeNow(args[0]);
  const fields = isNow ? [] : receiver ? visitAll(walk, [receiver]) : [];
  const [variable, ...rest] = args;
  if (receiver && MACROS.includes(name) && variable?.op === 'id') {
    if (variable.args === walk.vocabulary.root) {
      const problem = `uses ${variable.args} as the variable of ${name}()`;
      throw new UnsupportedExpression('construct', problem, 'another variable name');
    }
    visitAll({ ...walk, bound: [...walk.bound, variable.args] }, rest);
  } else if (!isNow) fields.push(...visitAll(walk, args));
  const [first] = args;
  if (receiver && name === 'matches' && first) walk.patterns.push(first);
  if (name === 'timestamp' && first?.op === 'value' && typeof first.args === 'string') checkTime(first.args);
  checkSyntaxElement(walk, 'function', name, fields);
  return undefined;
}

function checkTime(text: string): void {
  if (parseTimestamp(text) !== undefined) return;
  const problem = `has the time "${text}"`;
  throw new UnsupportedExpression('type', problem, 'an RFC 3339 timestamp such as 2026-01-31T12:00:00Z');
}

/** `add` and `subtract` require a timestamp and a literal duration. */
function checkFilterCall(name: string, receiver: ASTNode | undefined, args: readonly ASTNode[]): void {
  if (!TIME_SHIFTS.includes(name)) return;
  const isTimestamp =
    (receiver?.op === 'call' && receiver.args[0] === 'timestamp') ||
    (receiver?.op === 'rcall' && TIME_SHIFTS.includes(receiver.args[0]));
  if (!isTimestamp) {
    const problem = `calls ${name}() on a value that is not a timestamp`;
    throw new UnsupportedExpression('construct', problem, `timestamp(...).${name}("7d")`);
  }
  const amount = args[0]?.op === 'value' ? args[0].args : undefined;
  if (typeof amount === 'string' && args.length === 1 && parseFilterDuration(amount) !== undefined) return;
  const problem = `calls ${name}() without a duration`;
  throw new UnsupportedExpression('construct', problem, 'a string such as "7d", "12h" or "30m"');
}

function isTimeNow(node: ASTNode | undefined): boolean {
  return node?.op === '.' && node.args[1] === 'now' && node.args[0].op === 'id' && node.args[0].args === 'time';
}

function checkSyntaxElement(
  walk: AstCheck,
  kind: SyntaxElement['kind'],
  name: string,
  fields: readonly string[],
): void {
  checkKnown(walk, kind, name);
  const why = walk.vocabulary.refuse?.({ kind, name, fields });
  if (why !== undefined) throw new UnsupportedExpression('construct', `uses ${formatElement(kind, name)}`, why);
}

function checkKnown({ vocabulary: { grammar } }: AstCheck, kind: SyntaxElement['kind'], name: string): void {
  const isStandard = grammar === 'standard';
  const known =
    kind === 'function'
      ? (isStandard ? STANDARD_FUNCTIONS : FILTER_FUNCTIONS).includes(name)
      : isStandard
        ? OPERATORS.includes(name)
        : FILTER_OPERATORS.includes(name);
  if (known) return;
  const expected = isStandard
    ? `standard functions of CEL${didYouMean(name, STANDARD_FUNCTIONS)}`
    : `only ${FILTER_OPERATORS.join(' ')}, ${FILTER_FUNCTIONS.map((name) => `${name}()`).join(', ')} and parentheses`;
  throw new UnsupportedExpression('construct', `uses ${formatElement(kind, name)}`, expected);
}

function formatElement(kind: SyntaxElement['kind'], name: string): string {
  return kind === 'function' ? `${name}()` : name;
}

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns the seconds of a duration of list filters (`7d`, `1h30m`), or undefined if it is invalid. */
export function parseFilterDuration(text: string): number | undefined {
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * (SECONDS_PER_UNIT[unit as string] as number),
    0,
  );
}
