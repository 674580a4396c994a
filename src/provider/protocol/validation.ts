import type { Attribute, Attributes } from '../../model/kind';
import { formatProblem, type Problem } from '../../model/problem';
import { endSentence } from '../../model/text';
import { findDeprecated } from '../../model/validation/find-deprecated';
import { checkValues, type ValidationRules } from '../../model/validation/validate';
import { findExpired } from '../../model/validation/validate-certificate';
import { checkTrafficPolicies } from '../../model/validation/validate-traffic-policy';
import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import { formatPath, type ValuePath } from '../../values/path';
import type { Words } from '../../values/words';
import { type AttributePath, createError, createWarning, type PathStep, type ProviderDiagnostic } from './diagnostic';
import type { NestedSchema, SchemaAttribute } from './schema';

/** The string that Terraform's `mock_provider` makes for each computed string, ids among them: `k3v9x2pq`. */
const MOCKED = /^[a-z0-9]{8}$/;

/**
 * Unknown values are valid; one of a deprecated attribute is a warning, as a known value is. An id may be one that
 * `mock_provider` of `terraform test` made.
 */
export function validateAttributes(schema: ValidationRules, config: ObjectValue): ProviderDiagnostic[] {
  const problems = checkValues(schema, config).filter(
    ({ rule, path }) => rule !== 'id' || !MOCKED.test(String(followPath(config, path))),
  );
  const toPath = (path: ValuePath): AttributePath => toAttributePath(schema.attributes, path);
  const warn = (summary: Words, problem: Problem): ProviderDiagnostic =>
    createWarning(summary, endSentence(formatProblem(problem)), toPath(problem.path));
  return [
    ...problemDiagnostics(schema.attributes, problems),
    // Terraform shows the mark of a deprecated attribute in documentation only.
    ...findDeprecated(schema.attributes, config).map(({ path, advice }) =>
      createWarning('Deprecated attribute', `${formatPath(path)} is deprecated. ${advice}`, toPath(path)),
    ),
    ...findExpired(schema.attributes, config, new Date()).map((problem) => warn('Expired certificate', problem)),
    ...checkTrafficPolicies(schema.attributes, config, 'warning').map((problem) =>
      warn('Questionable traffic policy', problem),
    ),
  ];
}

export function problemDiagnostics(attributes: Attributes, problems: readonly Problem[]): ProviderDiagnostic[] {
  return problems.map((problem) =>
    createError(
      'Invalid attribute value',
      endSentence(formatProblem(problem)),
      toAttributePath(attributes, problem.path),
    ),
  );
}

function followPath(config: ObjectValue, path: ValuePath): unknown {
  return path.reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>>)[step], config);
}

/** The path stops at a set, because Terraform cannot address its elements, and at an element of a map. */
function toAttributePath(attributes: Attributes, path: Problem['path']): AttributePath {
  const steps: PathStep[] = [];
  let members: Attributes = attributes;
  let attribute: Attribute | undefined;
  for (const step of path) {
    if (typeof step === 'number') {
      if (attribute?.type !== 'list') break;
      steps.push({ index: step });
    } else if (attribute?.type === 'map') {
      steps.push({ key: step });
      // Terraform shows only the line of the block for a path below a map element.
      break;
    } else {
      attribute = members[step];
      steps.push(step);
      members = getMembers(attribute);
    }
  }
  return steps;
}

function getMembers(attribute: Attribute | undefined): Attributes {
  if (attribute?.type === 'object') return attribute.attributes;
  return attribute && 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : {};
}

/** Without this check Terraform would accept a value for a read-only attribute and ignore it. */
export function checkReadOnly(
  schema: readonly SchemaAttribute[],
  config: ObjectValue,
  parents: readonly PathStep[] = [],
): ProviderDiagnostic[] {
  return schema.flatMap(({ name, required, optional, nested }): ProviderDiagnostic[] => {
    const value: CtyValue = config[name] ?? null;
    if (value === null) return [];
    const path = [...parents, name];
    if (!required && !optional) return [valueForReadOnly(path)];
    if (!nested) return [];
    return listObjects(nested, value, path).flatMap(([at, object]) => checkReadOnly(nested.attributes, object, at));
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

function valueForReadOnly(path: readonly PathStep[]): ProviderDiagnostic {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const detail = `${name} is set, but it is read-only. Remove it from the configuration.`;
  return createError('Value for read-only attribute', detail, path);
}
