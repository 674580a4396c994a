import { TerraformStack } from 'cdktf';
import type { IConstruct, IValidation } from 'constructs';

const registered = new WeakSet<TerraformStack>();

/**
 * Calls `importFrom()` of the core, and keeps the validations that it adds once per stack. Each checks the version of
 * the installed Terraform, and starts it to do so, which for a thousand imported resources takes minutes.
 */
export function deduplicateImportValidation(construct: IConstruct, importFrom: () => void): void {
  const { node } = construct;
  const added: IValidation[] = [];
  const { addValidation } = node;
  node.addValidation = (validation) => void added.push(validation);
  try {
    importFrom();
  } finally {
    node.addValidation = addValidation;
  }
  const stack = TerraformStack.of(construct);
  if (registered.has(stack)) return;
  registered.add(stack);
  for (const validation of added) stack.node.addValidation(validation);
}
