import { isPlainObject, type Json, parseJsonObject } from '../../values/json';
import type { ValuePath } from '../../values/path';
import { tryCanonicalize } from './equality';

export interface PolicyDifference {
  /** Of null in place of nothing, the path of what contains it: empty if that is the whole policy. */
  readonly path: ValuePath;
  /** Null if the policy does not have the value, or has null. The same for `after`. */
  readonly before: Json;
  readonly after: Json;
}

/** Undefined if a text cannot be parsed. By index: a rule that is inserted first makes the later ones different. */
export function diffPolicies(before: string, after: string): readonly PolicyDifference[] | undefined {
  const [old, current] = [before, after].map((text) => parseJsonObject(tryCanonicalize(text)));
  return old && current && diffValues(old, current, []);
}

function diffValues(before: Json | undefined, after: Json | undefined, path: ValuePath): PolicyDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const parts = listParts(before, after);
  if (!parts || parts.some(([, ...both]) => both.includes(null) && both.includes(undefined)))
    return [{ path, before: before ?? null, after: after ?? null }];
  return parts.flatMap(([step, old, current]) => diffValues(old, current, [...path, step]));
}

type Part = readonly [step: string | number, before: Json | undefined, after: Json | undefined];

/** Undefined unless both are lists or both are objects. */
function listParts(before: Json | undefined, after: Json | undefined): Part[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, current] = [before as readonly Json[], after as readonly Json[]];
    const length = Math.max(old.length, current.length);
    return Array.from({ length }, (_, index) => [index, old[index], current[index]]);
  }
  if (!isPlainObject(before) || !isPlainObject(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => [name, before[name], after[name]]);
}
