/**
 * Compiles CEL conditions: filters of event sources over `ev`, endpoint selectors over `endpoint`, list filters over
 * `obj`. Expressions are type-checked but evaluated untyped, because events and objects may deviate from their schema.
 */

import type { Environment, ParseResult } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { parseTimestamp } from '../time';
import { createEnvironment, parseCel, prepareForEvaluation, re2, readError, TIMESTAMP } from './environment';
import { useOneForm } from './list-filter-forms';
import { parseFilterDuration, validateAst } from './validate-ast';
import type { CelType, ConditionProblem, Vocabulary } from './vocabulary';

export interface CompiledCondition {
  /**
   * An undefined field is absent, and comparing it is an error. An error makes the condition false, unless the other
   * side of `||` or `&&` decides: `ev.missing == 'a' || true` is true. Null is a value. Numbers may be strings; times
   * are RFC 3339. `now` is the time of `time.now` in milliseconds since 1970, by default the present.
   */
  test(lookUp: (path: string) => unknown, now?: number): boolean;
}

export function compileCondition(
  vocabulary: Vocabulary,
  expression: string,
): CompiledCondition | { readonly problem: ConditionProblem } {
  const typed = getEnvironment(vocabulary);
  const parsed = parseCel(typed, expression);
  if ('problem' in parsed) return { problem: { kind: 'syntax', ...parsed } };
  useOneForm(vocabulary, parsed.ast, (source) => typed.parse(source).ast);
  const walked = validateAst(vocabulary, parsed.ast);
  if ('problem' in walked) return walked;
  const problem = walked.patterns.map((pattern) => re2().re2Problem(pattern)).find((each) => each !== undefined);
  if (problem) return { problem: { kind: 'type', ...problem } };
  const wrong = checkTypes(parsed, vocabulary, expression);
  if (wrong) return { problem: wrong };
  return { test: createEvaluator(vocabulary, expression, walked.fields) };
}

const environments = new WeakMap<Vocabulary, Environment>();

function getEnvironment(vocabulary: Vocabulary): Environment {
  const known = environments.get(vocabulary);
  if (known) return known;
  const made = createFilterEnvironment({ anyVariable: false });
  made.registerVariable(vocabulary.root, declareObject(made, vocabulary, ''));
  if (vocabulary.grammar === 'list') {
    made.registerVariable({ name: 'time', schema: { now: 'string' } });
    for (const type of ['bool', 'int', 'string', 'list', TIMESTAMP])
      made.registerOperator(`${type} == null`, () => false);
  }
  environments.set(vocabulary, made);
  return made;
}

function createFilterEnvironment(options: { readonly anyVariable: boolean }): Environment {
  const environment = createEnvironment(options);
  // `timestamp(obj.created_at)`: the field is a timestamp already.
  environment.registerFunction(`timestamp(${TIMESTAMP}): ${TIMESTAMP}`, (time: Date) => time);
  for (const [name, sign] of [
    ['add', 1],
    ['subtract', -1],
  ] as const) {
    environment.registerFunction(
      `${TIMESTAMP}.${name}(string): ${TIMESTAMP}`,
      (time: Date, text: string) => new Date(time.getTime() + sign * 1000 * (parseFilterDuration(text) ?? Number.NaN)),
    );
  }
  return environment;
}

function declareObject(environment: Environment, vocabulary: Vocabulary, prefix: string): string {
  const fields: Record<string, string> = {};
  for (const [path, type] of Object.entries(vocabulary.fields)) {
    if (!path.startsWith(prefix)) continue;
    const [step = '', ...more] = path.slice(prefix.length).split('.');
    if (more.length === 0) fields[step] = type === 'timestamp' ? TIMESTAMP : type;
    else fields[step] ??= declareObject(environment, vocabulary, `${prefix}${step}.`);
  }
  const name = `object.${vocabulary.root}.${prefix}`.slice(0, -1);
  environment.registerType(name, { fields });
  // The library must accept the comparison with null. An object that exists is not null; a missing one is null itself.
  environment.registerOperator(`${name} == null`, () => false);
  return name;
}

function checkTypes(tree: ParseResult, { root, fields }: Vocabulary, expression: string): ConditionProblem | undefined {
  const { valid, type, error } = tree.check();
  if (!valid) {
    const { summary, range, operands } = readError(error);
    const part = range ? expression.slice(range.start, range.end) : expression;
    if (!operands) return { kind: 'type', problem: `is invalid: ${summary}`, expected: 'operands of compatible types' };
    const [left, right] = operands.map(typeName);
    const used = Object.entries(fields).find(([path]) => new RegExp(`\\b${root}\\.${path}\\b`).test(part));
    const expected = used
      ? `values of the same type; ${root}.${used[0]} is ${typeName(used[1])}`
      : 'values of the same type';
    return { kind: 'type', problem: `compares ${left} with ${right} in ${part.trim()}`, expected };
  }
  if (type === 'bool' || type === 'dyn') return undefined;
  return { kind: 'type', problem: `is ${typeName(type ?? 'dyn')}`, expected: 'a condition, which is true or false' };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  bool: 'true or false',
  bytes: 'bytes',
  double: 'a floating point number',
  dyn: 'a value of any type',
  int: 'an integer',
  null: 'null',
  string: 'a string',
  timestamp: 'a timestamp',
  uint: 'an unsigned integer',
  [TIMESTAMP]: 'a timestamp',
};

function typeName(type: string): string {
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map') || type.startsWith('object.')) return 'an object';
  return TYPE_NAMES[type] ?? `a ${type}`;
}

let untypedEnvironment: Environment | undefined;

function createEvaluator(
  vocabulary: Vocabulary,
  expression: string,
  fields: readonly string[],
): CompiledCondition['test'] {
  let compiled: ParseResult | undefined;
  // A group such as `domain` is set before its members such as `domain.id`.
  const paths = [...fields].sort().map((path) => ({ path, steps: path.split('.'), type: vocabulary.fields[path] }));
  const { root } = vocabulary;
  return (lookUp, now) => {
    compiled ??= compileUntyped(vocabulary, expression);
    const object = {};
    for (const { path, steps, type } of paths) setPath(object, steps, toCel(type, lookUp(path)));
    const context: Record<string, unknown> = { [root]: object };
    if (vocabulary.grammar === 'list') context['time'] = { now: new Date(now ?? Date.now()).toISOString() };
    try {
      return compiled(context) === true;
    } catch {
      return false;
    }
  };
}

function compileUntyped(vocabulary: Vocabulary, expression: string): ParseResult {
  untypedEnvironment ??= createFilterEnvironment({ anyVariable: true });
  const environment = untypedEnvironment;
  const parsed = environment.parse(expression);
  useOneForm(vocabulary, parsed.ast, (source) => environment.parse(source).ast);
  prepareForEvaluation(parsed.ast);
  return parsed;
}

/** Copies what it adds to: a group is an object of the caller, such as a stored response. */
function setPath(object: object, steps: readonly string[], value: unknown): void {
  if (value === undefined) return;
  let current = object as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    const group = current[step] ?? {};
    if (typeof group !== 'object') return;
    const copy = { ...group } as Record<string, unknown>;
    current[step] = copy;
    current = copy;
  }
  current[steps.at(-1) as string] = value;
}

/**
 * Undefined, as if the field were absent, for an `int` that is no integer of at most 19 digits (which 64 bits can
 * have), and for the text of a timestamp that is no time.
 */
function toCel(type: CelType | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (type === 'int') {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    return /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  }
  if (type !== 'timestamp' || typeof value !== 'string') return value;
  const time = parseTimestamp(value);
  return time === undefined ? undefined : new Date(time);
}
