/** What a synthesis says about a stack, beside what it renders. */
import { type TerraformStack, Testing } from 'cdktf';

/** Messages of a level, with the paths of their constructs; runs the aspects, as every synthesis does. */
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
