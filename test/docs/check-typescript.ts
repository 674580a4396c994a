/** TypeScript in documents: compiled in one program, against the declarations that the package ships. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './documents';
import type { Block } from './markdown';

/** Types of names that guides use without declaring them, in one of the CDKTF libraries, `cdktf` or `cdktn`. */
const GIVEN: Readonly<Record<string, (library: string) => string>> = {
  app: (library) => `import('${library}').App`,
  stack: (library) => `import('${library}').TerraformStack`,
};

/** Declarations, as far as the documents use them, of packages that readers have and this repository has not. */
const STAND_INS: Readonly<Record<string, string>> = {
  vitest: `
    export interface Assertion<T = any> { not: this }
    export const expect: { <T>(actual: T): Assertion<T>; extend(matchers: object): void };
    export const beforeAll: (work: () => Promise<void> | void, timeout?: number) => void;
    export const beforeEach: typeof beforeAll;
    export const afterAll: typeof beforeAll;
  `,
};

/**
 * TypeScript's codes for an unused declaration, import and type. The sides of a diff are parts of files, so what they
 * import may be unused there.
 */
const UNUSED = new Set([6133, 6192, 6196]);

export function typescriptProblems(blocks: readonly Block[]): string[] {
  const declarations = join(root, 'lib/index.d.ts');
  if (!existsSync(declarations))
    throw new Error('The documents are compiled against the built package: run `npx tsx scripts/build.ts --if-stale`');
  const files = new Map(blocks.flatMap(filesOfBlock));
  const program = createProgram(files);
  return [...files].flatMap(([name, { block, isSideOfDiff }]) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter(({ code }) => !(isSideOfDiff && UNUSED.has(code)))
      .map(({ messageText, start = 0 }) => {
        const line = block.line + 1 + (file ? file.getLineAndCharacterOfPosition(start).line : 0);
        return `${block.document}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
  });
}

interface BlockFile {
  readonly block: Block;
  readonly text: string;
  readonly isSideOfDiff: boolean;
}

/**
 * Paths that only the compiler sees. All blocks of a document are in one folder, so that those with the name of a file
 * import one another as the reader's files do. A diff is one of TypeScript: it becomes two files.
 */
function filesOfBlock(block: Block): [string, BlockFile][] {
  const folder = join(root, 'docs-blocks', block.document);
  if (block.language === 'diff')
    return ['-', '+'].map((sign) => [
      join(folder, `block-${block.line}${sign === '-' ? '-before' : '-after'}.ts`),
      { block, isSideOfDiff: true, text: `${withoutSigns(block.code, sign)}export {};\n` },
    ]);
  const extension = block.language === 'js' ? 'js' : 'ts';
  const name = block.file ?? `block-${block.line}.${extension}`;
  const module = extension === 'ts' ? moduleText(block.code) : block.code;
  return [[join(folder, name), { block, isSideOfDiff: false, text: module }]];
}

/**
 * One side of a diff. The lines of the other side become empty, so that line numbers stay: `-a\n+b\n` and `+` ->
 * `\nb\n`.
 */
function withoutSigns(code: string, sign: string): string {
  const lines = code.split('\n').map((line) => (/^[ +-]/.test(line) ? [line[0], line.slice(1)] : [' ', line]));
  return lines.map(([first, rest]) => (first === ' ' || first === sign ? `${rest}\n` : '\n')).join('');
}

/**
 * Puts the declarations of {@link GIVEN} names before the first line of the block, without a line break: so the lines
 * of messages are those of the block.
 */
function moduleText(code: string): string {
  const library = /from 'cdktn'|netingress\/cdktn/.test(code) ? 'cdktn' : 'cdktf';
  const given = Object.entries(GIVEN)
    // The code uses the name: `new X(stack, …)`, but neither `this.stack`, `'stack'` nor `stack-a`.
    .filter(([name]) => new RegExp(`(?<![.'\\w])${name}\\b(?!['\\w-])`).test(code.replace(/\/\/.*$/gm, '')))
    // The code does not declare it: `const stack =`, or the parameter `stack: TerraformStack`.
    .filter(([name]) => !new RegExp(`\\b(const|let|class|function) ${name}\\b|\\b${name}\\??: `).test(code))
    .map(([name, type]) => `declare const ${name}: ${type(library)}; `);
  return `${given.join('')}${code}${/^\s*(import|export) /m.test(code) ? '' : 'export {};\n'}`;
}

function createProgram(files: ReadonlyMap<string, BlockFile>): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  // Without `paths` the package finds itself as its users find it: by the exports of package.json.
  const { paths: _, ...rest } = options;
  const settings = { ...rest, allowJs: true, checkJs: true };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists, directoryExists, readFile } = host;
  const standIns = new Map(
    Object.entries(STAND_INS).flatMap(([name, text]) => [
      [join(root, 'docs-blocks/node_modules', name, 'index.d.ts'), text] as const,
      [
        join(root, 'docs-blocks/node_modules', name, 'package.json'),
        `{"name":"${name}","types":"index.d.ts","exports":{".":"./index.d.ts"}}`,
      ] as const,
    ]),
  );
  const textOf = (name: string): string | undefined => files.get(name)?.text ?? standIns.get(name);
  const folders = new Set<string>();
  for (const name of [...files.keys(), ...standIns.keys()])
    for (let folder = dirname(name); folder.length > root.length; folder = dirname(folder)) folders.add(folder);
  host.fileExists = (name) => textOf(name) !== undefined || fileExists(name);
  host.readFile = (name) => textOf(name) ?? readFile(name);
  host.directoryExists = (name) => folders.has(name) || (directoryExists?.(name) ?? true);
  host.getSourceFile = (name, ...more) => {
    const text = textOf(name);
    return text === undefined ? getSourceFile(name, ...more) : ts.createSourceFile(name, text, more[0], true);
  };
  return ts.createProgram([...files.keys()], settings, host);
}

export function isWholeApp({ language, code, words }: Block): boolean {
  return language === 'ts' && !words.includes('no-run') && /\bnew App\(/.test(code) && /\bapp\.synth\(\)/.test(code);
}

export function javascriptOf({ code }: Block): string {
  return ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  }).outputText;
}
