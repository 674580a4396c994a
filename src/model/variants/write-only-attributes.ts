/** `<name>_wo` and its trigger `<name>_wo_version`, for an attribute with `hasWriteOnlyVariant`. */

import { UNKNOWN } from '../../values/cty-value';
import type { ValuePath } from '../../values/path';
import type { Attribute, Attributes, ScalarAttribute } from '../kind';
import type { Problem, RawValues } from '../problem';

/** `version` names a number, whose change sends the value again, or replaces the object. */
export function writeOnlyNames(name: string): { readonly value: string; readonly version: string } {
  return { value: `${name}_wo`, version: `${name}_wo_version` };
}

/** With or without a path before the name. */
export function isWriteOnlyVersion(path: string): boolean {
  return path.endsWith(writeOnlyNames('').version);
}

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

/** The value may be unknown. */
export function isSetInEitherForm(name: string, values: RawValues): boolean {
  return [name, writeOnlyNames(name).value].some((member) => values[member] !== null && values[member] !== undefined);
}

/** At any depth; elements of collections have no variants. */
export function hasWriteOnly(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      attribute.hasWriteOnlyVariant !== undefined ||
      (attribute.type === 'object' && hasWriteOnly(attribute.attributes)),
  );
}
