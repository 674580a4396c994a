/**
 * Conditions about one operand exclude or imply each other: `req.method == 'GET'` and `req.method == 'PUT'` are never
 * true together, and a path that begins with `/admin/x` begins with `/admin`.
 */
import { re2 } from '../../../model/cel/environment';
import { memoize, memoizeObject } from '../../../model/memoize';
import { ALWAYS, type Diagram, NEVER } from '../../diagram';
import type { Space } from '../../space';
import { type Tree, textOf } from './tree';
import type { StringTest } from './types';

export interface Predicate {
  readonly test: StringTest;
  readonly text: string;
  readonly when: Diagram;
}

interface Operand {
  /** From the text of a literal to the cases in which the operand is equal to it. */
  readonly equal: Map<string, { readonly literal: Tree; readonly when: Diagram }>;
  /** The cases in which the operand is equal to none of the literals so far. */
  noneEqual: Diagram;
  readonly predicates: Predicate[];
}

/** Predicates and literals of one operand beyond this number are not compared: pairs grow with the square. A choice. */
const MAX_COMPARED = 24;

const operandsOf = memoizeObject((_: Space) =>
  memoize(
    Number.POSITIVE_INFINITY,
    (_text: string): Operand => ({ equal: new Map(), noneEqual: ALWAYS, predicates: [] }),
  ),
);

/** A result is true only where no earlier one is, so two literals are not equal at once, whatever the variables are. */
export function equalTo(space: Space, operand: Tree, literal: Tree, define: () => Diagram): Diagram {
  const found = operandsOf(space)(textOf(operand));
  const key = textOf(literal);
  const known = found.equal.get(key);
  if (known) return known.when;
  const { diagrams } = space;
  const variable = define();
  const when = diagrams.and(found.noneEqual, variable);
  if (found.equal.size < MAX_COMPARED) {
    const both = diagrams.without(variable, found.noneEqual);
    space.exclude(diagrams.any([both, ...found.predicates.map((each) => relate(space, { literal, when }, each))]));
  }
  found.noneEqual = diagrams.without(found.noneEqual, variable);
  found.equal.set(key, { literal, when });
  return when;
}

/** Says which cases of the predicates of an operand never happen, for at most {@link MAX_COMPARED} of them. */
export function addPredicate(space: Space, operand: Tree, predicate: Predicate): void {
  const found = operandsOf(space)(textOf(operand));
  if (found.predicates.length >= MAX_COMPARED) return;
  if (found.predicates.some(({ when }) => when === predicate.when)) return;
  const impossible = [
    ...[...found.equal.values()].slice(0, MAX_COMPARED).map((equal) => relate(space, equal, predicate)),
    ...relateToOthers(space, found.predicates, predicate),
  ];
  space.exclude(space.diagrams.any(impossible));
  found.predicates.push(predicate);
}

/** If the operand is equal to the literal, the test has the same result as for the literal. */
function relate(space: Space, { literal, when }: { literal: Tree; when: Diagram }, predicate: Predicate): Diagram {
  if (literal.op !== 'value' || typeof literal.args !== 'string') return NEVER;
  const { diagrams } = space;
  const holds = testLiteral(predicate, literal.args);
  if (holds === undefined) return NEVER;
  return diagrams.and(when, holds ? diagrams.not(predicate.when) : predicate.when);
}

function testLiteral({ test, text }: Predicate, literal: string): boolean | undefined {
  if (test === 'startsWith') return literal.startsWith(text);
  if (test === 'endsWith') return literal.endsWith(text);
  if (test === 'contains') return literal.includes(text);
  try {
    return re2().matchesRe2(text, literal);
  } catch {
    return undefined;
  }
}

/**
 * A text has one beginning: prefixes of which none begins with the other exclude each other. So do such suffixes. All
 * that exclude the predicate are one diagram.
 */
function relateToOthers({ diagrams }: Space, others: readonly Predicate[], predicate: Predicate): Diagram[] {
  const exclusive = others.filter((other) => excludes(other, predicate));
  const implied = others.flatMap((other) => {
    if (implies(other, predicate)) return [diagrams.without(other.when, predicate.when)];
    return implies(predicate, other) ? [diagrams.without(predicate.when, other.when)] : [];
  });
  // From the last variable to the first: each step adds one node above the others.
  const any = diagrams.any(exclusive.map(({ when }) => when).reverse());
  return [diagrams.and(predicate.when, any), ...implied];
}

function excludes(a: Predicate, b: Predicate): boolean {
  const isOneSide = a.test === b.test && (a.test === 'startsWith' || a.test === 'endsWith');
  return isOneSide && !implies(a, b) && !implies(b, a);
}

/** Whether `b` is true for every text for which `a` is. False also if that is not known, as for `matches`. */
function implies(a: Predicate, b: Predicate): boolean {
  if (a.test === 'matches' || b.test === 'matches') return false;
  if (b.test === 'contains') return a.text.includes(b.text);
  if (a.test !== b.test) return b.text === '';
  return b.test === 'startsWith' ? a.text.startsWith(b.text) : a.text.endsWith(b.text);
}
