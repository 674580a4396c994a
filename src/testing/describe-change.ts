import { isDeepStrictEqual } from 'node:util';
import type { ResourceChange } from '../terraform/plan-json';

type Values = Readonly<Record<string, unknown>>;

/** In characters; longer values are truncated in messages. */
const MAX_VALUE_LENGTH = 120;

/**
 * Formats the attributes that differ, each as `name: before -> after`. For a created object only its known values are
 * listed, for a deleted one none.
 */
export function describeChange({ change }: ResourceChange): string[] {
  const before: Values = change.before ?? {};
  const after: Values = change.after ?? {};
  const unknown: Values = change.after_unknown ?? {};
  if (change.after === null) return [];
  const names = [...new Set([...Object.keys(after), ...Object.keys(unknown)])];
  return names.flatMap((name) => {
    const hidden = isSensitive(change.before_sensitive, name) || isSensitive(change.after_sensitive, name);
    const format = (values: Values): string => (hidden ? '(sensitive)' : formatValue(values[name]));
    if (change.before === null) {
      return name in unknown || after[name] === null || after[name] === undefined ? [] : [`${name}: ${format(after)}`];
    }
    // `after_unknown` is true, or an object or list that contains true.
    if (containsTrue(unknown[name])) return [`${name}: ${format(before)} -> (known after apply)`];
    if (isDeepStrictEqual(before[name], after[name])) return [];
    return [`${name}: ${format(before)} -> ${format(after)}`];
  });
}

function containsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(containsTrue));
}

function isSensitive(sensitive: unknown, name: string): boolean {
  if (sensitive === true) return true;
  return typeof sensitive === 'object' && sensitive !== null && containsTrue((sensitive as Values)[name]);
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
