import type { Environment, ParseResult } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import type { Words } from '../../values/words';
import { parseTimestamp } from '../time';
import { mapArguments, readString, type SyntaxNode } from './syntax';

export const TIMESTAMP = 'google.protobuf.Timestamp';

interface EnvironmentOptions {
  readonly anyVariable?: boolean;
  /** A condition of a traffic policy may list thousands of networks, and lists may contain values of several types. */
  readonly isPolicy?: boolean;
}

/** Chosen. The library allows 100,000 nodes and 1,000 elements and entries by default. */
const POLICY_OPTIONS = {
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 1_000_000, maxListElements: 100_000, maxMapEntries: 10_000 },
} as const;

export function createEnvironment({ anyVariable = false, isPolicy = false }: EnvironmentOptions): Environment {
  const { Environment: Made } = loadLibrary();
  const environment = new Made({ unlistedVariablesAreDyn: anyVariable, ...(isPolicy && POLICY_OPTIONS) });
  return environment.registerFunction(`string.${RE2_FUNCTION}(string): bool`, (text: string, pattern: string) =>
    re2().matchesRe2(pattern, text),
  );
}

export function loadLibrary(): typeof import('./library').library {
  return (require('./library') as typeof import('./library')).library;
}

export function re2(): typeof import('./re2') {
  return require('./re2') as typeof import('./re2');
}

const RE2_FUNCTION = 'matchesRe2';

/**
 * In place: replaces the method `matches` by RE2, and the text in `timestamp('2026-01-31T13:00:00+01:00')` by
 * `2026-01-31T12:00:00.000Z`, since the library reads some forms only. Digits beyond milliseconds are lost.
 */
export function prepareForEvaluation(node: SyntaxNode): void {
  const { op, args } = node;
  const call = args as [string, ...unknown[]];
  if (op === 'rcall' && call[0] === 'matches') call[0] = RE2_FUNCTION;
  if (op === 'call' && call[0] === 'timestamp') expandTime((call[1] as readonly SyntaxNode[])[0]);
  mapArguments(args, (operand) => {
    prepareForEvaluation(operand);
    return operand;
  });
}

function expandTime(argument: SyntaxNode | undefined): void {
  const time = parseTimestamp(readString(argument) ?? '');
  if (argument && time !== undefined) Object.assign(argument, { args: new Date(time).toISOString() });
}

interface SyntaxProblem {
  readonly problem: Words;
  readonly expected: Words;
}

export function parseCel(environment: Environment, expression: string): ParseResult | SyntaxProblem {
  if (expression.trim() === '') return { problem: 'is empty', expected: 'an expression in CEL' };
  try {
    return environment.parse(expression);
  } catch (error) {
    const { summary, range } = readError(error);
    const where = range ? ` at character ${range.start + 1}` : '';
    return { problem: `is not CEL: ${summary}${where}`, expected: 'an expression in CEL' };
  }
}

export interface CelError {
  /** Without its period. */
  readonly summary: Words;
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** The types of two values that cannot be compared, if that is the error. */
  readonly operands: readonly string[] | undefined;
}

interface ThrownError {
  readonly message: string;
  readonly code?: string;
  readonly summary?: string;
  readonly range?: CelError['range'];
  readonly node?: SyntaxNode;
}

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];

interface TypedNode {
  readonly checkedType: { readonly name: string };
}

/** `toName` converts the text of the library, which may have an identifier of ours. */
export function readError(error: unknown, toName: (text: string) => string = (text) => text): CelError {
  const { message, summary = message, code, range, node } = error as ThrownError;
  const isComparison = node && code === 'no_such_overload' && COMPARISONS.includes(node.op);
  const operands = isComparison ? (node.args as TypedNode[]).map(({ checkedType }) => checkedType.name) : undefined;
  return { summary: toName(summary).replace(/\.$/, ''), range, operands };
}
