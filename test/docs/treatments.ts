/** What is done with the blocks of each language. A language that is not here is an error of the document. */
import { jsonProblems, mermaidProblems, ndjsonProblems, yamlProblems } from './check-data';
import { hclProblems } from './check-hcl';
import { shellProblems } from './check-shell';
import { typescriptProblems } from './check-typescript';
import { type Block, type Document, placeOf } from './markdown';
import { curlProblems } from './run-curl';

/** What is wrong with all blocks of a treatment, each with its place. */
type Treatment = (blocks: readonly Block[]) => Promise<string[]> | string[];

/** Takes blocks one by one. */
function each(check: (block: Block) => Promise<string[]> | string[]): Treatment {
  return async (blocks) => (await Promise.all(blocks.map(check))).flat();
}

const TREATMENTS: Readonly<Record<string, { readonly languages: readonly string[]; readonly check: Treatment }>> = {
  'compiled in one program, against the declarations of the built package': {
    languages: ['ts', 'js', 'diff'],
    check: typescriptProblems,
  },
  'formatted, and validated by Terraform with the provider': { languages: ['hcl'], check: hclProblems },
  'every command is known and takes these options, requests to the emulator are made': {
    languages: ['sh', 'console'],
    check: async (blocks) => [...(await shellProblems(blocks)), ...(await byDocument(blocks, curlProblems))],
  },
  parsed: { languages: ['json'], check: each(jsonProblems) },
  'parsed line by line': { languages: ['ndjson'], check: each(ndjsonProblems) },
  'parsed; ignore rules and workflows are read': { languages: ['yaml'], check: each(yamlProblems) },
  'a kind of picture that is drawn': { languages: ['mermaid'], check: each(mermaidProblems) },
  'output and drawings, shown as they are': { languages: ['text'], check: () => [] },
};

/** Every language that a block may have. */
export const LANGUAGES = Object.values(TREATMENTS).flatMap(({ languages }) => languages);

/** What is wrong with the blocks of the documents, each with its document and line. */
export async function blockProblems(documents: readonly Document[]): Promise<string[]> {
  const blocks = documents.flatMap((document) => document.blocks);
  const problems = blocks
    .filter(({ language }) => !LANGUAGES.includes(language))
    .map((block) =>
      block.language === ''
        ? `${placeOf(block)}: this block has no language; name one after the fence, \`text\` for output and drawings`
        : `${placeOf(block)}: nothing is done with blocks of '${block.language}'; use one of ${LANGUAGES.join(', ')}, or say in test/docs/treatments.ts how such a block is checked`,
    );
  for (const { languages, check } of Object.values(TREATMENTS))
    problems.push(...(await check(blocks.filter(({ language }) => languages.includes(language)))));
  return problems;
}

async function byDocument(
  blocks: readonly Block[],
  check: (blocks: readonly Block[]) => Promise<string[]>,
): Promise<string[]> {
  const documents = [...new Set(blocks.map(({ document }) => document))];
  const all = await Promise.all(documents.map((path) => check(blocks.filter(({ document }) => document === path))));
  return all.flat();
}
