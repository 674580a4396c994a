import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, type TerraformStack, Testing } from 'cdktf';

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

/** Annotations of the stack `main` in the manifest of a synthesized app. */
export function annotationsIn(outdir: string): string[] {
  const { stacks } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as Manifest;
  return (stacks['main']?.annotations ?? []).map(({ message }) => message);
}
