/**
 * Write-only twins: beside an attribute `x` that must not stand in any plan or state a user may give `x_wo`, and with
 * `x_wo_version` say when its value is to be sent again. The kinds only mark such attributes (`writeOnlyTwin`); what the
 * mark means is worked out here, for declarations alone: the service knows nothing of twins.
 */

import type { Attribute, Attributes, ScalarAttribute } from './kind';
import type { Problem, ValuePath } from './validation/validate';

/** Names of the twin of an attribute. */
export interface WriteOnlyNames {
  /** Holds the value in place of the attribute. */
  readonly value: string;
  /** A number; another one has the value sent again. */
  readonly version: string;
}

/** The names of an attribute's twin: `private_key_pem_wo`, `private_key_pem_wo_version`. */
export function writeOnlyNames(name: string): WriteOnlyNames {
  return { value: `${name}_wo`, version: `${name}_wo_version` };
}

/** Whether an attribute, perhaps with a path before its name, is the version of a twin. */
export function isWriteOnlyVersion(path: string): boolean {
  return path.endsWith(writeOnlyNames('').version);
}

/** Everything that may be declared: the attributes, each marked one followed by its twin, at every depth of objects. */
export function expandWriteOnly(attributes: Attributes): Attributes {
  if (!hasWriteOnly(attributes)) return attributes;
  const known = expandedCache.get(attributes);
  if (known) return known;
  const declared = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, Attribute][] => {
      if (attribute.type === 'object') {
        return [[name, { ...attribute, attributes: expandWriteOnly(attribute.attributes) }]];
      }
      return attribute.hasWriteOnlyVariant
        ? [[name, attribute], ...writeOnlyVariant(name, attribute)]
        : [[name, attribute]];
    }),
  );
  expandedCache.set(attributes, declared);
  return declared;
}

/** Attributes are constants, so each set of them is expanded once. */
const expandedCache = new WeakMap<Attributes, Attributes>();

function writeOnlyVariant(name: string, attribute: Attribute): [string, ScalarAttribute][] {
  if (attribute.type !== 'string') throw new Error(`The twin of '${name}' must be a string, as '${name}' must`);
  const names = writeOnlyNames(name);
  const { hasWriteOnlyVariant: _, requiredOnCreate: __, requiresReplace, ...same } = attribute;
  const again = requiresReplace ? 'needs a new object' : 'has the value sent again';
  return [
    [
      names.value,
      {
        ...same,
        writeOnly: true,
        doc:
          `Like \`${name}\`, but never stored: the value is in no plan and no state, and may come from an ephemeral ` +
          `resource. Not together with \`${name}\`. Needs Terraform 1.11 or OpenTofu 1.11.`,
      },
    ],
    [
      names.version,
      {
        type: 'number',
        presence: 'optional',
        readback: 'never',
        ...(requiresReplace && { requiresReplace }),
        doc:
          `Version of \`${names.value}\`: as that is not stored, a change of it cannot be seen, and another version ` +
          `${again}. Leave it out if the value never changes.`,
      },
    ],
  ];
}

/** What is wrong between the attributes of one object and their twins; nothing where the attributes hold no twins. */
export function checkWriteOnly(
  attributes: Attributes,
  values: { readonly [name: string]: unknown },
  path: ValuePath,
  isKnown: (value: unknown) => boolean,
): Problem[] {
  return attributesWithWriteOnly(attributes).flatMap(([name, attribute]): Problem[] => {
    const names = writeOnlyNames(name);
    const isSet = (member: string): boolean => values[member] !== null && values[member] !== undefined;
    const errorCode = attribute.errorCode ?? 215;
    // What is not known yet may still turn out null.
    if ([name, names.value].every((member) => isSet(member) && isKnown(values[member]))) {
      return [
        {
          path: [...path, names.value],
          problem: `is set together with ${name}`,
          expected: 'one of the two',
          errorCode,
        },
      ];
    }
    if (isSet(names.version) && !isSet(names.value)) {
      const expected = `${names.value}, or no ${names.version}`;
      return [{ path: [...path, names.version], problem: `is set without ${names.value}`, expected, errorCode }];
    }
    return [];
  });
}

/** The attributes that stand there with their twins; asked for with every object that is checked. */
function attributesWithWriteOnly(attributes: Attributes): readonly (readonly [string, Attribute])[] {
  const known = attributesWithWriteOnlyCache.get(attributes);
  if (known) return known;
  const found = Object.entries(attributes).filter(
    ([name, attribute]) => attribute.hasWriteOnlyVariant && writeOnlyNames(name).value in attributes,
  );
  attributesWithWriteOnlyCache.set(attributes, found);
  return found;
}

const attributesWithWriteOnlyCache = new WeakMap<Attributes, readonly (readonly [string, Attribute])[]>();

/** Whether a value is given in either way, by the attribute or by its twin. */
export function isSetInEitherForm(name: string, values: { readonly [name: string]: unknown }): boolean {
  return [name, writeOnlyNames(name).value].some((member) => values[member] !== null && values[member] !== undefined);
}

/** Whether any attribute has a twin, at any depth. */
export function hasWriteOnly(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      attribute.hasWriteOnlyVariant !== undefined ||
      (attribute.type === 'object' && hasWriteOnly(attribute.attributes)),
  );
}
