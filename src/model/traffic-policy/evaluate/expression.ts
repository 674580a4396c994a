/** Evaluates CEL of traffic policies for one request. What depends on something unknown has no value. */
import type { Environment, ParseResult } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { matchesPattern, RE2_FUNCTION, useRe2 } from '../../cel/cel';
import { memoize } from '../../memoize';
import { analyzeExpression } from '../check/expression';
import { createPolicyEnvironment } from '../check/expression-types';
import type { Phase } from '../data/schema';
import { splitTemplate } from '../interpolation';
import { createFunctions, createLookUp, type RequestLookUp } from './functions';

export interface Scope {
  readonly phase: Phase;
  /** Variables by the identifiers of rewritten expressions, and `vars`. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The value, or undefined if it is unknown. */
export type Evaluated = { readonly value: unknown } | undefined;

let environment: Environment | undefined;
/** Functions are called synchronously, so one evaluation runs at a time. */
let current: RequestLookUp | undefined;

function getEnvironment(): Environment {
  environment ??= createPolicyEnvironment(
    createFunctions(() => {
      if (!current) throw new Error('The request is unknown');
      return current;
    }),
  ).registerFunction(`string.${RE2_FUNCTION}(string): bool`, (text: string, pattern: string) =>
    matchesPattern(pattern, text),
  );
  return environment;
}

/** An access review evaluates the expressions of one policy for many requests. */
const compile = memoize(
  200,
  ({ expression, phase }: { readonly expression: string; readonly phase: Phase }): ParseResult | undefined => {
    const { source } = analyzeExpression(expression, { phase, use: 'value' });
    // `sortBy` was replaced for the check of types only.
    if (source === undefined || expression.includes('sortBy')) return undefined;
    const compiled = getEnvironment().parse(source);
    useRe2(compiled.ast);
    return compiled;
  },
  ({ expression, phase }) => `${phase} ${expression}`,
);

/** Evaluates an expression. Errors, such as a missing header, have no value either. */
export function evaluateExpression(expression: string, { phase, variables }: Scope): Evaluated {
  current = createLookUp(variables);
  try {
    const value: unknown = compile({ expression, phase })?.({ ...variables });
    return value === undefined ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Evaluates a string with `${expression}`. A string that is one expression keeps its type. */
export function evaluateTemplate(text: string, scope: Scope): Evaluated {
  const parts = splitTemplate(text);
  if (!parts) return undefined;
  const [first] = parts;
  if (first && 'expression' in first && parts.length === 1) return evaluateExpression(first.expression, scope);
  let result = '';
  for (const part of parts) {
    const evaluated = 'literal' in part ? { value: part.literal } : evaluateExpression(part.expression, scope);
    if (!evaluated) return undefined;
    result += typeof evaluated.value === 'object' ? JSON.stringify(evaluated.value) : String(evaluated.value);
  }
  return { value: result };
}
