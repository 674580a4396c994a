/** The vocabulary of CEL conditions as data, separate from the compiler: importing types does not load the library. */
import type { Words } from '../../values/words';

export type CelType =
  | 'bool'
  | 'dyn'
  | 'int'
  | 'string'
  | 'timestamp'
  | 'list<dyn>'
  | 'list<string>'
  | 'list<map<string, dyn>>'
  | 'map<string, string>'
  | 'map<string, list<string>>';

/** An operator or function of an expression. */
export interface SyntaxElement {
  readonly kind: 'function' | 'operator';
  /** `startsWith`, `exists`, `==`, `?:`, `[]`; indexing a list or map is the operator `[]`. */
  readonly name: string;
  /** Fields among the operands, as dotted paths. */
  readonly fields: readonly string[];
}

/** Fields and grammar of one use of CEL. */
export interface Vocabulary {
  /** The only variable: `ev`, `endpoint`, `obj`. The grammar `list` also has `timestamp(time.now)`. */
  readonly root: string;
  /** Types of the fields by dotted path below the variable. */
  readonly fields: Readonly<Record<string, CelType>>;
  /** Allowed fields; by default all. */
  readonly usable?: readonly string[];
  /**
   * `standard`: CEL with its standard functions. `list`: the subset of list filters with comparisons, `in`, `size()`,
   * `timestamp()` with `add` and `subtract`, and string functions; fields may be compared with null.
   */
  readonly grammar: 'standard' | 'list';
  /** Returns what is expected instead of a syntax element, the text after `expected`; undefined if it is allowed. */
  readonly refuse?: (element: SyntaxElement) => Words | undefined;
}

export interface ConditionProblem {
  /** `unknown` and `unusable` concern a field, `construct` a syntax element or a variable. */
  readonly kind: 'syntax' | 'unknown' | 'unusable' | 'construct' | 'type';
  readonly problem: Words;
  readonly expected: Words;
}

export function formatConditionProblem({ problem, expected }: ConditionProblem): Words {
  return `${problem}; expected ${expected}`;
}
