import { isDeeperThan, isPlainObject, type Json, type JsonObject, tryParseJson, walkLevels } from '../../values/json';
import { describeViolation, type Violation } from '../../values/violation';
import type { Words } from '../../values/words';
import { hasDuplicateMember } from '../formats/json-text';
import { describeType } from '../problem';

export type ParsedPolicy = { readonly document: JsonObject } | UnreadablePolicy;

interface UnreadablePolicy {
  readonly violation: Violation;
  readonly problem: Words;
  readonly expected: Words;
}

function toProblem(violation: Violation, expected: Words): UnreadablePolicy {
  return { violation, problem: describeViolation(violation), expected };
}

const EXPECTED = 'an object of phases as YAML or JSON, such as {"on_http_request": [...]}';

/** JSON, or YAML 1.2 with the types of JSON and `<<`. The document is not yet checked against the tables. */
export function parsePolicyText(text: string): ParsedPolicy {
  if (text.trim() === '') return toProblem({ rule: 'empty' }, EXPECTED);
  const parsed = parseJson(text) ?? parseYaml(text);
  if ('problem' in parsed) return parsed;
  if (isDeeperThan(parsed.value, MAX_DEPTH)) return toProblem({ rule: 'depth' }, `at most ${MAX_DEPTH} levels`);
  if (isPlainObject(parsed.value)) return { document: parsed.value };
  return toProblem({ rule: 'object', type: describeType(parsed.value) }, EXPECTED);
}

/** Chosen; protects functions that call themselves for each level. */
const MAX_DEPTH = 100;

type ParsedText = { readonly value: Json } | UnreadablePolicy;

/** `1e999` is parsed as infinity. */
function hasInfinity(value: Json): boolean {
  for (const level of walkLevels(value)) {
    if (level.some((item) => item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY)) return true;
  }
  return false;
}

function parseJson(text: string): ParsedText | undefined {
  const value = tryParseJson(text);
  if (value === undefined) return undefined;
  if (hasInfinity(value)) return toProblem({ rule: 'number_range' }, 'numbers that JSON can hold');
  if (hasDuplicateMember(text)) return toProblem({ rule: 'repeated_member' }, 'each name at most once');
  return { value };
}

function parseYaml(text: string): ParsedText {
  const { LineCounter, parseDocument } = require('./yaml-library') as typeof import('./yaml-library');
  try {
    const lineCounter = new LineCounter();
    const options = { version: '1.2', merge: true, uniqueKeys: true, prettyErrors: false, lineCounter } as const;
    const document = parseDocument(text, options);
    const [error] = document.errors;
    if (error) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      const violation = { rule: 'syntax', code: error.code, line, column: col } as const;
      return invalidYaml(violation, `${error.message} at line ${line}, column ${col}`);
    }
    const value: unknown = document.toJS();
    return { value: requireJson(value) };
  } catch (error) {
    // Too many aliases, a value that JSON does not have, or nesting that exceeds the stack.
    return invalidYaml({ rule: 'json_value' }, (error as Error).message);
  }
}

function invalidYaml(violation: Violation, message: Words): UnreadablePolicy {
  return { violation, problem: `cannot be parsed: ${message}`, expected: 'valid YAML or JSON' };
}

function requireJson(value: unknown): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${String(value)} is not a number of JSON`);
  if (Array.isArray(value)) return value.map(requireJson);
  if (isPlainObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, requireJson(member)]));
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Json;
  throw new Error(`${describeType(value)} is not a value of JSON`);
}
