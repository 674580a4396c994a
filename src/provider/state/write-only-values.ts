/** Requests contain values of write-only arguments (`_wo`), which come from the configuration; states never do. */
import type { Attribute, Attributes } from '../../model/kind';
import { writeOnlyNames } from '../../model/variants/write-only-attributes';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';
import { type AttributePath, createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import type { SchemaAttribute } from '../protocol/schema';

/** An attribute that has no value itself has that of its write-only variant. */
export function planWithWriteOnlyValues(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
): ObjectValue {
  return changeMembers(planned, attributes, ({ hasWriteOnlyVariant }, name) => {
    const [value, configured]: [CtyValue, CtyValue] = [planned[name] ?? null, config[name] ?? null];
    if (hasWriteOnlyVariant) return value ?? config[writeOnlyNames(name).value] ?? null;
    const members = objectAttributes(attributes, name);
    return members && isObjectValue(value) && isObjectValue(configured)
      ? planWithWriteOnlyValues(members, value, configured)
      : value;
  });
}

/**
 * A write-only value is not sent if its version is unchanged and the prior state has no value itself: the prior values
 * then have it, too, so that it is no difference.
 */
export function priorWithWriteOnlyValues(
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
  plannedWithValues: ObjectValue,
): ObjectValue {
  return changeMembers(prior, attributes, ({ hasWriteOnlyVariant }, name) => {
    if (hasWriteOnlyVariant) return priorWriteOnlyValue(name, prior, planned, plannedWithValues);
    const members = objectAttributes(attributes, name);
    const value: CtyValue = prior[name] ?? null;
    if (!members || !isObjectValue(value)) return value;
    const [object, withValues]: [CtyValue, CtyValue] = [planned[name] ?? null, plannedWithValues[name] ?? null];
    return isObjectValue(object) && isObjectValue(withValues)
      ? priorWithWriteOnlyValues(members, value, object, withValues)
      : value;
  });
}

function priorWriteOnlyValue(
  name: string,
  prior: ObjectValue,
  planned: ObjectValue,
  plannedWithValues: ObjectValue,
): CtyValue {
  const value: CtyValue = prior[name] ?? null;
  if ((planned[name] ?? null) !== null) return value;
  const { version } = writeOnlyNames(name);
  if ((prior[version] ?? null) !== (planned[version] ?? null)) return null;
  return value ?? plannedWithValues[name] ?? null;
}

/** Attributes with a write-only variant, and its version, come from `source`: the plan or the prior state. */
export function stateWithoutWriteOnlyValues(
  attributes: Attributes,
  state: ObjectValue,
  source: ObjectValue | null,
): ObjectValue {
  const changed = changeMembers(state, attributes, (attribute, name) => {
    const [value, sourceValue]: [CtyValue, CtyValue] = [state[name] ?? null, source?.[name] ?? null];
    if (attribute.hasWriteOnlyVariant) return sourceValue;
    if (attribute.type !== 'object' || !isObjectValue(value)) return value;
    return stateWithoutWriteOnlyValues(attribute.attributes, value, isObjectValue(sourceValue) ? sourceValue : null);
  });
  for (const [name, { hasWriteOnlyVariant }] of Object.entries(attributes)) {
    if (!hasWriteOnlyVariant) continue;
    const names = writeOnlyNames(name);
    changed[names.value] = null;
    changed[names.version] = source?.[names.version] ?? null;
  }
  return changed;
}

/** Other members are kept: another extra may have added them. */
function changeMembers(
  object: ObjectValue,
  attributes: Attributes,
  toValue: (attribute: Attribute, name: string) => CtyValue,
): ObjectValue {
  return objectValue([
    ...Object.entries(object),
    ...Object.entries(attributes).map(([name, attribute]) => [name, toValue(attribute, name)] as const),
  ]);
}

function objectAttributes(attributes: Attributes, name: string): Attributes | undefined {
  const attribute = attributes[name];
  return attribute?.type === 'object' ? attribute.attributes : undefined;
}

/** Returns an error for each write-only value that is set. Terraform before 1.11 would store it in the state. */
export function unsupportedWriteOnly(
  schema: readonly SchemaAttribute[],
  config: ObjectValue,
  parents: AttributePath = [],
): ProviderDiagnostic[] {
  return schema.flatMap(({ name, nested, writeOnly }): ProviderDiagnostic[] => {
    const value: CtyValue = config[name] ?? null;
    const path = [...parents, name];
    if (writeOnly && value !== null) return [writeOnlyNotSupported(name, path)];
    if (nested?.nesting !== 'single' || !isObjectValue(value)) return [];
    return unsupportedWriteOnly(nested.attributes, value, path);
  });
}

function writeOnlyNotSupported(name: string, path: AttributePath): ProviderDiagnostic {
  return createError(
    'Write-only attribute not supported',
    `${name} is set, but this version of Terraform would store it; expected Terraform 1.11 or OpenTofu 1.11 or later. ` +
      `Update it, or set ${name.replace(/_wo$/, '')}, which is stored in the state.`,
    path,
  );
}
