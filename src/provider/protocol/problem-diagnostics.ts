import type { Attribute, Attributes } from '../../model/kind';
import { formatProblem, type Problem } from '../../model/validation/validate';
import type { AttributePath, Diagnostic, PathStep } from './diagnostic';

/** What the model found wrong, as diagnostics that point at the attribute. */
export function problemDiagnostics(attributes: Attributes, problems: readonly Problem[]): Diagnostic[] {
  return problems.map((problem) => ({
    severity: 'error',
    summary: 'Invalid attribute value',
    detail: `${formatProblem(problem)}.`,
    path: attributePath(attributes, problem.path),
  }));
}

/** A model path as Terraform's; it ends where elements cannot be addressed, that is before an element of a set. */
function attributePath(attributes: Attributes, path: Problem['path']): AttributePath {
  const steps: PathStep[] = [];
  let here: Attributes = attributes;
  let attribute: Attribute | undefined;
  for (const step of path) {
    if (typeof step === 'number') {
      if (attribute?.type !== 'list') break;
      steps.push({ index: step });
    } else if (attribute?.type === 'map') {
      steps.push({ key: step });
      // Below an element of nested attributes Terraform shows no line but the block's (terraform/rules 5.1).
      break;
    } else {
      attribute = here[step];
      steps.push(step);
      here = membersOf(attribute);
    }
  }
  return steps;
}

function membersOf(attribute: Attribute | undefined): Attributes {
  if (attribute?.type === 'object') return attribute.attributes;
  return attribute && 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : {};
}
