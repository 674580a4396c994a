/** Renders the blocks of a stack as HCL or TypeScript. */
import { hclString } from '../adopt/print-hcl';
import { tsString } from '../adopt/print-typescript';
import type { CdktfLibrary } from '../model/cdktf-library';
import { camelCase } from '../model/naming';
import type { StackBlocks } from './blocks';

/** Returns the blocks in the format of `terraform fmt`; empty without blocks. */
export function renderHcl({ moved, removed, imports }: StackBlocks): string {
  return [
    ...moved.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`),
    ...removed.map((from) => `removed {\n  from = ${from}\n\n  lifecycle {\n    destroy = false\n  }\n}\n`),
    ...imports.map(({ to, id }) => `import {\n  to = ${to}\n  id = ${hclString(id)}\n}\n`),
  ].join('\n');
}

/** Returns a TypeScript module with one function for each stack. */
export function renderTypeScript(stacks: readonly StackBlocks[], library: CdktfLibrary): string {
  const functions = stacks.map(
    (stack) => `
/** Call it at the end of the constructor of the stack \`${stack.stack}\`, and delete it after the next deployment. */
export function ${functionName(stack.stack)}(stack: TerraformStack): void {
${overrides(stack).join('')}}
`,
  );
  return `import type { TerraformStack } from '${library}';\n${functions.join('')}`;
}

function functionName(stack: string): string {
  const words = stack.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return camelCase(`move_${words === '' ? 'stack' : words}`);
}

function overrides({ moved, removed, imports }: StackBlocks): string[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['moved', moved.map(({ from, to }) => `from: ${tsString(from)}, to: ${tsString(to)}`)],
    ['removed', removed.map((from) => `from: ${tsString(from)}, lifecycle: { destroy: false }`)],
    ['import', imports.map(({ to, id }) => `to: ${tsString(to)}, id: ${tsString(id)}`)],
  ];
  return lists.flatMap(([block, items]) =>
    items.length === 0
      ? []
      : [`  stack.addOverride('${block}', [\n${items.map((item) => `    { ${item} },\n`).join('')}  ]);\n`],
  );
}
