/**
 * Builds the diagrams of a condition that is not composed of others: of the address where it tests the address,
 * otherwise of a variable. A condition that may be an error of CEL has a second variable for that.
 */
import { ALWAYS, type Diagram, NEVER } from '../../diagram';
import type { Space } from '../../space';
import { buildAddressTest } from './addresses';
import { evaluateTree, readConstant } from './evaluate';
import { addPredicate, equalTo, type Predicate } from './operands';
import { defineVariable } from './symbols';
import { isString, listIdentifiers, type Tree, textOf } from './tree';
import { isStringTest, isTotal, typeOf } from './types';

/** Where a condition is true and where it is an error; elsewhere it is false. */
export interface Truth {
  readonly yes: Diagram;
  readonly fails: Diagram;
}

export const truth = (yes: Diagram, fails: Diagram = NEVER): Truth => ({ yes, fails });

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
  const predicate = splitPredicate(tree);
  if (!predicate && isNotBoolean(space, tree)) return buildNotBoolean(space, tree);
  const yes = defineCondition(space, tree);
  if (predicate) addPredicate(space, predicate.operand, { ...predicate, when: yes });
  return withFailure(space, yes, isTotal(space, tree) ? NEVER : defineFailure(space, failingPart(tree)));
}

/**
 * Whether the result may be neither true nor false: `req.method`, `1`. It may if its type is known to be another one.
 * It also may if its type is not known, and the tree is a constant or certainly has a value. Callers pass no tree that
 * is `true` or `false`.
 */
function isNotBoolean(space: Space, tree: Tree): boolean {
  const type = typeOf(tree);
  if (type !== undefined) return type !== 'boolean';
  return isTotal(space, tree) || readConstant(tree) !== undefined;
}

/** What the service does with such a condition is not documented: it may be true, false or an error. */
function buildNotBoolean(space: Space, tree: Tree): Truth {
  const [yes, fails] = (['is not a condition, but true', 'is not a condition, but an error'] as const).map((says) =>
    defineVariable(space, { key: `${textOf(tree)} ${says}`, tree, says }),
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

/** Whether it is a literal of a kind of which different ones are never equal. Doubles are none: `1` equals `1.0`. */
function isExact(tree: Tree): boolean {
  return tree.op === 'value' && (tree.args === null || ['string', 'bigint', 'boolean'].includes(typeof tree.args));
}

/** A test of a string by a literal: `operand.startsWith('/admin')`. */
function splitPredicate(tree: Tree): (Omit<Predicate, 'when'> & { readonly operand: Tree }) | undefined {
  if (tree.op !== 'rcall') return undefined;
  const [test, operand, [argument]] = tree.args;
  return isStringTest(test) && isString(argument) ? { operand, test, text: argument.args } : undefined;
}

/**
 * The part of the tree whose errors are those of the tree. Of a test of a string it is the string, so tests of one
 * header are errors in the same cases: `req.headers['x'][0].startsWith('a')` -> `req.headers['x'][0]`.
 */
function failingPart(tree: Tree): Tree {
  const predicate = splitPredicate(tree);
  const isReadOnly = predicate && typeOf(predicate.operand) === 'string' && predicate.test !== 'matches';
  return isReadOnly ? predicate.operand : tree;
}

export function buildFailure(space: Space, tree: Tree): Diagram {
  if (listIdentifiers(tree).length > 0) return defineFailure(space, tree);
  return evaluateTree(tree, () => undefined) === 'fails' ? ALWAYS : NEVER;
}

function defineFailure(space: Space, tree: Tree): Diagram {
  if (isTotal(space, tree)) return NEVER;
  return defineVariable(space, {
    key: `fails ${textOf(tree)}`,
    tree,
    says: 'is an error',
    read: (found) => found === 'fails',
  });
}

function defineCondition(space: Space, tree: Tree): Diagram {
  return defineVariable(space, {
    key: `is ${textOf(tree)}`,
    tree,
    // An error is decided by the other variable.
    read: (found) => (found === 'fails' ? false : typeof found.value === 'boolean' ? found.value : undefined),
  });
}
