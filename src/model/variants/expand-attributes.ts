import type { Attribute, Attributes } from '../kind';
import { memoizeObject } from '../memoize';
import { ruleAdmission } from './admission';
import { MUST_ADMIT, restrictionMustAdmit } from './must-admit';
import { sealedVariant } from './sealed-attributes';
import { writeOnlyVariant } from './write-only-attributes';

/**
 * Adds what only the provider has: write-only variants, also in nested objects but not in elements, sealed variants,
 * `must_admit`, and the admission of a rule. Of several flags of an attribute one counts: the first that is read below.
 * The same input returns the same object, by which other modules remember what they have found.
 */
export const expandAttributes: (attributes: Attributes) => Attributes = memoizeObject((attributes: Attributes) => {
  if (!hasVariants(attributes)) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, Attribute][] => {
      if (attribute.type === 'object')
        return [[name, { ...attribute, attributes: expandAttributes(attribute.attributes) }]];
      if (attribute.hasSealedVariant) return sealedVariant(name, attribute);
      if (attribute.hasMustAdmit)
        return [
          [name, attribute],
          [MUST_ADMIT, restrictionMustAdmit],
        ];
      if (attribute.hasAdmission) return [[name, attribute], ...Object.entries(ruleAdmission)];
      return [[name, attribute], ...(attribute.hasWriteOnlyVariant ? writeOnlyVariant(name, attribute) : [])];
    }),
  );
});

function hasVariants(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      attribute.hasWriteOnlyVariant !== undefined ||
      attribute.hasSealedVariant !== undefined ||
      attribute.hasMustAdmit !== undefined ||
      attribute.hasAdmission !== undefined ||
      (attribute.type === 'object' && hasVariants(attribute.attributes)),
  );
}
