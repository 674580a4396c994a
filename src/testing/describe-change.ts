import { isDeepStrictEqual } from 'node:util';
import type { ResourceChange } from '../terraform/plan-json';

type Values = Readonly<Record<string, unknown>>;

/** Longer values are cut: the text is for a message of a failed test. */
const MAX_VALUE = 120;

/**
 * The attributes that differ, each as `name: before -> after`. Of an object that is made or removed only what it is
 * given, so that the text stays short.
 */
export function describeChange({ change }: ResourceChange): string[] {
  const before: Values = change.before ?? {};
  const after: Values = change.after ?? {};
  const unknown: Values = change.after_unknown ?? {};
  if (change.after === null) return [];
  const names = [...new Set([...Object.keys(after), ...Object.keys(unknown)])];
  return names.flatMap((name) => {
    const hidden = isMarked(change.before_sensitive, name) || isMarked(change.after_sensitive, name);
    const text = (values: Values): string => (hidden ? '(secret)' : valueText(values[name]));
    if (change.before === null) {
      return name in unknown || after[name] === null || after[name] === undefined ? [] : [`${name}: ${text(after)}`];
    }
    // `after_unknown` is true, or an object or list with true within.
    if (isUnknown(unknown[name])) return [`${name}: ${text(before)} -> (known after apply)`];
    if (isDeepStrictEqual(before[name], after[name])) return [];
    return [`${name}: ${text(before)} -> ${text(after)}`];
  });
}

function isUnknown(mark: unknown): boolean {
  return mark === true || (typeof mark === 'object' && mark !== null && Object.values(mark).some(isUnknown));
}

function isMarked(marks: unknown, name: string): boolean {
  if (marks === true) return true;
  return typeof marks === 'object' && marks !== null && isUnknown((marks as Values)[name]);
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
