/** The checks of each language. A block in any other language is an error. */
import { jsonProblems, mermaidProblems, yamlProblems } from './check-data';
import { hclProblems } from './check-hcl';
import { shellProblems } from './check-shell';
import { typescriptProblems } from './check-typescript';
import { type Block, type Document, placeOf } from './markdown';

type Treatment = (blocks: readonly Block[]) => Promise<string[]> | string[];

/** The guides whose blocks in these languages are run (languages-guide.test.ts, policies-guide.test.ts), as files. */
const GUIDES: Readonly<Record<string, string>> = {
  python: 'docs/guides/languages.md',
  go: 'docs/guides/languages.md',
  rego: 'docs/guides/policies.md',
};

function fileProblems(block: Block): string[] {
  const guide = GUIDES[block.language];
  if (block.file !== undefined && block.document === guide) return [];
  return [`${placeOf(block)}: no test runs this block; expected a file of ${guide}`];
}

function each(check: (block: Block) => Promise<string[]> | string[]): Treatment {
  return async (blocks) => (await Promise.all(blocks.map(check))).flat();
}

const TREATMENTS: readonly { readonly languages: readonly string[]; readonly check: Treatment }[] = [
  { languages: ['ts', 'js', 'diff'], check: typescriptProblems },
  { languages: ['hcl'], check: hclProblems },
  // Programs and commands exist (check-shell.ts). The commands of guides are also run, by tests with run-guide.ts.
  { languages: ['sh'], check: shellProblems },
  { languages: Object.keys(GUIDES), check: each(fileProblems) },
  { languages: ['json'], check: each(jsonProblems) },
  { languages: ['yaml'], check: each(yamlProblems) },
  { languages: ['mermaid'], check: each(mermaidProblems) },
  // Of output and drawings only trees of folders are checked, by check-links.ts.
  { languages: ['text'], check: () => [] },
];

const LANGUAGES = TREATMENTS.flatMap(({ languages }) => languages);

export async function blockProblems(documents: readonly Document[]): Promise<string[]> {
  const blocks = documents.flatMap((document) => document.blocks);
  const problems = blocks
    .filter(({ language }) => !LANGUAGES.includes(language))
    .map((block) =>
      block.language === ''
        ? `${placeOf(block)}: the block has no language; name one after the fence, \`text\` for output and drawings`
        : `${placeOf(block)}: unknown language '${block.language}'; expected one of ${LANGUAGES.join(', ')}. Or define its check in test/docs/treatments.ts`,
    );
  for (const { languages, check } of TREATMENTS)
    problems.push(...(await check(blocks.filter(({ language }) => languages.includes(language)))));
  return problems;
}
