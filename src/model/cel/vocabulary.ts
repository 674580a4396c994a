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

export interface SyntaxElement {
  readonly kind: 'function' | 'operator';
  /** `startsWith`, `exists`, `==`, `?:`, `[]`; indexing a list or map is the operator `[]`. */
  readonly name: string;
  /** Fields among the operands, as dotted paths. */
  readonly fields: readonly string[];
}

export interface Vocabulary {
  /** The variable with the fields: `ev`, `endpoint`, `obj`. The grammar `list` also has `time.now`. */
  readonly root: string;
  readonly fields: Readonly<Record<string, CelType>>;
  /** Default: all fields. */
  readonly usable?: readonly string[];
  /**
   * `standard`: CEL with its standard functions. `list`: the subset of list filters with comparisons, `in`, `&&`, `||`,
   * `!`, `size()`, `timestamp()` with `add` and `subtract`, `contains()`, `startsWith()` and `endsWith()`; also fields
   * compared with null.
   */
  readonly grammar: 'standard' | 'list';
  /** The text after `expected`, what to write instead of the element; undefined if it is allowed. */
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
