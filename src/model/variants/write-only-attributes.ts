/**
 * For each attribute with `hasWriteOnlyVariant`, adds the write-only attribute `<name>_wo` and its trigger
 * `<name>_wo_version`. The service knows neither of them.
 */

import { UNKNOWN } from '../../values/cty-value';
import type { ValuePath } from '../../values/path';
import type { Attribute, Attributes, ScalarAttribute } from '../kind';
import type { Problem, RawValues } from '../problem';

/** `version` is the name of a number. Changing it sends the value again, or replaces the object. */
export function writeOnlyNames(name: string): { readonly value: string; readonly version: string } {
  return { value: `${name}_wo`, version: `${name}_wo_version` };
}

/** Returns whether the attribute, with or without a path before its name, is a write-only version. */
export function isWriteOnlyVersion(path: string): boolean {
  return path.endsWith(writeOnlyNames('').version);
}

/** Throws if the attribute is not a string. */
export function writeOnlyVariant(name: string, attribute: Attribute): [string, ScalarAttribute][] {
  if (attribute.type !== 'string') throw new Error(`'${name}' must be a string to have a write-only variant`);
  const names = writeOnlyNames(name);
  const { hasWriteOnlyVariant: _, requiredOnCreate: __, requiresReplace, ...common } = attribute;
  const value: ScalarAttribute = {
    ...common,
    writeOnly: true,
    doc:
      `Write-only variant of \`${name}\`: never stored in plan or state; accepts ephemeral values. Conflicts with ` +
      `\`${name}\`. Requires Terraform 1.11 or OpenTofu 1.11.`,
  };
  const version: ScalarAttribute = {
    type: 'number',
    presence: 'optional',
    omittedFromResponses: 'always',
    ...(requiresReplace && { requiresReplace }),
    doc:
      `Version of \`${names.value}\`. Terraform cannot detect a change of a write-only value; changing this number ` +
      `${requiresReplace ? 'replaces the object' : 'sends the value again'}. Omit it if the value never changes.`,
  };
  return [
    [names.value, value],
    [names.version, version],
  ];
}

export function checkWriteOnly(attributes: Attributes, values: RawValues, path: ValuePath): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Problem[] => {
    if (!attribute.hasWriteOnlyVariant) return [];
    const names = writeOnlyNames(name);
    // The attributes of a request, which the emulator checks, have no variants.
    if (!(names.value in attributes)) return [];
    const isSet = (member: string): boolean => values[member] !== null && values[member] !== undefined;
    // An unknown value may still become null.
    if ([name, names.value].every((member) => isSet(member) && values[member] !== UNKNOWN)) {
      const problem = `is set together with ${name}`;
      return [{ path: [...path, names.value], problem, expected: 'only one of them' }];
    }
    if (!isSet(names.version) || isSet(names.value)) return [];
    const expected = `${names.value}, or no ${names.version}`;
    return [{ path: [...path, names.version], problem: `is set without ${names.value}`, expected }];
  });
}

/** Returns whether the attribute or its write-only variant has a value, also an unknown one. */
export function isSetInEitherForm(name: string, values: RawValues): boolean {
  return [name, writeOnlyNames(name).value].some((member) => values[member] !== null && values[member] !== undefined);
}

/**
 * Returns whether an attribute or a member at any depth has a write-only variant. Elements of collections have none.
 */
export function hasWriteOnly(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      attribute.hasWriteOnlyVariant !== undefined ||
      (attribute.type === 'object' && hasWriteOnly(attribute.attributes)),
  );
}
