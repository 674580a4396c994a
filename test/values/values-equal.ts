import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isDynamicValue, isObjectValue, UNKNOWN } from '../../src/values/cty-value';
import { formatNumber, isDecimal } from '../../src/values/number';

/**
 * Returns whether Terraform treats two values of the type as equal. Sets ignore order and duplicates. Numbers are
 * compared by their decimal string, strings without normalization. Unknown equals only unknown.
 */
export function valuesEqual(type: CtyType, a: CtyValue, b: CtyValue): boolean {
  return a === b || valueKey(type, a) === valueKey(type, b);
}

/** Returns a string that is equal exactly for equal values of the type. */
export function valueKey(type: CtyType, value: CtyValue): string {
  if (value === null) return 'null';
  if (value === UNKNOWN) return 'unknown';
  if (typeof value === 'number' || typeof value === 'bigint' || isDecimal(value)) return formatNumber(value);
  if (Array.isArray(value)) return arrayKey(type, value);
  if (isDynamicValue(value)) return `<${JSON.stringify(value.type)}>${valueKey(value.type, value.value)}`;
  if (isObjectValue(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${valueKey(memberType(type, name), value[name] ?? null)}`)}}`;
  }
  return JSON.stringify(value);
}

function arrayKey(type: CtyType, items: readonly CtyValue[]): string {
  const keys = items.map((item, index) => valueKey(memberType(type, index), item));
  return typeof type !== 'string' && type[0] === 'set' ? `(${[...new Set(keys)].sort()})` : `[${keys}]`;
}

/** Only sets differ by type, so a value of another type is harmless. */
function memberType(type: CtyType, step: string | number): CtyType {
  if (typeof type === 'string') return 'dynamic';
  switch (type[0]) {
    case 'object':
      return type[1][step] ?? 'dynamic';
    case 'tuple':
      return type[1][step as number] ?? 'dynamic';
    default:
      return type[1];
  }
}
