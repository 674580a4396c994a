import { canonicalValue } from '../../../src/model/canonical';
import type { AttributeValues } from '../../../src/model/from-response';
import type { Attribute, Attributes } from '../../../src/model/kind';
import { type CtyValue, isObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import type { Json } from '../../../src/values/json';

/** The values of a response about an object created as planned: semantically equal, in the service’s representation. */
export function responseValues(attributes: Attributes, planned: CtyValue): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value: CtyValue = planned === UNKNOWN ? UNKNOWN : isObjectValue(planned) ? (planned[name] ?? null) : null;
      if (attribute.omittedFromResponses) return [name, null];
      if (attribute.type !== 'object' || value === null) {
        return [name, value === UNKNOWN ? chosen(name, attribute) : canonicalValue(attribute, value)];
      }
      const within = responseValues(attribute.attributes, value);
      // An object that equals null is returned as null.
      return [name, canonicalValue(attribute, within) === null ? null : within];
    }),
  );
}

/** The value that the service chooses for an attribute without a planned value. */
function chosen(name: string, attribute: Attribute): Json {
  if (attribute.default !== undefined) return attribute.default;
  if (attribute.type === 'string') return `the ${name}`;
  return attribute.type === 'number' ? 7 : null;
}
