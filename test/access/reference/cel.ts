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
  switch (op) {
    case 'value':
      return args as Value;
    case 'id':
      return found(context.scope(args as string), args as string);
    case '.':
      return member(run(operands[0], context), operands[1] as string);
    case '[]':
      return element(operand(0), operand(1));
    case 'list':
      return operands.map((_, index) => operand(index));
    case '!_':
      return !truth(plain(run(args, context)));
    case '&&':
    case '||':
      return either(op === '||', operands[0], operands[1], context);
    case '?:':
      return truth(operand(0)) ? operand(1) : operand(2);
    case '==':
      return isEqual(operand(0), operand(1), context);
    case '!=':
      return !isEqual(operand(0), operand(1), context);
    case '>':
      return order(operand(0), operand(1)) > 0;
    case '>=':
      return order(operand(0), operand(1)) >= 0;
    case 'in':
      return isIn(operand(0), operand(1), context);
    case 'call':
      return call(operands[0] as string, operands[1] as readonly unknown[], context);
    case 'rcall':
      return method(operands[0] as string, operands[1], operands[2] as readonly unknown[], context);
    default:
      throw new Error(`The reference does not know the operator ${op}`);
  }
}

/** `true || error` is true, and so is `error || true`. */
function either(absorbing: boolean, left: unknown, right: unknown, context: Context): boolean {
  let failure: CelError | undefined;
  for (const side of [left, right]) {
    try {
      if (truth(plain(run(side, context))) === absorbing) return absorbing;
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

function member(object: Value, name: string): Value {
  const members = object instanceof Text ? object.members : object;
  if (!(members instanceof Members)) throw new CelError(`${name} of a value without members`);
  return found(members.get(name), name);
}

function element(object: Value, index: Value): Value {
  if (object instanceof Members) return found(object.get(text(index)), text(index));
  if (!Array.isArray(object) || typeof index !== 'bigint') throw new CelError('an index of a value that is no list');
  return found((object as readonly Value[])[Number(index)], String(index));
}

function truth(value: Value): boolean {
  if (typeof value !== 'boolean') throw new CelError('not a boolean');
  return value;
}

function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new CelError('not a string');
  return value;
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
  if (list instanceof Members) return list.get(text(value)) !== undefined;
  if (!Array.isArray(list)) throw new CelError('not a list');
  return (list as readonly Value[]).some((item) => isEqual(value, item, context));
}

function call(name: string, args: readonly unknown[], context: Context): Value {
  if (name === 'has') {
    const { args: operands } = args[0] as { readonly args: readonly [unknown, string] };
    const object = run(operands[0], context);
    const members = object instanceof Text ? object.members : object;
    if (!(members instanceof Members)) throw new CelError('has() of a value without members');
    return members.get(operands[1]) !== undefined;
  }
  const values = args.map((arg) => plain(run(arg, context)));
  const [first, second] = values;
  switch (name) {
    case 'inCidrRange':
      return contains(text(second), text(first)) ?? false;
    case 'inCidrRanges':
      if (!Array.isArray(second)) throw new CelError('not a list');
      return (second as readonly Value[]).some((network) => contains(text(network), text(first)));
    case 'hasReqHeader':
      return context.reqHeader(text(first)) !== undefined;
    case 'getReqHeader':
      return context.reqHeader(text(first)) ?? [];
    case 'int':
      return toInt(first);
    default:
      throw new Error(`The reference does not know the function ${name}`);
  }
}

function toInt(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw new CelError('not an integer');
  return BigInt(value);
}

function method(name: string, receiver: unknown, args: readonly unknown[], context: Context): Value {
  const object = plain(run(receiver, context));
  const [argument] = args.map((arg) => plain(run(arg, context)));
  const string = text(object);
  switch (name) {
    case 'startsWith':
      return string.startsWith(text(argument));
    case 'endsWith':
      return string.endsWith(text(argument));
    case 'contains':
      return string.includes(text(argument));
    case 'matches':
      return new RegExp(text(argument)).test(string);
    default:
      throw new Error(`The reference does not know the method ${name}`);
  }
}
