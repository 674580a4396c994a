/** What a condition in CEL may say, as data; apart from what compiles it, so that nobody's types depend on the library. */

/** CEL's own names of the types that a field can have. */
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

/** Something an expression is made of, besides fields, constants and parentheses. */
export interface SyntaxElement {
  readonly kind: 'function' | 'operator';
  /** `startsWith`, `exists`, `==`, `?:`, `[]`; an index into a list or map is the operator `[]`. */
  readonly name: string;
  /** The fields it is applied to, as dotted paths. */
  readonly fields: readonly string[];
}

/** What expressions of one use may say. */
export interface Vocabulary {
  /** The one variable: `ev`, `endpoint`, `obj`. */
  readonly root: string;
  /** Types of the fields below the variable, by dotted path. */
  readonly fields: Readonly<Record<string, CelType>>;
  /** The fields that may be used; by default all. */
  readonly usable?: readonly string[];
  /**
   * `standard`: CEL with its standard functions. `list`: the part that list filters take (gaps.md 1.3): comparisons,
   * `in`, `size()`, `timestamp()` and its `add` and `subtract`, parts of texts; fields may be compared with null.
   */
  readonly grammar: 'standard' | 'list';
  /** Why a construct that the grammar has is refused here, as the end of a sentence about it; undefined when it is not. */
  readonly refuse?: (construct: SyntaxElement) => string | undefined;
}

/** Why an expression is refused; `problem` continues a sentence whose subject is the expression. */
export interface ConditionProblem {
  /** `unknown` and `unusable` speak of a field, `construct` of what the grammar does not have. */
  readonly kind: 'syntax' | 'unknown' | 'unusable' | 'construct' | 'type';
  readonly problem: string;
  readonly expected: string;
}

/** Formats a problem as the end of a sentence whose subject is the expression. */
export function formatConditionProblem({ problem, expected }: ConditionProblem): string {
  return `${problem}; expected ${expected}`;
}
