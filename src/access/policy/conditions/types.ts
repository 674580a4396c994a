/**
 * Finds operands of different types. The documents do not say whether such values are unequal, or their comparison is an
 * error.
 */
import { VARIABLES } from '../../../model/traffic-policy/data/variables';
import { ALWAYS, type Diagram, NEVER } from '../../diagram';
import type { Space } from '../../space';
import { symbolsOf } from './symbols';
import { isHeaderElement, isTotalNumber, isTotalString } from './total';
import { BOOLEAN_OPERATORS, listIdentifiers, type Tree, textOf } from './tree';

/** `number`: signed and unsigned integers and doubles, which can all be compared. */
type Type = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'map';

/** By the documented type of a variable. The types of lists, maps and timestamps are taken as not known. */
const DOCUMENTED: Readonly<Record<string, Type>> = {
  ...{ string: 'string', url: 'string', int: 'number', double: 'number', bool: 'boolean' },
};

/** `text__of` is not a function of policies: it makes text of an expression in a template (`template.ts`). */
const STRING_FUNCTIONS = ['string', 'text__of', 'lower', 'upper', 'lowerAscii', 'upperAscii', 'trim', 'replace'];
const NUMBER_FUNCTIONS = ['int', 'uint', 'double', 'size'];

/** Cases in which two operands have different types. */
export function haveDifferentTypes(space: Space, left: Tree, right: Tree): Diagram {
  const [leftType, rightType] = [typeOf(space, left), typeOf(space, right)];
  if (leftType && rightType) return leftType === rightType ? NEVER : ALWAYS;
  const symbols = symbolsOf(space);
  const paths = [left, right].flatMap(listIdentifiers);
  const names = [leftType ?? textOf(left), rightType ?? textOf(right)].sort();
  return space.define(`types of ${names.join(' and ')}`, {
    kind: paths.length > 0 && paths.every(symbols.isFact) ? 'fact' : 'condition',
    means: { of: 'expression', source: symbols.sourceOf(names.join(' and ')), says: 'have different types' },
    evaluate(request) {
      const [a, b] = [symbols.evaluate(left, request), symbols.evaluate(right, request)];
      return typeof a === 'object' && typeof b === 'object' ? typeOfValue(a.value) !== typeOfValue(b.value) : undefined;
    },
  });
}

function typeOf(space: Space, tree: Tree): Type | undefined {
  if (tree.op === 'value') return typeOfValue(tree.args);
  if (tree.op === 'list' || tree.op === 'map') return tree.op;
  if (BOOLEAN_OPERATORS.includes(tree.op)) return 'boolean';
  if (isTotalString(space, tree) || isHeaderElement(tree)) return 'string';
  if (isTotalNumber(space, tree)) return 'number';
  if (tree.op === 'id') {
    const path = symbolsOf(space).pathOf(tree.args);
    return path.startsWith('secrets.') ? 'string' : DOCUMENTED[VARIABLES[path] ?? ''];
  }
  if (tree.op === '+') return typeOf(space, tree.args[0]) ?? typeOf(space, tree.args[1]);
  if (tree.op !== 'call' && tree.op !== 'rcall') return undefined;
  const [name] = tree.args;
  if (STRING_FUNCTIONS.includes(name)) return 'string';
  return NUMBER_FUNCTIONS.includes(name) ? 'number' : undefined;
}

function typeOfValue(found: unknown): Type {
  if (found === null) return 'null';
  if (Array.isArray(found)) return 'list';
  // An unsigned integer is an object of the library.
  if (typeof found === 'bigint' || (typeof found === 'object' && typeof found.valueOf() === 'bigint')) return 'number';
  return typeof found === 'object' ? 'map' : (typeof found as Type);
}
