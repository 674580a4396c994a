import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import { createError, type Diagnostic, type PathStep } from './diagnostic';
import type { NestedSchema, SchemaAttribute } from './schema';

/**
 * Returns an error for each read-only attribute that is set, at every depth. Without this check Terraform would accept
 * the value and ignore it.
 */
export function readOnlySet(
  schema: readonly SchemaAttribute[],
  config: ObjectValue,
  parents: readonly PathStep[] = [],
): Diagnostic[] {
  return schema.flatMap(({ name, required, optional, nested }): Diagnostic[] => {
    const value: CtyValue = config[name] ?? null;
    if (value === null) return [];
    const path = [...parents, name];
    if (!required && !optional) return [valueForReadOnly(path)];
    if (!nested) return [];
    return listObjects(nested, value, path).flatMap(([at, object]) => readOnlySet(nested.attributes, object, at));
  });
}

/** The objects of a nested attribute with their paths. Elements of a set have no path, so they get the set's. */
function listObjects(
  { nesting }: NestedSchema,
  value: CtyValue,
  path: readonly PathStep[],
): (readonly [path: readonly PathStep[], object: ObjectValue])[] {
  if (nesting === 'single') return isObjectValue(value) ? [[path, value]] : [];
  const elements: [PathStep[], CtyValue][] = Array.isArray(value)
    ? (value as CtyValue[]).map((element, index) => [nesting === 'list' ? [{ index }] : [], element])
    : Object.entries(isObjectValue(value) ? value : {}).map(([key, element]) => [[{ key }], element]);
  return elements.flatMap(([step, element]) =>
    isObjectValue(element) ? [[[...path, ...step], element] as const] : [],
  );
}

function valueForReadOnly(path: readonly PathStep[]): Diagnostic {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const detail = `${name} is set, but it is read-only: the service sets its value. Remove it from the configuration.`;
  return createError('Value for read-only attribute', detail, path);
}
