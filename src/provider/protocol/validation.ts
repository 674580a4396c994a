/** Validation results of the model as diagnostics. */
import type { Attribute, Attributes } from '../../model/kind';
import { formatProblem, type Problem } from '../../model/validation/problem';
import { checkValues, type ValidatedSchema } from '../../model/validation/validate';
import { type ObjectValue, UNKNOWN } from '../../values/cty-value';
import { type AttributePath, createError, type Diagnostic, type PathStep } from './diagnostic';

/** Checks a configuration. Unknown values are skipped. */
export function validateAttributes(schema: ValidatedSchema, config: ObjectValue): Diagnostic[] {
  const problems = checkValues(schema, config, { isKnown: (value) => value !== UNKNOWN });
  return problemDiagnostics(schema.attributes, problems);
}

export function problemDiagnostics(attributes: Attributes, problems: readonly Problem[]): Diagnostic[] {
  return problems.map((problem) =>
    createError('Invalid attribute value', `${formatProblem(problem)}.`, toAttributePath(attributes, problem.path)),
  );
}

/** Ends before an element of a set, which has no address. */
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
      // For a path below a map element Terraform shows only the line of the block.
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
