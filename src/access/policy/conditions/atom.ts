/**
 * One condition that is not composed of others, as diagrams: the address where it tests the address, otherwise a variable.
 * A condition that may be an error of CEL has two variables.
 */
import { memoizeObject } from '../../../model/memoize';
import { ALWAYS, type Diagram, NEVER } from '../../diagram';
import type { Space, Variable } from '../../space';
import { buildAddressTest } from './addresses';
import { evaluateTree } from './evaluate';
import { addPredicate, equalTo } from './operands';
import { symbolsOf } from './symbols';
import { isHeaderElement, isTotal, isTotalNumber, isTotalString } from './total';
import { isString, listIdentifiers, type Tree, textOf } from './tree';

/** Where a condition is true and where it is an error; elsewhere it is false. */
export interface Truth {
  readonly yes: Diagram;
  readonly fails: Diagram;
}

export const truth = (yes: Diagram, fails: Diagram = NEVER): Truth => ({ yes, fails });

/** The trees of variables, from which requests are built that realize a case. */
const treesOf = memoizeObject((_: Space) => new Map<string, Tree>());

export function treeOfVariable(space: Space, key: string): Tree | undefined {
  return treesOf(space).get(key);
}

export function buildAtom(space: Space, tree: Tree): Truth {
  const addresses = buildAddressTest(space, tree);
  return addresses === undefined ? buildVariables(space, tree) : truth(addresses);
}

function buildVariables(space: Space, tree: Tree): Truth {
  const comparison = splitComparison(tree);
  if (comparison) {
    const fails = defineFailure(space, comparison.operand);
    const yes = equalTo(space, comparison.operand, comparison.literal, () => defineCondition(space, tree));
    return withFailure(space, yes, fails);
  }
  if (isValue(space, tree)) return buildOther(space, tree);
  const yes = defineCondition(space, tree);
  const predicate = splitPredicate(tree);
  if (predicate) addPredicate(space, predicate.operand, { ...predicate, when: yes });
  return withFailure(space, yes, isTotal(space, tree) ? NEVER : defineFailure(space, failingPart(tree)));
}

/** A string or number in the place of a condition. */
function isValue(space: Space, tree: Tree): boolean {
  return tree.op === 'value' || tree.op === '+' || isTotalString(space, tree) || isTotalNumber(space, tree);
}

/** What the service does with it is not documented: any result, or an error. */
function buildOther(space: Space, tree: Tree): Truth {
  const source = symbolsOf(space).sourceOf(textOf(tree));
  const [yes, fails] = (['is not a condition, but true', 'is not a condition, but an error'] as const).map((says) =>
    space.define(`${textOf(tree)} ${says}`, { kind: 'condition', means: { of: 'expression', source, says } }),
  ) as [Diagram, Diagram];
  return withFailure(space, yes, fails);
}

function withFailure({ diagrams }: Space, yes: Diagram, fails: Diagram): Truth {
  return truth(fails === NEVER ? yes : diagrams.without(yes, fails), fails);
}

/** `operand == literal`, in either order. */
function splitComparison(tree: Tree): { readonly operand: Tree; readonly literal: Tree } | undefined {
  if (tree.op !== '==') return undefined;
  const [left, right] = tree.args;
  if (isExact(right) && left.op !== 'value') return { operand: left, literal: right };
  return isExact(left) && right.op !== 'value' ? { operand: right, literal: left } : undefined;
}

/** Literals of which two are never equal: `1` and `1.0` are. */
function isExact(tree: Tree): boolean {
  return tree.op === 'value' && (tree.args === null || ['string', 'bigint', 'boolean'].includes(typeof tree.args));
}

const STRING_TESTS = ['startsWith', 'endsWith', 'contains', 'matches'];

/** A test of a string by a literal: `operand.startsWith('/admin')`. */
function splitPredicate(
  tree: Tree,
): { readonly operand: Tree; readonly test: string; readonly text: string } | undefined {
  if (tree.op !== 'rcall') return undefined;
  const [test, operand, [argument]] = tree.args;
  return STRING_TESTS.includes(test) && isString(argument) ? { operand, test, text: argument.args } : undefined;
}

/** Tests of one element of headers fail together, if it is missing. */
function failingPart(tree: Tree): Tree {
  const operand = splitPredicate(tree)?.operand;
  return operand && isHeaderElement(operand) ? operand : tree;
}

/** Where reading the value is an error. */
export function buildFailure(space: Space, tree: Tree): Diagram {
  if (listIdentifiers(tree).length > 0) return defineFailure(space, tree);
  return evaluateTree(tree, () => undefined) === 'fails' ? ALWAYS : NEVER;
}

function defineFailure(space: Space, tree: Tree): Diagram {
  if (isTotal(space, tree)) return NEVER;
  return define(space, `fails ${textOf(tree)}`, 'is an error', tree, (found) => found === 'fails');
}

function defineCondition(space: Space, tree: Tree): Diagram {
  return define(space, `is ${textOf(tree)}`, undefined, tree, (found) =>
    // An error is decided by the other variable.
    found === 'fails' ? false : typeof found.value === 'boolean' ? found.value : undefined,
  );
}

type Result = 'fails' | { readonly value: unknown };

function define(
  space: Space,
  key: string,
  says: 'is an error' | undefined,
  tree: Tree,
  read: (found: Result) => boolean | undefined,
): Diagram {
  const symbols = symbolsOf(space);
  treesOf(space).set(key, tree);
  const paths = listIdentifiers(tree);
  const variable: Variable = {
    kind: paths.length > 0 && paths.every(symbols.isFact) ? 'fact' : 'condition',
    means: { of: 'expression', source: symbols.sourceOf(textOf(tree)), ...(says && { says }) },
    evaluate(request) {
      const found = symbols.evaluate(tree, request);
      return found === undefined ? undefined : read(found);
    },
  };
  return space.define(key, variable);
}
