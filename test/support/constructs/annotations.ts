import { type TerraformStack, Testing } from 'cdktf';

/** Annotations of a level with the paths of their constructs, after a synthesis with aspects. */
export function annotationsOf(stack: TerraformStack, level: 'warn' | 'error' = 'warn'): string[] {
  Testing.synth(stack);
  return stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === `@cdktf/${level}`)
        .map(({ data }) => `${node.path.replace(/^stack\//, '')}: ${String(data)}`),
    );
}
