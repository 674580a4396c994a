import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import type { Words } from '../../values/words';
import { didYouMean } from '../text';
import { parseTimestamp } from '../time';
import { declaredVariables, findPath, readString, STANDARD_MACROS, TYPE_IDENTIFIERS, visitOperands } from './syntax';
import type { ConditionProblem, SyntaxElement, Vocabulary } from './vocabulary';

export interface AstCheckResult {
  /** Dotted paths of fields, and of groups of fields, as in `has(ev.conn)`: `conn.client_ip`, `conn`. */
  readonly fields: readonly string[];
  /** The literal arguments of `matches()`, which are regular expressions. */
  readonly patterns: readonly string[];
}

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const OPERATORS = [...COMPARISONS, '+', '-', '*', '/', '%', '&&', '||', '[]', '!', '?:', '{}'];

/** Functions of the language definition. The library has more, which a service need not support. */
const STANDARD_FUNCTIONS = [
  ...['has', 'size', 'contains', 'startsWith', 'endsWith', 'matches', 'timestamp', 'duration', 'dyn', 'type'],
  ...['bool', 'bytes', 'double', 'int', 'string', 'uint'],
  ...['getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours', 'getMilliseconds'],
  ...['getMinutes', 'getMonth', 'getSeconds'],
  ...STANDARD_MACROS,
];

const TIME_SHIFTS = ['add', 'subtract'];
/** Functions that filters of list operations may call (grammar `list`). */
const FILTER_FUNCTIONS = ['size', 'timestamp', ...TIME_SHIFTS, 'contains', 'startsWith', 'endsWith'];
const FILTER_OPERATORS = [...COMPARISONS, '&&', '||', '!'];

class UnsupportedExpression extends Error {
  constructor(
    readonly kind: ConditionProblem['kind'],
    readonly problem: Words,
    readonly expected: Words,
  ) {
    super(problem);
  }
}

export function validateAst(
  vocabulary: Vocabulary,
  tree: ASTNode,
): AstCheckResult | { readonly problem: ConditionProblem } {
  const walk: AstCheck = { vocabulary, fields: new Set(), patterns: [] };
  try {
    visit(walk, tree, []);
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
  readonly patterns: string[];
}

/** The names of operators, where the library has others for nodes. */
const OPERATOR_NAMES: Readonly<Record<string, string>> = { '!_': '!', '-_': '-', map: '{}' };

/** Visits a node and its operands; returns the path if the node is a field or a group of fields. */
function visit(walk: AstCheck, node: ASTNode, bound: readonly string[]): string | undefined {
  const { root, grammar, fields } = walk.vocabulary;
  // An index into a field, such as one of several headers, is not a member.
  const isMember = ([, ...path]: readonly string[]) => grammar === 'standard' && !(path.join('.') in fields);
  const [variable, ...path] = findPath(node, bound, isMember) ?? [];
  if (variable === root) return checkField(walk, path);
  switch (node.op) {
    case 'value':
      return undefined;
    case 'id':
      return checkVariable(walk, node.args, bound);
    case '.':
    // The parser has no `.?`, only the type of its nodes.
    case '.?':
      return visit(walk, node.args[0], bound);
    case 'list':
      visitAll(walk, node, bound);
      return undefined;
    case 'call':
      return checkCall(walk, node, node.args[0], node.args[1], bound);
    case 'rcall':
      return checkCall(walk, node, node.args[0], node.args[2], bound);
    default:
      return checkOperator(walk, node, bound);
  }
}

function visitAll(walk: AstCheck, node: ASTNode, outer: readonly string[]): string[] {
  const fields: string[] = [];
  visitOperands(node, outer, (operand, bound) => {
    const field = visit(walk, operand, bound);
    if (field !== undefined) fields.push(field);
  });
  return fields;
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

/** Chosen: more names would hide the suggestion behind them. */
const MAX_LISTED_FIELDS = 8;

function unknownField({ root, fields, usable }: Vocabulary, path: string): UnsupportedExpression {
  const names = usable ?? Object.keys(fields);
  const known =
    names.length > MAX_LISTED_FIELDS ? `a field of ${root}` : names.map((name) => `${root}.${name}`).join(', ');
  if (path === '') return new UnsupportedExpression('construct', `uses ${root} as a whole`, `its fields: ${known}`);
  const near = didYouMean(path, Object.keys(fields));
  const expected = `${known}${near.replace("'", `'${root}.`)}`;
  return new UnsupportedExpression('unknown', `uses ${root}.${path}, which does not exist`, expected);
}

function checkVariable(walk: AstCheck, name: string, bound: readonly string[]): undefined {
  const { root, grammar } = walk.vocabulary;
  if (bound.includes(name) || (grammar === 'standard' && TYPE_IDENTIFIERS.includes(name))) return undefined;
  throw new UnsupportedExpression('construct', `uses the variable ${name}`, `${root} as the only variable`);
}

function checkOperator(walk: AstCheck, node: ASTNode, bound: readonly string[]): undefined {
  // A negative literal, not arithmetic.
  if (node.op === '-_' && node.args.op === 'value') return undefined;
  const name = OPERATOR_NAMES[node.op] ?? node.op;
  // Before its operands, for the more specific message.
  checkKnown(walk, 'operator', name);
  checkSyntaxElement(walk, 'operator', name, visitAll(walk, node, bound));
  return undefined;
}

function checkCall(
  walk: AstCheck,
  node: ASTNode,
  name: string,
  args: readonly ASTNode[],
  bound: readonly string[],
): undefined {
  const { grammar, root } = walk.vocabulary;
  const receiver = node.op === 'rcall' ? node.args[1] : undefined;
  if (grammar === 'list') checkFilterCall(name, receiver, args);
  if (declaredVariables(node).includes(root))
    throw new UnsupportedExpression('construct', `uses ${root} as the variable of ${name}()`, 'another variable name');
  const isNow = grammar === 'list' && name === 'timestamp' && isTimeNow(args[0]);
  const fields = isNow ? [] : visitAll(walk, node, bound);
  const text = readString(args[0]);
  if (receiver && name === 'matches' && text !== undefined) walk.patterns.push(text);
  if (name === 'timestamp' && text !== undefined) checkTime(text);
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
  const amount = readString(args[0]);
  if (amount !== undefined && args.length === 1 && parseFilterDuration(amount) !== undefined) return;
  const problem = `calls ${name}() without a duration`;
  throw new UnsupportedExpression('construct', problem, 'a string such as "7d", "12h" or "30m"');
}

function isTimeNow(node: ASTNode | undefined): boolean {
  return node !== undefined && findPath(node, [], () => false)?.join('.') === 'time.now';
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

/** `1h30m` -> 5400 seconds, `1w` -> 604800. Undefined for another text, such as `1.5h`. */
export function parseFilterDuration(text: string): number | undefined {
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * (SECONDS_PER_UNIT[unit as string] as number),
    0,
  );
}
