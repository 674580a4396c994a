import { TerraformStack } from 'cdktf';
import type { IConstruct, IValidation } from 'constructs';

const registered = new WeakSet<TerraformStack>();

/**
 * Calls `importFrom()` of CDKTF, and adds its validations to the stack instead of the construct, those of the first
 * import only: they are the same for each import. Each starts Terraform to check its version, which takes minutes for a
 * thousand imported resources.
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
