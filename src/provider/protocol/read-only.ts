/** Values for attributes that only the service sets. Terraform itself accepts and drops them. */
import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import type { Diagnostic, PathStep } from './diagnostic';
import type { NestedSchema, SchemaAttribute } from './schema';

/** An error for each read-only attribute that the configuration sets, also within nested attributes. */
export function readOnlySet(schema: readonly SchemaAttribute[], config: ObjectValue): Diagnostic[] {
  return findReadOnly(schema, config, []);
}

function findReadOnly(
  schema: readonly SchemaAttribute[],
  config: ObjectValue,
  parents: readonly PathStep[],
): Diagnostic[] {
  return schema.flatMap(({ name, required, optional, nested }): Diagnostic[] => {
    const value: CtyValue = config[name] ?? null;
    if (value === null) return [];
    const path = [...parents, name];
    if (!required && !optional) return [refusal(path)];
    if (!nested) return [];
    return listObjects(nested, value, path).flatMap(([at, object]) => findReadOnly(nested.attributes, object, at));
  });
}

/** The objects of a nested attribute with their paths. Elements of sets have none, so theirs is the set's. */
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

function refusal(path: readonly PathStep[]): Diagnostic {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return {
    severity: 'error',
    summary: 'Value for read-only attribute',
    detail: `${name} is set, but it is read-only: the service sets its value. Remove it from the configuration.`,
    path,
  };
}
