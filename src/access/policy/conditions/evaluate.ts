/** Evaluates trees for values that are known: literals, and what a concrete request has. */
import type { Environment } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { createEnvironment, prepareForEvaluation, TIMESTAMP } from '../../../model/cel/environment';
import { memoizeObject } from '../../../model/memoize';
import { SIGNATURES } from '../../../model/traffic-policy/data/functions';
import { VARIABLES } from '../../../model/traffic-policy/data/variables';
import { BOUND_PREFIX } from './expression';
import { FUNCTIONS, NotDocumented } from './functions';
import { identifier, isString, listIdentifiers, pathOf, replaceIdentifiers, type Tree, textOf } from './tree';

/** The value of a tree, `fails` for an error of CEL, undefined if it is not known. */
export type Evaluated = { readonly value: unknown } | 'fails' | undefined;

interface Compiled {
  readonly paths: readonly string[];
  /** Undefined if the tree cannot be checked: the service has overloads that are not listed. */
  readonly run: ((context: Record<string, unknown>) => unknown) | undefined;
}

let environment: Environment | undefined;
/** Set by functions without implementation or documented result; one evaluation runs at a time. */
let isNotDocumented = false;

function getEnvironment(): Environment {
  if (environment) return environment;
  const made = createEnvironment({ anyVariable: true, isPolicy: true });
  for (const [path, type] of Object.entries(VARIABLES))
    made.registerVariable(toName(path), type === 'timestamp' ? TIMESTAMP : type);
  for (const signature of new Set([...SIGNATURES, ...Object.keys(FUNCTIONS)])) {
    const implementation = FUNCTIONS[signature] as ((...args: unknown[]) => unknown) | undefined;
    made.registerFunction(signature, (...args: unknown[]) => {
      try {
        if (implementation) return implementation(...args);
      } catch (error) {
        if (!(error instanceof NotDocumented)) throw error;
      }
      isNotDocumented = true;
      throw new Error('The result is not documented');
    });
  }
  environment = made;
  return made;
}

/** `req.url.path` -> `req__url__path`. A path with other characters, such as a mark, gets a name without a type. */
function toName(path: string): string {
  return /^[\w.]+$/.test(path) ? path.replaceAll('.', '__') : `path__${Buffer.from(path).toString('hex')}`;
}

const compile = memoizeObject((tree: Tree): Compiled => {
  const source = textOf(replaceIdentifiers(tree, (path) => identifier(toName(path))));
  return { paths: listIdentifiers(tree), run: createRun(source) };
});

function createRun(source: string): Compiled['run'] {
  try {
    const made = getEnvironment();
    if (!made.check(source).valid) return undefined;
    const parsed = made.parse(source);
    prepareForEvaluation(parsed.ast);
    return (context) => parsed(context);
  } catch {
    return undefined;
  }
}

/** `readPath` returns the value of a path, undefined if it is not known. */
export function evaluateTree(tree: Tree, readPath: (path: string) => unknown): Evaluated {
  if (tree.op === 'value') return { value: tree.args };
  const tested = testString(tree, readPath);
  if (tested !== undefined) return { value: tested };
  const { paths, run } = compile(tree);
  if (!run) return undefined;
  const context: Record<string, unknown> = {};
  for (const path of paths) {
    if (path.startsWith(BOUND_PREFIX)) continue;
    const found = readPath(path);
    if (found === undefined) return undefined;
    context[toName(path)] = found;
  }
  isNotDocumented = false;
  try {
    return { value: run(context) };
  } catch {
    return isNotDocumented ? undefined : 'fails';
  }
}

/** The value of `'10.0.0.0' + '/8'`; undefined if it has no known value or an identifier: `[1].exists(x, x == 1)`. */
export function readConstant(tree: Tree): unknown {
  const found = listIdentifiers(tree).length > 0 ? undefined : evaluateTree(tree, () => undefined);
  return typeof found === 'object' ? found.value : undefined;
}

/** The result of `req.url.path.startsWith('/admin')` without a compilation; undefined for all but such tests. */
function testString(tree: Tree, readPath: (path: string) => unknown): boolean | undefined {
  if (tree.op !== 'rcall') return undefined;
  const [name, receiver, [argument, ...more]] = tree.args;
  if (receiver.op !== 'id' || !isString(argument) || more.length > 0) return undefined;
  const text = readPath(receiver.args);
  if (typeof text !== 'string') return undefined;
  if (name === 'startsWith') return text.startsWith(argument.args);
  if (name === 'endsWith') return text.endsWith(argument.args);
  return name === 'contains' ? text.includes(argument.args) : undefined;
}

const checks = memoizeObject((tree: Tree) => {
  // Secrets are strings.
  const nameOf = (path: string): string => toName(path.startsWith('secrets.') ? SOME_STRING : pathOf(path));
  const source = textOf(replaceIdentifiers(tree, (path) => identifier(nameOf(path))));
  try {
    const { valid, type } = getEnvironment().check(source);
    return { type: valid ? type : undefined };
  } catch {
    return { type: undefined };
  }
});

/** As the library names it: `string`, `list<string>`. Undefined if it rejects the tree, as for wrong operand types. */
export function checkType(tree: Tree): string | undefined {
  return checks(tree).type;
}

/** A variable with the type of a string, by which each secret is replaced. */
const SOME_STRING = 'time.now';
