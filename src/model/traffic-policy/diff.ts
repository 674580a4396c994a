import { isPlainObject, type Json, parseJsonObject } from '../../values/json';
import type { ValuePath } from '../../values/path';
import { canonicalPolicy } from './equality';

export interface PolicyDifference {
  readonly path: ValuePath;
  /** Null if the policy does not have the value, or has null. The same for `after`. */
  readonly before: Json;
  readonly after: Json;
}

/** Undefined if a text cannot be parsed. By index: a rule that is inserted first makes the later ones different. */
export function diffPolicies(before: string, after: string): readonly PolicyDifference[] | undefined {
  const [old, current] = [before, after].map((text) => parseJsonObject(canonicalPolicy(text)));
  return old && current && diffValues(old, current, []);
}

function diffValues(before: Json | undefined, after: Json | undefined, path: ValuePath): PolicyDifference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, current] = [before as readonly Json[], after as readonly Json[]];
    const length = Math.max(old.length, current.length);
    return Array.from({ length }, (_, index) => diffValues(old[index], current[index], [...path, index])).flat();
  }
  if (isPlainObject(before) && isPlainObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => diffValues(before[name], after[name], [...path, name]));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ path, before: before ?? null, after: after ?? null }];
}
