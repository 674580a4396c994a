import { isPlainObject } from '../values/json';
import { formatPath, type ValuePath } from '../values/path';
import type { Words } from '../values/words';
import { withArticle } from './text';

/** One invalid value. Reads as `<path> <problem>; expected <expected>`. */
export interface Problem {
  readonly path: ValuePath;
  /** Never contains the value of a sensitive attribute. */
  readonly problem: Words;
  readonly expected: Words;
  /** The rule that the value breaks; by default the value itself is invalid. */
  readonly rule?: BrokenRule;
  /** Without the prefix of the service; by default that of the attribute or of the rule. */
  readonly errorCode?: number | undefined;
}

/**
 * `missing`: a required value is not set. `empty`: a value that must not be empty is `''`. `id`: a text that is not an
 * id of the kind that the attribute refers to. `none` and `several`: none, or several, of the alternatives of which
 * exactly one must be set. `duplicate`: two elements of one identity, or two equal keys. `requires`, `conflict`,
 * `only_with`: rules between attributes. `profile`: the profile of the service does not have the attribute.
 */
export type BrokenRule =
  | 'missing'
  | 'empty'
  | 'id'
  | 'none'
  | 'several'
  | 'duplicate'
  | 'requires'
  | 'conflict'
  | 'only_with'
  | 'profile';

/** Unvalidated values by attribute name; they may be unknown. */
export type RawValues = { readonly [name: string]: unknown };

/** Formats a problem as one sentence without its final period. */
export function formatProblem({ path, problem, expected }: Problem): Words {
  return `${formatPath(path)} ${problem}; expected ${expected}`;
}

/** `a list`, `a number`, `null`, `an object`, or a class such as `a Map`. */
export function describeType(value: unknown): Words {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  const className = typeof value === 'object' && !isPlainObject(value) ? (value as object).constructor.name : '';
  const name = className || typeof value;
  return withArticle(name);
}

export interface ValidationContext {
  readonly isPatch: boolean;
  readonly nameOf: (attribute: string) => string;
}
