/** CEL as traffic policies use it: a parser of others, and an interpreter.
 * An error of CEL is a {@link CelError}; what this interpreter does not know is another error, which fails the test. */
import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { contains } from './networks';

const { Environment } = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js', { with: {
  'resolution-mode': 'import',
}});

/** An expression that has no value. */
export class CelError extends Error {}

export type Value = string | bigint | number | boolean | null | readonly Value[] | Members | Text;

/** An object; its members are looked up when an expression needs them. */
export class Members {
  constructor(readonly get: (name: string) => Value | undefined) {}
}

/** A string that has members: `req.url` and `req.url.path`. */
export class Text {
  constructor(
    readonly text: () => string,
    readonly members: Members,
  ) {}
}

export type Scope = (name: string) => Value | undefined;

export function membersOf(values: Readonly<Record<string, Value>>): Members {
  return new Members((name) => (Object.hasOwn(values, name) ? values[name] : undefined));
}

const parser = new Environment({ unlistedVariablesAreDyn: true });
const parsed = new Map<string, ASTNode | undefined>();

/** What an expression reads, and one reading of what is not documented. */
export interface Context {
  readonly scope: Scope;
  readonly reqHeader: (name: string) => Value | undefined;
  /** Values of different types are unequal; otherwise their comparison is an error. */
  readonly areTypesUnequal: () => boolean;
}

/** The value of an expression. */
export function evaluate(expression: string, context: Context): Value {
  if (!parsed.has(expression)) parsed.set(expression, tryParse(expression));
  const tree = parsed.get(expression);
  if (!tree) throw new CelError(`${expression} is not CEL`);
  return plain(run(tree, context));
}

function tryParse(expression: string): ASTNode | undefined {
  try {
    return parser.parse(expression).ast;
  } catch {
    return undefined;
  }
}

type Node = { readonly op: string; readonly args: unknown };

function plain(value: Value): Value {
  return value instanceof Text ? value.text() : value;
}

function run(tree: unknown, context: Context): Value {
  const { op, args } = tree as Node;
  const operands = args as readonly unknown[];
  const operand = (index: number): Value => plain(run(operands[index], context));
  const operator = OPERATORS[op];
  if (operator) return operator(operand(0), operand(1), context);
  switch (op) {
    case 'value':
      return args as Value;
    case 'id':
      return found(context.scope(args as string), args as string);
    case '.':
      return found(membersIn(run(operands[0], context), '.').get(operands[1] as string), operands[1] as string);
    case 'list':
      return operands.map((_, index) => operand(index));
    case '!_':
      return !booleanOf(plain(run(args, context)));
    case '&&':
    case '||':
      return either(op === '||', operands[0], operands[1], context);
    case '?:':
      return booleanOf(operand(0)) ? operand(1) : operand(2);
    case 'call':
      return call(operands[0] as string, operands[1] as readonly unknown[], context);
    case 'rcall':
      return method(operands[0] as string, [operands[1], ...(operands[2] as readonly unknown[])], context);
    default:
      throw new Error(`The reference does not know the operator ${op}`);
  }
}

/** Operators of two values. */
const OPERATORS: Readonly<Record<string, (a: Value, b: Value, context: Context) => Value>> = {
  '[]': element,
  '==': isEqual,
  '!=': (a, b, context) => !isEqual(a, b, context),
  '>': (a, b) => order(a, b) > 0,
  '>=': (a, b) => order(a, b) >= 0,
  in: isIn,
};

/** `true || error` is true, and so is `error || true`. */
function either(absorbing: boolean, left: unknown, right: unknown, context: Context): boolean {
  let failure: CelError | undefined;
  for (const side of [left, right]) {
    try {
      if (booleanOf(plain(run(side, context))) === absorbing) return absorbing;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      failure = error;
    }
  }
  if (failure) throw failure;
  return !absorbing;
}

function found(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new CelError(`no ${name}`);
  return value;
}

function membersIn(object: Value, reader: string): Members {
  const members = object instanceof Text ? object.members : object;
  if (!(members instanceof Members)) throw new CelError(`${reader} of a value without members`);
  return members;
}

function element(object: Value, index: Value): Value {
  if (object instanceof Members) return found(object.get(stringOf(index)), stringOf(index));
  if (!Array.isArray(object) || typeof index !== 'bigint') throw new CelError('an index of a value that is no list');
  return found((object as readonly Value[])[Number(index)], String(index));
}

export function booleanOf(value: Value): boolean {
  if (typeof value !== 'boolean') throw new CelError('not a boolean');
  return value;
}

export function stringOf(value: Value | undefined): string {
  if (typeof value !== 'string') throw new CelError('not a string');
  return value;
}

function listOf(value: Value | undefined): readonly Value[] {
  if (!Array.isArray(value)) throw new CelError('not a list');
  return value as readonly Value[];
}

function order(a: Value, b: Value): number {
  if (typeof a !== typeof b || (typeof a !== 'bigint' && typeof a !== 'string'))
    throw new CelError('cannot be ordered');
  return a === b ? 0 : (a as string) < (b as string) ? -1 : 1;
}

function isEqual(a: Value, b: Value, context: Context): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Value, index) => isEqual(item, b[index] as Value, context));
  if (typeOf(a) === typeOf(b)) return a === b;
  if (context.areTypesUnequal()) return false;
  throw new CelError('values of different types');
}

function typeOf(value: Value): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function isIn(value: Value, list: Value, context: Context): boolean {
  if (list instanceof Members) return list.get(stringOf(value)) !== undefined;
  return listOf(list).some((item) => isEqual(value, item, context));
}

const FUNCTIONS: Readonly<Record<string, (args: readonly Value[], context: Context) => Value>> = {
  inCidrRange: ([address, network]) => contains(stringOf(network), stringOf(address)) ?? false,
  inCidrRanges: ([address, list]) => listOf(list).some((network) => contains(stringOf(network), stringOf(address))),
  hasReqHeader: ([name], { reqHeader }) => reqHeader(stringOf(name)) !== undefined,
  getReqHeader: ([name], { reqHeader }) => reqHeader(stringOf(name)) ?? [],
  int: ([value]) => toInt(value),
};

function call(name: string, args: readonly unknown[], context: Context): Value {
  if (name === 'has') {
    const [object, member] = (args[0] as { readonly args: readonly [unknown, string] }).args;
    return membersIn(run(object, context), 'has()').get(member) !== undefined;
  }
  const values = args.map((arg) => plain(run(arg, context)));
  const evaluateCall = FUNCTIONS[name];
  if (!evaluateCall) throw new Error(`The reference does not know the function ${name}`);
  return evaluateCall(values, context);
}

function toInt(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw new CelError('not an integer');
  return BigInt(value);
}

const METHODS: Readonly<Record<string, (receiver: string, argument: string) => boolean>> = {
  startsWith: (receiver, argument) => receiver.startsWith(argument),
  endsWith: (receiver, argument) => receiver.endsWith(argument),
  contains: (receiver, argument) => receiver.includes(argument),
  matches: (receiver, argument) => new RegExp(argument).test(receiver),
};

function method(name: string, operands: readonly unknown[], context: Context): Value {
  const [receiver, argument] = operands.map((operand) => plain(run(operand, context)));
  const test = METHODS[name];
  if (!test) throw new Error(`The reference does not know the method ${name}`);
  return test(stringOf(receiver), stringOf(argument));
}
