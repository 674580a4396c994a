/**
 * Conditions as diagrams. `&&`, `||` and `!` follow CEL: an error is kept by `!`, and absorbed by the operand that
 * decides alone. A ternary that reads something is not composed of its parts: `a ? b : c` is one variable, and that it
 * is an error another one.
 */

import { Unknown } from '../../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../../diagram';
import type { Space } from '../../space';
import { buildAtom, buildFailure, type Truth, truth } from './atom';
import { evaluateTree } from './evaluate';
import { BOUND_PREFIX } from './expression';
import { defineVariable, symbolsOf } from './symbols';
import { listIdentifiers, type Tree, textOf } from './tree';
import { isTotal, typeOf } from './types';

/** Longer lists of literals are one condition, not one for each element. Chosen, to limit the number of variables. */
const MAX_ELEMENTS = 64;

export function buildCondition(space: Space, tree: Tree): Truth {
  switch (tree.op) {
    case '&&':
      return both(space, buildCondition(space, tree.args[0]), buildCondition(space, tree.args[1]));
    case '||':
      return either(space, [buildCondition(space, tree.args[0]), buildCondition(space, tree.args[1])]);
    case '!_':
      return negate(space, buildCondition(space, tree.args));
    case '!=':
      return negate(space, buildCondition(space, { op: '==', args: tree.args }));
    case 'in':
      return buildMembership(space, tree, tree.args[0], tree.args[1]);
    case '==':
      return buildEquality(space, tree, tree.args);
    case 'id': {
      const when = symbolsOf(space).markOf(tree.args)?.when;
      return when === undefined ? buildAtom(space, tree) : truth(when);
    }
    default:
      return fold(tree) ?? buildAtom(space, tree);
  }
}

/** Undefined with identifiers, except variables of macros, and if the value is not known or no boolean. */
function fold(tree: Tree): Truth | undefined {
  if (listIdentifiers(tree).some((path) => !path.startsWith(BOUND_PREFIX))) return undefined;
  const found = evaluateTree(tree, () => undefined);
  if (found === 'fails') return truth(NEVER, ALWAYS);
  if (found?.value === true) return truth(ALWAYS);
  return found?.value === false ? truth(NEVER) : undefined;
}

function isFalse({ diagrams }: Space, { yes, fails }: Truth): Diagram {
  return diagrams.not(diagrams.or(yes, fails));
}

function negate(space: Space, operand: Truth): Truth {
  return truth(isFalse(space, operand), operand.fails);
}

function either({ diagrams }: Space, operands: readonly Truth[]): Truth {
  const yes = diagrams.any(operands.map((operand) => operand.yes));
  const fails = diagrams.any(operands.map((operand) => operand.fails));
  return truth(yes, fails === NEVER ? NEVER : diagrams.without(fails, yes));
}

function both(space: Space, left: Truth, right: Truth): Truth {
  return negate(space, either(space, [negate(space, left), negate(space, right)]));
}

/**
 * `a in ['b', 'c']` is `a == 'b' || a == 'c'`. Lists with other elements than literals are not split: if one of
 * these is an error, so is the whole.
 */
function buildMembership(space: Space, tree: Tree, item: Tree, list: Tree): Truth {
  const known = fold(tree);
  if (known) return known;
  const isPlain = list.op === 'list' && list.args.length <= MAX_ELEMENTS && list.args.every(({ op }) => op === 'value');
  const isAddress = item.op === 'id' && item.args === 'conn.client_ip';
  if (!isPlain || isAddress || list.op !== 'list') return buildAtom(space, tree);
  if (list.args.length === 0) return isTotal(space, item) ? truth(NEVER) : buildAtom(space, tree);
  return either(
    space,
    list.args.map((element) => buildCondition(space, { op: '==', args: [item, element] })),
  );
}

const DIFFERENT = new Unknown({ kind: 'undocumented', gap: 'different_types' });

/**
 * `a == b`. Values of different types are unequal, or an error: the documents do not say which. If a type is not known,
 * nor is whether the comparison is an error. That of a list or map that is not written in the expression, such as
 * `req.headers`, counts as not known.
 */
function buildEquality(space: Space, tree: Tree, operands: readonly [Tree, Tree]): Truth {
  const { diagrams } = space;
  const [left, right] = operands;
  const compared = compareToBoolean(space, left, right) ?? compareToBoolean(space, right, left);
  if (compared) return compared;
  const [leftType, rightType] = operands.map((operand) => {
    const type = typeOf(operand);
    return (type === 'list' || type === 'map') && operand.op !== type ? undefined : type;
  });
  const compare = (): Truth => fold(tree) ?? buildAtom(space, tree);
  if (leftType && leftType === rightType) return compare();
  const failing = diagrams.any(operands.map((operand) => buildFailure(space, operand)));
  if (leftType && rightType) return truth(NEVER, diagrams.or(failing, space.fact(DIFFERENT)));
  const { yes, fails } = compare();
  const unclear = defineVariable(space, { key: `types of ${textOf(tree)}`, tree, says: 'is an error' });
  const errors = diagrams.any([fails, failing, unclear]);
  return truth(diagrams.without(yes, errors), errors);
}

/** `a == true` is `a`, and `a == false` is `!a`, if `a` is true, false or an error. */
function compareToBoolean(space: Space, operand: Tree, literal: Tree): Truth | undefined {
  if (literal.op !== 'value' || typeof literal.args !== 'boolean') return undefined;
  const isKnown = operand.op === 'id' && symbolsOf(space).markOf(operand.args)?.when !== undefined;
  if (!isKnown && typeOf(operand) !== 'boolean') return undefined;
  const found = buildCondition(space, operand);
  return literal.args ? found : negate(space, found);
}
