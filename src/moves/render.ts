import { hclString } from '../adopt/print-hcl';
import { tsString } from '../adopt/print-typescript';
import type { CdktfLibrary } from '../model/cdktf-library';
import { camelCase } from '../model/naming';
import { WRITTEN_BY_MOVES } from '../terraform/configuration/written-by-moves';
import type { StackBlocks } from './blocks';

export function renderBlocksAsHcl({ moved, removed, imports }: StackBlocks): string {
  return [
    ...moved.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`),
    ...removed.map((from) => `removed {\n  from = ${from}\n\n  lifecycle {\n    destroy = false\n  }\n}\n`),
    ...imports.map(({ to, id }) => `import {\n  to = ${to}\n  id = ${hclString(id)}\n}\n`),
  ].join('\n');
}

/**
 * One function for each stack; callers pass only stacks with a block. The function adds an element with the blocks,
 * which the library merges with those of other elements. `stack.addOverride` would replace blocks that were written by
 * hand.
 */
export function renderBlocksAsTypeScript(stacks: readonly StackBlocks[], library: CdktfLibrary): string {
  const names = stacks.map(({ stack }) => functionName(stack));
  const functions = stacks.map(
    (stack, index) => `
/** Call it with the stack \`${stack.stack}\` before \`app.synth()\`, and delete it after the next deployment. */
export function ${numberIfRepeated(names, index)}(stack: TerraformStack): void {
  Object.assign(new TerraformElement(stack, 'moves'), {
    toTerraform: () => ({
${lists(stack).join('')}    }),
  });
}
`,
  );
  return `${WRITTEN_BY_MOVES}
import { TerraformElement, type TerraformStack } from '${library}';\n${functions.join('')}`;
}

function functionName(stack: string): string {
  const words = stack.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return camelCase(`move_${words === '' ? 'stack' : words}`);
}

/** The stacks `web-eu` and `web_eu` get the functions `moveWebEu` and `moveWebEu_2`. */
function numberIfRepeated(names: readonly string[], index: number): string {
  const name = names[index] as string;
  const earlier = names.slice(0, index).filter((each) => each === name).length;
  return earlier === 0 ? name : `${name}_${earlier + 1}`;
}

function lists({ moved, removed, imports }: StackBlocks): string[] {
  const all: readonly (readonly [string, readonly string[]])[] = [
    ['moved', moved.map(({ from, to }) => `from: ${tsString(from)}, to: ${tsString(to)}`)],
    ['removed', removed.map((from) => `from: ${tsString(from)}, lifecycle: { destroy: false }`)],
    ['import', imports.map(({ to, id }) => `to: ${tsString(to)}, id: ${tsString(id)}`)],
  ];
  return all.flatMap(([block, items]) =>
    items.length === 0
      ? []
      : [`      ${block}: [\n${items.map((item) => `        { ${item} },\n`).join('')}      ],\n`],
  );
}
