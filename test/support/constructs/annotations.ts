import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, type TerraformStack, Testing } from 'cdktf';

/** Annotations of a level with the paths of their constructs, after a synthesis with aspects. */
export function annotationsOf(stack: TerraformStack, level: 'info' | 'warn' | 'error' = 'warn'): string[] {
  Testing.synth(stack);
  return stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === `@cdktf/${level}`)
        .map(({ data }) => `${node.path.replace(/^stack\//, '')}: ${String(data)}`),
    );
}

/** Annotations of the stack `main` in the manifest of a synthesized app. Throws if the app has no such stack. */
export function annotationsIn(outdir: string): string[] {
  const { stacks } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as Manifest;
  const { main } = stacks;
  if (!main) throw new Error(`The app in ${outdir} has no stack 'main', only ${Object.keys(stacks).join(', ')}`);
  return main.annotations.map(({ message }) => message);
}
