import type { IConstruct, IValidation } from 'constructs';

/** Answers of validations that were run, by the root of the tree. */
const answers = new WeakMap<IConstruct, string[]>();

/**
 * Does what adds validations to a construct that ask the same for every construct of an app, such as which Terraform is
 * installed, and has the first of them in a tree ask and report for all: the core starts the binary for each resource
 * with an import, which for a thousand of them takes minutes.
 */
export function validatingOnce({ node }: IConstruct, adds: () => void): void {
  const added: IValidation[] = [];
  const { addValidation } = node;
  node.addValidation = (validation) => void added.push(validation);
  try {
    adds();
  } finally {
    node.addValidation = addValidation;
  }
  for (const validation of added) {
    node.addValidation({
      validate() {
        if (answers.has(node.root)) return [];
        const problems = validation.validate();
        answers.set(node.root, problems);
        return problems;
      },
    });
  }
}
